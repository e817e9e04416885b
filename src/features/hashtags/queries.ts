import type { Network } from '../../contract/analytics.ts';
import type { HASHTAG_SORTS } from '../../contract/insights.ts';
import { type DayEntries, engagementAt } from '../../core/day-entries.ts';
import { newHeadcount } from '../../core/headcount.ts';
import type { Interval, Range } from '../../core/spans.ts';
import type { Tx } from '../../db/transaction.ts';
import { daysOver, entriesInRange, hashtagsOfDays } from '../rollups/days.ts';
import type { RollupCache } from '../rollups/rollup-cache.ts';

export interface HashtagRow {
  hashtag: string;
  entries: number;
  contributors: number;
  engagement: number;
}

export interface HashtagsRequest {
  campaign: { id: number; last_user_id: number };
  networks: readonly Network[];
  range: Range;
  sort: (typeof HASHTAG_SORTS)[number];
  limit: number;
}

export interface Hashtags {
  /** Number of hashtags in the range. */
  total: number;
  rows: HashtagRow[];
}

/** Where a hashtag is used, and its totals. */
interface Used {
  hashtag: string;
  entries: number;
  engagement: number;
  uses: { of: DayEntries; positions: Int32Array }[];
}

/** Contributors are counted only for the hashtags on the page, except when the list is sorted by them. */
export async function hashtagsOf(
  tx: Tx,
  cache: RollupCache,
  { campaign, networks, range, sort, limit }: HashtagsRequest,
): Promise<Hashtags> {
  const used = await usedHashtags(tx, cache, campaign.id, networks, range);
  const headcount = newHeadcount(campaign.last_user_id, new Map());
  const withContributors = ({ uses, ...row }: Used): HashtagRow => {
    headcount.begin();
    for (const { of, positions } of uses)
      for (const position of positions) if (of.users[position]) headcount.add(of.users[position] ?? 0);
    return { ...row, contributors: headcount.counted().contributors };
  };
  const rows =
    sort === 'contributors'
      ? used.map(withContributors).sort(byMost(sort)).slice(0, limit)
      : used.sort(byMost(sort)).slice(0, limit).map(withContributors);
  return { total: used.length, rows };
}

/** Ties are sorted by their bytes. */
function byMost<Sort extends string>(sort: Sort) {
  return (one: Record<Sort, number> & { hashtag: string }, other: Record<Sort, number> & { hashtag: string }) =>
    other[sort] - one[sort] || Buffer.compare(Buffer.from(one.hashtag), Buffer.from(other.hashtag));
}

async function usedHashtags(
  tx: Tx,
  cache: RollupCache,
  campaignId: number,
  networks: readonly Network[],
  range: Range,
): Promise<Used[]> {
  const entries = await entriesInRange(tx, cache, campaignId, networks, range);
  const days = new Map(entries.map((of) => [`${of.network} ${of.day}`, of]));
  const spans = networks.map((network) => ({ network, ...daysOver(range) }));
  const found = new Map<string, Used>();
  for (const { network, day, value } of await hashtagsOfDays(tx, cache, campaignId, spans)) {
    const of = days.get(`${network} ${day}`);
    if (!of) continue;
    for (const [hashtag, all] of value) {
      const positions = within(all, of);
      if (positions.length === 0) continue;
      const known = found.get(hashtag) ?? { hashtag, entries: 0, engagement: 0, uses: [] };
      known.entries += positions.length;
      for (const position of positions) known.engagement += engagementAt(of.value, position);
      known.uses.push({ of: of.value, positions });
      found.set(hashtag, known);
    }
  }
  return [...found.values()];
}

/** The positions are in ascending order. */
function within(positions: Int32Array, { from, to }: Interval): Int32Array {
  if ((positions[0] ?? to) >= from && (positions.at(-1) ?? from) < to) return positions;
  return positions.filter((position) => position >= from && position < to);
}
