import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Db, kysely } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { enqueue, enqueueMany } from './enqueue.ts';
import { claimJobs, completeJobs, JOB_LANES, settleJobs } from './job-lanes.ts';
import { jobKind, LaneLost } from './kinds.ts';
import { claimLanes, type LaneTable, lockLanes, nextDue, releaseLanes, renewLanes } from './lanes.ts';
import { jobsDatabase } from './testing/workers.ts';
import { workerPool } from './worker-pool.ts';

const WORK = jobKind<{ n: number }>('test.work');
const LEASE = 10_000;
const CLAIMANT = { leaseMs: LEASE, holder: null };
const { db, pool, query, left } = await jobsDatabase();
const write = <T>(work: (tx: Tx) => Promise<T>) => transaction(db, work);
const capacity = (count: number, kind = WORK.name) => [{ kind, capacity: count, batch: 1 }];
const expire = () => query("update job_lane set next_at = now() - interval '1 second'");
const oneLane = async () => {
  await write((tx) => enqueue(tx, WORK, { key: 'k', payload: { n: 0 } }));
  const [lane] = await claimJobs(db, capacity(1), CLAIMANT);
  if (!lane) throw new Error('nothing was claimed');
  return lane;
};

describe('a claim', () => {
  test('is granted to one of many concurrent processes, and none waits', async () => {
    const jobs = Array.from({ length: 200 }, (_, n) => ({ key: `${n}`, payload: { n } }));
    await write((tx) => enqueueMany(tx, WORK, jobs));
    const claims = (await Promise.all(Array.from({ length: 8 }, () => claimJobs(db, capacity(40), CLAIMANT)))).flat();
    expect(claims).toHaveLength(200);
    expect(new Set(claims.map(({ key }) => key.key)).size).toBe(200);
    expect(new Set(claims.map(({ claim }) => claim)).size).toBe(200);
  });

  test('is looked up by key even if the planner assumes an empty table', async () => {
    await query('vacuum job_lane');
    const jobs = Array.from({ length: 500 }, (_, n) => ({ key: `${n}`, payload: { n } }));
    await write((tx) => enqueueMany(tx, WORK, jobs));
    const own = kysely(workerPool(pool, 1));
    const claims = await claimJobs(own, capacity(10), CLAIMANT);
    const read = await transaction(own, async (tx) => {
      expect((await lockLanes(tx, JOB_LANES, claims, 'skip')).size).toBe(10);
      await releaseLanes(
        tx,
        JOB_LANES,
        claims.map((lane) => ({ ...lane, pauseMs: 0 })),
      );
      const { rows } = await sql<{ read: number }>`
        select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'job_lane'`.execute(
        tx,
      );
      return rows[0]?.read;
    });
    await own.destroy();
    expect(read).toBeLessThan(100);
  });

  test('skips a lane that a transaction is enqueuing to', async () => {
    await write((tx) =>
      enqueueMany(
        tx,
        WORK,
        ['a', 'b'].map((key) => ({ key, payload: { n: 0 } })),
      ),
    );
    await write(async (tx) => {
      await enqueue(tx, WORK, { key: 'a', payload: { n: 1 } });
      const claimed = await claimJobs(db, capacity(5), CLAIMANT);
      expect(claimed.map(({ key }) => key.key)).toEqual(['b']);
    });
  });

  test('ends with its lease, which can be renewed', async () => {
    const lane = await oneLane();
    expect(await claimJobs(db, capacity(1), CLAIMANT)).toEqual([]);
    await query("update job_lane set next_at = now() + interval '1 millisecond'");
    expect(await renewLanes(db, JOB_LANES, [lane], LEASE)).toEqual(new Set([lane.claim]));
    expect(
      await nextDue(db, JOB_LANES, { groups: sql`(values (1)) as lane_group(capacity)`, isInGroup: sql`true` }),
    ).toBeGreaterThan(9_000);
    await expire();
    const [next] = await claimJobs(db, capacity(1), CLAIMANT);
    expect(next).toMatchObject({ isAbandoned: true, key: lane.key });
    expect(await renewLanes(db, JOB_LANES, [lane], LEASE)).toEqual(new Set());
  });

  test('is neither renewed nor lost while its row is locked', async () => {
    const lane = await oneLane();
    await write(async (tx) => {
      await enqueue(tx, WORK, { key: 'k', payload: { n: 1 } });
      expect(await renewLanes(db, JOB_LANES, [lane], LEASE)).toEqual(new Set([lane.claim]));
    });
  });
});

describe('the fence', () => {
  test('rejects every result of a claim that was taken over', async () => {
    const old = await oneLane();
    await expire();
    const [next] = await claimJobs(db, capacity(1), CLAIMANT);
    if (!next) throw new Error('nothing was claimed');
    const failure = { lastId: Number.MAX_SAFE_INTEGER, error: 'late', tries: 1, pauseMs: () => 0, name: {} };
    for (const outcome of [
      { lane: old, done: old.jobs.map(({ id }) => id), failure: null },
      { lane: old, done: [], failure },
      { lane: old, done: [], failure: null },
    ]) {
      expect((await settleJobs(db, [outcome], 'wait')).claims).toEqual(new Set());
    }
    await expect(write((tx) => completeJobs(tx, old, old.jobs))).rejects.toThrow(LaneLost);
    expect(await query('select claim, tries from job join job_lane using (kind, key)')).toEqual([
      { claim: next.claim, tries: 0 },
    ]);
    await write((tx) => completeJobs(tx, next, next.jobs));
    await expect(write((tx) => completeJobs(tx, next, next.jobs))).rejects.toThrow(LaneLost);
  });

  test('rejects a claim that is taken over while its lock waits', async () => {
    const old = await oneLane();
    let waiting: Promise<Set<number>> | undefined;
    await write(async (tx) => {
      await sql`update job_lane set claim = claim + 1`.execute(tx);
      waiting = write((other) => lockLanes(other, JOB_LANES, [old], 'wait'));
      await expect
        .poll(() => query("select from pg_locks where not granted and locktype = 'transactionid'"))
        .toHaveLength(1);
    });
    expect(await waiting).toEqual(new Set());
  });

  test('rejects results also when the lane was deleted and inserted again', async () => {
    const old = await oneLane();
    await expire();
    const [next] = await claimJobs(db, capacity(1), CLAIMANT);
    if (!next) throw new Error('nothing was claimed');
    await settleJobs(db, [{ lane: next, done: next.jobs.map(({ id }) => id), failure: null }], 'wait');
    expect(await left()).toEqual({ jobs: 0, lanes: 0, orphans: 0 });
    const third = await oneLane();
    expect((await settleJobs(db, [{ lane: old, done: [], failure: null }], 'wait')).claims).toEqual(new Set());
    expect(await renewLanes(db, JOB_LANES, [old, third], LEASE)).toEqual(new Set([third.claim]));
  });
});

describe('another table of lanes', () => {
  const RECEIVER_LANES: LaneTable<{ receiver: number; article: number }> = {
    table: 'receiver_lane',
    key: { receiver: 'bigint', article: 'bigint' },
    firstDue: sql`(select min(created_at) from parcel
      where parcel.receiver = lane.receiver and parcel.article = lane.article)`,
  };
  /** At most 8 in flight for one receiver, receivers in turn. */
  const limits = {
    groups: sql`(select receiver, 8 - in_flight as capacity from receiver where in_flight < 8 order by random()) as lane_group`,
    isInGroup: sql`lane.receiver = lane_group.receiver`,
  };

  beforeAll(async () => {
    await query(`
      create table receiver (receiver bigint primary key, in_flight int not null);
      create table receiver_lane (receiver bigint, article bigint, next_at timestamptz not null, claim bigint, holder int,
        primary key (receiver, article));
      create index on receiver_lane (receiver, next_at);
      create table parcel (receiver bigint, article bigint, created_at timestamptz not null default now());
      insert into receiver values (1, 0), (2, 5), (3, 8), (4, 0);
      insert into parcel select receiver, article from generate_series(1, 3) receiver, generate_series(1, 30) article;
      insert into receiver_lane select receiver, article, created_at from parcel`);
  });

  test('is claimed, renewed and released by the same code, with its own concurrency', async () => {
    const claimed = await claimLanes(db, RECEIVER_LANES, limits, CLAIMANT);
    const perReceiver = [1, 2, 3].map((receiver) => claimed.filter(({ key }) => key.receiver === receiver).length);
    expect(perReceiver).toEqual([8, 3, 0]);
    expect((await renewLanes(db, RECEIVER_LANES, claimed, LEASE)).size).toBe(11);
    const [first, second] = claimed;
    if (!first || !second) throw new Error('two were claimed');
    await query('delete from parcel where receiver = $1 and article = $2', [first.key.receiver, first.key.article]);
    await write(async (tx) => {
      expect((await lockLanes(tx, RECEIVER_LANES, [first, second], 'wait')).size).toBe(2);
      await releaseLanes(tx, RECEIVER_LANES, [
        { ...first, pauseMs: 0 },
        { ...second, pauseMs: 5_000 },
      ]);
    });
    expect(await query('select from receiver_lane')).toHaveLength(89);
    expect(await query('select from receiver_lane where claim is not null')).toHaveLength(9);
  });
});

/** As autovacuum leaves it if it runs before the rows are committed: many pages, and no row that it can see. */
const NO_ROWS = `delete from pg_statistic where starelid in ('job'::regclass, 'job_lane'::regclass);
  update pg_class set reltuples = 0, relpages = pg_relation_size(oid) / 8192 where oid in ('job'::regclass, 'job_lane'::regclass)`;

describe('beside 50,000 waiting lanes of a kind without a handler', () => {
  test.each(['without', 'with', 'with wrong'])(
    'another kind is claimed and settled at the same cost, %s statistics',
    async (having) => {
      // One session for all: PostgreSQL adds the counts of other sessions later.
      const own = kysely(workerPool(pool, 1));
      // Autovacuum would count rows that are not committed yet.
      await query('alter table job_lane set (autovacuum_enabled = off)');
      await query('alter table job set (autovacuum_enabled = off)');
      await sql`insert into job_lane (kind, key, next_at)
        select 'test.dead', n::text, now() - n * interval '1 millisecond' from generate_series(1, 50000) n`.execute(
        own,
      );
      await sql`insert into job (kind, key, payload, run_at) select kind, key, '{}', next_at from job_lane`.execute(
        own,
      );
      if (having === 'with') await sql`analyze job_lane, job`.execute(own);
      if (having === 'with wrong') await query(NO_ROWS);
      const jobs = Array.from({ length: 64 }, (_, n) => ({ key: `${n}`, payload: { n } }));
      await transaction(own, (tx) => enqueueMany(tx, WORK, jobs));
      const before = await rowsRead(own);
      const began = performance.now();
      const claimed = await claimJobs(own, capacity(64), CLAIMANT);
      await renewLanes(own, JOB_LANES, claimed, LEASE);
      const outcomes = claimed.map((lane) => ({ lane, done: lane.jobs.map(({ id }) => id), failure: null }));
      await settleJobs(own, outcomes, 'skip');
      const ms = Math.round(performance.now() - began);
      const rows = (await rowsRead(own)) - before;
      await own.destroy();
      console.info(`64 lanes claimed, renewed and settled in ${ms} ms, ${rows} rows read, ${having} statistics`);
      expect(claimed).toHaveLength(64);
      expect(rows).toBeGreaterThan(64);
      expect(rows).toBeLessThan(5_000);
    },
  );
});

/** Rows that sequential scans and index scans of the queue's tables have read so far, this session's included. */
async function rowsRead(session: Db): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(session);
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_user_tables
    where relname in ('job', 'job_lane')`.execute(session);
  return rows[0]?.read ?? 0;
}
