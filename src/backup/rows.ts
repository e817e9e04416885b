/** How many rows each table has, in one snapshot. */
import type pg from 'pg';

export interface Counted {
  rows: Record<string, number>;
  next_transaction: string;
}

/** Reads every table from its first page to its last: a page that was damaged is an error. */
export async function countRows(pool: pg.Pool): Promise<Counted> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    // An index alone could be counted, and would show no damage to the table.
    await client.query('set local enable_indexonlyscan = off');
    const { rows: tables } = await client.query(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
    );
    const rows: Record<string, number> = {};
    for (const { name } of tables) {
      const { rows: counted } = await client.query(
        `select count(*)::int as count from ${client.escapeIdentifier(name)}`,
      );
      rows[name] = counted[0].count;
    }
    const { rows: last } = await client.query('select pg_snapshot_xmax(pg_current_snapshot())::text as next');
    return { rows, next_transaction: last[0].next };
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
}
