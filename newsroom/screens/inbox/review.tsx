/** The queue and the article that is open. A decision opens the next article that nobody else looks at. */
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PendingArticle } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { usePerson, useSite } from '../../shell/context.ts';
import { useKeys } from '../../shell/keys.ts';
import { Failure, Notice, Waiting } from '../../shell/states.tsx';
import { useSelection } from '../articles/selection.ts';
import { InboxBulkBar } from './bulk-bar.tsx';
import { ItemPane } from './item.tsx';
import { itemQuery, nextFree, useQueue } from './queue.ts';
import { QueueList } from './queue-list.tsx';
import { hasFilters, type InboxPlace } from './search.ts';
import { useDeciding } from './use-deciding.ts';
import { useInboxWords } from './words.ts';

const PHONE = '(max-width: 48rem)';

export function Review({ place, field }: { place: InboxPlace; field: RefObject<HTMLInputElement | null> }) {
  const words = useInboxWords();
  const { shortcuts } = usePerson();
  const { query, rows: listed, total } = useQueue(place.search);
  const selection = useSelection();
  const { uid, open } = place;
  const others = useOthers(query.dataUpdatedAt);
  /** Whether the article was opened by the screen, not by the person: then one that another has is skipped. */
  const isAutomatic = useRef(false);
  const goTo = useCallback(
    (to: string | undefined, how: { isAutomatic: boolean; replace?: boolean }) => {
      isAutomatic.current = how.isAutomatic;
      open(to, { replace: how.replace ?? false });
    },
    [open],
  );
  const deciding = useDeciding({
    readAt: query.dataUpdatedAt,
    onUndone: (back) => goTo(back, { isAutomatic: false, replace: true }),
  });
  const rows = useMemo(() => listed.filter((row) => !deciding.decided.has(row.uid)), [listed, deciding.decided]);
  const next = useMemo(() => nextFree(rows, uid, others.isBusy), [rows, uid, others]);
  const advance = () => goTo(next, { isAutomatic: true, replace: true });
  useAhead(next);
  useMore(query, rows.length);
  const isEmpty = rows.length === 0;
  useEffect(() => {
    if (uid !== undefined || next === undefined || window.matchMedia(PHONE).matches) return;
    goTo(next, { isAutomatic: true, replace: true });
  }, [uid, next, goTo]);
  // Several at once may include the open one.
  const isLeft = uid !== undefined && deciding.decided.has(uid);
  useEffect(() => {
    if (isLeft) goTo(next, { isAutomatic: true, replace: true });
  }, [isLeft, next, goTo]);
  const step = (by: number) => {
    const at = rows.findIndex((row) => row.uid === uid);
    const way = by > 0 ? rows.slice(at + 1) : rows.slice(0, Math.max(at, 0)).reverse();
    const to = way.find((row) => !others.isBusy(row));
    if (to) goTo(to.uid, { isAutomatic: false, replace: true });
  };
  useKeys(
    {
      j: () => step(1),
      k: () => step(-1),
      x: () =>
        uid !== undefined &&
        selection.toggle(
          uid,
          rows.map((row) => row.uid),
          false,
        ),
      u: deciding.undoLast,
      '/': () => field.current?.focus(),
      escape: () => selection.replace([]),
    },
    shortcuts,
  );
  if (query.isPending) return <Skeletons />;
  if (!query.data) return <Failure error={query.error} onRetry={query.refetch} />;
  if (isEmpty && uid === undefined) return <Nothing place={place} />;
  const chosen = rows.filter((row) => selection.uids.has(row.uid));
  return (
    <div className="inbox-columns">
      <section aria-label={words.queue.label} className="inbox-queue">
        {chosen.length > 0 ? (
          <InboxBulkBar deciding={deciding} rows={chosen} selection={selection} />
        ) : (
          <p className="note inbox-total">{words.queue.total(Math.max(total - (listed.length - rows.length), 0))}</p>
        )}
        <QueueList
          hasMore={query.hasNextPage}
          isBusy={others.isBusy}
          nameOf={others.nameOf}
          onMore={query.fetchNextPage}
          onOpen={(to) => goTo(to, { isAutomatic: false })}
          place={place}
          rows={rows}
          selection={selection}
        />
      </section>
      {uid === undefined ? (
        <div className="inbox-item">
          <Notice hint={next === undefined ? words.othersHint : null} title={words.pick} />
        </div>
      ) : (
        <ItemPane
          deciding={deciding}
          key={uid}
          next={next}
          onAdvance={advance}
          onLeave={() => goTo(undefined, { isAutomatic: false })}
          onGone={() => {
            if (!isAutomatic.current) return;
            deciding.drop(uid);
            // Also if the queue is read again before it has left it.
            advance();
          }}
          onTaken={(by, title) => {
            others.mark(uid, by);
            if (!isAutomatic.current) return;
            goTo(
              nextFree(rows, uid, (row) => row.uid === uid || others.isBusy(row)),
              { isAutomatic: true, replace: true },
            );
            deciding.say(words.skipped(by ?? words.someone, title));
          }}
          rowOf={(one) => rows.find((row) => row.uid === one)}
          uid={uid}
        />
      )}
    </div>
  );
}

/** What other moderators look at: by the queue, and by claims that were refused since it was read. */
function useOthers(readAt: number) {
  const me = `person:${usePerson().id}`;
  const [refused, setRefused] = useState<{ readAt: number; by: ReadonlyMap<string, string | null> }>({
    readAt,
    by: new Map(),
  });
  const known = refused.readAt === readAt ? refused.by : null;
  return useMemo(() => {
    const byList = ({ claimed_by }: Pick<PendingArticle, 'claimed_by'>) => claimed_by !== null && claimed_by !== me;
    return {
      isBusy: (row: Pick<PendingArticle, 'uid' | 'claimed_by'>) => byList(row) || known?.has(row.uid) === true,
      nameOf: (row: PendingArticle) => (byList(row) ? row.claimed_by_name : (known?.get(row.uid) ?? null)),
      mark: (uid: string, by: string | null) =>
        setRefused((before) => ({ readAt, by: new Map([...(before.readAt === readAt ? before.by : []), [uid, by]]) })),
    };
  }, [known, me, readAt]);
}

/** Loads the next article before it is opened. */
function useAhead(next: string | undefined): void {
  const api = useApi();
  const site = useSite();
  const queries = useQueryClient();
  useEffect(() => {
    if (next !== undefined) void queries.prefetchQuery(itemQuery(api, site.id, next));
  }, [api, site.id, queries, next]);
}

/** The next page is read when few articles are left. */
const FEW = 10;

function useMore({ hasNextPage, isFetching, fetchNextPage }: ReturnType<typeof useQueue>['query'], left: number): void {
  useEffect(() => {
    if (left < FEW && hasNextPage && !isFetching) void fetchNextPage();
  }, [left, hasNextPage, isFetching, fetchNextPage]);
}

function Nothing({ place: { search, change } }: { place: InboxPlace }) {
  const words = useInboxWords();
  if (!hasFilters(search)) return <Notice hint={words.emptyHint} title={words.empty} />;
  return (
    <Notice hint={words.noMatchHint} title={words.noMatch}>
      <button
        className="button"
        onClick={() => change({ q: undefined, kind: undefined, source: undefined })}
        type="button"
      >
        {words.filters.clear}
      </button>
    </Notice>
  );
}

const SKELETONS = 6;

function Skeletons() {
  return (
    <Waiting>
      <span className="skeletons">
        {Array.from({ length: SKELETONS }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <span className="skeleton" key={at} />
        ))}
      </span>
    </Waiting>
  );
}
