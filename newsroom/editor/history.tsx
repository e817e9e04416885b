/** Earlier versions: who saved them, what differs, and a way back. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ManagedArticle, Revision } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { useTimes } from '../i18n/times.ts';
import { usePerson, useSite } from '../shell/context.ts';
import { useToasts } from '../shell/toasts.tsx';
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
  const { uid, version } = open.article;
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['revisions', site.id, uid, open.state.base.version],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) =>
      (await manage.revisions.list(site.id, uid, { count: PAGE, page: pageParam, signal })).revisions,
    getNextPageParam: (last, all) => (last.length < PAGE ? undefined : all.length + 1),
    // A save adds a version; the open one stays open.
    placeholderData: keepPreviousData,
  });
  if (error) return <p className="field-problem">{history.failed}</p>;
  return (
    <div className="form">
      <ol className="revisions">
        {data?.pages.flat().map((revision) => (
          <RevisionRow
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

interface RowProps {
  revision: Revision;
  isCurrent: boolean;
  isShown: boolean;
  onShow(): void;
  /** What differs. */
  children: ReactNode;
}

function RevisionRow({ revision, isCurrent, isShown, onShow, children }: RowProps) {
  const { history } = useEditorWords();
  const site = useSite();
  const person = usePerson();
  const times = useTimes(site.time_zone);
  const who = revision.created_by === `person:${person.id}` ? person.name : revision.created_by;
  return (
    <li className="revision">
      <p>
        <strong>{history.version(revision.number)}</strong> {times.exact(revision.created_at)}
      </p>
      <p className="note">
        {who}
        {revision.automatic && ` · ${history.automatic}`}
        {isCurrent && ` · ${history.current}`}
      </p>
      {!isCurrent && (
        <button aria-expanded={isShown} className="link" onClick={onShow} type="button">
          {history.compare}
        </button>
      )}
      {isShown && !isCurrent && children}
    </li>
  );
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
