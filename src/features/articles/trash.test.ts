import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { runCleanUp } from '../../../test/clean-ups.ts';
import { signedIn } from '../../../test/people.ts';
import { oldTrash } from '../publication/jobs.ts';
import { ids, type TestSite, testSites } from './testing/test-site.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
const { add, addSection, place, published } = testSites(() => app);

const FUTURE = '2099-01-01T00:00:00Z';
const articles = ({ site }: TestSite) => `/sites/${site}/articles`;
const address = (at: TestSite, uid: string | number) => `${articles(at)}/${uid}`;
const read = async (at: TestSite, uid: string) => (await app.manage('GET', address(at, uid))).article;
const remove = (at: TestSite, uid: string | number) => app.manage('DELETE', address(at, uid));
const restore = async (at: TestSite, uid: string | number, body?: object, status = 200) =>
  app.manage('PUT', `${address(at, uid)}/restoration`, body, status);
const trash = async (at: TestSite, query = '') => app.manage('GET', `${articles(at)}?deleted=true${query}`);
const served = async ({ site }: TestSite) => (await app.get(`/v1/sites/${site}/articles`)).body.articles;
const make = async ({ site }: TestSite, path: string, key: string, fields: object) =>
  (await app.manage('POST', `/sites/${site}/${path}`, { [key]: fields }))[key].id as number;

it('restoring an article that is not in the trash changes nothing, and needs the current version all the same', async () => {
  const at = await place();
  const { uid } = await add(at);
  await app.manage('PATCH', address(at, uid), { article: { title: 'Cod' } });
  const restoring = async (version: number) =>
    app.request('PUT', `/v1/manage${address(at, uid)}/restoration`, {
      token: ADMIN,
      headers: { 'if-match': `"${version}"` },
    });
  expect([(await restoring(1)).status, (await restoring(2)).status]).toEqual([409, 200]);
  const operations = [{ action: 'restore', uid, if_match: 1 }];
  const { results } = await app.manage('POST', `${articles(at)}/batch`, { operations }, 200);
  expect(results).toMatchObject([{ status: 409, failure: { version: 2 } }]);
  // An earlier text that equals the present one.
  const again = await app.request('PUT', `/v1/manage${address(at, uid)}/revisions/2/restoration`, {
    token: ADMIN,
    headers: { 'if-match': '"1"' },
  });
  expect(again.status).toBe(409);
});

describe('a deleted article', () => {
  it('is in the trash and nowhere else', async () => {
    const at = await place();
    const { uid, id } = await published(at, { tags: ['sea'] });
    const stays = await published(at);
    const { revisions } = await app.manage('GET', `${address(at, uid)}/revisions`);
    await remove(at, uid);
    expect(ids(await served(at))).toEqual([stays.id]);
    for (const name of [uid, id]) {
      await app.manage('GET', address(at, name), undefined, 404);
      await app.manage('PATCH', address(at, name), { article: { title: 'x' } }, 404);
      await app.manage('DELETE', address(at, name), undefined, 404);
      await app.manage('PUT', `${address(at, name)}/publication`, undefined, 404);
      await app.manage('DELETE', `${address(at, name)}/publication`, undefined, 404);
      await app.manage('PUT', `${address(at, name)}/pins`, { pins: { pinned_index: 0 } }, 404);
      await app.manage('POST', `${address(at, name)}/recheck`, undefined, 404);
      await app.manage('GET', `${address(at, name)}/revisions`, undefined, 404);
      await app.manage('GET', `${address(at, name)}/revisions/${revisions[0].number}`, undefined, 404);
      await app.manage('PUT', `${address(at, name)}/revisions/1/restoration`, undefined, 404);
    }
    await app.manage('PUT', `/sites/${at.site}/likes/${id}`, { like: { upvotes: 1, downvotes: 0 } }, 404);
    expect(ids((await app.manage('GET', articles(at))).articles)).toEqual([stays.id]);
    expect((await app.manage('GET', articles(at))).meta.total_count).toBe(1);
    expect((await app.manage('GET', `${articles(at)}?tag=sea`)).articles).toEqual([]);
  });

  it('is read from the trash alone, with who deleted it and how long it stays', async () => {
    const at = await place();
    const { uid } = await published(at, { title: 'Ebb', body: '<p>Low water.</p>' });
    await app.manage('GET', `${address(at, uid)}?deleted=true`, undefined, 404);
    const before = await read(at, uid);
    await remove(at, uid);
    const { article, deletion } = await app.manage('GET', `${address(at, before.id)}?deleted=true`);
    const { deleted_at, kept_until } = deletion;
    expect(article).toMatchObject({ uid, title: 'Ebb', body: '<p>Low water.</p>', deleted_at });
    expect(deletion).toMatchObject({ deleted_by: 'admin token', deleted_by_name: null });
    expect(Date.parse(kept_until) - Date.parse(deleted_at)).toBe(30 * 86_400_000);
    await app.manage('DELETE', `/sites/${at.site}/sections/${at.section}`);
    const orphan = await app.manage('GET', `${address(at, uid)}?deleted=true&fields=title,full_url`);
    expect(orphan.article).toEqual({ title: 'Ebb', full_url: null });
    const [author, editor] = [
      await signedIn(app, [{ site_id: at.site, role: 'author' }]),
      await signedIn(app, [{ site_id: at.site, role: 'editor' }]),
    ];
    await author.manage('GET', `${address(at, uid)}?deleted=true`, undefined, 404);
    const section = await addSection(at.site, 'Other');
    const own = (await author.manage('POST', articles(at), { article: { title: 'Flow', section_id: section } }))
      .article;
    await editor.manage('POST', `${articles(at)}/batch`, { operations: [{ uid: own.uid, action: 'delete' }] }, 200);
    const seen = await author.manage('GET', `${address(at, own.uid)}?deleted=true`);
    expect(seen.deletion).toMatchObject({
      deleted_by: `person:${editor.id}`,
      deleted_by_name: expect.stringMatching(/^Person/),
    });
    await author.manage('PUT', `${address(at, own.uid)}/restoration`);
    const { rows } = await app.pool.query('select deleted_by from article where uid = $1', [own.uid]);
    expect(rows).toEqual([{ deleted_by: null }]);
  });

  it('is listed with the time of its deletion, the last one first, by the filters of every list', async () => {
    const at = await place();
    const [one, two] = [await add(at, { title: 'One' }), await add(at, { title: 'Two' })];
    await add(at, { title: 'Three' });
    for (const { uid } of [two, one]) await remove(at, uid);
    const { articles: listed, meta } = await trash(at);
    expect([listed.map(({ title }: { title: string }) => title), meta.total_count]).toEqual([['One', 'Two'], 2]);
    expect(listed[0]).toMatchObject({ uid: one.uid, state: 'draft', deleted_at: expect.stringMatching(/Z$/) });
    expect((await trash(at, '&q=two')).articles).toHaveLength(1);
    expect((await app.manage('GET', `${articles(at)}?deleted=false`)).articles).toMatchObject([
      { title: 'Three', deleted_at: null },
    ]);
  });

  it('frees its slug, but not its id', async () => {
    const at = await place();
    const { uid, id } = await published(at, { article_url: 'aaa' });
    await remove(at, uid);
    expect((await published(at, { article_url: 'aaa' })).article_url).toBe('aaa');
    const body = { article: { id, title: 'x', section_id: at.section } };
    expect((await app.manage('POST', articles(at), body, 409)).error).toContain('trash');
  });

  it('has ended its schedule', async () => {
    const at = await place();
    const { uid } = await add(at, { publish_at: FUTURE });
    await remove(at, uid);
    expect((await app.pool.query('select from job where key like $1', [`%${uid}`])).rowCount).toBe(0);
    await restore(at, uid);
    expect(await read(at, uid)).toMatchObject({ state: 'draft', publish_at: null, deleted_at: null });
  });
});

describe('restoration', () => {
  it.each([
    ['a draft', {}, 'draft'],
    ['a pending one', { state: 'pending' }, 'pending'],
    ['a published one', { state: 'published' }, 'unpublished'],
  ])('restores %s, unpublished, with its id, texts and version', async (_, fields, state) => {
    const at = await place();
    const { uid } = await add(at, fields);
    await app.manage('PATCH', address(at, uid), { article: { title: 'Edited' } });
    const before = await read(at, uid);
    await remove(at, uid);
    const { article } = await restore(at, before.id ?? uid);
    expect(article).toEqual({ ...before, state });
    expect((await app.manage('GET', `${address(at, uid)}/revisions`)).meta.total_count).toBe(2);
    expect(await served(at)).toEqual([]);
    expect((await trash(at)).articles).toEqual([]);
  });

  it('notifies receivers only when the article is published again, under its id', async () => {
    const at = await place();
    const { uid, id } = await published(at);
    await remove(at, uid);
    await restore(at, uid);
    await app.manage('PUT', `${address(at, uid)}/publication`);
    expect(ids(await served(at))).toEqual([id]);
    const { changes } = await app.manage('GET', `/sites/${at.site}/changes`);
    expect(changes.map(({ action }: { action: string }) => action)).toEqual(['publish', 'unpublish', 'publish']);
  });

  it('counts the 30 days by the clock of the database, not of the process', async () => {
    const at = await place();
    const { uid } = await add(at);
    app.clock.now = new Date('2001-01-01T00:00:00Z');
    await remove(at, uid);
    expect((await restore(at, uid)).article.deleted_at).toBeNull();
    app.clock.now = null;
  });

  it('may be repeated, honours If-Match, and is 404 for articles outside the trash', async () => {
    const at = await place();
    const { uid } = await add(at);
    await remove(at, uid);
    const put = (etag: string) =>
      app.request('PUT', `/v1/manage${address(at, uid)}/restoration`, { token: ADMIN, headers: { 'if-match': etag } });
    expect((await put('"9"')).status).toBe(409);
    const first = await put('"1"');
    const second = await put('"1"');
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
    await restore(at, '00000000-0000-7000-8000-000000000000', undefined, 404);
    await restore(await place(), uid, undefined, 404);
  });

  it('gives a slug that was taken meanwhile a number, as a new version', async () => {
    const at = await place();
    const { uid } = await published(at, { article_url: 'aaa' });
    await remove(at, uid);
    const other = await published(at, { article_url: 'aaa' });
    await app.manage('PATCH', address(at, other.uid), { article: { article_url: 'bbb' } });
    // The served address counts as well.
    expect((await restore(at, uid)).article).toMatchObject({ article_url: 'aaa-2', version: 2, state: 'unpublished' });
    const { revision } = await app.manage('GET', `${address(at, uid)}/revisions/2`);
    expect(revision.article.article_url).toBe('aaa-2');
    await app.manage('PUT', `${address(at, uid)}/publication`);
    expect(new Set((await served(at)).map(({ full_url }: { full_url: string }) => full_url)).size).toBe(2);
  });

  it('drops references to rows that were deleted meanwhile, and asks for a section', async () => {
    const at = await place();
    const author = await make(at, 'authors', 'author', { firstname: 'A', lastname: 'B' });
    const stays = await make(at, 'authors', 'author', { firstname: 'C', lastname: 'D' });
    const category = await make(at, 'article-categories', 'category', { name: 'C' });
    const { uid } = await published(at, { author_ids: [author, stays], category_id: category });
    await remove(at, uid);
    const other = await addSection(at.site, 'Other');
    for (const path of [`sections/${at.section}`, `authors/${author}`, `article-categories/${category}`])
      await app.manage('DELETE', `/sites/${at.site}/${path}`);
    expect((await trash(at)).articles).toMatchObject([{ uid, section_id: at.section, full_url: null }]);
    const refused = await restore(at, uid, undefined, 409);
    expect(refused).toMatchObject({ error: expect.stringContaining('section_id'), missing_field: 'section_id' });
    const operations = [{ uid, action: 'restore' }];
    const { results } = await app.manage('POST', `${articles(at)}/batch`, { operations }, 200);
    expect(results).toMatchObject([{ status: 409, failure: { missing_field: 'section_id' } }]);
    const wrong = await restore(at, uid, { restoration: { section_id: 999 } }, 422);
    expect(wrong.problems[0].path).toBe('/section_id');
    const { article } = await restore(at, uid, { restoration: { section_id: other } });
    const expected = { section_id: other, author_ids: [stays], category_id: null, version: 2 };
    expect(article).toMatchObject({ ...expected, state: 'unpublished' });
    await app.manage('PUT', `${address(at, uid)}/publication`);
    expect(await served(at)).toMatchObject([{ section_id: other, author_ids: [stays], category_id: null }]);
  });

  it('puts the article back into its issues and containers, unless one no longer accepts its type', async () => {
    const at = await place();
    const [one, two] = [await published(at), await published(at)];
    const issue = await make(at, 'issues', 'issue', { name: 'I', published: true });
    const open = await make(at, 'featured-item-containers', 'featured_item_container', { identifier: 'o', name: 'O' });
    const closed = await make(at, 'featured-item-containers', 'featured_item_container', {
      identifier: 'c',
      name: 'C',
    });
    const lists = [`issues/${issue}`, `featured-item-containers/${open}`, `featured-item-containers/${closed}`];
    for (const list of lists)
      await app.manage('PUT', `/sites/${at.site}/${list}/articles`, { article_ids: [one.id, two.id] });
    const shown = async (list: string) => ids((await app.get(`/v1/sites/${at.site}/${list}/articles`)).body.articles);
    const version = async (list: string) =>
      Number(
        (await app.request('GET', `/v1/manage/sites/${at.site}/${list}`, { token: ADMIN })).headers
          .get('etag')
          ?.match(/\d+/)?.[0],
      );
    const before = await Promise.all(lists.map(version));
    await remove(at, one.uid);
    expect(await Promise.all(lists.map(shown))).toEqual([[two.id], [two.id], [two.id]]);
    expect(await Promise.all(lists.map(version))).toEqual(before.map((number) => number + 1));
    // It cannot be named, and a list that is set has only what it names from then on.
    const [first = ''] = lists;
    await app.manage('PUT', `/sites/${at.site}/${first}/articles`, { article_ids: [one.id] }, 422);
    await app.manage('PUT', `/sites/${at.site}/${first}/articles`, { article_ids: [two.id] });
    await remove(at, two.uid);
    const restricted = { featured_item_container: { type_restriction: 'video' } };
    await app.manage('PATCH', `/sites/${at.site}/featured-item-containers/${closed}`, restricted);
    for (const { uid } of [one, two]) {
      await restore(at, uid);
      await app.manage('PUT', `${address(at, uid)}/publication`);
    }
    expect(await Promise.all(lists.map(shown))).toEqual([[two.id], [one.id, two.id], []]);
  });

  it('keeps likes and votes', async () => {
    const at = await place();
    const { uid, id } = await published(at);
    await app.manage('PUT', `/sites/${at.site}/likes/${id}`, { like: { upvotes: 7, downvotes: 2 } });
    await remove(at, uid);
    const likes = async () => (await app.get(`/v1/sites/${at.site}/likes`)).body.likes;
    expect(await likes()).toEqual([]);
    await restore(at, uid);
    await app.manage('PUT', `${address(at, uid)}/publication`);
    expect(await likes()).toEqual([{ article_id: id, upvotes: 7, downvotes: 2, score: 5 }]);
  });
});

describe('the trash', () => {
  const age = (uid: string, days: number) =>
    app.pool.query('update article set deleted_at = now() - make_interval(days => $2) where uid = $1', [uid, days]);

  it('loses articles that were deleted more than 30 days ago', async () => {
    const at = await place();
    const [old, recent, stays] = [await published(at), await add(at), await add(at)];
    await app.manage('PUT', `/sites/${at.site}/likes/${old.id}`, { like: { upvotes: 7, downvotes: 2 } });
    for (const { uid } of [old, recent]) await remove(at, uid);
    await age(old.uid, 31);
    await age(recent.uid, 29);
    await restore(at, old.uid, undefined, 404);
    expect((await trash(at)).meta.total_count).toBe(1);
    await runCleanUp(app.pool, oldTrash);
    expect((await app.pool.query('select from article where uid = $1', [old.uid])).rowCount).toBe(0);
    expect((await trash(at)).articles.map(({ uid }: { uid: string }) => uid)).toEqual([recent.uid]);
    await restore(at, old.uid, undefined, 404);
    await restore(at, recent.uid);
    expect((await read(at, stays.uid)).uid).toBe(stays.uid);
    for (const table of ['article_like', 'article_revision'])
      expect((await app.pool.query(`select from ${table} where site_id = $1`, [at.site])).rowCount, table).toBe(
        table === 'article_like' ? 0 : 2,
      );
  });

  it('does not keep a site from being deleted', async () => {
    const at = await place();
    const { uid } = await published(at);
    await remove(at, uid);
    await app.manage('DELETE', `/sites/${at.site}/sections/${at.section}`);
    await app.manage('DELETE', `/sites/${at.site}`);
    expect((await app.pool.query('select from article where uid = $1', [uid])).rowCount).toBe(0);
  });

  it('has no public or scheduled articles, and only there an article may lack its section', async () => {
    const at = await place();
    const { uid } = await published(at);
    const set = (columns: string) => app.pool.query(`update article set ${columns} where uid = $1`, [uid]);
    await expect(set('deleted_at = now()')).rejects.toMatchObject({ code: '23514' });
    await expect(set('section_id = null')).rejects.toMatchObject({ code: '23514' });
  });
});
