/** Reports with and without the cache of rows, and of two databases in one process. */
import { beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { createCaches } from '../../http/cache/caches.ts';
import { campaigns } from './testing/campaigns.ts';

let [app, plain, other]: TestApp[] = [];
const of = (one: () => TestApp | undefined) => campaigns(() => one() as TestApp); // set before the tests run
const [cached, uncached, elsewhere] = [of(() => app), of(() => plain), of(() => other)];
beforeAll(async () => {
  app = await testApp();
  plain = await testApp({ caches: createCaches(0) }, { database: app.database });
  other = await testApp();
});

const RANGE = 'start_date=2026-03-01T06:00:00Z&end_date=2026-03-04T06:00:00Z';
const post = (item_id: string, date: string, likes: number) => ({
  ...{ item_type: 'instagram', item_id, published_at: `${date}T12:00:00Z`, stat1: likes, stat2: 0 },
  text: 'Fresh #herring',
  user: { user_id: `user of ${item_id}`, followers: 10 },
});
const posts = (likes: number) => ['2026-03-01', '2026-03-02', '2026-03-03'].map((date) => post(date, date, likes));
const PATHS = [`campaign_report?${RANGE}`, `timeseries?${RANGE}`, `heatmap?${RANGE}`, `hashtags?${RANGE}`];
const rows = async (one: TestApp | undefined) =>
  Number((await one?.get('/metrics'))?.text.match(/masthead_cache_size\{what="campaign_rows"\} (\d+)/)?.[1]);

it('are the same with an empty cache, a full cache and without one, before and after a write', async () => {
  const id = await cached.campaign();
  const readAll = (from: typeof cached) => Promise.all(PATHS.map((path) => from.read(`/${id}/${path}`)));
  await cached.write(id, posts(1));
  for (const likes of [1, 7]) {
    await cached.write(id, [post('2026-03-02', '2026-03-02', likes)]);
    for (const isRebuilt of [false, true]) {
      if (isRebuilt) await cached.rebuild(id);
      const [empty, full, without] = [await readAll(cached), await readAll(cached), await readAll(uncached)];
      expect(full).toEqual(empty);
      expect(without).toEqual(empty);
    }
  }
  expect(await rows(app)).toBeGreaterThan(0);
  expect(await rows(plain)).toBeNaN();
});

it('of another database in the same process are read from that database', async () => {
  const [here, there] = [await cached.campaign(), await elsewhere.campaign()];
  const rowsBefore = await rows(other);
  await cached.write(here, posts(5));
  await elsewhere.write(there, posts(50));
  const engagement = async (from: typeof cached, id: number) => {
    await from.rebuild(id);
    return (await from.report(id, RANGE)).engagement;
  };
  expect([await engagement(cached, here), await engagement(elsewhere, there)]).toEqual([15, 150]);
  expect(rowsBefore).toBe(0);
});
