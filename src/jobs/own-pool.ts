import pg from 'pg';

/** A few connections apart from the pool of the process, so that claims, heartbeats and results do not queue behind requests. */
export function ownPool({ options }: pg.Pool, connections: number): pg.Pool {
  // The password is hidden from a plain copy.
  const pool = new pg.Pool({ ...options, password: options.password, max: connections });
  // The loop says that the database is away. A connection that breaks between two statements of a transaction has no
  // other listener, and would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
