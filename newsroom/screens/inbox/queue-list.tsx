/** What waits: a row each, with who looks at it. */
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { PendingArticle } from '../../../src/sdk/client.ts';
import { useTimes } from '../../i18n/times.ts';
import { isSent, usePictures } from '../../parts/pictures.ts';
import { inboxAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import type { Selection } from '../articles/selection.ts';
import { type InboxPlace, searchText } from './search.ts';
import { useInboxWords } from './words.ts';

interface QueueListProps {
  rows: readonly PendingArticle[];
  place: InboxPlace;
  selection: Selection;
  isBusy(row: PendingArticle): boolean;
  nameOf(row: PendingArticle): string | null;
  onOpen(uid: string): void;
  hasMore: boolean;
  onMore(): unknown;
}

export function QueueList({ rows, place, selection, isBusy, nameOf, onOpen, hasMore, onMore }: QueueListProps) {
  const words = useInboxWords();
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every article anew
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [place.uid]);
  const order = rows.map(({ uid }) => uid);
  return (
    <>
      <ul className="queue" ref={list}>
        {rows.map((row) => (
          <QueueRow
            held={isBusy(row) ? (nameOf(row) ?? words.someone) : null}
            isOpen={row.uid === place.uid}
            isSelected={selection.uids.has(row.uid)}
            key={row.uid}
            onOpen={() => onOpen(row.uid)}
            onToggle={(isRange) => selection.toggle(row.uid, order, isRange)}
            place={place}
            row={row}
          />
        ))}
      </ul>
      {hasMore && (
        <button className="button queue-more" onClick={() => void onMore()} type="button">
          {words.queue.more}
        </button>
      )}
    </>
  );
}

interface QueueRowProps {
  row: PendingArticle;
  place: InboxPlace;
  isOpen: boolean;
  isSelected: boolean;
  /** Who else looks at it. */
  held: string | null;
  onOpen(): void;
  onToggle(isRange: boolean): void;
}

function QueueRow({ row, place, isOpen, isSelected, held, onOpen, onToggle }: QueueRowProps) {
  const words = useInboxWords();
  const site = useSite();
  const times = useTimes(site.time_zone);
  const pictures = usePictures();
  const title = row.title || words.ledger.untitled;
  const from = row.source?.name ?? row.created_by_name ?? words.from.byKey;
  return (
    <li className="queue-row" data-held={held !== null}>
      <label className="queue-check">
        <input
          aria-label={words.queue.select(title)}
          checked={isSelected}
          disabled={held !== null}
          onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          type="checkbox"
        />
      </label>
      <Link
        aria-current={isOpen ? 'true' : undefined}
        className="queue-link"
        href={inboxAddress(site.id, row.uid) + searchText(place.search)}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onOpen();
        }}
      >
        <span className="queue-title">{title}</span>
        <span className="queue-facts">
          {[words.kinds[row.source?.kind ?? 'newsroom'], from, times.short(row.created_at)].join(' · ')}
        </span>
        {held !== null && <span className="queue-held">{words.queue.held(held)}</span>}
      </Link>
      {row.cover_url && (pictures.isOwn(row.cover_url) || !isSent(row.source?.kind)) && (
        <img
          alt=""
          className="queue-cover"
          height={44}
          loading="lazy"
          src={pictures.thumb(row.cover_url, 112, 112)}
          width={44}
        />
      )}
    </li>
  );
}
