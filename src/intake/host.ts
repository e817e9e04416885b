/** Manners towards servers: one request at a time to a host, over all processes, and none while it rests. */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { Tx } from '../db/transaction.ts';

/** Longer than any request for a feed, so that a process that dies holds its host no longer than this. */
const CLAIM_S = 30;
const PAUSE_S = 1;

export const hostOf = (url: string) => new URL(url).host;

/** Claims the host for one request, and returns 0; or the milliseconds until it may be free. */
export async function claimHost(db: Db, host: string, seconds = CLAIM_S): Promise<number> {
  const { rows } = await sql`
    insert into source_host as known (host, busy_until) values (${host}, clock_timestamp() + ${seconds} * interval '1 second')
    on conflict (host) do update set busy_until = excluded.busy_until
      where known.busy_until <= clock_timestamp() and known.rests_until <= clock_timestamp()
    returning host`.execute(db);
  return rows.length > 0 ? 0 : waitFor(db, host);
}

/** Ends the claim; the host rests for this many seconds. */
export async function releaseHost(tx: Tx | Db, host: string, restS: number): Promise<void> {
  await sql`
    update source_host set busy_until = clock_timestamp() + ${PAUSE_S} * interval '1 second',
      rests_until = greatest(rests_until, clock_timestamp() + ${restS} * interval '1 second')
    where host = ${host}`.execute(tx);
}

async function waitFor(db: Db, host: string): Promise<number> {
  const { rows } = await sql<{ ms: number; is_resting: boolean }>`
    select (extract(epoch from greatest(rests_until, clock_timestamp()) - clock_timestamp()) * 1000)::float8 as ms,
      rests_until > clock_timestamp() as is_resting
    from source_host where host = ${host}`.execute(db);
  const [known] = rows;
  return known?.is_resting ? Math.ceil(known.ms) : PAUSE_S * 1_000;
}
