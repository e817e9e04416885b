/** Sources and their ledger in the management API. Polls are tested in src/intake. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp, webhookTools } from '../../../test/app.ts';

let app: TestApp;
let site: number;
let section: number;
let feeds = 0;
const path = (rest = '') => `/sites/${site}/sources${rest}`;
const add = async (fields: object = {}, status?: number) =>
  app.manage(
    'POST',
    path(),
    { source: { url: `https://feeds.example/${++feeds}`, section_id: section, ...fields } },
    status,
  );
const lane = async (id: number) =>
  (await app.pool.query("select * from job where kind = 'intake.poll' and key = $1", [`${site}:${id}`])).rows.length;

beforeAll(async () => {
  app = await testApp();
  site = await app.site();
  section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } })).section.id;
});

describe('a source', () => {
  it('is created with defaults, listed, changed and deleted, and polled meanwhile', async () => {
    const { source } = await add({ url: ' https://feeds.example/atom?x=1 ' });
    expect(source).toMatchObject({
      kind: 'feed',
      name: 'feeds.example',
      url: 'https://feeds.example/atom?x=1',
      ...{ approval: 'hold', backlog: 20, update_policy: 'apply', min_interval: 300, interval: 300 },
      ...{ active: true, state: 'active', failures: 0, last_error: null, last_poll_at: null },
    });
    expect(await lane(source.id)).toBe(1);
    const { sources, meta } = await app.manage('GET', path());
    expect([sources.at(-1), meta.total_count]).toEqual([source, sources.length]);
    const changed = await app.manage('PATCH', path(`/${source.id}`), { source: { name: 'Office', backlog: 5 } });
    expect(changed.source).toMatchObject({ name: 'Office', backlog: 5, url: source.url, min_interval: 300 });
    await app.manage('DELETE', path(`/${source.id}`));
    expect([await lane(source.id), (await app.manage('GET', path(`/${source.id}`), undefined, 404)).error]).toEqual([
      0,
      'There is no such source.',
    ]);
  });

  it('has its answer sent back unchanged', async () => {
    const { source } = await add({ tags: ['harbour'], approval: 'auto' });
    const again = await app.manage('PATCH', path(`/${source.id}`), { source });
    expect(again.source).toEqual({ ...source, updated_at: again.source.updated_at });
  });

  it('is paused and resumed; paused, it cannot be polled', async () => {
    const { source } = await add();
    const paused = await app.manage('PATCH', path(`/${source.id}`), { source: { active: false } });
    expect(paused.source).toMatchObject({ state: 'paused', next_poll_at: null, paused_at: expect.any(String) });
    expect(await lane(source.id)).toBe(0);
    const refused = await app.manage('POST', path(`/${source.id}/poll`), {}, 409);
    expect(refused.error).toBe('This source is paused; make it active first.');
    const resumed = await app.manage('PATCH', path(`/${source.id}`), { source: { active: true } });
    expect(resumed.source).toMatchObject({ state: 'active', paused_at: null });
    await app.manage('POST', path(`/${source.id}/poll`), {}, 202);
    expect(await lane(source.id)).toBe(1);
  });

  it('is failing after three failed polls, and begins anew with another address', async () => {
    const { source } = await add();
    const error = { code: 'not_a_feed', message: 'x', at: '2026-01-01T00:00:00Z' };
    const fail = 'update source set failures = 3, last_error = $1, cursor = $2 where site_id = $3 and id = $4';
    await app.pool.query(fail, [error, { etag: '"a"' }, site, source.id]);
    expect((await app.manage('GET', path(`/${source.id}`))).source).toMatchObject({
      state: 'failing',
      last_error: error,
    });
    const url = 'https://feeds.example/moved';
    const moved = await app.manage('PATCH', path(`/${source.id}`), { source: { url } });
    expect(moved.source).toMatchObject({ state: 'active', last_error: null, failures: 0 });
    expect((await app.pool.query('select cursor from source where id = $1', [source.id])).rows).toEqual([
      { cursor: {} },
    ]);
  });

  it.each([
    [{ section_id: 999 }, '/section_id', 'names no section of this site'],
    [{ category_id: 999 }, '/category_id', 'names no article category of this site'],
    [{ author_ids: [999] }, '/author_ids', 'names no author of this site: 999'],
    [{ backlog: 201 }, '/backlog', 'must be <= 200'],
    [{ min_interval: 10 }, '/min_interval', 'must be >= 300'],
    [{ url: 'ftp://feeds.example/' }, '/url', 'must be an http or https address such as https://example.com/path'],
    [{ url: 'https://user:pass@feeds.example/' }, '/url', 'must not contain a user name or password'],
  ])('with %j is invalid', async (fields, at, message) => {
    expect((await add(fields, 422)).problems).toEqual([{ path: at, message }]);
  });

  it('has an address that no other one of the site has', async () => {
    const url = 'https://feeds.example/once';
    const { source } = await add({ url });
    expect((await add({ url }, 409)).error).toBe('There is a source with this url already.');
    expect((await add({ id: source.id }, 409)).error).toBe('There is a source with this id already.');
  });

  it('keeps its section, its category and its site from being deleted', async () => {
    const other = await app.site();
    const of = (rest: string) => `/sites/${other}${rest}`;
    const { section } = await app.manage('POST', of('/sections'), { section: { name: 'S' } });
    const { category } = await app.manage('POST', of('/article-categories'), { category: { name: 'C' } });
    const fields = { url: 'https://feeds.example/x', section_id: section.id, category_id: category.id };
    const { source } = await app.manage('POST', of('/sources'), { source: fields });
    for (const used of [`/sections/${section.id}`, `/article-categories/${category.id}`])
      expect((await app.manage('DELETE', of(used), undefined, 409)).error).toContain('used by 1 source(s)');
    expect((await app.manage('DELETE', of(''), undefined, 409)).error).toContain('1 source(s)');
    await app.manage('DELETE', of(`/sources/${source.id}`));
    await app.manage('DELETE', of(`/sections/${section.id}`));
  });

  it('has no private address in production', async () => {
    const strict = await testApp({ webhooks: webhookTools({ allowPrivate: false }) }, { database: app.database });
    const reply = await strict.request('POST', `/v1/manage${path()}`, {
      token: ADMIN,
      body: { source: { url: 'http://169.254.169.254/', section_id: section } },
    });
    expect([reply.status, reply.body.problems[0].path]).toEqual([422, '/url']);
  });

  it('is one of at most 500', async () => {
    const full = await app.site();
    const made = await app.manage('POST', `/sites/${full}/sections`, { section: { name: 'S' } });
    await app.pool.query(
      `insert into source (site_id, id, kind, name, section_id, author_ids, tags, approval, settings, active, interval_s)
       select $1, n + 100000, 'feed', 'x', $2, '{}', '{}', 'hold', jsonb_build_object('url', n), false, 300 from generate_series(1, 500) n`,
      [full, made.section.id],
    );
    const source = { url: 'https://feeds.example/501', section_id: made.section.id };
    const { error } = await app.manage('POST', `/sites/${full}/sources`, { source }, 409);
    expect(error).toBe('A site has at most 500 sources.');
  });
});

describe('the ledger', () => {
  const items = async (query = '') =>
    (await app.manage('GET', `/sites/${site}/source-items?${query}`)).source_items.map(
      ({ title, state, reason }: { title: string; state: string; reason: string | null }) => [title, state, reason],
    );

  it('lists items with the state of their articles, filtered and in pages', async () => {
    const { source } = await add();
    const article = async (state: string) =>
      (await app.manage('POST', `/sites/${site}/articles`, { article: { title: state, section_id: section, state } }))
        .article;
    const [pending, published, deleted] = [
      await article('pending'),
      await article('published'),
      await article('pending'),
    ];
    await app.manage('DELETE', `/sites/${site}/articles/${deleted.uid}`);
    const insert = (title: string, state: string, uid: string | null, reason: string | null) =>
      app.pool.query(
        `insert into source_item (site_id, source_id, external_key, external_id, title, state, reason, uid, content_hash, seen_at, changed_at)
         values ($1, $2, sha256($3::text::bytea), $3, $3, $4, $5, $6, '', now(), now())`,
        [site, source.id, title, state, reason, uid],
      );
    await insert('a', 'skipped', null, 'Older than the backlog.');
    await insert('b', 'held', pending.uid, null);
    await insert('c', 'held', published.uid, null);
    await insert('d', 'held', deleted.uid, null);
    expect(await items()).toEqual([
      ['d', 'rejected', 'An editor has deleted its article.'],
      ['c', 'published', null],
      ['b', 'held', null],
      ['a', 'skipped', 'Older than the backlog.'],
    ]);
    expect(await items('state=held')).toEqual([['b', 'held', null]]);
    expect(await items(`uid=${published.uid}`)).toEqual([['c', 'published', null]]);
    expect(await items('source_id=99999')).toEqual([]);
    const { source_items } = await app.manage('GET', `/sites/${site}/source-items?count=2`);
    expect((await items(`max_id=${source_items[1].id}`)).map(([title]: [string]) => title)).toEqual(['b', 'a']);
    const { source_item } = await app.manage('GET', `/sites/${site}/source-items/${source_items[0].id}`);
    expect(source_item).toEqual(source_items[0]);
    await app.manage('GET', `/sites/${site}/source-items/999999`, undefined, 404);
  });
});
