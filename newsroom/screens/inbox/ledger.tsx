/** What became of the items of the sources, and the way back to the inbox. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { SourceItem } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useTimes } from '../../i18n/times.ts';
import { articleAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { Failure, Notice, Waiting } from '../../shell/states.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { useSources } from './queue.ts';
import type { InboxSearch, LedgerState } from './search.ts';
import { Submissions } from './submissions.tsx';
import { UpstreamButton } from './upstream-button.tsx';
import { useInboxWords } from './words.ts';

const PAGE = 50;

export function LedgerList({ search: { source }, state }: { search: InboxSearch; state: LedgerState | undefined }) {
  const words = useInboxWords();
  const { manage } = useApi();
  const site = useSite();
  const query = useInfiniteQuery({
    queryKey: ['articles', site.id, 'inbox', 'ledger', state, source],
    queryFn: async ({ pageParam: max_id, signal }) =>
      manage.sourceItems.list(site.id, { state, source_id: source, max_id, count: PAGE, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ source_items }) => (source_items.length < PAGE ? undefined : source_items.at(-1)?.id),
  });
  if (query.isPending) return <Waiting />;
  if (!query.data) return <Failure error={query.error} onRetry={query.refetch} />;
  const items = query.data.pages.flatMap(({ source_items }) => source_items);
  const isRejected = state === 'rejected' && source === undefined;
  if (items.length === 0 && !isRejected) return <Notice hint={words.ledger.emptyHint} title={words.ledger.empty} />;
  return (
    <div className="inbox-ledger">
      {isRejected && <Submissions isAlone={items.length === 0} />}
      <ul className="ruled-list">
        {items.map((item) => (
          <LedgerRow item={item} key={item.id} />
        ))}
      </ul>
      {query.hasNextPage && (
        <button className="button" disabled={query.isFetching} onClick={() => void query.fetchNextPage()} type="button">
          {words.queue.more}
        </button>
      )}
    </div>
  );
}

function LedgerRow({ item }: { item: SourceItem }) {
  const words = useInboxWords();
  const { ledger } = words;
  const said = useSaid();
  const site = useSite();
  const times = useTimes(site.time_zone);
  const toasts = useToasts();
  const { manage } = useApi();
  const queries = useQueryClient();
  const sources = useSources();
  const title = item.state === 'erased' ? ledger.erasedText : item.title || item.url || ledger.untitled;
  const back = useMutation({
    mutationFn: () =>
      item.state === 'rejected'
        ? manage.sourceItems.withdrawRejection(site.id, item.id)
        : manage.sourceItems.withdrawApproval(site.id, item.id),
    onSuccess: () => {
      toasts.show(ledger.returned(title));
      void queries.invalidateQueries({ queryKey: ['articles', site.id] });
    },
    onError: (error) => toasts.show(said.error(error)),
  });
  const source = sources.find(({ id }) => id === item.source_id);
  const decided = item.rule_id !== null ? ledger.rule : null;
  return (
    <li className="ledger-row">
      <div>
        <span className="row-name">{title}</span>
        <p className="note">
          {[
            item.state === 'erased' ? ledger.erased : words.tabs[item.state === 'held' ? 'pending' : item.state],
            source?.name,
            times.short(item.changed_at),
            decided,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {item.reason && <p className="note decision-note">{item.reason}</p>}
        {item.has_upstream_change && <UpstreamButton isPublished={item.state === 'published'} itemId={item.id} />}
      </div>
      <p className="sheet-actions">
        {item.uid !== null && item.state !== 'rejected' && (
          <Link className="button" href={articleAddress(site.id, item.uid)}>
            {ledger.open}
          </Link>
        )}
        {(item.state === 'rejected' || item.state === 'published') && (
          <button className="button" disabled={back.isPending} onClick={() => back.mutate()} type="button">
            {ledger.back}
          </button>
        )}
      </p>
    </li>
  );
}
