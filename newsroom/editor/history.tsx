/** Earlier versions: who saved them, what differs, and a way back. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ArticleDecision, ManagedArticle, Revision } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { useTimes } from '../i18n/times.ts';
import { Icon } from '../icons.tsx';
import { useSite } from '../shell/context.ts';
import { useToasts } from '../shell/toasts.tsx';
import { Decided, useDecisions } from './decision.tsx';
import { Differences, type Mode } from './differences.tsx';
import { statusOf } from './save-state.ts';
import type { OpenArticle } from './use-article.ts';
import { useEditorWords } from './words.ts';

const PAGE = 30;

export function History({ open }: { open: OpenArticle }) {
  const { history } = useEditorWords();
  const { manage } = useApi();
  const site = useSite();
  const [shown, setShown] = useState<number>();
  const [mode, setMode] = useState<Mode>('rendered');
  const { uid, version, state } = open.article;
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    // By state too: unpublishing ends a publication and saves no version. Live events have it read again.
    queryKey: ['articles', site.id, 'changed', 'revisions', uid, open.state.base.version, state],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) =>
      (await manage.revisions.list(site.id, uid, { count: PAGE, page: pageParam, signal })).revisions,
    getNextPageParam: (last, all) => (last.length < PAGE ? undefined : all.length + 1),
    // A save adds a version; the open one stays open.
    placeholderData: keepPreviousData,
  });
  const decisions = useDecisions(uid);
  if (error) return <p className="field-problem">{history.failed}</p>;
  const revisions = data?.pages.flat() ?? [];
  return (
    <div className="form">
      <ol className="revisions">
        {revisions.map((revision, at) => (
          <RevisionRow
            decisions={decisionsBetween(decisions, revision, revisions[at - 1])}
            isCurrent={revision.number === version}
            isShown={shown === revision.number}
            key={revision.number}
            onShow={() => setShown(shown === revision.number ? undefined : revision.number)}
            revision={revision}
          >
            <Difference mode={mode} number={revision.number} onMode={setMode} open={open} />
          </RevisionRow>
        ))}
      </ol>
      {hasNextPage && (
        <button className="button" onClick={() => void fetchNextPage()} type="button">
          {history.more}
        </button>
      )}
    </div>
  );
}

/** Those about this version: made before the next one was saved. */
function decisionsBetween(decisions: readonly ArticleDecision[], { created_at }: Revision, next: Revision | undefined) {
  return decisions.filter(
    ({ decided_at }) => decided_at >= created_at && (next === undefined || decided_at < next.created_at),
  );
}

interface RowProps {
  revision: Revision;
  decisions: readonly ArticleDecision[];
  isCurrent: boolean;
  isShown: boolean;
  onShow(): void;
  /** What differs. */
  children: ReactNode;
}

function RevisionRow({ revision, decisions, isCurrent, isShown, onShow, children }: RowProps) {
  const { history } = useEditorWords();
  const site = useSite();
  const times = useTimes(site.time_zone);
  const nameOf = useActor();
  return (
    <li className="revision">
      <p>
        <strong>{history.version(revision.number)}</strong> {times.moment(revision.created_at)}
      </p>
      <p className="note">
        {nameOf(revision.created_by, revision.created_by_name)}
        {revision.automatic && ` · ${history.automatic}`}
        {isCurrent && ` · ${history.current}`}
      </p>
      {revision.publications.map((publication) => (
        <Seen key={publication.published_at + publication.ended_at} publication={publication} />
      ))}
      {decisions.map((decision) => (
        <Decided className="seen" decision={decision} key={decision.id} />
      ))}
      {!isCurrent && (
        <button aria-expanded={isShown} className="link" onClick={onShow} type="button">
          {history.compare}
        </button>
      )}
      {isShown && !isCurrent && children}
    </li>
  );
}

/** When readers saw the version, and how that began and ended. */
function Seen({ publication }: { publication: Revision['publications'][number] }) {
  const { history } = useEditorWords();
  const times = useTimes(useSite().time_zone);
  const nameOf = useActor();
  const { published_at, published_by, published_by_name, ended_at, ended_by, ended_by_name, replaced_by } = publication;
  const seen = ended_at
    ? history.seen(times.range(published_at, ended_at, false))
    : history.seenSince(times.moment(published_at));
  const begun = published_by && history.publishedBy(nameOf(published_by, published_by_name));
  const taken = ended_by ? history.unpublishedBy(nameOf(ended_by, ended_by_name)) : history.unpublished;
  const end = ended_at && (replaced_by === null ? taken : history.replaced(replaced_by));
  return (
    <p className="seen" data-now={ended_at === null}>
      <Icon name="eye" />
      <span>{[seen, begun, end].filter(Boolean).join(' · ')}</span>
    </p>
  );
}

/** People and keys by their names, and the service in words. */
function useActor(): (by: string, name: string | null) => string {
  const { actors } = useEditorWords().history;
  return (by, name) => name ?? (by in actors ? actors[by as keyof typeof actors] : by);
}

interface DifferenceProps {
  number: number;
  open: OpenArticle;
  mode: Mode;
  onMode(mode: Mode): void;
}

function Difference({ number, open, mode, onMode }: DifferenceProps) {
  const { history } = useEditorWords();
  const { manage } = useApi();
  const site = useSite();
  const toasts = useToasts();
  const { uid } = open.article;
  const { data } = useQuery({
    queryKey: ['revisions', site.id, uid, 'one', number],
    queryFn: async ({ signal }) => (await manage.revisions.read(site.id, uid, number, { signal })).revision.article,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) return null;
  const isSaved = statusOf(open.state) === 'saved';
  const restore = () => {
    open.set(data as Partial<ManagedArticle>);
    open.onBody.current(data.body);
    open.saver.saveNow();
    toasts.show(history.restored(number));
  };
  return (
    <div className="difference">
      <Differences mode={mode} now={open.article} onMode={onMode} then={data as Partial<ManagedArticle>} />
      <button
        className="button"
        disabled={!isSaved}
        onClick={restore}
        title={isSaved ? undefined : history.unsaved}
        type="button"
      >
        {history.restore}
      </button>
    </div>
  );
}
