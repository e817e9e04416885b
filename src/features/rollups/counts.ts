/** How many entries and users a list has in all, without counting them: `meta.total_count`. */
import { sql } from 'kysely';
import type { Network } from '../../contract/analytics.ts';
import { sizeOf } from '../../core/id-set.ts';
import type { Range } from '../../core/spans.ts';
import type { Db } from '../../db/connect.ts';
import { snapshot, type Tx } from '../../db/transaction.ts';
import { rangeTotals } from './queries.ts';

interface Campaign {
  id: number;
  last_user_id: number;
}

export async function entriesIn(db: Db | Tx, campaign: Campaign, range: Range, networks: readonly Network[]) {
  if (isEverything(range)) return kept(db, campaign.id, 'entries', networks);
  const totals = await snapshot(db, (tx) => rangeTotals(tx, { campaign, range, networks, parts: {} }));
  return [...totals.values()].reduce((sum, { posts }) => sum + posts, 0);
}

export async function usersIn(db: Db | Tx, campaign: Campaign, range: Range, networks: readonly Network[]) {
  if (isEverything(range)) return kept(db, campaign.id, 'users', networks);
  const parts = { contributors: true };
  const totals = await snapshot(db, (tx) => rangeTotals(tx, { campaign, range, networks, parts }));
  return [...totals.values()].reduce((sum, { contributors }) => sum + sizeOf(contributors), 0);
}

function isEverything({ start, end }: Range): boolean {
  return start === null && end === null;
}

async function kept(db: Db | Tx, campaignId: number, what: 'entries' | 'users', networks: readonly Network[]) {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(${sql.ref(what)}), 0)::int as total from campaign_network
    where campaign_id = ${campaignId} and network = any(${[...networks]})`.execute(db);
  return rows[0]?.total ?? 0;
}
