/** Feeds that are made to harm the service, and what a person can do about one. */

import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN } from '../../test/app.ts';
import { sized } from '../../test/random.ts';
import { bytesAt, picture, uploaded } from '../features/media/testing/files.ts';
import { secondsOf } from '../features/sources/fetch.ts';
import { type Desk, desk, document, rss } from './testing/feeds.ts';

let d: Desk;
beforeAll(async () => {
  d = await desk();
});
const states = async (id: number) => (await d.items(id)).map(({ state }) => state);
const jsonFeed = (fields: object) =>
  JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'x', ...fields });

describe('an object with a length', () => {
  const LENGTH = { length: 1_000_000_000 };
  it.each([
    ['items', jsonFeed({ items: LENGTH })],
    ['tags', jsonFeed({ items: [{ id: '1', title: 'x', tags: LENGTH }] })],
    ['authors', jsonFeed({ items: [{ id: '1', title: 'x', authors: LENGTH }] })],
    ['attachments', jsonFeed({ items: [{ id: '1', title: 'x', attachments: LENGTH }] })],
    ['XML', rss([{ id: '1', title: 'x', more: '<category><length>1000000000</length></category>' }])],
  ])('is no list: %s', async (_, text) => {
    const reply = await d.app.request('POST', `/v1/manage/sites/${d.site}/sources/preview`, {
      body: { document: text },
      token: ADMIN,
    });
    expect([200, 422]).toContain(reply.status);
  });
});

it('wrongly nested elements are taken or refused, at the first try', async () => {
  const nested = ['<b><p>', '<a><b><i><u><s><em>', '<div>', '<table><tr><td><a>'].map((tags) =>
    tags.repeat(Math.floor(sized(150_000, 900_000) / tags.length)),
  );
  const items = nested.map((body, n) => ({ id: `n${n}`, title: `Nested ${n}`, body }));
  const id = await d.add('/nested', rss(items), { approval: 'auto' });
  const found = await states(id);
  expect(found).toHaveLength(nested.length);
  expect(found.filter((state) => !['published', 'rejected'].includes(state))).toEqual([]);
  const { rows } = await d.app.pool.query("select from failed_job where kind = 'intake.item'");
  expect(rows).toEqual([]);
});

it('a paused source brings nothing more, and goes on when it is active again', async () => {
  const id = await d.add('/paused', rss([{ id: 'w', title: 'Waits', link: 'https://o.example/waits' }]));
  const path = `/sites/${d.site}/sources/${id}`;
  await d.app.manage('PATCH', path, { source: { active: false } });
  // As if the pause had come between the poll and the article.
  await d.app.pool.query('delete from item_identity where source_id = $1', [id]);
  await d.app.pool.query("update source_item set state = 'new', uid = null where source_id = $1", [id]);
  await d.app.pool.query(
    `with item as (select site_id, source_id, encode(external_key, 'hex') as key from source_item where source_id = $1),
      lane as (insert into job_lane (kind, key, next_at)
        select 'intake.item', concat_ws(':', site_id, source_id, key), now() from item)
    insert into job (kind, key, payload, run_at)
    select 'intake.item', concat_ws(':', site_id, source_id, key), to_jsonb(item), now() from item`,
    [id],
  );
  const left = async () => (await d.app.pool.query("select from job where kind = 'intake.item'")).rows.length;
  await expect.poll(left).toBe(0);
  expect(await states(id)).toEqual(['new']);
  await d.app.pool.query('delete from source_host');
  await d.app.manage('PATCH', path, { source: { active: true } });
  await expect.poll(() => states(id)).toEqual(['held']);
});

it('a feed that names a private file does not open it', async () => {
  const { id: mediaId, path } = await uploaded(d.app, d.site, await picture('png', 80, 60), { name: 'secret.png' });
  await d.app.pool.query("update media set origin = 'form' where id = $1", [mediaId]);
  const address = `${d.app.url}${path}`;
  const body = `<p>Look</p><img src="${address}"><a href="${address}">at this</a>`;
  const more = `<enclosure url="${address}" type="image/jpeg" length="1"/>`;
  const id = await d.add('/private', rss([{ id: 's', title: 'Secret', body, more }]), { approval: 'auto' });
  expect(await states(id)).toEqual(['published']);
  expect((await bytesAt(d.app, path)).status).toBe(404);
});

it('a site has each feed once, however its address is spelled', async () => {
  const url = `http://spelled.test:${d.server.port}/spelled`;
  const others = ['SPELLED.test', 'spelled.test'].map((host) => `http://${host}:${d.server.port}/./spelled#part`);
  d.server.answers.set('/spelled', document(rss([])));
  const add = (address: string) =>
    d.app.request('POST', `/v1/manage/sites/${d.site}/sources`, {
      body: { source: { url: address, section_id: d.section, active: false } },
      token: ADMIN,
    });
  expect((await add(url)).status).toBe(201);
  for (const other of others) expect((await add(other)).status).toBe(409);
});

it('an answer of 304 to a request without validators is a failure', async () => {
  const id = await d.add('/early', (_, response) => response.writeHead(304).end());
  expect(await d.source(id)).toMatchObject({ failures: 1, last_error: { code: 'refused' } });
});

it('credentials in addresses are not served, and a title may speak of <script>', async () => {
  const item = {
    ...{ id: 'c', link: 'https://u:p@o.example/c', title: 'How &lt;script&gt; blocks &lt;b&gt;pages&lt;/b&gt;' },
    body: '<a href="https://me:secret@o.example/x">x</a><img src="//u:p@o.example/y.png">',
    more: '<enclosure url="https://u:p@o.example/z.png" type="image/png" length="1"/>',
  };
  const [taken] = await d.items(await d.add('/credentials', rss([item])));
  expect(taken).toMatchObject({ title: 'How <script> blocks pages', url: 'https://o.example/c' });
  const { article } = await d.app.manage('GET', `/sites/${d.site}/articles/${taken.uid}`);
  expect([article.url, article.cover_url]).toEqual(['https://o.example/c', 'https://o.example/z.png']);
  expect(article.body).toBe('<a href="https://o.example/x">x</a><img src="https://o.example/y.png">');
});

it('a deleted author leaves the sources', async () => {
  const author = async (firstname: string) =>
    (await d.app.manage('POST', `/sites/${d.site}/authors`, { author: { firstname, lastname: 'B' } })).author.id;
  const [a, b] = [await author('A'), await author('C')];
  const id = await d.add('/authors', rss([]), { author_ids: [a, b] });
  await d.app.manage('DELETE', `/sites/${d.site}/authors/${a}`);
  expect((await d.source(id)).author_ids).toEqual([b]);
});

it.each([
  ['120', 120],
  ['9'.repeat(400), 7 * 86_400],
  ['1e309', 0],
  ['-5', 0],
  ['Fri, 01 Jan 2100 00:00:00 GMT', 7 * 86_400],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['soon', 0],
])('Retry-After: %s', (header, seconds) => {
  expect(secondsOf(header)).toBe(seconds);
});

it('a source that begins to fail is in the audit log once, in readyz and in the metrics', async () => {
  const id = await d.add('/fails', (_, response) => void response.writeHead(500).end());
  for (let poll = 2; poll <= 4; poll++) await d.poll(id);
  const { rows } = await d.app.pool.query(
    "select actor_kind from audit_entry where noun = 'source' and action = 'fail' and noun_id = $1",
    [String(id)],
  );
  expect(rows).toEqual([{ actor_kind: 'timer' }]);
  expect((await d.source(id)).state).toBe('failing');
  expect((await d.app.get('/readyz')).body.sources).toMatch(/^\d+ failing$/);
  expect((await d.app.get('/metrics')).text).toMatch(/masthead_sources\{state="failing"\} [1-9]/);
});
