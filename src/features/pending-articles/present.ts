import type { Static } from 'typebox';
import type { ArticleDecision } from '../../contract/article-decision.ts';
import type { PendingArticle, PendingArticleWithSender } from '../../contract/pending.ts';
import { utc } from '../../core/time.ts';
import { sourceItem } from '../sources/present.ts';
import type { ShownItem } from '../sources/queries.ts';
import type { DecisionRow } from './decisions.ts';
import { type EarlierRow, latestOf, type PendingRow } from './queries.ts';

type Wire = Static<typeof PendingArticle>;
type Sender = Static<typeof PendingArticleWithSender>['sender'];

export function pendingArticle({ item_id, ...row }: PendingRow, items: Map<number, ShownItem>): Wire {
  const item = item_id === null ? undefined : items.get(item_id);
  return {
    ...row,
    type: row.type as Wire['type'], // checked when it was written
    created_at: utc(row.created_at),
    updated_at: utc(row.updated_at),
    item: item ? sourceItem(item) : null,
  };
}

export function senderOf(by: NonNullable<Sender>['by'], rows: EarlierRow[]): Sender {
  const count = (wanted: EarlierRow['state']) => rows.filter(({ state }) => state === wanted).length;
  return {
    by,
    published: count('published'),
    rejected: count('rejected'),
    held: count('held'),
    latest: latestOf(rows).map((row) => ({ ...row, at: utc(row.at) })),
  };
}

export function articleDecision({ is_in_trash: _, ...row }: DecisionRow): ArticleDecision {
  return { ...row, decided_at: utc(row.decided_at) };
}
