import pg from 'pg';

/**
 * Lane tables grow from empty to tens of thousands of rows within a second and shrink again, so statistics are usually
 * wrong, and a plan that scans the table for each row takes a hundred times as long. These connections run only the few
 * statements of a worker, which look lanes up by key (docs/decisions/009).
 */
const BY_KEY = `set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set jit = off;
  set plan_cache_mode = force_generic_plan`;

/** Losing a claim is harmless: after a crash of the database its lane is due, and its result is refused. */
export const WITHOUT_DISK = 'set synchronous_commit = off';

/** Longer than the pause between rounds, so that an idle process does not connect again for each. */
const IDLE_MS = 60_000;

/**
 * A few separate connections, so that claims, heartbeats and results do not wait for requests; each runs `setting` when it
 * is opened.
 */
export function workerPool({ options }: pg.Pool, connections: number, setting = ''): pg.Pool {
  // The password is not enumerable.
  const pool = new pg.Pool({ ...options, password: options.password, max: connections, idleTimeoutMillis: IDLE_MS });
  // The claim loop logs outages. When a connection breaks between two statements of a transaction, nothing else listens,
  // and an unhandled 'error' crashes Node.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    client.query(`${BY_KEY}; ${setting}`).catch(() => {}); // the next query on a broken connection fails
  });
  return pool;
}
