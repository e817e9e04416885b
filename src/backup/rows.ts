/** How many rows each table has, in one snapshot. */
import type pg from 'pg';

export interface Counted {
  rows: Record<string, number>;
  /** Tables that a backup does not hold: after a restore they are empty. */
  unlogged: string[];
  next_transaction: string;
}

/** Reads every table that a backup holds from its first page to its last: a page that was damaged is an error. */
export async function countRows(pool: pg.Pool): Promise<Counted> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    // An index alone could be counted, and would show no damage to the table.
    await client.query('set local enable_indexonlyscan = off');
    const { rows: tables } = await client.query(
      "select relname as name, relpersistence = 'u' as is_unlogged from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
    );
    const rows: Record<string, number> = {};
    const unlogged = tables.filter(({ is_unlogged }) => is_unlogged).map(({ name }) => name);
    for (const { name } of tables.filter(({ is_unlogged }) => !is_unlogged)) {
      const { rows: counted } = await client.query(
        `select count(*)::int as count from ${client.escapeIdentifier(name)}`,
      );
      rows[name] = counted[0].count;
    }
    const { rows: last } = await client.query('select pg_snapshot_xmax(pg_current_snapshot())::text as next');
    return { rows, unlogged, next_transaction: last[0].next };
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
}
