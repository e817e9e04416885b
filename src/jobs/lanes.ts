/**
 * Claim, lease and fence: the one implementation, over any table of lanes.
 *
 * A lane is a queue whose items must be worked on in order. Its row says when it may be claimed (`next_at`) and by which
 * claim it is leased (`claim`). All times are the database's, so clocks of processes do not matter. A claim sets `next_at` to
 * the end of its lease, so the lane of a dead process becomes due again. A result is written under a lock on the row,
 * and only while the row has the claim's number: a process that was paused past its lease changes nothing.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { type Placeholder, prepared, preparedOnce, type Statement } from '../db/prepared.ts';
import type { Tx } from '../db/transaction.ts';

export type LaneKey = Record<string, string | number>;
export type LaneClaim<Key extends LaneKey> = { key: Key; claim: number };

/**
 * A table with the columns of its key, `next_at`, `claim` and `holder`, and a partial index that ends in `next_at`. Only
 * queries with its condition (`asksForTimes`) use that index; lookups by key must not.
 */
export interface LaneTable<Key extends LaneKey> {
  table: string;
  key: { [Column in keyof Key]: 'text' | 'bigint' };
  /** SQL over the row `lane`: when its first item is due, null when the lane is empty. */
  firstDue: RawBuilder<unknown>;
}

/** From which groups of lanes to claim (kinds of jobs, receivers of webhooks), and how many more of each. */
export interface ClaimLimits {
  /** A relation named `lane_group` with a column `capacity` and the columns that `isInGroup` compares. */
  groups: RawBuilder<unknown>;
  /** SQL over the rows `lane_group` and `lane`. */
  isInGroup: RawBuilder<unknown>;
  /** Of all groups together, at most `LARGEST_CLAIM`. */
  most?: number;
}

/** The process that claims, and the length of its lease. */
export interface Claimant {
  leaseMs: number;
  /** See process-locks.ts; null: only the lease protects the claim. */
  holder: number | null;
}

export interface Claimed<Key extends LaneKey> extends LaneClaim<Key> {
  /** The lease of its last claim expired. */
  isAbandoned: boolean;
  lateMs: number;
}

export interface Release<Key extends LaneKey> extends LaneClaim<Key> {
  pauseMs: number;
}

export const LARGEST_CLAIM = 64;
/**
 * Random, not from a sequence: claims are not flushed to disk before they are used, and after a crash of the database a
 * sequence could repeat a number that is still in use.
 */
const newClaim = sql`(random() * ${sql.lit(Number.MAX_SAFE_INTEGER)})::bigint`;

/**
 * Keeps a lateral subquery from being merged into the join. Lanes are looked up for each given key, and changed by their
 * `ctid`: if PostgreSQL believes that the table is empty, it would scan the table and compare every row with the keys.
 */
export const notMerged = sql`offset 0`;

/** The condition of the index on `next_at`. */
const asksForTimes = sql`lane.next_at > '-infinity'`;

/** Claims due lanes, the longest due of each group first. Locked lanes are skipped. */
export async function claimLanes<Key extends LaneKey>(
  db: Db | Tx,
  lanes: LaneTable<Key>,
  { groups, isInGroup, most = LARGEST_CLAIM }: ClaimLimits,
  { leaseMs, holder }: Claimant,
): Promise<Claimed<Key>[]> {
  const { rows } = await prepared(sql<Record<string, unknown>>`
    with due as (
      select waiting.*
      from ${groups}
      cross join lateral (
        select lane.ctid as row_id, lane.next_at, lane.claim is not null as is_abandoned
        from ${sql.table(lanes.table)} as lane
        where ${isInGroup} and ${asksForTimes} and lane.next_at <= statement_timestamp()
        order by lane.next_at
        limit lane_group.capacity
        for update skip locked
      ) as waiting
      limit ${Math.min(most, LARGEST_CLAIM)}
    )
    update ${sql.table(lanes.table)} as lane
    set claim = ${newClaim}, next_at = clock_timestamp() + ${milliseconds(leaseMs)}, holder = ${holder}
    from due
    where lane.ctid = due.row_id
    returning ${columns(lanes, 'lane')}, lane.claim, due.is_abandoned,
      (extract(epoch from statement_timestamp() - due.next_at) * 1000)::float8 as late_ms`).execute(db);
  const claimed = rows.map((row) => ({
    ...leased(lanes, row),
    isAbandoned: row.is_abandoned === true,
    lateMs: Number(row.late_ms),
  }));
  return claimed.sort((one, other) => other.lateMs - one.lateMs);
}

/** Milliseconds until the next lane of these groups is due (negative: it is due), null when there is none. */
export async function nextDue<Key extends LaneKey>(
  db: Db,
  lanes: LaneTable<Key>,
  { groups, isInGroup }: ClaimLimits,
): Promise<number | null> {
  const { rows } = await prepared(sql<{ ms: number | null }>`
    select (extract(epoch from min(first.next_at) - clock_timestamp()) * 1000)::float8 as ms
    from ${groups}
    cross join lateral (
      select lane.next_at from ${sql.table(lanes.table)} as lane
      where ${isInGroup} and ${asksForTimes} order by lane.next_at limit 1
    ) as first`).execute(db);
  return rows[0]?.ms ?? null;
}

/** Whether a lane of these groups is due; their capacity does not matter. */
export function isOneDue<Key extends LaneKey>(
  lanes: LaneTable<Key>,
  { groups, isInGroup }: Pick<ClaimLimits, 'groups' | 'isInGroup'>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from ${groups}
    cross join lateral (
      select lane.next_at from ${sql.table(lanes.table)} as lane
      where ${isInGroup} and ${asksForTimes} order by lane.next_at limit 1
    ) as first
    where first.next_at <= clock_timestamp())`;
}

/**
 * Extends leases and returns the claims that are still valid. Rows that a transaction has locked (a completion, or an
 * enqueue) are skipped: no process can claim them meanwhile, and one long transaction must not let all other leases expire.
 */
export async function renewLanes<Key extends LaneKey>(
  db: Db,
  lanes: LaneTable<Key>,
  leases: LaneClaim<Key>[],
  leaseMs: number,
): Promise<Set<number>> {
  const rows = await statementsOf(lanes).renew(db, { ...leasedValues(lanes, leases), lease_ms: leaseMs });
  return new Set(rows.map(({ claim }) => claim));
}

/**
 * Locks the rows of the claims that are still valid until the end of the transaction, and returns these claims. This is
 * the fence. It also prevents lost wake-ups: enqueuing locks the row too, so a statement after this one sees every committed
 * job, and no other can be committed until this transaction ends.
 */
export async function lockLanes<Key extends LaneKey>(
  tx: Tx,
  lanes: LaneTable<Key>,
  leases: LaneClaim<Key>[],
  ifLocked: 'wait' | 'skip',
): Promise<Set<number>> {
  const { lock, lockFree } = statementsOf(lanes);
  const rows = await (ifLocked === 'skip' ? lockFree : lock)(tx, leasedValues(lanes, leases));
  return new Set(rows.map(({ claim }) => claim));
}

/**
 * Releases lanes that `lockLanes` has locked: each is due with its first item, not before its pause is over; empty lanes are
 * deleted. Returns the milliseconds until the first of them is due, null when none is left.
 */
export async function releaseLanes<Key extends LaneKey>(
  tx: Tx,
  lanes: LaneTable<Key>,
  releases: Release<Key>[],
): Promise<number | null> {
  const rows = await statementsOf(lanes).release(tx, leasedValues(lanes, releases));
  return rows[0]?.ms ?? null;
}

export function milliseconds(ms: number | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${ms}::float8 * interval '1 millisecond'`;
}

/** The columns of the keys, `claim`, `pause_ms`, each with the values of all claimed lanes. */
type LeasedValues = Record<string, unknown>;

interface Statements {
  renew: Statement<LeasedValues, { claim: number }>;
  lock: Statement<LeasedValues, { claim: number }>;
  lockFree: Statement<LeasedValues, { claim: number }>;
  release: Statement<LeasedValues, { ms: number | null }>;
}

const statements = new WeakMap<object, Statements>();

function statementsOf(lanes: LaneTable<LaneKey>): Statements {
  const known = statements.get(lanes) ?? newStatements(lanes);
  statements.set(lanes, known);
  return known;
}

function newStatements(lanes: LaneTable<LaneKey>): Statements {
  const table = sql.table(lanes.table);
  const leasedRows = (given: Placeholder<LeasedValues>, lock: RawBuilder<unknown>) => sql`
    ${leasedKeys(lanes, given)}
    cross join lateral (
      select lane.ctid as row_id, lane.* from ${table} as lane
      where ${sameLane(lanes, 'leased')} and lane.claim = leased.claim ${lock}
    ) as lane`;
  return {
    renew: preparedOnce(
      (given) => sql`
      with mine as (
        select lane.row_id from ${leasedRows(given, sql`for update skip locked`)}
      ), renewed as (
        update ${table} as lane set next_at = clock_timestamp() + ${milliseconds(given('lease_ms'))}
        from mine where lane.ctid = mine.row_id
      )
      select lane.claim from ${leasedRows(given, notMerged)}`,
    ),
    lock: preparedOnce((given) => sql`select lane.claim from ${leasedRows(given, sql`for update`)}`),
    lockFree: preparedOnce((given) => sql`select lane.claim from ${leasedRows(given, sql`for update skip locked`)}`),
    release: preparedOnce(
      (given) => sql`
      with given_back as (
        select lane.row_id, ${lanes.firstDue} as first_due,
          clock_timestamp() + leased.pause_ms * interval '1 millisecond' as pause_end, leased.pause_ms > 0 as pauses
        from ${leasedRows(given, notMerged)}
      ), dry as (
        delete from ${table} as lane using given_back
        where lane.ctid = given_back.row_id and given_back.first_due is null
      ), waiting as (
        update ${table} as lane
        set claim = null, next_at = case when pauses then greatest(first_due, pause_end) else first_due end
        from given_back
        where lane.ctid = given_back.row_id and given_back.first_due is not null
        returning lane.next_at
      )
      select (extract(epoch from min(next_at) - clock_timestamp()) * 1000)::float8 as ms from waiting`,
    ),
  };
}

/** `unnest(…) as leased(<key columns>, claim, pause_ms)` */
function leasedKeys(lanes: LaneTable<LaneKey>, given: Placeholder<LeasedValues>): RawBuilder<unknown> {
  const names = Object.keys(lanes.key);
  const values = names.map((name) => sql`${given(name)}::${sql.raw(`${lanes.key[name]}[]`)}`);
  return sql`unnest(${sql.join(values)}, ${given('claim')}::bigint[], ${given('pause_ms')}::float8[])
    as leased(${sql.join(names.map((name) => sql.ref(name)))}, claim, pause_ms)`;
}

function leasedValues<Key extends LaneKey>(
  lanes: LaneTable<Key>,
  leases: (LaneClaim<Key> & { pauseMs?: number })[],
): LeasedValues {
  const keys = Object.keys(lanes.key).map((name) => [name, leases.map(({ key }) => key[name])]);
  const [claim, pause_ms] = [leases.map((lease) => lease.claim), leases.map(({ pauseMs = 0 }) => pauseMs)];
  return { ...Object.fromEntries(keys), claim, pause_ms };
}

function sameLane(lanes: LaneTable<LaneKey>, other: string): RawBuilder<unknown> {
  const pairs = Object.keys(lanes.key).map((name) => sql`${sql.ref(`lane.${name}`)} = ${sql.ref(`${other}.${name}`)}`);
  return sql.join(pairs, sql` and `);
}

function columns(lanes: LaneTable<LaneKey>, from: string): RawBuilder<unknown> {
  return sql.join(Object.keys(lanes.key).map((name) => sql.ref(`${from}.${name}`)));
}

function leased<Key extends LaneKey>(lanes: LaneTable<Key>, row: Record<string, unknown>): LaneClaim<Key> {
  const key = Object.fromEntries(Object.keys(lanes.key).map((name) => [name, row[name]]));
  return { key: key as Key, claim: Number(row.claim) }; // the columns that `lanes.key` names
}
