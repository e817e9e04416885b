/** `meta.total_count` of entries and users, without counting rows. */
import { sql } from 'kysely';
import type { Network } from '../../contract/analytics.ts';
import { sizeOf } from '../../core/id-set.ts';
import type { Range } from '../../core/spans.ts';
import type { Db } from '../../db/connect.ts';
import { snapshot, type Tx } from '../../db/transaction.ts';
import { rangeTotals } from './queries.ts';
import type { RollupCache } from './rollup-cache.ts';

interface CountedList {
  campaign: { id: number };
  range: Range;
  networks: readonly Network[];
}

export async function entriesIn(db: Db | Tx, cache: RollupCache, { campaign, range, networks }: CountedList) {
  if (isEverything(range)) return storedCount(db, campaign.id, 'entries', networks);
  const totals = await snapshot(db, (tx) => rangeTotals(tx, cache, { campaign, range, networks, parts: {} }));
  return [...totals.values()].reduce((sum, { posts }) => sum + posts, 0);
}

export async function usersIn(db: Db | Tx, cache: RollupCache, { campaign, range, networks }: CountedList) {
  if (isEverything(range)) return storedCount(db, campaign.id, 'users', networks);
  const parts = { contributors: true };
  const totals = await snapshot(db, (tx) => rangeTotals(tx, cache, { campaign, range, networks, parts }));
  return [...totals.values()].reduce((sum, { contributors }) => sum + sizeOf(contributors), 0);
}

function isEverything({ start, end }: Range): boolean {
  return start === null && end === null;
}

async function storedCount(db: Db | Tx, campaignId: number, what: 'entries' | 'users', networks: readonly Network[]) {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(${sql.ref(what)}), 0)::int as total from campaign_network
    where campaign_id = ${campaignId} and network = any(${[...networks]})`.execute(db);
  return rows[0]?.total ?? 0;
}
