/** WebSub, with a hub of our own: subscription, verification, signatures, renewal, and hubs that mean no good. */
import { createHmac } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { linkOf } from '../core/intake/link-header.ts';
import { canSubscribe } from './subscribe.ts';
import { type Desk, desk, document, type Item, type Ledger, rss } from './testing/feeds.ts';

let d: Desk;
let asked: URLSearchParams[] = [];
let status = 202;
beforeAll(async () => {
  d = await desk();
  d.server.answers.set('/hub', (request, response) => {
    let form = '';
    request.on('data', (part) => {
      form += part;
    });
    request.on('end', () => {
      asked.push(new URLSearchParams(form));
      response.writeHead(status).end();
    });
  });
});

let feeds = 0;
const hubLink = () =>
  `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="hub" href="http://hub.test:${d.server.port}/hub"/>
   <atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="self" href="https://office.example/topic"/>`;
const withHub = (...items: Item[]) => document(rss(items, hubLink()));
const row = async (source: number) =>
  (await d.app.pool.query('select * from subscription where source_id = $1', [source])).rows[0];
const verify = (callback: string, fields: Record<string, string>) =>
  d.app.get(`${new URL(callback).pathname}?${new URLSearchParams(fields)}`);
const confirmation = (challenge = 'abc-123') => ({
  ...{ 'hub.mode': 'subscribe', 'hub.topic': 'https://office.example/topic', 'hub.challenge': challenge },
  'hub.lease_seconds': '1000000000',
});

/** A source whose hub was asked. */
async function subscribed() {
  asked = [];
  const path = `/w${++feeds}`;
  const source = await d.add(path, withHub({ id: `${path}1`, title: `First ${path}` }), { approval: 'auto' });
  await expect.poll(() => asked.length).toBe(1);
  await expect.poll(async () => (await row(source)).state).toBe('asked');
  return { source, path, form: asked[0] as URLSearchParams, callback: asked[0]?.get('hub.callback') ?? '' };
}

async function confirmed() {
  const all = await subscribed();
  const before = (await d.source(all.source)).last_poll_at;
  await d.app.pool.query('delete from source_host');
  const answer = await verify(all.callback, confirmation());
  expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([
    ...[200, 'abc-123', 'text/plain; charset=utf-8'],
  ]);
  // What was published before the confirmation is found by a poll.
  await expect.poll(async () => (await d.source(all.source)).last_poll_at).not.toBe(before);
  return all;
}

/** As the hub sends it. */
async function push(callback: string, secret: string, body = 'news', algorithm = 'sha256') {
  const signature = `${algorithm}=${createHmac(algorithm, secret).update(body).digest('hex')}`;
  return fetch(callback, { method: 'POST', body, headers: { 'x-hub-signature': signature } });
}

it('asks the hub, confirms only what it asked for, once, and then polls rarely', async () => {
  const { source, form, callback } = await subscribed();
  expect(Object.fromEntries(form)).toMatchObject({
    ...{ 'hub.mode': 'subscribe', 'hub.topic': 'https://office.example/topic', 'hub.lease_seconds': '864000' },
  });
  expect(callback).toMatch(/\/intake\/websub\/[\w-]{43}$/);
  const refused = async (fields: object) =>
    (await verify(callback, { ...confirmation(), ...(fields as Record<string, string>) })).status;
  expect(await refused({ 'hub.topic': 'https://other.example/' })).toBe(404);
  expect(await refused({ 'hub.mode': 'unsubscribe' })).toBe(404);
  expect(await refused({ 'hub.challenge': '<script>alert(1)</script>' })).toBe(404);
  expect((await verify(callback.replace(/[\w-]{43}$/, 'x'.repeat(43)), confirmation())).status).toBe(404);
  expect((await verify(callback, confirmation())).status).toBe(200);
  expect((await verify(callback, confirmation())).status).toBe(404);
  const { state, lease_until } = await row(source);
  expect(state).toBe('active');
  // Ten days at most, whatever the hub says.
  expect(lease_until.getTime() - Date.now()).toBeLessThanOrEqual(864_000_000);
  const after = await d.poll(source);
  expect(Date.parse(after.next_poll_at) - Date.parse(after.last_poll_at)).toBeGreaterThanOrEqual(6 * 3_600_000);
  const { rows } = await d.app.pool.query("select run_at from job where kind = 'intake.subscribe' and key = $1", [
    `${d.site}:${source}`,
  ]);
  expect(rows).toHaveLength(1);
  expect(rows[0].run_at < lease_until).toBe(true);
});

it('answers 404 to addresses and topics that nobody was given, whatever is in them', async () => {
  const { callback } = await subscribed();
  for (const token of ['%00', 'x', '%ff', 'a'.repeat(43)])
    expect((await d.app.get(`/intake/websub/${token}?${new URLSearchParams(confirmation())}`)).status).toBe(
      token === '%ff' ? 400 : 404,
    );
  for (const topic of ['\0', 'https://office.example/\0', ''])
    expect((await verify(callback, { ...confirmation(), 'hub.topic': topic })).status).toBe(404);
  const sent = await d.app.request('POST', '/intake/websub/%00', {
    rawBody: 'x',
    headers: { 'x-hub-signature': 'sha1=0' },
  });
  expect(sent.status).toBe(404);
  const denied = { ...confirmation('<b>'), 'hub.mode': 'denied' };
  const { status: answered, text } = await verify(callback, denied);
  expect([answered, text]).toEqual([200, '']);
});

it('reads the feed when the hub announces a change with the right signature, and takes nothing from the hub', async () => {
  const { source, path, form, callback } = await confirmed();
  const secret = form.get('hub.secret') ?? '';
  d.server.answers.set(path, withHub({ id: `${path}2`, title: `Second ${path}` }, { id: `${path}1`, title: 'x' }));
  await d.app.pool.query("update source set last_poll_at = now() - interval '1 hour'; delete from source_host");
  const polls = () => d.server.requests.filter(({ url }) => url === path).length;
  const before = polls();
  const forged = rss([{ id: 'forged', title: 'Forged' }]);
  expect((await push(callback, 'wrong', forged)).status).toBe(202);
  expect((await fetch(callback, { method: 'POST', body: forged })).status).toBe(202);
  expect((await fetch(callback, { method: 'POST', body: 'x', headers: { 'x-hub-signature': 'md5=00' } })).status).toBe(
    202,
  );
  expect((await row(source)).pushed_at).toBeNull();
  expect(polls()).toBe(before);
  expect((await push(callback, secret, forged, 'sha512')).status).toBe(202);
  const titles = async () => (await d.items(source)).map(({ title }: Ledger) => title);
  await expect.poll(titles).toContain(`Second ${path}`);
  expect(await titles()).not.toContain('Forged');
  expect((await push(callback.replace(/[\w-]{43}$/, 'x'.repeat(43)), secret)).status).toBe(410);
  // A flood of announcements does not make a poll each: the next one is a minute later.
  const at = polls();
  await Promise.all(Array.from({ length: 20 }, () => push(callback, secret)));
  expect(polls()).toBe(at);
});

it('polls as usual again when polls find what the hub does not announce', async () => {
  const { source, path } = await confirmed();
  for (let n = 2; n <= 4; n++) {
    d.server.answers.set(path, withHub({ id: `${path}${n}`, title: `Unannounced ${n}` }));
    await d.poll(source);
  }
  expect(await row(source)).toMatchObject({ state: 'distrusted', misses: 3 });
  const { next_poll_at, last_poll_at } = await d.source(source);
  expect(Date.parse(next_poll_at) - Date.parse(last_poll_at)).toBeLessThan(6 * 3_600_000);
});

it('goes on polling when the hub refuses, denies or vanishes, and forgets it with the source', async () => {
  status = 500;
  asked = [];
  const refusing = await d.add('/refusing', withHub({ id: 'r', title: 'Refusing' }));
  await expect.poll(async () => (await row(refusing))?.state).toBe('refused');
  status = 202;
  const { source, callback, path, form } = await subscribed();
  expect((await verify(callback, { 'hub.mode': 'denied', 'hub.topic': 'https://office.example/topic' })).status).toBe(
    200,
  );
  expect((await row(source)).state).toBe('refused');
  d.server.answers.set(path, document(rss([{ id: 'n', title: 'Without a hub' }])));
  await d.poll(source);
  expect(await row(source)).toBeUndefined();
  const other = await confirmed();
  await d.app.manage('DELETE', `/sites/${d.site}/sources/${other.source}`);
  expect((await push(other.callback, form.get('hub.secret') ?? '')).status).toBe(410);
});

it('asks no hub that it must not reach, and none if hubs cannot reach it', async () => {
  const guard = (allowPrivate: boolean) => ({ allowPrivate, resolve: async () => [] });
  const can = (url: string, isPrivate = false) =>
    canSubscribe({ guard: guard(isPrivate) as never, publicUrl: () => url });
  expect([
    can('https://news.example'),
    can('http://news.example'),
    can('https://localhost:8080'),
    can('https://10.0.0.1'),
  ]).toEqual([true, false, false, false]);
  expect(can('http://127.0.0.1:8080', true)).toBe(true);
});

it.each([
  ['<https://h.example/>; rel="hub", <https://t.example/>; rel="self"', 'https://h.example/', 'https://t.example/'],
  ['<https://h.example/>; rel=hub; title="a, b", </t>; rel="next self"', 'https://h.example/', '/t'],
  ['nonsense', '', ''],
])('reads the header Link: %s', (header, hub, self) => {
  expect([linkOf(header, 'hub'), linkOf(header, 'self')]).toEqual([hub, self]);
});
