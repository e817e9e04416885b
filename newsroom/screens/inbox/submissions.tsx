/** Rejected articles of authors, which no source brought: from when, by whom and why, and the way back. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ArticleDecision } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useTimes } from '../../i18n/times.ts';
import { useSite } from '../../shell/context.ts';
import { Notice } from '../../shell/states.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { useInboxWords } from './words.ts';

const PAGE = 50;

/** `isAlone`: nothing of a source follows. */
export function Submissions({ isAlone }: { isAlone: boolean }) {
  const words = useInboxWords();
  const { manage } = useApi();
  const site = useSite();
  const query = useInfiniteQuery({
    queryKey: ['articles', site.id, 'inbox', 'decisions'],
    queryFn: async ({ pageParam: max_id, signal }) =>
      manage.articleDecisions.list(site.id, { trash: 'true', max_id, count: PAGE, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ article_decisions, more }) => (more ? article_decisions.at(-1)?.id : undefined),
  });
  const rows = query.data?.pages.flatMap(({ article_decisions }) => article_decisions) ?? [];
  if (rows.length === 0 && isAlone && query.data)
    return <Notice hint={words.ledger.emptyHint} title={words.ledger.empty} />;
  return (
    <>
      <ul className="ruled-list">
        {rows.map((decision) => (
          <Row decision={decision} key={decision.id} />
        ))}
      </ul>
      {query.hasNextPage && (
        <button className="button" disabled={query.isFetching} onClick={() => void query.fetchNextPage()} type="button">
          {words.queue.more}
        </button>
      )}
    </>
  );
}

function Row({ decision: { uid, title, decided_at, decided_by_name, note } }: { decision: ArticleDecision }) {
  const words = useInboxWords();
  const { ledger } = words;
  const said = useSaid();
  const site = useSite();
  const times = useTimes(site.time_zone);
  const toasts = useToasts();
  const { manage } = useApi();
  const queries = useQueryClient();
  const name = title || ledger.untitled;
  const back = useMutation({
    mutationFn: () => manage.pendingArticles.withdrawDecision(site.id, uid),
    onSuccess: () => {
      toasts.show(ledger.returned(name));
      void queries.invalidateQueries({ queryKey: ['articles', site.id] });
    },
    onError: (error) => toasts.show(said.error(error)),
  });
  const facts = [words.tabs.rejected, words.kinds.newsroom, times.short(decided_at)];
  return (
    <li className="ledger-row">
      <div>
        <span className="row-name">{name}</span>
        <p className="note">{[...facts, decided_by_name && ledger.by(decided_by_name)].filter(Boolean).join(' · ')}</p>
        {note && <p className="note decision-note">{note}</p>}
      </div>
      <p className="sheet-actions">
        <button className="button" disabled={back.isPending} onClick={() => back.mutate()} type="button">
          {ledger.back}
        </button>
      </p>
    </li>
  );
}
