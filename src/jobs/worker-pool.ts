import pg from 'pg';

/**
 * Lanes are looked up by their keys. Tables of lanes grow from empty to tens of thousands of rows within a second and
 * shrink again, statistics come after that, and a plan that reads the whole table for each of some rows takes a hundred
 * times as long. These connections run the few statements of a worker and nothing else.
 */
const BY_KEY = `set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set jit = off;
  set plan_cache_mode = force_generic_plan`;

/** Nothing is lost with a claim: after a crash of the database its lane is due, and its result is refused. */
export const WITHOUT_DISK = 'set synchronous_commit = off';

/**
 * A few connections apart from the pool of the process, so that claims, heartbeats and results do not queue behind
 * requests; `setting` is for each of them.
 */
export function workerPool({ options }: pg.Pool, connections: number, setting = ''): pg.Pool {
  // The password is hidden from a plain copy.
  const pool = new pg.Pool({ ...options, password: options.password, max: connections });
  // The loop says that the database is away. A connection that breaks between two statements of a transaction has no
  // other listener, and would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    client.query(`${BY_KEY}; ${setting}`).catch(() => {}); // a connection that breaks here is broken for whoever asks next
  });
  return pool;
}
