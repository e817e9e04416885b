/** When a stale day is rebuilt. The tests set the times of its mark back instead of waiting. */
import { beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { kysely } from '../../db/connect.ts';
import { transaction } from '../../db/transaction.ts';
import { rebuildSome } from './commands.ts';
import { campaigns } from './testing/campaigns.ts';

let app: TestApp;
const { campaign, write } = campaigns(() => app);
beforeAll(async () => {
  app = await testApp();
});

const DAY = Date.UTC(2026, 2, 1) / 86_400_000;
const post = (item_id: string, date: string) => ({ item_type: 'twitter', item_id, published_at: `${date}T12:00:00Z` });
const due = (id: number) => transaction(kysely(app.pool), (tx) => rebuildSome(tx, id));
const marks = async (id: number) => {
  const { rows } = await app.pool.query('select day from campaign_stale_day where campaign_id = $1 order by day', [id]);
  return rows.map(({ day }) => day - DAY);
};
/** Sets the age of marks; a negative age keeps them new for the whole test. */
const age = (id: number, column: 'marked_at' | 'first_marked_at', seconds: number, which = 'true') =>
  app.pool.query(
    `update campaign_stale_day set ${column} = clock_timestamp() - $2 * interval '1 second' where campaign_id = $1 and ${which}`,
    [id, seconds],
  );
const STILL = -600;

it('days are rebuilt when the campaign had no writes for five seconds', async () => {
  const id = await campaign();
  await write(id, [post('1', '2026-03-01'), post('2', '2026-03-02')]);
  await age(id, 'marked_at', STILL);
  expect(await due(id)).toBe(0);
  await age(id, 'marked_at', 5, `day = ${DAY}`);
  // The mark of the other day shows that the campaign is still written to.
  expect([await due(id), await marks(id)]).toEqual([0, [0, 1]]);
  await age(id, 'marked_at', 5);
  expect([await due(id), await marks(id)]).toEqual([2, []]);
});

it('days that have been stale for a minute are rebuilt while the campaign is written to', async () => {
  const id = await campaign();
  await write(id, [post('1', '2026-03-01'), post('2', '2026-03-02')]);
  await age(id, 'first_marked_at', STILL);
  await age(id, 'first_marked_at', 60, `day = ${DAY}`);
  // The age of a stale day counts from its first mark.
  await write(id, [post('3', '2026-03-01')]);
  await age(id, 'marked_at', STILL);
  expect([await due(id), await marks(id)]).toEqual([1, [1]]);
  await write(id, [post('4', '2026-03-01')]);
  await age(id, 'marked_at', STILL);
  await age(id, 'first_marked_at', STILL);
  expect([await due(id), await marks(id)]).toEqual([0, [0, 1]]);
});
