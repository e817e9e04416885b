/** Erasure: a planted marker is in no table and in no stored file afterwards, and polls do not bring it back. */
import type { ServerResponse } from 'node:http';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { kysely } from '../db/connect.ts';
import { indexFreshArticles } from '../features/publication/search-index.ts';
import { type Desk, desk, document, type Ledger, rss } from './testing/feeds.ts';

const MARKER = 'Zanzibarmarker';
const TEXT = `A long text about the ${MARKER}, its harbour and its ferries, so that it is known by its words in every other source.`;

let d: Desk;
beforeAll(async () => {
  d = await desk();
  await d.app.manage('PATCH', `/sites/${d.site}`, { site: { cache_remote_images: true } });
});

/** Every row of every table as text. */
async function dump(): Promise<Map<string, string>> {
  const { rows } = await d.app.pool.query("select tablename from pg_tables where schemaname = 'public' order by 1");
  const texts = new Map<string, string>();
  for (const { tablename } of rows) {
    const { rows: all } = await d.app.pool.query(`select t::text as row from "${tablename}" t`);
    texts.set(tablename, all.map(({ row }) => row).join('\n'));
  }
  return texts;
}
const tablesWith = async (word: string) =>
  [...(await dump())].flatMap(([table, text]) => (text.toLowerCase().includes(word.toLowerCase()) ? [table] : []));

async function files(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of d.app.media.storage.list('')) keys.push(key);
  return keys;
}

const planted = (port: number) => ({
  ...{
    id: `https://o.example/${MARKER}`,
    title: `The ${MARKER}`,
    link: `https://o.example/${MARKER}`,
    body: `<p>${TEXT}</p>`,
  },
  more: `<author>Max ${MARKER}</author><category>${MARKER}</category>
    <enclosure url="http://pictures.test:${port}/${MARKER}.png" type="image/png" length="1"/>`,
});

async function erased(body: object): Promise<Ledger> {
  const { erasure } = await d.app.manage('POST', `/sites/${d.site}/erasures`, { erasure: body }, 202);
  const read = async () => (await d.app.manage('GET', `/sites/${d.site}/erasures/${erasure.id}`)).erasure;
  await expect.poll(async () => (await read()).state, { timeout: 20_000 }).toBe('done');
  return read();
}

it('leaves nothing in the database or in storage, and the next polls bring nothing back', async () => {
  const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  d.server.answers.set(
    `/${MARKER}.png`,
    (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(png),
  );
  await d.app.manage('POST', `/sites/${d.site}/webhooks`, { webhook: { url: 'https://hooks.example/x' } });
  const item = planted(d.server.port);
  const id = await d.add('/plain', rss([item, { id: 'other', title: 'Another ferry' }]), { approval: 'auto' });
  const copy = await d.add('/copy', rss([{ ...item, id: 'copied' }]));
  const [other] = (await d.items(id)).filter(({ external_id }: Ledger) => external_id === 'other');
  const [one] = (await d.items(id)).filter(({ external_id }: Ledger) => external_id === item.id);
  expect((await d.items(copy))[0]).toMatchObject({ state: 'duplicate', uid: one.uid });
  // Its picture is in the library, its words are in the index, and editors have worked on it.
  const cached = async () => (await d.app.pool.query("select from remote_image where state = 'cached'")).rowCount;
  await expect.poll(cached, { timeout: 20_000 }).toBe(1);
  await indexFreshArticles(kysely(d.app.pool), { articles: 1_000 });
  await d.app.manage('PATCH', `/sites/${d.site}/articles/${one.uid}`, { article: { summary: `About ${MARKER}` } });
  await d.app.manage('DELETE', `/sites/${d.site}/source-items/${one.id}/approval`);
  await d.app.manage('PUT', `/sites/${d.site}/source-items/${one.id}/approval`);
  await d.app.request('POST', `/v1/manage/sites/${d.site}/articles/batch`, {
    ...{ headers: { 'idempotency-key': 'k' }, token: 'admin-token-for-tests' },
    body: { operations: [{ uid: one.uid, action: 'change', article: { tags: [MARKER] } }] },
  });
  expect((await tablesWith(MARKER)).length).toBeGreaterThan(8);

  const result = await erased({ item_id: one.id });
  expect(result).toMatchObject({ items: 1, articles: 1, media: 1, done_at: expect.any(String) });
  expect(await tablesWith(MARKER)).toEqual([]);
  expect(await files()).toEqual([]);
  const { rows: told } = await d.app.pool.query(
    "select action from article_event where action = 'unpublish' order by content_version desc limit 1",
  );
  expect(told).toEqual([{ action: 'unpublish' }]);

  await d.poll(id);
  d.server.answers.set('/plain', document(rss([{ ...item, title: `Changed ${MARKER}`, body: `${TEXT} More.` }])));
  await d.poll(id);
  await d.add('/third', rss([{ ...item, id: 'new id', link: 'https://o.example/elsewhere' }]));
  const { rows: states } = await d.app.pool.query("select state, reason from source_item where title = '' order by id");
  expect(states).toHaveLength(3);
  for (const row of states)
    expect(row).toEqual({ state: 'erased', reason: 'It was erased, and is not collected again.' });
  expect(await tablesWith(MARKER)).toEqual([]);
  expect((await d.app.manage('GET', `/sites/${d.site}/source-items/${other.id}`)).source_item.state).toBe('published');
  await d.app.manage('PUT', `/sites/${d.site}/source-items/${one.id}/approval`, undefined, 409);
});

it('leaves no picture that was on its way', async () => {
  const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#654321' } })
    .png()
    .toBuffer();
  let late: ServerResponse | undefined;
  d.server.answers.set('/late.png', (_, response) => {
    late = response;
  });
  const more = `<enclosure url="http://pictures.test:${d.server.port}/late.png" type="image/png" length="1"/>`;
  const id = await d.add('/late', rss([{ id: 'late', title: 'Late', more }]), { approval: 'auto' });
  await expect.poll(() => late, { timeout: 20_000 }).toBeDefined();
  await erased({ item_id: (await d.items(id))[0].id });
  late?.writeHead(200, { 'content-type': 'image/png' }).end(png);
  const unused = async () => (await d.app.pool.query('select from blob where orphan_since < now()')).rowCount;
  await expect.poll(unused, { timeout: 20_000 }).toBe(1);
  expect((await d.app.pool.query("select from media where source_url like '%/late.png'")).rowCount).toBe(0);
});

it('leaves no stored answer that names an item without an article', async () => {
  const of = (path: string) => `/sites/${d.site}${path}`;
  const token = 'admin-token-for-tests';
  const id = 'Quibble"id';
  const { section } = await d.app.manage('POST', of('/sections'), { section: { name: 'Partners' } });
  const rule = { name: 'No quibbles', match: { words: ['quibbling'] }, action: 'reject' };
  const { intake_rule } = await d.app.manage('POST', of('/intake-rules'), { intake_rule: rule });
  const partner = async (name: string) => {
    const { source } = await d.app.manage('POST', of('/sources'), {
      source: { kind: 'guest_api', name, section_id: section.id },
    });
    const { api_key } = await d.app.manage('POST', '/api-keys', {
      api_key: { name, scopes: ['guest:write'], site_ids: [d.site], source_id: source.id },
    });
    const offer = (external_id: string, title: string) =>
      d.app.request('POST', '/v1/guest/articles', {
        ...{ token: api_key.key, headers: { 'idempotency-key': 'once' }, body: { article: { external_id, title } } },
      });
    return { source, offer };
  };
  const [one, other] = [await partner('One'), await partner('Other')];
  const refused = await one.offer(id, 'Quibbling');
  expect(refused.body.article).toMatchObject({ external_id: id, state: 'rejected', uid: null });
  const kept = await other.offer('other', 'About the ferry');
  const trial = { token, headers: { 'idempotency-key': 'trial' }, body: {} };
  await d.app.request('POST', `/v1/manage${of('/intake-rules/trial')}`, trial);
  await d.app.manage('DELETE', of(`/intake-rules/${intake_rule.id}`));
  // What a key sent that was deleted since is stored, too.
  await d.app.pool.query(
    `insert into remembered_answer (caller, idempotency_key, request_hash, status, headers, body)
     select 'key:999999', idempotency_key, request_hash, status, headers, body from remembered_answer where body like '%Quibble%'`,
  );
  const named = async () =>
    (await d.app.pool.query("select from remembered_answer where body like '%Quibbl%' or body like '{\"trial\":%'"))
      .rowCount;
  expect(await named()).toBe(3);
  await erased({ item_id: (await d.items(one.source.id))[0].id });
  expect(await named()).toBe(0);
  // Answers to others stay: a repeat is still recognised.
  const again = await other.offer('other', 'About the ferry');
  expect([again.headers.get('idempotent-replay'), again.body]).toEqual(['true', kept.body]);
});

it('takes what a person wrote with others', async () => {
  const more = '<dc:creator>Ida</dc:creator><dc:creator>Yolanda Slow</dc:creator>';
  const id = await d.add('/p3', rss([{ id: 'a', title: 'By two', more }]));
  expect((await erased({ person: 'yolanda slow' })).items).toBe(1);
  expect(await tablesWith('Yolanda')).toEqual([]);
  expect((await d.items(id)).map(({ state }: Ledger) => state)).toEqual(['erased']);
});

it('takes everything by a person, of every source, and what they send later', async () => {
  const by = (name: string) => `<author>${name}</author>`;
  const feed = (...items: object[]) => rss(items);
  const id = await d.add(
    '/p1',
    feed(
      { id: 'a', title: 'By Xantippe', more: by('Xantippe Quick') },
      { id: 'b', title: 'By another', more: by('Ida') },
    ),
  );
  const second = await d.add('/p2', feed({ id: 'c', title: 'Also hers', more: by('XANTIPPE  quick') }));
  expect((await erased({ person: 'xantippe quick' })).items).toBe(2);
  expect(await tablesWith('Xantippe')).toEqual([]);
  d.server.answers.set('/p2', document(feed({ id: 'd', title: 'A new one', more: by('Xantippe Quick') })));
  await d.poll(second);
  expect((await d.items(second)).map(({ state }: Ledger) => state)).toEqual(['erased', 'erased']);
  expect((await d.items(id)).map(({ state }: Ledger) => state).sort()).toEqual(['erased', 'held']);
  await d.app.manage('POST', `/sites/${d.site}/erasures`, { erasure: {} }, 422);
  await d.app.manage('POST', `/sites/${d.site}/erasures`, { erasure: { item_id: 999_999 } }, 404);
});
