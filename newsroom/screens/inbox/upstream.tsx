/** A change of the source that was kept, because an editor had changed or approved the article: both texts, and what to take of it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UpstreamChange } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { textOfBody } from '../../editor/body-text.ts';
import { ChangedWords } from '../../editor/differences.tsx';
import { Dialog } from '../../editor/fields.tsx';
import { useWords } from '../../i18n/language.tsx';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { CheckField } from '../../parts/form-fields.tsx';
import { useSite } from '../../shell/context.ts';
import { Failure, Waiting } from '../../shell/states.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { useInboxWords } from './words.ts';

type Field = UpstreamChange['fields'][number];

interface UpstreamProps {
  itemId: number;
  /** Readers see it: what is taken can be published at once. */
  isPublished: boolean;
  onClose(): void;
}

export default function UpstreamDialog({ itemId, isPublished, onClose }: UpstreamProps) {
  const { upstream: words } = useInboxWords();
  const { common } = useWords();
  const { manage } = useApi();
  const site = useSite();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['articles', site.id, 'upstream', itemId],
    queryFn: ({ signal }) => manage.sourceItems.readUpstream(site.id, itemId, { signal }),
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog className="dialog-wide" closeLabel={common.close} onClose={onClose} title={words.title}>
      {isPending && <Waiting />}
      {error && <Failure error={error} onRetry={refetch} />}
      {data && (
        <Choosing
          change={data.upstream_change}
          etag={data.etag}
          isPublished={isPublished}
          key={data.upstream_change.hash}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface ChoosingProps extends Pick<UpstreamProps, 'isPublished' | 'onClose'> {
  change: UpstreamChange;
  /** Of the article. */
  etag: string | null;
}

function Choosing({ change, etag, isPublished, onClose }: ChoosingProps) {
  const { upstream: words } = useInboxWords();
  const { fields, hash, item_id: id } = change;
  const [chosen, setChosen] = useState<readonly Field[]>(fields);
  const settling = useSettling(onClose);
  const choose = (field: Field, isChosen: boolean) =>
    setChosen(fields.filter((one) => (one === field ? isChosen : chosen.includes(one))));
  const take = (publish: boolean) =>
    settling.mutate({ id, etag, application: { fields: [...chosen], hash, ...(publish ? { publish } : {}) } });
  const isBusy = settling.isPending || chosen.length === 0;
  return (
    <div className="form">
      <p className="note">{words.hint}</p>
      {fields.map((field) => (
        <div className="difference-part" key={field}>
          <CheckField
            label={words.fields[field]}
            onChange={(isChosen) => choose(field, isChosen)}
            value={chosen.includes(field)}
          />
          <ChangedWords {...shownTexts(change, field)} />
        </div>
      ))}
      <Problem error={settling.error} />
      <div className="dialog-actions">
        <button
          className="button"
          disabled={settling.isPending}
          onClick={() => settling.mutate({ id, dismissal: { hash } })}
          type="button"
        >
          {words.dismiss}
        </button>
        <button
          className={isPublished ? 'button' : 'button primary'}
          disabled={isBusy}
          onClick={() => take(false)}
          type="button"
        >
          {words.take}
        </button>
        {isPublished && (
          <button className="button primary" disabled={isBusy} onClick={() => take(true)} type="button">
            {words.publish}
          </button>
        )}
      </div>
    </div>
  );
}

function Problem({ error }: { error: Error | null }) {
  const said = useSaid();
  return (
    <p className="field-problem" role="alert">
      {error && said.error(error)}
    </p>
  );
}

/** What people read of both; the source where only markup differs. Pictures of senders are not loaded. */
function shownTexts({ article, upstream }: UpstreamChange, field: Field) {
  const text = (value: string | string[] | null) => (Array.isArray(value) ? value.join(', ') : (value ?? ''));
  const both = { before: text(article[field]), after: text(upstream[field]) };
  if (field !== 'body' && field !== 'summary') return both;
  const read = { before: textOfBody(both.before), after: textOfBody(both.after) };
  return read.before === read.after ? { ...both, isSource: true } : read;
}

type Settled =
  | { id: number; dismissal: { hash: string } }
  | { id: number; etag: string | null; application: { fields: Field[]; hash: string; publish?: boolean } };

function useSettling(onClose: () => void) {
  const { upstream: words } = useInboxWords();
  const { manage } = useApi();
  const site = useSite();
  const toasts = useToasts();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (settled: Settled) => {
      if ('dismissal' in settled) await manage.sourceItems.dismissUpstream(site.id, settled.id, settled.dismissal);
      else
        await manage.sourceItems.applyUpstream(
          site.id,
          settled.id,
          settled.application,
          settled.etag === null ? {} : { ifMatch: settled.etag },
        );
    },
    onSuccess: (_, settled) => {
      toasts.show('dismissal' in settled ? words.dismissed : words.taken);
      onClose();
      void queries.invalidateQueries({ queryKey: ['articles', site.id] });
    },
  });
}
