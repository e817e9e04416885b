/**
 * Who holds lanes. A process has an advisory lock of its id for as long as its connection lives, and writes the id into
 * what it claims. When it dies the lock is gone within moments, and whoever looks next makes its lanes due: nobody has
 * to wait for the leases, which are for processes that hang. Should a living one be taken for dead because its
 * connection broke, its claims are fenced as ever.
 */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { Listener } from '../db/listener.ts';
import { within } from './timeouts.ts';

export interface ProcessLock {
  /** Null while the lock is not held: what is claimed then is kept by its lease alone. At the start it is waited for. */
  id(): Promise<number | null>;
  stop(): Promise<void>;
}

/** Every table of lanes: whoever finds a dead holder frees all that it held. */
const LANE_TABLES = ['job_lane', 'webhook_lane'];
const CHANNEL = 'masthead_holders';
/** The first half of the two numbers of the advisory locks. */
const LOCKS = 1_835_365_480;
const LOOK_MS = 2_000;
/** When lanes of a dead one were passed over. */
const LOOK_AGAIN_MS = 100;
/** Who cannot listen for this long works without. */
const START_PATIENCE_MS = 15_000;

export function lockProcess(db: Db, listener: Listener, onFreed: () => void): ProcessLock {
  let id: number | null = null;
  let isHeld = false;
  let isStopped = false;
  let looking: Promise<void> | null = null;
  let began: (() => void) | undefined;
  const beginning = within(
    START_PATIENCE_MS,
    new Promise<void>((resolve) => {
      began = resolve;
    }),
  );
  const timer = setInterval(look, LOOK_MS).unref();
  // Called with null whenever the listener has a new connection.
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
      // The listener connects again, and then this is called again.
    }
    began?.();
  }

  function look(): Promise<void> {
    looking ??= freeDead()
      .catch(() => {}) // the database is away: the next look does it
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
    for (const table of LANE_TABLES) await freeLanes(db, table, dead);
    // A lane that somebody was enqueuing to was passed over: its holder stays until the next look, which comes soon.
    const isHolding = LANE_TABLES.map(
      (table) => sql`exists (select from ${sql.table(table)} as lane
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
      clearInterval(timer);
      unlisten();
      await looking;
      await sql`delete from lane_holder where id = ${id}`.execute(db).catch(() => {});
    },
  };
}

async function freeLanes(db: Db, table: string, holders: number[]): Promise<void> {
  await sql`
    update ${sql.table(table)} set next_at = clock_timestamp() where ctid = any(array(
      select ctid from ${sql.table(table)}
      where holder = any(${holders}::int[]) and claim is not null and next_at > clock_timestamp()
      for update skip locked))`.execute(db);
}
