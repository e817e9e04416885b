import { useQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';
import { Link } from 'wouter';
import type { ArticleDecision } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useAuthors, useSections } from '../../api/queries.ts';
import type { Words } from '../../i18n/en.ts';
import { useWords } from '../../i18n/language.tsx';
import { type Times, useTimes } from '../../i18n/times.ts';
import { isUndecided, usePictures } from '../../parts/pictures.ts';
import { articleAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import type { ArticleRow } from './rows.ts';
import type { ArticleSearch, Sort } from './search.ts';
import { hasUnpublishedChanges } from './states.ts';
import { useListWords } from './words.ts';

/** Values that all rows share, read once. */
export interface RowNames {
  siteId: number;
  sections: ReadonlyMap<number, string>;
  authors: ReadonlyMap<number, string>;
  /** The time column shows the time that the list is sorted by. */
  sort: Sort | undefined;
  words: Words;
  times: Times;
  /** The last decision about an article that was submitted. */
  decisions: ReadonlyMap<string, ArticleDecision>;
  decided: ReturnType<typeof useListWords>['decided'];
}

const MOST_DECISIONS = 100;

export function useRowNames({ sort, state }: Pick<ArticleSearch, 'sort' | 'state'>): RowNames {
  const words = useWords();
  const site = useSite();
  const times = useTimes(site.time_zone);
  const { data: sections } = useSections(site.id);
  const { data: authors } = useAuthors(site.id);
  const { decided } = useListWords();
  const { manage } = useApi();
  const trash = state === 'trash' ? 'true' : undefined;
  const { data: decisions } = useQuery({
    queryKey: ['articles', site.id, 'changed', 'decided', trash],
    queryFn: async ({ signal }) =>
      (await manage.articleDecisions.list(site.id, { trash, count: MOST_DECISIONS, signal })).article_decisions,
    enabled: !state || state === 'draft' || state === 'trash',
  });
  return useMemo(
    () => ({
      ...{ siteId: site.id, sections: namesById(sections), authors: namesById(authors), sort, words, times, decided },
      // They are newest first, and the last entry of a key stays.
      decisions: new Map(decisions?.toReversed().map((decision) => [decision.uid, decision])),
    }),
    [site.id, sections, authors, sort, words, times, decided, decisions],
  );
}

/** Why an article is in the trash, or a draft again. */
function decisionOn({ uid, state, deleted_at }: ArticleRow, decisions: RowNames['decisions']) {
  const decision = decisions.get(uid);
  const isInForce = deleted_at
    ? decision?.outcome === 'rejected'
    : state === 'draft' && decision?.outcome === 'returned';
  return isInForce ? decision : undefined;
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
    const decision = decisionOn(row, names.decisions);
    const reason = decision && [names.decided.by[decision.outcome](decision.decided_by_name), decision.note];
    const facts = (reason ?? [sections.get(row.section_id), credit]).filter(Boolean);
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
          <Cover row={row} />
          <span className="row-text">
            <Link className="row-title" href={articleAddress(siteId, row.uid)}>
              {title}
            </Link>
            <span className="row-facts">{facts.join(' · ')}</span>
          </span>
        </span>
        <span className="row-state" role="cell">
          <span className="state" data-late={row.publish_problem !== null} data-state={decision?.outcome ?? row.state}>
            {decision
              ? names.decided[decision.outcome]
              : row.publish_problem
                ? words.article.late
                : words.article.states[row.state]}
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

function Cover({ row }: { row: ArticleRow }) {
  const { thumb, isOwn } = usePictures();
  const address = row.cover_url;
  if (!address || (isUndecided(row) && !isOwn(address))) return <span className="row-cover" />;
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
        {times.moment(row.publish_at)}
      </time>
    );
  return hasUnpublishedChanges(row) ? <span className="changes-chip">{words.article.unpublishedChanges}</span> : null;
}

function Time({ row, names: { sort, times } }: { row: ArticleRow; names: RowNames }) {
  const at = row.deleted_at ?? timeOf(row, sort);
  return (
    <time dateTime={at} title={times.moment(at)}>
      {times.short(at)}
    </time>
  );
}

function timeOf({ publish_at, published_at, created_at, updated_at }: ArticleRow, sort: Sort | undefined): string {
  if (sort === 'created') return created_at;
  if (sort === 'published') return publish_at ?? published_at ?? updated_at;
  return updated_at;
}
