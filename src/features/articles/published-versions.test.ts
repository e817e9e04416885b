import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { signedIn } from '../../../test/people.ts';
import { kysely } from '../../db/connect.ts';
import { transaction } from '../../db/transaction.ts';
import type { Revision } from '../../sdk/client.ts';
import { publishDue } from './commands.ts';

const LATER = '2040-01-01T00:00:00Z';

let app: TestApp;
let [site, section] = [0, 0];
beforeAll(async () => {
  app = await testApp();
  site = await app.site();
  section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } })).section.id;
});

const send = (method: string, path: string, body?: object, headers = {}) =>
  app.request(method, `/v1/manage/sites/${site}/articles${path}`, { token: ADMIN, body, headers });
const create = async (fields: object = {}) =>
  (await send('POST', '', { article: { title: 'Fog', section_id: section, ...fields } })).body.article;
const read = async (uid: string) => (await send('GET', `/${uid}`)).body.article;
const served = async (id: number) => (await app.get(`/v1/sites/${site}/articles/${id}`)).body.article;
const publish = (uid: string, publication: object, headers = {}) =>
  send('PUT', `/${uid}/publication`, { publication }, headers);
const discard = (uid: string, headers = {}) => send('PUT', `/${uid}/publication/restoration`, undefined, headers);
const history = async (uid: string) =>
  (await send('GET', `/${uid}/revisions`)).body.revisions.map(({ number, publications }: Revision) => [
    number,
    publications.map(({ published_by, ended_at, ended_by, replaced_by }) => [
      published_by,
      ended_at !== null,
      ended_by,
      replaced_by,
    ]),
  ]);
const edited = async (fields: object = {}) => {
  const article = await create({ state: 'published' });
  await send('PATCH', `/${article.uid}?autosave=true`, { article: { title: 'Fog, later', ...fields } });
  return article;
};

describe('a publication of an earlier version', () => {
  it('shows readers that text again, and the working copy stays', async () => {
    const { uid, id } = await edited({ tags: ['later'] });
    const before = await served(id);
    for (const leave of [`/${uid}/publication`, `/${uid}`]) {
      expect((await send('DELETE', leave)).status).toBe(204);
      expect(await served(id)).toBeUndefined();
      await send('PUT', `/${uid}/restoration`);
      const { status, body } = await publish(uid, { version: 1 }, { 'if-match': '"2"' });
      expect([status, body.article]).toEqual([
        200,
        expect.objectContaining({ state: 'published', version: 2, published_version: 1, title: 'Fog, later' }),
      ]);
      expect(await served(id)).toEqual(before);
    }
    await publish(uid, {});
    expect(await served(id)).toMatchObject({ title: 'Fog, later', tags: ['later'] });
  });

  it('is possible in a batch', async () => {
    const { uid, id } = await edited();
    const operations = [
      { uid, if_match: 2, action: 'unpublish' },
      { uid, if_match: 2, action: 'publish', version: 1 },
    ];
    const { body } = await send('POST', '/batch', { operations });
    expect(body.results.map(({ status }: { status: number }) => status)).toEqual([204, 200]);
    expect((await served(id)).title).toBe('Fog');
  });

  it('can be scheduled', async () => {
    const { uid } = await create();
    await send('PATCH', `/${uid}`, { article: { title: 'Two' } });
    expect((await publish(uid, { version: 1, publish_at: LATER })).body.article).toMatchObject({
      ...{ state: 'scheduled', version: 2, scheduled_version: 1, title: 'Two' },
    });
    expect((await publish(uid, { version: 2, publish_at: LATER })).body.article.scheduled_version).toBe(2);
    expect((await publish(uid, { publish_at: LATER })).body.article.scheduled_version).toBe(2);
  });

  it('is rejected if there is no such version, it is stale, or names something that was deleted', async () => {
    const { uid } = await edited();
    const unknown = await publish(uid, { version: 3 });
    expect([unknown.status, unknown.body.problems]).toEqual([
      422,
      [{ path: '/version', message: 'names no saved version of this article' }],
    ]);
    expect((await publish(uid, { version: 1 }, { 'if-match': '"1"' })).status).toBe(409);
    const { section: gone } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Gone' } });
    const { uid: moved } = await create({ title: 'Moved', section_id: gone.id });
    await send('PATCH', `/${moved}`, { article: { section_id: section } });
    await app.manage('DELETE', `/sites/${site}/sections/${gone.id}`);
    const { status, body } = await publish(moved, { version: 1 });
    expect([status, body.error]).toEqual([
      409,
      'Version 1 cannot be published: its section_id names no section of this site.',
    ]);
    expect(await read(moved)).toMatchObject({ state: 'draft', published_version: null });
  });

  it('is rejected at the address of another published article', async () => {
    const { uid, article_url } = await edited({ article_url: 'elsewhere' });
    await send('DELETE', `/${uid}/publication`);
    expect((await create({ article_url, state: 'published' })).state).toBe('published');
    const { status, body } = await publish(uid, { version: 1 });
    expect([status, body.taken_field]).toEqual([409, 'article_url']);
  });
});

describe('the publications of revisions', () => {
  const SEEN = ['admin token', false, null, null];
  const seenUntil = (version: number | null) => ['admin token', true, 'admin token', version];

  it('say which version readers saw, and what came after it', async () => {
    const { uid } = await edited();
    expect(await history(uid)).toEqual([
      [2, []],
      [1, [SEEN]],
    ]);
    await publish(uid, {});
    await publish(uid, {});
    expect(await history(uid)).toEqual([
      [2, [SEEN]],
      [1, [seenUntil(2)]],
    ]);
    await send('DELETE', `/${uid}/publication`);
    await publish(uid, { version: 1 });
    await send('DELETE', `/${uid}`);
    await send('PUT', `/${uid}/restoration`);
    expect(await history(uid)).toEqual([
      [2, [seenUntil(null)]],
      [1, [seenUntil(2), seenUntil(null)]],
    ]);
    const { body } = await send('GET', `/${uid}/revisions/1`);
    expect(body.revision.publications).toHaveLength(2);
  });

  it('name the timer, and people by their names', async () => {
    const editor = await signedIn(app, [{ site_id: site, role: 'editor' }]);
    const { uid } = await create();
    await send('PATCH', `/${uid}`, { article: { state: 'scheduled', publish_at: LATER } });
    await app.pool.query("update article set publish_at = now() - interval '1 minute' where uid = $1", [uid]);
    await transaction(kysely(app.pool), (tx) => publishDue(tx, site, uid));
    await editor.request('DELETE', `/v1/manage/sites/${site}/articles/${uid}/publication`);
    const [{ publications }] = (await send('GET', `/${uid}/revisions`)).body.revisions;
    expect(publications).toEqual([
      expect.objectContaining({
        ...{ published_by: 'timer', published_by_name: null, replaced_by: null },
        ...{ ended_by: `person:${editor.id}`, ended_by_name: expect.stringMatching(/^Person /) },
      }),
    ]);
    expect(Date.now() - Date.parse(publications[0].published_at)).toBeLessThan(50_000);
  });

  it('include the one from before they were recorded, under the date that readers saw', async () => {
    const { uid } = await create({ state: 'published', published_at: '2020-01-01T00:00:00Z' });
    await app.pool.query('delete from article_publication where uid = $1', [uid]);
    const first = async () => (await send('GET', `/${uid}/revisions`)).body.revisions.at(-1).publications;
    const unknown = { published_at: '2020-01-01T00:00:00Z', published_by: null, published_by_name: null };
    expect(await first()).toEqual([expect.objectContaining({ ...unknown, ended_at: null })]);
    await send('PATCH', `/${uid}`, { article: { title: 'Sun', state: 'published' } });
    expect(await history(uid)).toEqual([
      [2, [SEEN]],
      [1, [[null, true, 'admin token', 2]]],
    ]);
    expect(await first()).toEqual([expect.objectContaining(unknown)]);
  });
});

describe('discarding unpublished changes', () => {
  it('brings the working copy back to what readers see, who notice nothing', async () => {
    const { uid, id } = await edited({ tags: ['later'] });
    const before = await served(id);
    const { content_version } = await version();
    const { status, body } = await discard(uid, { 'if-match': '"2"' });
    expect([status, body.article]).toEqual([
      200,
      expect.objectContaining({ state: 'published', version: 3, published_version: 3, title: 'Fog', tags: [] }),
    ]);
    expect(await served(id)).toEqual(before);
    expect(await version()).toEqual({ content_version });
    expect(
      (await send('GET', '?unpublished_changes=true')).body.articles.map((one: { uid: string }) => one.uid),
    ).not.toContain(uid);
    expect((await discard(uid)).body.article.version).toBe(3);
    // Undo.
    const undone = await send('PUT', `/${uid}/revisions/2/restoration`, {}, { 'if-match': '"3"' });
    expect(undone.body.article).toMatchObject({
      title: 'Fog, later',
      tags: ['later'],
      version: 4,
      published_version: 3,
    });
    expect(await served(id)).toEqual(before);
  });

  const version = async () => (await app.pool.query('select content_version from site where id = $1', [site])).rows[0];

  it('needs no new version where someone has written the published text again', async () => {
    const { uid } = await edited();
    await send('PATCH', `/${uid}`, { article: { title: 'Fog' } });
    expect((await discard(uid)).body.article).toMatchObject({ version: 3, published_version: 3 });
    expect((await history(uid))[0]).toEqual([3, [['admin token', false, null, null]]]);
  });

  it('is rejected for stale versions, for articles that are not published, and for authors', async () => {
    const { uid } = await edited();
    expect((await discard(uid, { 'if-match': '"1"' })).status).toBe(409);
    const draft = await create();
    expect((await discard(draft.uid)).body.error).toBe('This article is not published.');
    const author = await signedIn(app, [{ site_id: site, role: 'author' }]);
    const path = `/v1/manage/sites/${site}/articles`;
    const own = await author.request('POST', path, { article: { title: 'Own', section_id: section } });
    await publish(own.body.article.uid, {});
    await send('PATCH', `/${own.body.article.uid}`, { article: { title: 'Edited' } });
    expect((await author.request('PUT', `${path}/${own.body.article.uid}/publication/restoration`)).status).toBe(403);
    expect((await author.request('GET', `${path}/${uid}/revisions/1`)).status).toBe(404);
  });
});
