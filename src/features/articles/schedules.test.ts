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
const { add, place, published } = testSites(() => app);

const FUTURE = '2099-01-01T00:00:00Z';
const PAST = '2001-01-01T00:00:00Z';

const address = ({ site }: TestSite, uid: string) => `/sites/${site}/articles/${uid}`;
const read = async (at: TestSite, uid: string) => (await app.manage('GET', address(at, uid))).article;
const patch = (at: TestSite, uid: string, article: object, status = 200) =>
  app.manage('PATCH', address(at, uid), { article }, status);
const post = (at: TestSite, article: object, status = 201) =>
  app.manage(
    'POST',
    `/sites/${at.site}/articles`,
    { article: { title: 'Herring', section_id: at.section, ...article } },
    status,
  );
const jobsOf = async (uid: string) =>
  (await app.pool.query('select count(*)::int as jobs from job where key like $1', [`%${uid}`])).rows[0].jobs;
const served = async ({ site }: TestSite) => (await app.get(`/v1/sites/${site}/articles`)).body.articles;
/** A late timer: its job was cancelled after it began. */
const timer = ({ site }: TestSite, uid: string) => transaction(kysely(app.pool), (tx) => publishDue(tx, site, uid));
/** Makes every schedule due without waiting for its time. */
const makeDue = async () => {
  await app.pool.query("update job set run_at = now() where kind = 'articles.publish'");
  await app.pool.query("update job_lane set next_at = now() where kind = 'articles.publish'");
};

describe('leaving scheduled', () => {
  it.each([
    ['the state draft', { state: 'draft' }, 'draft'],
    ['the state pending', { state: 'pending' }, 'pending'],
    ['the state unpublished', { state: 'unpublished' }, 'draft'],
    ['publish_at null', { publish_at: null }, 'draft'],
    ['the state draft and the time it had', { state: 'draft', publish_at: FUTURE }, 'draft'],
  ])('by %s clears publish_at and cancels the job', async (_, change, state) => {
    const at = await place();
    const { uid } = await add(at, { publish_at: FUTURE });
    expect(await jobsOf(uid)).toBe(1);
    expect((await patch(at, uid, change)).article).toMatchObject({ state, publish_at: null });
    expect(await jobsOf(uid)).toBe(0);
    await timer(at, uid);
    expect(await served(at)).toEqual([]);
  });

  it('by DELETE of the publication too, and an article that was public becomes unpublished again', async () => {
    const at = await place();
    const { uid } = await published(at);
    await app.manage('DELETE', `${address(at, uid)}/publication`);
    await app.manage('PUT', `${address(at, uid)}/publication`, { publish_at: FUTURE });
    await app.manage('DELETE', `${address(at, uid)}/publication`);
    expect(await read(at, uid)).toMatchObject({ state: 'unpublished', publish_at: null });
    expect(await jobsOf(uid)).toBe(0);
    await timer(at, uid);
    expect(await served(at)).toEqual([]);
  });

  it('stops the timer from publishing that article, and no other', async () => {
    const at = await place();
    const { uid } = await add(at, { publish_at: FUTURE });
    await patch(at, uid, { state: 'draft' });
    const stays = await add(at, { publish_at: FUTURE });
    await makeDue();
    await expect.poll(async () => (await read(at, stays.uid)).state).toBe('published');
    expect(await read(at, uid)).toMatchObject({ state: 'draft', publish_at: null });
  });
});

describe('a schedule', () => {
  it.each([
    ['draft and a future publish_at', { state: 'draft', publish_at: FUTURE }, '/publish_at'],
    ['pending and a future publish_at', { state: 'pending', publish_at: FUTURE }, '/publish_at'],
    ['unpublished and a future publish_at', { state: 'unpublished', publish_at: FUTURE }, '/publish_at'],
    ['draft and a future published_at', { state: 'draft', published_at: FUTURE }, '/published_at'],
    ['a past publish_at', { publish_at: PAST }, '/publish_at'],
    ['scheduled and a past publish_at', { state: 'scheduled', publish_at: PAST }, '/publish_at'],
    ['scheduled without publish_at', { state: 'scheduled' }, '/publish_at'],
  ])('is refused in POST and PATCH, changing nothing: %s', async (_, life, path) => {
    const at = await place();
    expect((await post(at, life, 422)).problems[0].path).toBe(path);
    const { uid } = await add(at);
    expect((await patch(at, uid, { ...life, title: 'Other' }, 422)).problems[0].path).toBe(path);
    expect(await read(at, uid)).toMatchObject({ state: 'draft', title: 'Herring', version: 1, published_at: null });
    const { meta } = await app.manage('GET', `/sites/${at.site}/articles`);
    expect(meta.total_count).toBe(1);
  });

  it('in the past with the state published publishes now under that date', async () => {
    const at = await place();
    await post(at, { state: 'published', publish_at: PAST });
    expect(await served(at)).toMatchObject([{ published_at: PAST }]);
  });

  it('of a published article is refused for every caller, and nothing changes', async () => {
    const at = await place();
    const { uid, published_at } = await published(at);
    await patch(at, uid, { publish_at: FUTURE, title: 'Other' }, 409);
    await patch(at, uid, { published_at: FUTURE }, 409);
    await patch(at, uid, { state: 'published', published_at: FUTURE }, 409);
    await app.manage('PUT', `${address(at, uid)}/publication`, { publish_at: FUTURE }, 409);
    expect(await read(at, uid)).toMatchObject({ state: 'published', publish_at: null, published_at, title: 'Herring' });
    expect(await jobsOf(uid)).toBe(0);
  });

  it('that is repeated together with the state published does not publish early', async () => {
    const at = await place();
    const { uid } = await add(at, { state: 'published', publish_at: FUTURE });
    expect((await patch(at, uid, { state: 'published', publish_at: FUTURE })).article.state).toBe('scheduled');
    expect(await jobsOf(uid)).toBe(1);
    expect((await patch(at, uid, { state: 'published' })).article).toMatchObject({
      state: 'published',
      publish_at: null,
    });
    expect(await jobsOf(uid)).toBe(0);
  });
});

describe('an article that is read, edited and sent back whole', () => {
  it.each([
    ['a draft', {}],
    ['a draft with a date', { published_at: PAST }],
    ['a pending one', { state: 'pending' }],
    ['a scheduled one', { publish_at: FUTURE }],
  ])('changes only by the edit: %s', async (_, fields) => {
    const at = await place();
    const { uid } = await add(at, fields);
    const before = await read(at, uid);
    const { article } = await patch(at, uid, { ...before, title: 'Other' });
    const scheduled_version = before.state === 'scheduled' ? 2 : null;
    const { updated_at } = article;
    expect(article).toEqual({ ...before, title: 'Other', version: 2, updated_at, scheduled_version });
  });

  it('may have unpublished articles and overdue schedules', async () => {
    const at = await place();
    const { uid } = await published(at);
    await app.manage('DELETE', `${address(at, uid)}/publication`);
    const before = await read(at, uid);
    expect((await patch(at, uid, { ...before, title: 'Other' })).article).toMatchObject({ state: 'unpublished' });
    const late = await testApp({}, { database: app.database });
    late.clock.now = new Date('2100-01-01T00:00:00Z');
    const waiting = await add(at, { publish_at: FUTURE });
    const sent = { article: { ...waiting, title: 'Late' } };
    const reply = await late.manage('PATCH', address(at, waiting.uid), sent);
    expect(reply.article).toMatchObject({ state: 'scheduled', publish_at: FUTURE, title: 'Late', version: 2 });
    expect(await jobsOf(waiting.uid)).toBe(1);
  });
});

describe('the table', () => {
  it.each([
    ['a draft', 'draft', null, FUTURE],
    ['a published article', 'published', 7, FUTURE],
    ['an unpublished article', 'unpublished', 7, FUTURE],
    ['a schedule without a time', 'scheduled', null, null],
    ['an unpublished article without an id', 'unpublished', null, null],
    ['a published article without an id', 'published', null, null],
  ])('rejects an impossible state: %s', async (_, state, id, publishAt) => {
    const at = await place();
    const { uid } = await add(at);
    const update = app.pool.query('update article set state = $1, id = $2, publish_at = $3 where uid = $4', [
      ...[state, id, publishAt, uid],
    ]);
    await expect(update).rejects.toMatchObject({ code: '23514' });
  });
});
