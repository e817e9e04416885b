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
 * The network begins to count a name with the first request, and stops after the window; further requests change nothing. Its clock
 * begins up to a margin later than ours. So a name holds its place a margin longer, and a request within a margin of its end begins
 * its window again. Returns null, or when there is room.
 */
export async function claimName(
  db: Db,
  { key, bucket, name, ceiling, window }: NameNeed,
  clock: RawBuilder<unknown> = sql`clock_timestamp()`,
): Promise<Spent | null> {
  return transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`names ${key} ${bucket}`}, 0))`.execute(tx);
    const ends = sql`(${clock} + ${window + MARGIN_S} * interval '1 second')`;
    await sql`
      delete from network_name where key = ${key} and bucket = ${bucket} and ends_at <= ${clock}`.execute(tx);
    const { rows } = await sql<{ resets_at: Date | null }>`
      with held as (select name, ends_at from network_name where key = ${key} and bucket = ${bucket}),
      taken as (
        insert into network_name as known (key, bucket, name, ceiling, ends_at)
        select ${key}, ${bucket}, ${name}, ${ceiling}, ${ends}
        where exists (select from held where name = ${name}) or (select count(*) from held) < ${ceiling}
        on conflict (key, bucket, name) do update set
          ends_at = case when known.ends_at <= ${clock} + ${2 * MARGIN_S} * interval '1 second' then excluded.ends_at else known.ends_at end
        returning name
      )
      select case when exists (select from taken) then null else min(ends_at) end as resets_at from held`.execute(tx);
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
