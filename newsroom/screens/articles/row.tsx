import { memo, useMemo } from 'react';
import { Link } from 'wouter';
import { useAuthors, useSections } from '../../api/queries.ts';
import type { Words } from '../../i18n/en.ts';
import { useWords } from '../../i18n/language.tsx';
import { type Times, useTimes } from '../../i18n/times.ts';
import { usePictures } from '../../parts/pictures.ts';
import { articleAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import type { ArticleRow } from './rows.ts';
import type { Sort } from './search.ts';
import { hasUnpublishedChanges } from './states.ts';

/** Values that all rows share, read once. */
export interface RowNames {
  siteId: number;
  sections: ReadonlyMap<number, string>;
  authors: ReadonlyMap<number, string>;
  /** The time column shows the time that the list is sorted by. */
  sort: Sort | undefined;
  words: Words;
  times: Times;
}

export function useRowNames(sort: Sort | undefined): RowNames {
  const words = useWords();
  const site = useSite();
  const times = useTimes(site.time_zone);
  const { data: sections } = useSections(site.id);
  const { data: authors } = useAuthors(site.id);
  return useMemo(
    () => ({ siteId: site.id, sections: namesById(sections), authors: namesById(authors), sort, words, times }),
    [site.id, sections, authors, sort, words, times],
  );
}

function namesById(items: readonly { id: number; name: string }[] = []): ReadonlyMap<number, string> {
  return new Map(items.map(({ id, name }) => [id, name]));
}

interface ArticleRowProps {
  row: ArticleRow;
  names: RowNames;
  index: number;
  rowHeight: number;
  isSelected: boolean;
  isActive: boolean;
  onToggle: (isRange: boolean) => void;
  onFocus: () => void;
}

/** Plain elements: half the work a frame of what Mantine's took (docs/decisions/034). */
export const ArticleRowView = memo(
  function ArticleRowView({ row, names, index, rowHeight, isSelected, isActive, onToggle, onFocus }: ArticleRowProps) {
    const { words, siteId, sections, authors } = names;
    const title = row.title || words.article.untitled;
    const credit = row.author_credit || row.author_ids.map((id) => authors.get(id)).join(', ');
    const facts = [sections.get(row.section_id), credit].filter(Boolean);
    return (
      <div
        aria-rowindex={index + 2}
        className="row"
        data-active={isActive}
        data-index={index}
        data-selected={isSelected}
        onFocus={onFocus}
        role="row"
        style={{ height: rowHeight, transform: `translateY(${index * rowHeight}px)` }}
      >
        <span className="row-check" role="cell">
          <input
            aria-label={words.list.select(title)}
            checked={isSelected}
            onChange={() => undefined}
            onClick={({ shiftKey }) => onToggle(shiftKey)}
            type="checkbox"
          />
        </span>
        <span className="row-main" role="cell">
          <Cover address={row.cover_url} />
          <span className="row-text">
            <Link className="row-title" href={articleAddress(siteId, row.uid)}>
              {title}
            </Link>
            <span className="row-facts">{facts.join(' · ')}</span>
          </span>
        </span>
        <span className="row-state" role="cell">
          <span className="state" data-late={row.publish_problem !== null} data-state={row.state}>
            {row.publish_problem === null ? words.article.states[row.state] : words.article.late}
          </span>
          <StateNote names={names} row={row} />
        </span>
        <span className="row-time" role="cell">
          <Time names={names} row={row} />
        </span>
      </div>
    );
  },
  // All of these functions use the latest state.
  (before, after) =>
    before.row === after.row &&
    before.names === after.names &&
    before.isSelected === after.isSelected &&
    before.isActive === after.isActive &&
    before.index === after.index &&
    before.rowHeight === after.rowHeight,
);

const THUMB = { width: 240, height: 135 };

function Cover({ address }: { address: string | null }) {
  const { thumb } = usePictures();
  if (!address) return <span className="row-cover" />;
  return (
    <img
      alt=""
      className="row-cover"
      decoding="async"
      loading="lazy"
      onLoad={({ currentTarget }) => currentTarget.classList.add('loaded')}
      src={thumb(address, THUMB.width, THUMB.height)}
    />
  );
}

/** When the article will be published, or that readers see an earlier text. */
function StateNote({ row, names: { words, times } }: { row: ArticleRow; names: RowNames }) {
  if (row.publish_at)
    return (
      <time className="state-note" dateTime={row.publish_at}>
        {times.exact(row.publish_at)}
      </time>
    );
  return hasUnpublishedChanges(row) ? <span className="changes-chip">{words.article.unpublishedChanges}</span> : null;
}

function Time({ row, names: { sort, times } }: { row: ArticleRow; names: RowNames }) {
  const at = row.deleted_at ?? timeOf(row, sort);
  return (
    <time dateTime={at} title={times.exact(at)}>
      {times.short(at)}
    </time>
  );
}

function timeOf({ publish_at, published_at, created_at, updated_at }: ArticleRow, sort: Sort | undefined): string {
  if (sort === 'created') return created_at;
  if (sort === 'published') return publish_at ?? published_at ?? updated_at;
  return updated_at;
}
