import type { Queryable } from '../../db/connect.ts';
import { FAILING_AFTER } from './present.ts';

export type SourceCounts = Record<'active' | 'failing' | 'paused' | 'gone', number>;

/** The number of sources in each state, over all sites. */
export async function sourceCounts(on: Queryable): Promise<SourceCounts> {
  const { rows } = await on.query<{ state: keyof SourceCounts; total: number }>(
    `select case when not active then case pause_reason when 'gone' then 'gone' else 'paused' end
       when failures >= ${FAILING_AFTER} then 'failing' else 'active' end as state, count(*)::int as total
     from source group by 1`,
  );
  const none = { active: 0, failing: 0, paused: 0, gone: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ state, total }) => [state, total])) };
}
