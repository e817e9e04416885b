/**
 * Replicas of the database, for reads (`DATABASE_REPLICA_URLS`). A replica is used only if it has what the reader may expect, which it is
 * asked for each read; otherwise the primary answers. docs/decisions/062-replicas.md
 */
import { sql } from 'kysely';
import type pg from 'pg';
import { serverAddresses } from '../core/server-addresses.ts';
import { type Db, kysely, type Log, openPool } from './connect.ts';
import { reasonOf } from './passing.ts';
import { serverPool } from './server.ts';
import type { Site } from './site-lock.ts';

export interface Replicas {
  /** One that has this state of the site, or a newer one; null: ask the primary. */
  withSite(site: Pick<Site, 'id' | 'content_version' | 'created_at'>): Promise<Db | null>;
  /** One that has everything that was committed before this call. */
  withAll(): Promise<Db | null>;
  /** It did not answer a read: it rests for a while. */
  noteFailure(replica: Db, error: unknown): void;
  /** Reads since the start, by who answered and why. */
  counts(): Record<ReadFrom, number>;
  stop(): Promise<void>;
}

export type ReadFrom = 'replica' | 'primary_behind' | 'primary_failed';

interface Replica {
  db: Db;
  pool: pg.Pool;
  name: string;
  restsUntil: number;
}

/** A frozen replica must cost a request little. */
const CHECK_MS = 400;
const CONNECT_MS = 400;
/** Half of what a request may take, so that the primary can still answer. */
const STATEMENT_MS = 2_000;
const REST_MS = 5_000;
/** A replica that streams is this far behind at most. */
const CATCH_UP_MS = 50;
const STEP_MS = 10;

export function openReplicas(urls: string[], primary: Db, log: Log): Replicas {
  const all = urls.map((url) => openReplica(url, log));
  const counts: Record<ReadFrom, number> = { replica: 0, primary_behind: 0, primary_failed: 0 };
  let turn = 0;

  /** In turns, those that do not rest. */
  function nextAwake(): Replica | null {
    const now = performance.now();
    for (let tried = 0; tried < all.length; tried++) {
      const one = all[turn++ % all.length];
      if (one && one.restsUntil <= now) return one;
    }
    return null;
  }

  async function checked(check: (replica: Replica) => Promise<boolean>): Promise<Db | null> {
    const replica = nextAwake();
    if (!replica) {
      counts.primary_failed += 1;
      return null;
    }
    try {
      const isUsable = await within(CHECK_MS, check(replica));
      counts[isUsable ? 'replica' : 'primary_behind'] += 1;
      return isUsable ? replica.db : null;
    } catch (error) {
      counts.primary_failed += 1;
      rest(replica, error);
      return null;
    }
  }

  function rest(replica: Replica, error: unknown): void {
    if (replica.restsUntil <= performance.now())
      log('warn', `The replica ${replica.name} does not answer (${reasonOf(error)}); the primary does.`);
    replica.restsUntil = performance.now() + REST_MS;
  }

  async function caughtUp({ db }: Replica, position: string): Promise<boolean> {
    const end = performance.now() + CATCH_UP_MS;
    for (;;) {
      // After a promotion it replays nothing, and is the primary.
      const { rows } = await sql<{ is: boolean }>`
        select not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= ${position}::pg_lsn as is`.execute(db);
      if (rows[0]?.is) return true;
      if (performance.now() > end) return false;
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    }
  }

  return {
    withSite: ({ id, content_version, created_at }) =>
      checked(async ({ db }) => {
        // A site of the same id that was deleted has another age.
        const { rows } = await sql`
          select from site where id = ${id} and content_version >= ${content_version} and created_at = ${created_at}`.execute(
          db,
        );
        return rows.length > 0;
      }),
    withAll: async () => {
      const { rows } = await sql<{ position: string }>`select pg_current_wal_flush_lsn()::text as position`.execute(
        primary,
      );
      const position = rows[0]?.position ?? '';
      return checked((replica) => caughtUp(replica, position));
    },
    noteFailure(db, error) {
      const replica = all.find((one) => one.db === db);
      if (replica) rest(replica, error);
    },
    counts: () => ({ ...counts }),
    async stop() {
      await Promise.all(all.map(({ pool }) => pool.end()));
    },
  };
}

function openReplica(url: string, log: Log): Replica {
  const pool = openPool(
    {
      ...serverPool(url),
      connectionTimeoutMillis: CONNECT_MS,
      statement_timeout: STATEMENT_MS,
      writes: undefined,
    } as pg.PoolConfig,
    'serve',
    log,
  );
  return { db: kysely(pool), pool, name: hostOf(url), restsUntil: 0 };
}

/** Without the password. */
function hostOf(url: string): string {
  const [address = ''] = serverAddresses(url) ?? [];
  return address.replace(/^.*?@|^postgres(ql)?:\/\//, '').replace(/[/?].*$/, '');
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
