/**
 * The service is killed while everything arrives at once: a feed that fails, a partner, readers with a form, mail by SMTP, a mailbox, and
 * posts of every network. Each item becomes one article. `ALL_KINDS_KILLS=200` is the long run.
 */
import { expect, it } from 'vitest';
import { type Challenge, hashOf } from '../../src/core/intake/challenge.ts';
import { document, feedServer, rss } from '../../src/intake/testing/feeds.ts';
import { newForm } from '../../src/intake/testing/forms.ts';
import { imapServer } from '../../src/intake/testing/imap.ts';
import { message, newMailSource, send } from '../../src/intake/testing/mail.ts';
import { simulatedUrls, simulatorUrl } from '../../src/intake/testing/networks.ts';
import { ADMIN, testApp } from '../app.ts';
import { databaseUrl } from '../database.ts';
import { dataFolder, freePort, kill, type Service, startService } from '../process.ts';
import { randomNumbers, seed } from '../random.ts';

const KILLS = Number(process.env.ALL_KINDS_KILLS ?? 8);
/** A round takes 15 s on a busy machine. */
const LIMIT = { timeout: Math.max(1_800_000, KILLS * 60_000) };
const A_ROUND = 4;
const LONGEST_LIFE_MS = 400;
const SECRET = 'secret-key-of-the-kill-test-0123456789';
const HASHTAG = { type: 'hashtag', value: 'kills' };
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
const ENTERED = ['x', 'instagram', 'facebook', 'linkedin'];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it(`neither loses nor doubles an item of any kind over ${KILLS} kills (seed ${seed})`, LIMIT, async () => {
  const random = randomNumbers(seed);
  const simulator = await simulatorUrl();
  const control = async (path: string, body: object) =>
    (await fetch(`${simulator}/_sim/${path}`, { method: 'POST', body: JSON.stringify(body) })).json();
  const app = await testApp({}, { mailDomain: 'in.example', networkUrls: simulatedUrls(simulator) });
  const smtpPort = await freePort();
  const urls = Object.entries(simulatedUrls(simulator)).map(([network, address]) => `${network}=${address}`);
  const env = {
    ...{ DATABASE_URL: databaseUrl(app.database), DATA_DIR: dataFolder(), LOG_LEVEL: 'silent', SECRET_KEY: SECRET },
    ...{ MASTHEAD_ADMIN_TOKEN: ADMIN, NETWORK_URLS: urls.join(), WEBHOOK_ALLOW_PRIVATE: '1' },
    ...{ MAIL_DOMAIN: 'in.example', SMTP_PORT: String(smtpPort), PORT: String(await freePort()) },
  };
  const site = await app.site();
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
  const { campaign } = await app.manage('POST', '/campaigns', { campaign: { name: 'C', service_site_id: site } });
  let service: Service = await startService(env);
  const ask = async (method: string, path: string, body?: object, token: string = ADMIN) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', origin: service.url };
    const reply = await fetch(service.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
    const answer = JSON.parse((await reply.text()) || '{}') as any;
    return reply.ok ? answer : null;
  };
  const rows = async (sql: string, values: unknown[] = []) => (await app.pool.query(sql, values)).rows;
  const source = async (fields: object) =>
    (
      await ask('POST', `/v1/manage/sites/${site}/sources`, {
        source: { section_id: section.id, approval: 'auto', ...fields },
      })
    ).source;

  // What arrives by itself, until it is acknowledged.
  const expected: string[] = [];
  const counts: Record<string, number> = {};
  const named = (kind: string) => {
    counts[kind] = (counts[kind] ?? 0) + 1;
    const title = `${kind} ${counts[kind]} #kills`;
    expected.push(title);
    return title;
  };
  let isOver = false;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
  const until = async (work: () => Promise<any>) => {
    for (;;) {
      const made = await work().catch(() => null);
      if (made) return made;
      await pause(300);
    }
  };
  const guestSource = await source({ kind: 'guest_api', name: 'Partner' });
  const key = { name: 'P', scopes: ['guest:write'], site_ids: [site], source_id: guestSource.id };
  const { key: guestKey } = (await ask('POST', '/v1/manage/api-keys', { api_key: key })).api_key;
  const guest = async () => {
    const title = named('guest');
    // Partners send again: the id is theirs.
    for (let times = 0; times < 2; times += 1)
      await until(() => ask('POST', '/v1/guest/articles', { article: { external_id: title, title } }, guestKey));
  };
  const { api } = await newForm(app, site, section.id, { approval: 'auto' });
  const solved = (challenge: string) => {
    const { salt, hash, max } = JSON.parse(
      Buffer.from(challenge.split('.')[0] ?? '', 'base64url').toString(),
    ) as Challenge;
    for (let number = 0; number < max; number++) if (hashOf(salt, number) === hash) return `${challenge}.${number}`;
    throw new Error('The challenge has no solution.');
  };
  const form = async () => {
    await rows('update form_submission set network_hash = null');
    const solution = solved((await until(() => ask('POST', `${api}/challenge`))).challenge);
    const body = {
      solution,
      title: named('form'),
      text: 'A seal.',
      name: '',
      email: '',
      consents: [true, false],
      files: [],
    };
    for (let times = 0; times < 2; times += 1) await until(() => ask('POST', `${api}/submissions`, body));
  };
  const { address } = await newMailSource(app, site, section.id);
  const mail = async () => {
    const title = named('smtp');
    const raw = message({ Subject: title }, `Words of ${title}.`);
    await until(async () => (await send(smtpPort, { to: address, raw })).startsWith('250') || null);
  };
  const sender = async (once: () => Promise<void>) => {
    while (!isOver) await once();
  };

  // What is polled.
  const feeds = await feedServer();
  const offered: string[] = [];
  let isBad = true;
  feeds.answers.set('/feed', (request, response) => {
    const luck = isBad ? random() : 1;
    if (luck < 0.3) response.writeHead(503).end();
    else document(rss(offered.map((title) => ({ id: title, title }))))(request, response);
  });
  const imap = await imapServer();
  const place = { server: 'localhost', port: imap.port, security: 'none', user: 'desk', password: 'secret' };
  const polled: Record<string, number> = {
    feed: (await source({ url: `http://127.0.0.1:${feeds.port}/feed`, backlog: 200 })).id,
    imap: (
      await source({
        kind: 'email',
        name: 'Box',
        backlog: 200,
        email: { way: 'imap', allow: [], unlisted: 'hold', ...place },
      })
    ).id,
  };
  await control('instagram/seed', { switches: { unknown_hashtags: true }, limits: { calls: 100_000 } });
  await control('youtube/seed', { limits: { search: 100_000 } });
  await control('facebook/seed', { posts: [{ text: 'Hello @kills', user: 'visitor' }], limits: { calls: 100_000 } });
  for (const { network, needed, target = HASHTAG } of NETWORKS) {
    const network_account = { network, name: network, ...needed };
    const made = await ask('POST', `/v1/manage/sites/${site}/network-accounts`, { network_account });
    const fields = { account_id: made.network_account.id, targets: [target], campaign_id: campaign.id, backlog: 200 };
    polled[network] = (await source({ kind: 'media_tracker', name: network, ...fields })).id;
  }
  const offer = async (networks: typeof NETWORKS) => {
    for (let number = 0; number < A_ROUND; number += 1) {
      offered.push(named('feed'));
      const title = named('imap');
      imap.add(message({ Subject: title }, `Words of ${title}.`));
    }
    for (const { network, user = 'kills' } of networks) {
      const posts = Array.from({ length: A_ROUND }, () => ({ text: named(network), user }));
      await control(`${network}/seed`, { posts });
      if (isBad && random() < 0.4)
        await control(`${network}/fault`, { kind: random() < 0.5 ? 'unavailable' : 'cut', count: 1 });
    }
  };
  const poll = async (names: string[]) => {
    await rows('delete from source_host');
    // A day of YouTube has a hundred searches.
    await rows("delete from network_budget where key like 'youtube:%'");
    for (const name of names) await app.manage('POST', `/sites/${site}/sources/${polled[name]}/poll`, {}, 202);
  };
  // Of what networks have before, a first poll takes one page.
  const begun = "select from source where last_success_at is not null and kind = 'media_tracker'";
  await expect.poll(async () => (await rows(begun)).length, { interval: 50, timeout: 120_000 }).toBe(NETWORKS.length);

  const senders = [guest, form, mail].map(sender);
  const size = async () => (await rows('select count(*)::int as total from source_item'))[0].total;
  for (let killed = 0; killed < KILLS; killed += 1) {
    const some = NETWORKS.filter((_, at) => at % 4 === killed % 4);
    await offer(some);
    const before = await size();
    await poll(['feed', 'imap', ...some.map(({ network }) => network)]);
    await expect
      .poll(size, { interval: 10, timeout: 10_000 })
      .toBeGreaterThan(before + 2)
      .catch(() => {
        // All requests failed in this round.
      });
    await pause(random() * LONGEST_LIFE_MS);
    kill(service.child.pid ?? 0, 'SIGKILL');
    await service.ended;
    service = await startService(env);
  }
  isOver = true;
  await Promise.all(senders);
  isBad = false;
  for (const { network } of NETWORKS) await control(`${network}/fault`, { count: 0 });
  await offer(NETWORKS);
  const titles = async () => (await rows('select title from article')).map(({ title }) => title).sort();
  await expect
    .poll(
      async () => {
        const waiting = "select id from source where failures > 0 or last_success_at < now() - interval '20 seconds'";
        const late = new Set((await rows(waiting)).map(({ id }) => Number(id)));
        const names = Object.keys(polled).filter((name) => late.has(Number(polled[name])));
        const { length } = await titles();
        if (length < expected.length && names.length > 0) await poll(names);
        return length;
      },
      { interval: 2_000, timeout: 600_000 },
    )
    .toBeGreaterThanOrEqual(expected.length)
    .catch(async (error) => {
      console.log(await rows('select id, kind, name, failures, last_error, next_poll_at from source'));
      throw error;
    });
  expect(await titles()).toEqual([...expected].sort());
  expect((await rows('select from source_item')).length).toBe(expected.length);
  const entries = (await rows('select text from campaign_entry')).map(({ text }) => text).sort();
  expect(entries).toEqual(expected.filter((title) => ENTERED.includes(title.split(' ')[0] ?? '')).sort());
  expect(await rows("select kind, last_error from failed_job where kind like 'intake.%'")).toEqual([]);
  console.log(`all kinds: seed ${seed}, ${KILLS} kills, ${JSON.stringify(counts)}, each taken once`);
});
