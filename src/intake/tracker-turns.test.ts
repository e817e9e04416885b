/** Polls of trackers leave connections of the pool to everything else. */
import pg from 'pg';
import { expect, it } from 'vitest';
import { atFileEnd } from '../../test/at-file-end.ts';
import { databaseUrl } from '../../test/database.ts';
import { document, feedServer, rss } from './testing/feeds.ts';
import { networkDesk } from './testing/networks.ts';

const TRACKERS = 7;
const AT_WORK = 4;

it('stores pages of four trackers at once, and feeds meanwhile', async () => {
  const desk = await networkDesk({ connections: 10 });
  const feeds = await feedServer();
  feeds.answers.set('/feed', document(rss([{ id: 'a', title: 'From the feed' }])));
  const account = await desk.account({ network: 'mastodon', server: 'social.simulated.example' });
  const trackers: { id: number }[] = [];
  for (let number = 1; number <= TRACKERS; number += 1) {
    const targets = [{ type: 'hashtag', value: `turn${number}` }];
    trackers.push(await desk.add({ account_id: account.id, targets }));
  }
  const asked = async () => {
    const { requests } = (await (await fetch(`${desk.url}/_sim/requests`)).json()) as { requests: object[] };
    return requests.length;
  };
  const before = await asked();

  const client = new pg.Client(databaseUrl(desk.app.database));
  await client.connect();
  atFileEnd(() => client.end());
  await client.query("begin; select from source where kind = 'media_tracker' for update");
  await desk.app.pool.query("update job set run_at = now() where kind = 'intake.poll'");
  await desk.app.pool.query("update job_lane set next_at = now() where kind = 'intake.poll'");
  const storing = async () =>
    (
      await desk.app.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rowCount;
  await expect.poll(asked).toBe(before + TRACKERS);
  await expect.poll(storing).toBe(AT_WORK);
  const source = { name: 'Feed', url: `http://127.0.0.1:${feeds.port}/feed`, section_id: desk.section };
  const made = await desk.app.manage('POST', `/sites/${desk.site}/sources`, { source });
  await expect.poll(() => desk.items(made.source.id)).toHaveLength(1);
  expect(await storing()).toBe(AT_WORK);

  await client.query('commit');
  for (const { id } of trackers)
    await expect
      .poll(async () => (await desk.app.manage('GET', `/sites/${desk.site}/sources/${id}`)).source)
      .toMatchObject({ state: 'active', last_error: null });
  await expect.poll(storing).toBe(0);
});
