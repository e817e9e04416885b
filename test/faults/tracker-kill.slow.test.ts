/** The service is killed while it collects posts from networks that fail: each becomes one article and one entry. */
import { expect, it } from 'vitest';
import { simulatedUrls, simulatorUrl } from '../../src/intake/testing/networks.ts';
import { ADMIN, testApp } from '../app.ts';
import { databaseUrl } from '../database.ts';
import { dataFolder, kill, startService } from '../process.ts';
import { randomNumbers, seed } from '../random.ts';

const KILLS = 12;
const POSTS_A_ROUND = 8;
const LONGEST_LIFE_MS = 400;
const HASHTAG = { type: 'hashtag', value: 'kills' };
/** What an account of each network needs, and what its source looks for. */
const NETWORKS: { network: string; needed: object; target?: object; user?: string }[] = [
  { network: 'x', needed: { token: 'kill-test', monthly_cap: 100_000_000 } },
  { network: 'mastodon', needed: { server: 'm.example' } },
  { network: 'instagram', needed: { token: 'kill-test', external_id: '17841400000000001' } },
  { network: 'facebook', needed: { token: 'kill-test', external_id: 'kills' }, target: { type: 'own' } },
  { network: 'linkedin', needed: { token: 'kill-test' }, target: { type: 'account', value: '77' }, user: '77' },
  { network: 'bluesky', needed: { server: 'b.example', external_id: 'kill.example', token: 'kill-test' } },
  { network: 'youtube', needed: { token: 'kill-test' } },
  { network: 'tiktok', needed: { token: 'kill' }, target: { type: 'own' }, user: 'kill' },
];
/** Networks whose posts are entries. */
const ENTERED = ['x', 'instagram', 'facebook', 'linkedin'];
const SECRET = 'secret-key-of-the-kill-test-0123456789';

it(`neither loses nor doubles a post over ${KILLS} kills (seed ${seed})`, async () => {
  const random = randomNumbers(seed);
  const url = await simulatorUrl();
  const control = async (path: string, body: object) =>
    (await fetch(`${url}/_sim/${path}`, { method: 'POST', body: JSON.stringify(body) })).json();
  const app = await testApp();
  const urls = Object.entries(simulatedUrls(url)).map(([network, address]) => `${network}=${address}`);
  const env = {
    ...{ DATABASE_URL: databaseUrl(app.database), DATA_DIR: dataFolder(), LOG_LEVEL: 'silent', SECRET_KEY: SECRET },
    ...{ MASTHEAD_ADMIN_TOKEN: ADMIN, NETWORK_URLS: urls.join() },
  };
  let service = await startService(env);
  const manage = async (method: string, path: string, body: object) =>
    (
      await fetch(`${service.url}/v1/manage${path}`, {
        ...{ method, body: JSON.stringify(body) },
        headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
      })
    ).json() as Promise<Record<string, { id: number }>>;
  const site = await app.site();
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
  const { campaign } = await app.manage('POST', '/campaigns', { campaign: { name: 'C', service_site_id: site } });
  await control('instagram/seed', { switches: { unknown_hashtags: true }, limits: { calls: 100_000 } });
  await control('facebook/seed', { posts: [{ text: 'Hello @kills', user: 'visitor' }], limits: { calls: 100_000 } });
  const sources = new Map<string, number>();
  for (const { network, needed, target = HASHTAG } of NETWORKS) {
    const { network_account } = await manage('POST', `/sites/${site}/network-accounts`, {
      network_account: { network, name: network, ...needed },
    });
    const { source } = await manage('POST', `/sites/${site}/sources`, {
      source: {
        ...{ kind: 'media_tracker', name: network, section_id: section.id, approval: 'auto', backlog: 200 },
        ...{ account_id: network_account?.id, targets: [target] },
        campaign_id: campaign.id,
      },
    });
    sources.set(network, source?.id ?? 0);
  }
  const expected: string[] = [];
  /** New posts, a fault, and polls that are due. */
  const offer = async (isBad: boolean, networks = NETWORKS) => {
    for (const { network, user = 'kills' } of networks) {
      const posts = Array.from({ length: POSTS_A_ROUND }, (_, n) => ({
        ...{ text: `${network} ${expected.length + n} #kills`, user },
      }));
      await control(`${network}/seed`, { posts });
      expected.push(...posts.map(({ text }) => text));
      const kind = random() < 0.5 ? 'unavailable' : 'cut';
      if (isBad && random() < 0.4) await control(`${network}/fault`, { kind, count: 1 });
    }
    for (const { network } of networks)
      await app.manage('POST', `/sites/${site}/sources/${sources.get(network)}/poll`, {}, 202);
  };
  const rows = async (sql: string) => (await app.pool.query(sql)).rows;
  // Of what was there before, the first poll takes one page.
  const isBegun = async () => (await rows('select from source where last_success_at is not null')).length;
  await expect.poll(isBegun, { interval: 20, timeout: 60_000 }).toBe(sources.size);
  for (let killed = 0; killed < KILLS; killed += 1) {
    // One process does not live long enough for all of them.
    const some = NETWORKS.filter((_, at) => at % 4 === killed % 4);
    await offer(true, some);
    const [{ items }] = await rows('select count(*)::int as items from source_item');
    await expect
      .poll(async () => (await rows('select from source_item')).length, { interval: 5, timeout: 5_000 })
      .toBeGreaterThan(items)
      .catch(() => {
        // Both requests failed in this round.
      });
    await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_LIFE_MS));
    kill(service.child.pid ?? 0, 'SIGKILL');
    await service.ended;
    service = await startService(env);
  }
  for (const { network } of NETWORKS) await control(`${network}/fault`, { count: 0 });
  await offer(false);
  /** A quota of a day rests around midnight. */
  const isTaken = async () => {
    const { length } = await rows("select from source_item where state = 'published'");
    const refused = length < expected.length ? await rows('select id from source where last_error is not null') : [];
    for (const { id } of refused) await app.manage('POST', `/sites/${site}/sources/${id}/poll`, {}, 202);
    return length;
  };
  await expect
    .poll(isTaken, { timeout: 600_000, interval: 500 })
    .toBe(expected.length)
    .catch(async (error) => {
      console.log(await rows('select source_id, state, count(*) from source_item group by 1, 2 order by 1, 2'));
      console.log(await rows('select id, last_error, next_poll_at, failures from source'));
      console.log(await rows("select * from job where kind = 'intake.poll'"));
      throw error;
    });
  expect((await rows('select title from article')).map(({ title }) => title).sort()).toEqual([...expected].sort());
  const collected = expected.filter((text) => ENTERED.some((network) => text.startsWith(`${network} `))).sort();
  const entries = await rows('select text, article_ids from campaign_entry');
  expect(entries.map(({ text }) => text).sort()).toEqual(collected);
  expect(entries.every(({ article_ids }) => article_ids.length === 1)).toBe(true);
  expect(await rows("select kind, last_error from failed_job where kind like 'intake.%'")).toEqual([]);
  expect((await rows('select from tracked_post')).length).toBe(expected.length);
  const events = await rows("select article_id from article_event where action = 'publish'");
  expect([events.length, new Set(events.map(({ article_id }) => article_id)).size]).toEqual([
    expected.length,
    expected.length,
  ]);
  kill(service.child.pid ?? 0, 'SIGKILL');
  await service.ended;
  console.log(`trackers: seed ${seed}, ${KILLS} kills, ${expected.length} posts taken once`);
});
