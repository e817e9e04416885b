/** What can be done with an item: copy its address, download it, replace its file, delete it. */
import { useState } from 'react';
import type { MediaItem } from '../../../src/sdk/client.ts';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useToasts } from '../../shell/toasts.tsx';
import { ConfirmRemoval } from './confirm-removal.tsx';
import { isUsed, useRemoving } from './removing.ts';
import { type ChangeProps, ReplaceButton } from './replace-button.tsx';
import { placesOf, type Uses } from './uses.tsx';
import { useMediaWords } from './words.ts';

interface ActionsProps {
  item: MediaItem;
  etag: string | null;
  uses: Uses;
  mayWrite: boolean;
  onClose(): void;
}

export function Actions({ item, etag, uses, mayWrite, onClose }: ActionsProps) {
  const { detail: words } = useMediaWords();
  const [problem, setProblem] = useState<string>();
  return (
    <section className="media-section">
      <div className="button-row">
        <CopyButton address={item.url} />
        <a className="button" download href={item.path}>
          {words.download}
        </a>
        {mayWrite && <ReplaceButton etag={etag} item={item} onProblem={setProblem} uses={uses} />}
        {mayWrite && <RemoveButton item={item} onClose={onClose} onProblem={setProblem} uses={uses} />}
      </div>
      {problem && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

function CopyButton({ address }: { address: string }) {
  const said = useSaid();
  const { detail: words } = useMediaWords();
  const toasts = useToasts();
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    toasts.show(words.copied);
  };
  // Browsers offer no clipboard on pages without TLS.
  if (!navigator.clipboard) return <input aria-label={words.copy} className="field" readOnly value={address} />;
  return (
    <button
      className="button"
      onClick={() => void copy().catch((error) => toasts.show(said.error(error)))}
      type="button"
    >
      {words.copy}
    </button>
  );
}

function RemoveButton({ item, uses, onClose, onProblem }: ChangeProps & { uses: Uses; onClose(): void }) {
  const said = useSaid();
  const { detail: words } = useMediaWords();
  const toasts = useToasts();
  const remove = useRemoving();
  const [isAsking, setAsking] = useState(false);
  const refused = () => words.refused(Math.max(1, placesOf(uses.list ?? []).length));
  const run = async () => {
    setAsking(false);
    const [result] = await remove([item]);
    if (isUsed(result?.failure ?? null)) return onProblem(refused());
    if (result?.failure) return onProblem(said.error(result.failure));
    toasts.show(words.removed(item.title || words.untitled));
    onClose();
  };
  return (
    <>
      <button
        className="button danger"
        onClick={() => (uses.total > 0 ? onProblem(refused()) : setAsking(true))}
        type="button"
      >
        {words.remove}
      </button>
      {isAsking && <ConfirmRemoval count={1} onCancel={() => setAsking(false)} onConfirm={() => void run()} />}
    </>
  );
}
