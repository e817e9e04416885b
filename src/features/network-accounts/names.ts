/** Networks that limit how many different names may be asked for, such as hashtags; and ids of names, which are stored for ever. */
import { type RawBuilder, sql } from 'kysely';
import type { Network } from '../../core/intake/networks/networks.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { MARGIN_S, type Spent } from './budget.ts';
import type { BudgetRow } from './queries.ts';

export interface NameNeed {
  key: string;
  bucket: string;
  name: string;
  ceiling: number;
  /** In seconds. */
  window: number;
}

/**
 * The network begins to count a name when its first request arrives, at most a margin after the claim, and stops after the window;
 * further requests change nothing. So a name holds its place a margin longer. A request within two margins of that end could arrive
 * before the network's end or after it, and would then begin another window: it waits until the end. Returns null, or when to retry.
 */
export async function claimName(
  db: Db,
  { key, bucket, name, ceiling, window }: NameNeed,
  clock: RawBuilder<unknown> = sql`clock_timestamp()`,
): Promise<Spent | null> {
  return transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`names ${key} ${bucket}`}, 0))`.execute(tx);
    const margin = sql`${MARGIN_S} * interval '1 second'`;
    await sql`
      delete from network_name where key = ${key} and bucket = ${bucket} and ends_at <= ${clock}`.execute(tx);
    const { rows } = await sql<{ resets_at: Date | null }>`
      with held as (select name, ends_at from network_name where key = ${key} and bucket = ${bucket}),
      own as (select ends_at from held where name = ${name}),
      taken as (
        insert into network_name (key, bucket, name, ceiling, ends_at)
        select ${key}, ${bucket}, ${name}, ${ceiling}, ${clock} + ${window} * interval '1 second' + ${margin}
        where not exists (select from own) and (select count(*) from held) < ${ceiling}
        returning name
      )
      select case
        when exists (select from taken) or exists (select from own where ends_at > ${clock} + 2 * ${margin}) then null
        else coalesce((select ends_at from own), (select min(ends_at) from held))
      end as resets_at`.execute(tx);
    const resetsAt = rows[0]?.resets_at ?? null;
    return resetsAt && { bucket, resetsAt };
  });
}

/** As budgets: how many names hold a place, and when the first of them leaves it. */
export async function namesOf(db: Db | Tx, keys: string[]): Promise<BudgetRow[]> {
  const { rows } = await sql<BudgetRow>`
    select key, bucket, count(*)::integer as used, max(ceiling) as ceiling, min(ends_at) as resets_at from network_name
    where key = any(${keys}::text[]) and ends_at > now() group by key, bucket order by key, bucket`.execute(db);
  return rows;
}

export function idsOf(db: Db, network: Network) {
  return {
    async read(name: string): Promise<string | null> {
      const { rows } = await sql<{ id: string }>`
        select id from network_id where network = ${network} and name = ${name}`.execute(db);
      return rows[0]?.id ?? null;
    },
    async write(name: string, id: string): Promise<void> {
      await sql`
        insert into network_id (network, name, id) values (${network}, ${name}, ${id}) on conflict do nothing`.execute(
        db,
      );
    },
  };
}
