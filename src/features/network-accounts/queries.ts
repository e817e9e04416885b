import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { TRACKED_NETWORKS } from '../../contract/network-account.ts';
import { notFound } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';
import type { NetworkAccountRow as AccountTable, NetworkBudgetRow } from '../../db/rows.generated.ts';
import type { Tx } from '../../db/transaction.ts';

export type NetworkName = (typeof TRACKED_NETWORKS)[number];

export interface AccountFailure {
  code: string;
  message: string;
  details: string;
  at: string;
}

export interface AccountRow extends Omit<Selectable<AccountTable>, 'network' | 'last_error' | 'way'> {
  network: NetworkName;
  way: 'token' | 'oauth';
  last_error: AccountFailure | null;
}

export type BudgetRow = Selectable<NetworkBudgetRow>;

export const noSuchAccount = () => notFound('There is no such account.');

export async function accountPage(db: Db | Tx, siteId: number, limit: number, offset: number): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select * from network_account where site_id = ${siteId} order by id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function accountCount(db: Db | Tx, siteId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from network_account where site_id = ${siteId}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function accountIfAny(
  db: Db | Tx,
  siteId: number,
  id: number,
  lock: RawBuilder<unknown> = sql``,
): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select * from network_account where site_id = ${siteId} and id = ${id} ${lock}`.execute(db);
  return rows[0];
}

export async function accountById(db: Db | Tx, siteId: number, id: number): Promise<AccountRow> {
  const row = await accountIfAny(db, siteId, id);
  if (!row) throw noSuchAccount();
  return row;
}

export interface AccountSource {
  account_id: number;
  id: number;
  name: string;
  active: boolean;
}

/** The sources that ask with these accounts. */
export async function sourcesOfAccounts(db: Db | Tx, siteId: number, ids: number[]): Promise<AccountSource[]> {
  const { rows } = await sql<AccountSource>`
    select account_id, id, name, active from source
    where site_id = ${siteId} and account_id = any(${ids}::bigint[]) order by name, id`.execute(db);
  return rows;
}

/** Those whose windows have not ended. */
export async function budgetsOf(db: Db | Tx, keys: string[]): Promise<BudgetRow[]> {
  const { rows } = await sql<BudgetRow>`
    select * from network_budget where key = any(${keys}::text[]) and resets_at > now() order by key, bucket`.execute(
    db,
  );
  return rows;
}
