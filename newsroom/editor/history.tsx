/** Earlier versions: who saved them, what differs, and a way back. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { diffWords } from 'diff';
import { useState } from 'react';
import type { ManagedArticle, Revision } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { useTimes } from '../i18n/times.ts';
import { usePerson, useSite } from '../shell/context.ts';
import { useToasts } from '../shell/toasts.tsx';
import { textOfBody } from './body-text.ts';
import { fieldName } from './field-name.ts';
import { statusOf } from './save-state.ts';
import type { OpenArticle } from './use-article.ts';
import { useEditorWords } from './words.ts';

const PAGE = 30;
const COMPARED = ['title', 'summary', 'tags', 'author_credit', 'article_url', 'cover_url', 'alt_text'] as const;

export function History({ open }: { open: OpenArticle }) {
  const { history } = useEditorWords();
  const { manage } = useApi();
  const site = useSite();
  const [shown, setShown] = useState<number>();
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
            open={open}
            revision={revision}
          />
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
  open: OpenArticle;
  isCurrent: boolean;
  isShown: boolean;
  onShow(): void;
}

function RevisionRow({ revision, open, isCurrent, isShown, onShow }: RowProps) {
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
      {isShown && !isCurrent && <Difference number={revision.number} open={open} />}
    </li>
  );
}

function Difference({ number, open }: { number: number; open: OpenArticle }) {
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
      <Differences now={open.article} then={data as Partial<ManagedArticle>} />
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

/** From then to now: removed parts are those of the older version. */
function Differences({ then, now }: { then: Partial<ManagedArticle>; now: ManagedArticle }) {
  const words = useEditorWords();
  const { history } = words;
  const asText = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));
  const parts = [
    ...COMPARED.map((field) => ({ field, before: asText(then[field]), after: asText(now[field]) })),
    { field: 'body', before: textOfBody(then.body ?? ''), after: textOfBody(now.body) },
  ].filter(({ before, after }) => before !== after);
  if (parts.length === 0) return <p className="note">{history.same}</p>;
  return parts.map(({ field, before, after }) => (
    <div className="difference-part" key={field}>
      <h3>{fieldName(field, words)}</h3>
      <p className="difference-text">
        {diffWords(before, after).map(({ value, added, removed }, index) => {
          const Part = added ? 'ins' : removed ? 'del' : 'span';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name and never move
            <Part key={index} title={added ? history.added : removed ? history.removed : undefined}>
              {value}
            </Part>
          );
        })}
      </p>
    </div>
  ));
}
