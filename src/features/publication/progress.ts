/** Progress of the queue in rendering documents affected by a change. */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { RenderingProgress } from '../../contract/manage.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import { featureRefreshing } from './featured.ts';
import { articleRendering } from './rendering.ts';

/** Null when every document shows the change. */
export async function renderingProgress(
  db: Db | Tx,
  siteId: number,
  of: ('site' | 'language' | 'section' | 'author')[],
  id: number,
): Promise<Static<typeof RenderingProgress> | null> {
  const { rows } = await sql<{ total: number; done: number; failed: boolean }>`
    select (payload ->> 'total')::bigint as total, (payload ->> 'done')::bigint as done, failed
    from (
      select kind, key, payload, false as failed from job
      union all select kind, key, payload, true from failed_job
    ) as every_job
    where kind = any(${[articleRendering.name, featureRefreshing.name]}) and key = ${String(siteId)}
      and payload ->> 'of' = any(${of}) and payload ->> 'id' = ${String(id)}`.execute(db);
  const sum = (of: 'total' | 'done') => rows.reduce((all, row) => all + row[of], 0);
  if (rows.length === 0) return null;
  const pending = Math.max(0, sum('total') - sum('done'));
  return { pending, total: sum('total'), failed: rows.some(({ failed }) => failed) };
}
