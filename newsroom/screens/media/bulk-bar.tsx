/** What can be done with the selected files. */
import { useState } from 'react';
import type { MediaItem } from '../../../src/sdk/client.ts';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { Icon } from '../../icons.tsx';
import { useIsOnline } from '../../shell/connection.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { ConfirmRemoval } from './confirm-removal.tsx';
import { isUsed, type Removal, useRemoving } from './removing.ts';
import { useMediaWords } from './words.ts';

interface BulkBarProps {
  items: readonly MediaItem[];
  onSelect(ids: readonly number[]): void;
  onSelectAll(): void;
}

export function BulkBar({ items, onSelect, onSelectAll }: BulkBarProps) {
  const said = useSaid();
  const words = useMediaWords();
  const toasts = useToasts();
  const remove = useRemoving();
  const isOnline = useIsOnline();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Removal[]>([]);
  const run = async () => {
    setAsking(false);
    setBusy(true);
    const results = await remove(items).finally(() => setBusy(false));
    const left = results.filter(({ failure }) => failure !== null);
    setFailed(left);
    onSelect(left.map(({ item }) => item.id));
    if (results.length > left.length) toasts.show(words.bulk.removed(results.length - left.length));
  };
  return (
    <section aria-label={words.bulk.label} className="bulk">
      <fieldset className="bulk-actions" disabled={!isOnline || isBusy}>
        <strong>{words.selected(items.length)}</strong>
        <button className="chip" onClick={onSelectAll} type="button">
          {words.selectAll}
        </button>
        <button className="chip" data-kind="delete" onClick={() => setAsking(true)} type="button">
          {words.bulk.remove}
        </button>
      </fieldset>
      <button aria-label={words.bulk.clear} className="icon-button" onClick={() => onSelect([])} type="button">
        <Icon name="close" />
      </button>
      {failed.length > 0 && (
        <div className="bulk-failures" role="alert">
          <strong>{words.bulk.failed(failed.length)}</strong>
          <ul>
            {failed.map(({ item, failure }) => (
              <li key={item.id}>
                {item.title || words.detail.untitled}:{' '}
                {isUsed(failure) ? words.bulk.used : failure && said.error(failure)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {isAsking && (
        <ConfirmRemoval count={items.length} onCancel={() => setAsking(false)} onConfirm={() => void run()} />
      )}
    </section>
  );
}
