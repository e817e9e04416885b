/** The simulated town of the demo, in the real program. */
import { expect, it } from 'vitest';
import { testApp } from './app.ts';
import { masthead } from './command.ts';
import { databaseUrl } from './database.ts';
import { dataFolder, startService } from './process.ts';

it('posts arrive and are held or published; it rests where it is off, and goes with the demo', async () => {
  const app = await testApp();
  const rows = async (sql: string) => (await app.pool.query(sql)).rows;
  const env = { DATABASE_URL: databaseUrl(app.database), DATA_DIR: dataFolder(), LOG_LEVEL: 'silent', DEMO: '1' };
  const live = await startService({ ...env, DEMO_LIVE: '1' });
  const items = async () =>
    await rows(`select source.kind, item.state, count(*)::int as total from source_item item
      join source on source.site_id = item.site_id and source.id = item.source_id group by 1, 2 order by 1, 2`);
  const total = async () => (await items()).reduce((sum, row) => sum + row.total, 0);
  // Three of each at first, and more while one watches.
  await expect.poll(total, { interval: 200 }).toBeGreaterThan(10);
  await expect
    .poll(async () => (await items()).map(({ kind, state }) => `${kind} ${state}`), { interval: 200 })
    .toEqual(expect.arrayContaining(['feed held', 'media_tracker published']));
  const titles = (await rows('select article.title from source_item join article using (site_id, uid)')).map(
    ({ title }) => title,
  );
  for (const title of titles.filter((one) => !/pier is closed|Herring boats|Fog is expected/.test(one)))
    expect(title).toMatch(/simulated/i);
  expect(await rows('select from source where last_error is not null')).toEqual([]);
  expect(await rows('select distinct is_demo from source')).toEqual([{ is_demo: true }]);
  live.child.kill('SIGTERM');
  expect((await live.ended).code, 'nothing of the town keeps the process alive').toBe(0);

  const before = await total();
  const quiet = await startService({ ...env, DEMO_LIVE: '0' });
  for (const { id } of await rows("select id from source where kind in ('feed', 'media_tracker')"))
    await fetch(`${quiet.url}/v1/manage/sites/1/sources/${id}/poll`, {
      method: 'POST',
      headers: { authorization: 'Bearer admin-token-for-tests' },
    });
  await expect
    .poll(() => rows("select from job where kind = 'intake.poll' and run_at < now() + interval '1 hour'"), {
      interval: 100,
    })
    .toEqual([]);
  expect([await total(), (await rows('select from source where failures > 0')).length]).toEqual([before, 0]);
  quiet.child.kill('SIGTERM');
  await quiet.ended;

  const removed = await masthead(['demo', 'remove'], { DATABASE_URL: env.DATABASE_URL });
  expect(removed.code).toBe(0);
  expect(await rows('select from site union all select from source union all select from network_account')).toEqual([]);
});
