/** Two public articles never have the same address, and rows that served articles name cannot be deleted. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { kysely } from '../../db/connect.ts';
import { transaction } from '../../db/transaction.ts';
import { publishDue } from './commands.ts';
import { type TestSite, testSites } from './testing/test-site.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, { isWorking: true });
});
const { add, addSection, place, published, showSection } = testSites(() => app);

const FUTURE = '2099-01-01T00:00:00Z';
const address = ({ site }: TestSite, uid: string) => `/sites/${site}/articles/${uid}`;
const read = async (at: TestSite, uid: string) => (await app.manage('GET', address(at, uid))).article;
const patch = (at: TestSite, uid: string, article: object, status = 200) =>
  app.manage('PATCH', address(at, uid), { article }, status);
const publish = (at: TestSite, uid: string, status = 200) =>
  app.manage('PUT', `${address(at, uid)}/publication`, undefined, status);
const post = (at: TestSite, article: object, status = 201) =>
  app.manage(
    'POST',
    `/sites/${at.site}/articles`,
    { article: { title: 'Herring', section_id: at.section, ...article } },
    status,
  );
const servedAddresses = async ({ site }: TestSite): Promise<string[]> =>
  (await app.get(`/v1/sites/${site}/articles?count=100`)).body.articles.map(
    (one: { full_url: string }) => one.full_url,
  );

/** Served as `aaa`, while its working copy has `bbb`. */
async function movedOn(): Promise<TestSite & { uid: string; id: number }> {
  const at = await place();
  const { uid, id } = await published(at, { article_url: 'aaa' });
  await patch(at, uid, { article_url: 'bbb' });
  return { ...at, uid, id };
}

describe('an address that is served', () => {
  it('is not given to another article that is published', async () => {
    const at = await movedOn();
    expect((await post(at, { article_url: 'aaa', state: 'published' }, 409)).error).toContain('aaa');
    expect(await servedAddresses(at)).toHaveLength(1);
    const { meta } = await app.manage('GET', `/sites/${at.site}/articles`);
    expect(meta.total_count).toBe(1);
  });

  it('can be used by a draft, which cannot be published until the address is free', async () => {
    const at = await movedOn();
    const { uid } = await add(at, { article_url: 'aaa' });
    await publish(at, uid, 409);
    await patch(at, uid, { title: 'Other', state: 'published' }, 409);
    expect(await read(at, uid)).toMatchObject({ state: 'draft', title: 'Herring', id: null, version: 1 });
    await publish(at, at.uid);
    await publish(at, uid);
    expect(await servedAddresses(at)).toHaveLength(2);
    expect(new Set(await servedAddresses(at)).size).toBe(2);
  });

  it('is not given to pending edits of another, and these are not changed', async () => {
    const at = await movedOn();
    const { uid } = await published(at, { article_url: 'ccc' });
    await patch(at, uid, { article_url: 'aaa' });
    await publish(at, uid, 409);
    expect(await read(at, uid)).toMatchObject({ article_url: 'aaa', version: 2, modified_at: null });
    expect((await servedAddresses(at)).map((one) => one.split('/').at(-1))).toEqual(['ccc', 'aaa']);
  });

  it('gives a generated slug a number, as a working copy does', async () => {
    const at = await place();
    const { uid } = await published(at);
    await patch(at, uid, { article_url: 'elsewhere' });
    expect((await published(at)).article_url).toBe('herring-2');
    expect((await add(at)).article_url).toBe('herring-3');
  });

  it('stays with an article whose working copy moved to another section', async () => {
    const at = await place();
    const other = await addSection(at.site, 'Other');
    const { uid } = await published(at, { article_url: 'aaa' });
    await patch(at, uid, { section_id: other });
    await post(at, { article_url: 'aaa', state: 'published' }, 409);
    await post({ ...at, section: other }, { article_url: 'aaa' }, 409);
    await publish(at, uid);
    await post(at, { article_url: 'aaa', state: 'published' });
    expect(new Set(await servedAddresses(at)).size).toBe(2);
  });

  it('stays taken in a hidden section, so that showing the section causes no conflict', async () => {
    const at = await movedOn();
    await showSection(at.site, at.section, 'hidden');
    await post(at, { article_url: 'aaa', state: 'published' }, 409);
    await showSection(at.site, at.section, 'public');
    expect(await servedAddresses(at)).toHaveLength(1);
  });

  it('is not taken by restoring a revision while another article is served there', async () => {
    const at = await place();
    const { uid } = await add(at, { article_url: 'aaa' });
    await patch(at, uid, { article_url: 'bbb' });
    const twin = await published(at, { article_url: 'aaa' });
    await app.manage('PUT', `${address(at, uid)}/revisions/1/restoration`, undefined, 409);
    await patch(at, twin.uid, { article_url: 'ccc' });
    await app.manage('PUT', `${address(at, uid)}/revisions/1/restoration`);
    await publish(at, uid, 409);
  });

  it('is unique in the table of published articles', async () => {
    const at = await place();
    await published(at, { article_url: 'aaa' });
    const { id } = await published(at, { article_url: 'bbb' });
    const update = app.pool.query("update published_article set article_url = 'aaa' where id = $1", [id]);
    await expect(update).rejects.toMatchObject({ code: '23505' });
  });
});

describe('a schedule whose address is taken when it falls due', () => {
  const due = (at: TestSite, uid: string) => transaction(kysely(app.pool), (tx) => publishDue(tx, at.site, uid));

  it('becomes pending with the reason, and editors can publish it later', async () => {
    const at = await movedOn();
    const { uid } = await add(at, { article_url: 'aaa', publish_at: FUTURE });
    expect(await due(at, uid)).toContain('aaa');
    const held = await read(at, uid);
    expect(held).toMatchObject({ state: 'pending', publish_at: null, id: null });
    expect(held.publish_problem).toContain(`article ${at.id}`);
    expect(held.publish_problem).toContain(FUTURE);
    expect((await servedAddresses(at)).length).toBe(1);
    await publish(at, at.uid);
    expect((await publish(at, uid)).article).toMatchObject({ state: 'published', publish_problem: null });
  });

  it('becomes pending once in the running service, which logs it and leaves no job', async () => {
    const at = await movedOn();
    const { uid } = await add(at, { article_url: 'aaa', publish_at: FUTURE });
    await app.pool.query("update job set run_at = now() where kind = 'articles.publish'");
    await app.pool.query("update job_lane set next_at = now() where kind = 'articles.publish'");
    await expect.poll(async () => (await read(at, uid)).state).toBe('pending');
    await expect
      .poll(async () => (await app.pool.query('select from job where key like $1', [`%${uid}`])).rowCount)
      .toBe(0);
    await expect
      .poll(() => app.log.filter((line) => line.startsWith(`Article ${uid} of site ${at.site} is pending.`)).length)
      .toBe(1);
  });

  it.each([
    ['an edit', (at: TestSite, uid: string) => patch(at, uid, { article_url: 'ccc' })],
    ['another schedule', (at: TestSite, uid: string) => patch(at, uid, { publish_at: FUTURE })],
    ['another state', (at: TestSite, uid: string) => patch(at, uid, { state: 'draft' })],
  ])('clears the reason with %s', async (_, change) => {
    const at = await movedOn();
    const { uid } = await add(at, { article_url: 'aaa', publish_at: FUTURE });
    await due(at, uid);
    expect((await change(at, uid)).article.publish_problem).toBeNull();
  });
});

describe('a row that a published text names', () => {
  it('cannot be deleted while pending edits name something else', async () => {
    const at = await place();
    const make = async (path: string, key: string, fields: object) =>
      (await app.manage('POST', `/sites/${at.site}/${path}`, { [key]: fields }))[key].id as number;
    const other = await addSection(at.site, 'Other');
    const author = await make('authors', 'author', { firstname: 'A', lastname: 'B' });
    const category = await make('article-categories', 'category', { name: 'C' });
    const { uid } = await published(at, { author_ids: [author], category_id: category });
    await patch(at, uid, { section_id: other, author_ids: [], category_id: null });
    const named = [`sections/${at.section}`, `authors/${author}`, `article-categories/${category}`];
    for (const path of named) await app.manage('DELETE', `/sites/${at.site}/${path}`, undefined, 409);
    await publish(at, uid);
    for (const path of named) await app.manage('DELETE', `/sites/${at.site}/${path}`);
  });
});
