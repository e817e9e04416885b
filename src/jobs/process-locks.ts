/**
 * Finds lanes of dead processes. Each process has an advisory lock on its id while its connection lives, and writes the id
 * into its claims. When it dies, PostgreSQL releases the lock within moments and the next process to check makes its lanes due,
 * without waiting for leases, which are for processes that hang. A live process whose connection broke may be taken for dead:
 * its claims are fenced as always.
 */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { Listener } from '../db/listener.ts';
import { within } from './claim-loop.ts';

export interface ProcessLock {
  /** Null while the lock is not held: claims then rely on their leases alone. At the start it waits for the lock. */
  id(): Promise<number | null>;
  stop(): Promise<void>;
}

const CHANNEL = 'masthead_holders';
/** The first of the two numbers of the advisory locks; the second is the id. */
const LOCKS = 1_835_365_480;
/** After lanes of a dead process were locked. */
const LOOK_AGAIN_MS = 100;
/** After this long without a connection to listen on, work starts without the lock. */
const START_TIMEOUT_MS = 15_000;

export function lockProcess(
  db: Db,
  listener: Listener,
  laneTables: { table: string }[],
  onFreed: () => void,
): ProcessLock {
  let id: number | null = null;
  let isHeld = false;
  let isStopped = false;
  let looking: Promise<void> | null = null;
  let began: (() => void) | undefined;
  const beginning = within(
    START_TIMEOUT_MS,
    new Promise<void>((resolve) => {
      began = resolve;
    }),
  );
  const unask = listener.pulse.add({
    expression: () => isOneDead,
    onAnswer: (isDead) => isDead !== false && void look(),
  });
  // The listener calls with null on each new connection.
  const unlisten = listener.on(CHANNEL, () => void hold().then(look));

  async function hold() {
    isHeld = false;
    try {
      const [row] = await listener.query<{ id: number }>(
        `with mine as (select coalesce($1::int, nextval('lane_holder_id')::int) as id),
         locked as materialized (select id, pg_try_advisory_lock(${LOCKS}, id) as is_locked from mine)
         insert into lane_holder (id) select id from locked where is_locked
         on conflict (id) do update set id = excluded.id returning id`,
        [id],
      );
      id = row?.id ?? id;
      isHeld = row !== undefined && !isStopped;
    } catch {
      // The listener reconnects, and then calls this again.
    }
    began?.();
  }

  function look(): Promise<void> {
    looking ??= freeDead()
      .catch(() => {}) // the database is unavailable: the next look does it
      .finally(() => {
        looking = null;
      });
    return looking;
  }

  async function freeDead() {
    if (isStopped) return;
    const { rows } = await sql<{ id: number }>`
      select id from lane_holder where id is distinct from ${id} and pg_try_advisory_xact_lock(${sql.lit(LOCKS)}, id)
    `.execute(db);
    if (rows.length === 0) return;
    const dead = rows.map((row) => row.id);
    for (const { table } of laneTables) await freeLanes(db, table, dead);
    // A lane that a transaction was enqueuing to was skipped; the next check, soon after, frees it.
    const isHolding = laneTables.map(
      ({ table }) => sql`exists (select from ${sql.table(table)} as lane
        where lane.holder = lane_holder.id and lane.claim is not null and lane.next_at > clock_timestamp())`,
    );
    const { numAffectedRows } = await sql`
      delete from lane_holder where id = any(${dead}::int[]) and not (${sql.join(isHolding, sql` or `)})`.execute(db);
    if (Number(numAffectedRows) < dead.length) setTimeout(look, LOOK_AGAIN_MS).unref();
    onFreed();
  }

  return {
    async id() {
      await beginning;
      return isHeld ? id : null;
    },
    async stop() {
      isStopped = true;
      began?.();
      isHeld = false;
      unask();
      unlisten();
      await looking;
      await sql`delete from lane_holder where id = ${id}`.execute(db).catch(() => {});
    },
  };
}

/** Without taking locks: the session that asks has those of its own process. */
const isOneDead = sql<boolean>`exists (select from lane_holder where not exists (
  select from pg_locks join pg_database on pg_database.oid = pg_locks.database and datname = current_database()
  where locktype = 'advisory' and classid = ${sql.lit(LOCKS)} and objid = lane_holder.id::oid))`;

async function freeLanes(db: Db, table: string, holders: number[]): Promise<void> {
  await sql`
    update ${sql.table(table)} set next_at = clock_timestamp() where ctid = any(array(
      select ctid from ${sql.table(table)}
      where holder = any(${holders}::int[]) and claim is not null and next_at > clock_timestamp()
      for update skip locked))`.execute(db);
}
