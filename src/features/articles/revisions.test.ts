import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { WrittenArticle } from '../../contract/article.ts';
import { problemsOf } from '../../http/validate.ts';
import { type TestSite, testSites } from './testing/test-site.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
const { add, addSection, place, published } = testSites(() => app);

const address = ({ site }: TestSite, uid: string) => `/sites/${site}/articles/${uid}`;
const save = async (at: TestSite, uid: string, article: Record<string, unknown>) =>
  (await app.manage('PATCH', address(at, uid), { article })).article;
const restore = (at: TestSite, uid: string, number: number, status = 200) =>
  app.manage('PUT', `${address(at, uid)}/revisions/${number}/restoration`, undefined, status);
const numbers = (revisions: { number: number }[]) => revisions.map(({ number }) => number);

describe('revisions', () => {
  it('are listed newest first in pages, one for each save that changed the text', async () => {
    const at = await place();
    const { uid } = await add(at);
    await save(at, uid, { title: 'Two' });
    await save(at, uid, { title: 'Two' });
    await save(at, uid, { pinned_index: 1 });
    await save(at, uid, { title: 'Three', state: 'published' });
    const all = await app.manage('GET', `${address(at, uid)}/revisions`);
    expect(Object.keys(all).sort()).toEqual(['meta', 'revisions']);
    expect([numbers(all.revisions), all.meta]).toEqual([[3, 2, 1], { total_count: 3, count: 3 }]);
    expect(all.revisions[0]).toEqual({
      number: 3,
      created_at: expect.stringMatching(/Z$/),
      created_by: 'admin token',
      automatic: false,
      created_by_name: null,
      publications: [expect.objectContaining({ published_by: 'admin token', ended_at: null })],
    });
    const second = await app.manage('GET', `${address(at, uid)}/revisions?count=2&page=2`);
    expect([numbers(second.revisions), second.meta]).toEqual([[1], { total_count: 3, count: 1 }]);
  });

  it('show the text of that time, by uid and by id', async () => {
    const at = await place();
    const { uid, id } = await published(at, { tags: ['Sea'], attachments: { video: { service: 'tube' } } });
    await save(at, uid, { title: 'Other', attachments: null });
    const { revision } = await app.manage('GET', `${address(at, String(id))}/revisions/1`);
    expect(Object.keys(revision)).toEqual([
      'number',
      'created_at',
      'created_by',
      'automatic',
      'created_by_name',
      'publications',
      'article',
    ]);
    expect(
      problemsOf({ ...WrittenArticle, additionalProperties: false } as typeof WrittenArticle, revision.article),
    ).toEqual([]);
    expect(revision.article).toMatchObject({
      title: 'Herring',
      article_url: 'herring',
      section_id: at.section,
      tags: ['Sea'],
      attachments: { video: { service: 'tube' } },
    });
    const later = (await app.manage('GET', `${address(at, uid)}/revisions/2`)).revision.article;
    expect([later.title, 'attachments' in later]).toEqual(['Other', false]);
  });

  it('are 404 if there is no such number, article or site', async () => {
    const [at, other] = [await place(), await place()];
    const { uid } = await add(at);
    for (const number of [2, 9_007_199_254_740_991]) {
      await app.manage('GET', `${address(at, uid)}/revisions/${number}`, undefined, 404);
      expect((await restore(at, uid, number, 404)).error).toBe('There is no such revision.');
    }
    await app.manage('GET', `${address(other, uid)}/revisions`, undefined, 404);
    await app.manage('GET', `${address(other, uid)}/revisions/1`, undefined, 404);
    await restore(other, uid, 1, 404);
    const malformed = await app.manage('GET', `${address(at, uid)}/revisions/x`, undefined, 400);
    expect(malformed.parameter).toBe('number');
  });
});

describe('a restoration', () => {
  it('saves the old words as a new version, private until it is published', async () => {
    const at = await place();
    const { uid, id } = await published(at, { title: 'First', tags: ['a'] });
    await save(at, uid, { title: 'Second', tags: [], attachments: { tweet: { text: 'x' } }, state: 'published' });
    const { article } = await restore(at, uid, 1);
    expect(article).toMatchObject({ title: 'First', tags: ['a'], version: 3, state: 'published', id });
    expect(article).not.toHaveProperty('attachments');
    const served = async () => (await app.get(`/v1/sites/${at.site}/articles/${id}`)).body.article;
    expect((await served()).title).toBe('Second');
    await app.manage('PUT', `${address(at, uid)}/publication`);
    expect(await served()).toMatchObject({ title: 'First', tags: ['a'] });
    const { revisions } = await app.manage('GET', `${address(at, uid)}/revisions`);
    expect(numbers(revisions)).toEqual([3, 2, 1]);
    const read = async (number: number) =>
      (await app.manage('GET', `${address(at, uid)}/revisions/${number}`)).revision.article;
    expect(await read(3)).toEqual(await read(1));
  });

  it('of the current text changes nothing, neither pins nor the site', async () => {
    const at = await place();
    const { uid } = await published(at, { pinned_index: 4 });
    const version = async () =>
      (await app.pool.query('select content_version from site where id = $1', [at.site])).rows[0].content_version;
    const before = await version();
    expect((await restore(at, uid, 1)).article).toMatchObject({ version: 1, pinned_index: 4 });
    await save(at, uid, { title: 'Other' });
    expect((await restore(at, uid, 1)).article).toMatchObject({ version: 3, pinned_index: 4 });
    expect(await version()).toBe(before);
  });

  it('honours If-Match and answers with the new ETag', async () => {
    const at = await place();
    const { uid } = await add(at);
    await save(at, uid, { title: 'Second' });
    const put = async (ifMatch: string) => {
      const path = `/v1/manage${address(at, uid)}/revisions/1/restoration`;
      const { status, headers } = await app.request('PUT', path, { token: ADMIN, headers: { 'if-match': ifMatch } });
      return [status, headers.get('etag')];
    };
    expect([await put('"1"'), await put('"2"')]).toEqual([
      [409, null],
      [200, '"3"'],
    ]);
  });

  it('is refused while rows that it names are missing or its slug is taken', async () => {
    const at = await place();
    const other = await addSection(at.site, 'Other');
    const { uid } = await add(at);
    await save(at, uid, { section_id: other });
    await add(at, { article_url: 'herring' });
    await restore(at, uid, 1, 409);
    const { author } = await app.manage('POST', `/sites/${at.site}/authors`, {
      author: { firstname: 'A', lastname: 'B' },
    });
    await save(at, uid, { author_ids: [author.id] });
    await save(at, uid, { author_ids: [] });
    await app.manage('DELETE', `/sites/${at.site}/authors/${author.id}`);
    const { problems } = await restore(at, uid, 3, 422);
    expect(problems).toEqual([{ path: '/author_ids', message: `names no author of this site: ${author.id}` }]);
  });
});
