/** Reads the attempt log. */
import type { Site } from './site.ts';
import type { Stage } from './stage.ts';
import { until } from './waiting.ts';

/** The result of the first (or a later) attempt at each receiver of a site, in receiver order. */
export async function firstOutcomes(stage: Stage, site: Site, { tries = 1 } = {}): Promise<string[]> {
  const tried = () =>
    stage.query<{ webhook_id: number; outcome: string }>(
      `select webhook_id::float8, outcome from (
         select webhook_id, outcome, row_number() over (partition by webhook_id order by id) as try
         from webhook_attempt where site_id = $1) as attempt
       where try = $2`,
      [site.id, tries],
    );
  await until(async () => (await tried()).length === site.hooks.length, `try ${tries} at every receiver`);
  const outcomes = new Map((await tried()).map(({ webhook_id, outcome }) => [webhook_id, outcome]));
  return site.hooks.map(({ id }) => outcomes.get(id) ?? 'none');
}
