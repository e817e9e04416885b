/** The counter of transactions, which only transactions can move: the packages have no pg_resetwal. */
import type pg from 'pg';

const BATCH = 100_000;
const NEXT = 'select pg_snapshot_xmax(pg_current_snapshot())::text::float8 as next';

/** Gives the new server transaction ids until it is where the old one is. */
export async function reachTransaction(
  from: pg.Pool,
  to: pg.Pool,
  onProgress: (words: string, share: number | null) => void,
): Promise<void> {
  const goal = await next(from);
  const first = await next(to);
  for (let at = first; at < goal; at = await next(to)) {
    onProgress('counting transactions', (at - first) / (goal - first));
    await to.query(
      `do $$ begin for i in 1..${Math.min(BATCH, goal - at)} loop perform pg_current_xact_id(); commit; end loop; end $$`,
    );
  }
}

async function next(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ next: number }>(NEXT);
  return rows[0]?.next ?? 0;
}
