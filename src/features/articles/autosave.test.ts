import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { exported, imported } from '../../transfer/testing/transfer.ts';

let app: TestApp;
let [site, section] = [0, 0];
let [one, other] = ['', ''];
beforeAll(async () => {
  app = await testApp({}, { isWorking: true });
  site = await app.site();
  section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } })).section.id;
  const key = async (name: string) =>
    (await app.manage('POST', '/api-keys', { api_key: { name, scopes: ['manage:write'] } })).api_key.key;
  [one, other] = [await key('One'), await key('Other')];
});

const BEGIN = Date.UTC(2026, 4, 1, 9);
const at = (minutes: number) => {
  app.clock.now = new Date(BEGIN + minutes * 60_000);
};
const create = async (fields: object = {}) =>
  (await app.manage('POST', `/sites/${site}/articles`, { article: { title: 'Fog', section_id: section, ...fields } }))
    .article;
const send = (method: string, path: string, article: object, token = one, headers = {}) =>
  app.request(method, `/v1/manage/sites/${site}/articles/${path}`, { token, body: { article }, headers });
const autosave = (uid: string, article: object, token = one, headers = {}) =>
  send('PATCH', `${uid}?autosave=true`, article, token, headers);
const revisions = async (uid: string, of = app, id = site): Promise<[number, boolean][]> =>
  (await of.manage('GET', `/sites/${id}/articles/${uid}/revisions`)).revisions.map(
    ({ number, automatic }: { number: number; automatic: boolean }) => [number, automatic],
  );
const read = async (uid: string) => (await app.manage('GET', `/sites/${site}/articles/${uid}`)).article;
const published = async (uid: string) => {
  await expect.poll(async () => (await read(uid)).state, { timeout: 20_000 }).toBe('published');
  const { id } = await read(uid);
  return (await app.get(`/v1/sites/${site}/articles/${id}`)).body.article;
};

describe('autosaves', () => {
  it('of one writer and 10 minutes become one revision, and each raises the version', async () => {
    at(0);
    const { uid } = await create();
    for (const minute of [1, 2, 9]) {
      at(minute);
      expect((await autosave(uid, { title: `Fog ${minute}` })).body.article.version).toBeGreaterThan(
        minute > 1 ? 2 : 1,
      );
    }
    expect(await revisions(uid)).toEqual([
      [4, true],
      [1, false],
    ]);
    // 10 minutes after the first of them another revision begins.
    at(11.1);
    await autosave(uid, { title: 'Fog at eleven' });
    expect(await revisions(uid)).toEqual([
      [5, true],
      [4, true],
      [1, false],
    ]);
    await autosave(uid, { title: 'By someone else' }, other);
    expect(await revisions(uid)).toEqual([
      [6, true],
      [5, true],
      [4, true],
      [1, false],
    ]);
    // Sending the same text again saves nothing.
    expect((await autosave(uid, { title: 'By someone else' })).body.article.version).toBe(6);
    await send('PATCH', uid, { summary: 'On purpose' });
    await autosave(uid, { title: 'Later' });
    expect((await revisions(uid)).slice(0, 2)).toEqual([
      [8, true],
      [7, false],
    ]);
    app.clock.now = null;
  });

  it('do not replace the published text, and a save keeps them', async () => {
    const { uid } = await create();
    await autosave(uid, { title: 'Two' });
    await app.manage('PUT', `/sites/${site}/articles/${uid}/publication`);
    await autosave(uid, { title: 'Three' });
    expect(await revisions(uid)).toEqual([
      [3, true],
      [2, true],
      [1, false],
    ]);
    expect((await published(uid)).title).toBe('Two');
    expect((await send('PATCH', uid, {})).body.article.version).toBe(3);
    await autosave(uid, { title: 'Four' });
    expect(await revisions(uid)).toEqual([
      [4, true],
      [3, false],
      [2, true],
      [1, false],
    ]);
    expect((await published(uid)).title).toBe('Two');
  });

  it('change nothing but text, and accept a body that was read before', async () => {
    const article = await create({ publish_at: '2040-01-01T00:00:00Z', site_pinned_index: 3 });
    expect((await autosave(article.uid, { ...article, title: 'Edited' })).body.article).toMatchObject({
      title: 'Edited',
      state: 'scheduled',
    });
    const { status, body } = await autosave(article.uid, {
      ...{ state: 'draft', publish_at: null, published_at: '2020-01-01T00:00:00Z', pinned_index: 1 },
      site_pinned_index: null,
    });
    expect([status, body.problems.map(({ path }: { path: string }) => path)]).toEqual([
      422,
      ['/state', '/publish_at', '/published_at', '/pinned_index', '/site_pinned_index'],
    ]);
    const live = await create({ state: 'published' });
    expect((await autosave(live.uid, { ...live, title: 'Not yet' })).status).toBe(200);
    expect((await published(live.uid)).title).toBe('Fog');
  });
});

describe('a schedule', () => {
  const soon = () => new Date(Date.now() + 1_500).toISOString();

  it('publishes the last save, although autosaves followed', async () => {
    const { uid } = await create();
    await send('PATCH', uid, { title: 'On purpose', publish_at: soon() });
    await autosave(uid, { title: 'Half a sent', tags: ['half'] });
    await autosave(uid, { title: 'Half a sentence' });
    expect(await read(uid)).toMatchObject({ version: 4, scheduled_version: 2, title: 'Half a sentence' });
    expect(await revisions(uid)).toEqual([
      [4, true],
      [2, false],
      [1, false],
    ]);
    expect(await published(uid)).toMatchObject({ title: 'On purpose', tags: [], modified_at: null });
    expect(await read(uid)).toMatchObject({ version: 4, scheduled_version: null, title: 'Half a sentence' });
    await app.manage('PUT', `/sites/${site}/articles/${uid}/publication`);
    expect(await published(uid)).toMatchObject({ title: 'Half a sentence', tags: ['half'] });
  });

  it.each([
    ['the same text again', (uid: string, title: string) => send('PATCH', uid, { title })],
    ['an empty body', (uid: string) => send('PATCH', uid, {})],
    ['another schedule', (uid: string) => send('PATCH', uid, { publish_at: '2040-01-02T00:00:00Z' })],
    [
      'the same schedule again',
      (uid: string) =>
        app.request('PUT', `/v1/manage/sites/${site}/articles/${uid}/publication`, {
          token: one,
          body: { publication: { publish_at: '2040-01-01T00:00:00Z' } },
        }),
    ],
  ])('takes over autosaves with %s', async (_, save) => {
    const { uid } = await create({ publish_at: '2040-01-01T00:00:00Z' });
    await autosave(uid, { title: 'Typed' });
    expect(await read(uid)).toMatchObject({ version: 2, scheduled_version: 1 });
    expect((await save(uid, 'Typed')).status).toBe(200);
    expect(await read(uid)).toMatchObject({ version: 2, scheduled_version: 2, title: 'Typed' });
  });

  it('does not follow pins', async () => {
    const { uid } = await create({ publish_at: '2040-01-01T00:00:00Z' });
    await autosave(uid, { title: 'Typed' });
    await app.manage('PUT', `/sites/${site}/articles/${uid}/pins`, { pins: { pinned_index: 1 } });
    expect(await read(uid)).toMatchObject({ scheduled_version: 1, pinned_index: 1 });
  });

  it('follows a revision that is restored, and publishing now publishes the saved text', async () => {
    const { uid } = await create({ publish_at: '2040-01-01T00:00:00Z' });
    await send('PATCH', uid, { title: 'Two' });
    await autosave(uid, { title: 'Three' });
    await app.manage('PUT', `/sites/${site}/articles/${uid}/revisions/1/restoration`);
    expect(await read(uid)).toMatchObject({ version: 4, scheduled_version: 4, title: 'Fog' });
    await autosave(uid, { title: 'Five' });
    await app.manage('PUT', `/sites/${site}/articles/${uid}/publication`);
    expect(await published(uid)).toMatchObject({ title: 'Five' });
  });

  it('of a text whose section was deleted becomes pending and says why', async () => {
    const { section: gone } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Gone' } });
    const { uid } = await create({ title: 'Moved', section_id: gone.id, publish_at: soon() });
    expect((await autosave(uid, { section_id: section })).status).toBe(200);
    await app.manage('DELETE', `/sites/${site}/sections/${gone.id}`);
    await expect.poll(async () => (await read(uid)).state, { timeout: 20_000 }).toBe('pending');
    const { publish_problem } = await read(uid);
    expect(publish_problem).toContain('its section_id names no section');
    // Later autosaves do not hide it.
    expect((await autosave(uid, { title: 'Typed' })).body.article.publish_problem).toBe(publish_problem);
  });

  it('moves to another installation with the text that it publishes', async () => {
    const there = await testApp();
    const { uid } = await create({ title: 'Due', publish_at: '2040-01-01T00:00:00Z' });
    await autosave(uid, { title: 'Typed' });
    const file = await exported(app);
    expect((await imported(there, file)).refused).toEqual([]);
    const { article } = await there.manage('GET', `/sites/${site}/articles/${uid}`);
    expect(article).toMatchObject({ title: 'Typed', version: 2, scheduled_version: 1 });
    expect(await revisions(uid, there)).toEqual([
      [2, true],
      [1, false],
    ]);
    expect((await imported(there, file, { isRestarted: true })).counts.article).toMatchObject({ new: 0, changed: 0 });
    const { text } = await there.get(`/v1/manage/sites/${site}/articles/${uid}/revisions/1`, { token: ADMIN });
    expect(text).toBe((await app.get(`/v1/manage/sites/${site}/articles/${uid}/revisions/1`, { token: ADMIN })).text);
  });
});

describe('a stale If-Match', () => {
  it('is rejected with the version, the changed fields, their author and the time', async () => {
    const { uid } = await create();
    await send('PATCH', uid, { title: 'Two', tags: ['a'] });
    const saved = await autosave(uid, { title: 'Three', summary: 's' }, other);
    const { status, body } = await autosave(uid, { title: 'Mine' }, one, { 'if-match': '"1"' });
    const { updated_at: changed_at, updated_by: changed_by } = saved.body.article;
    expect(changed_by).toMatch(/^key:\d+$/);
    expect([status, body]).toEqual([
      409,
      {
        ...{ error: expect.any(String), version: 3, changed_fields: ['summary', 'tags', 'title'] },
        ...{ changed_by, changed_by_name: 'Other', changed_at },
      },
    ]);
    const stale = (headers: object) => autosave(uid, { title: 'Mine' }, one, headers);
    expect((await stale({ 'if-match': '"2"' })).body.changed_fields).toEqual(['summary', 'title']);
    expect((await stale({ 'if-match': '"2", "1"' })).body.changed_fields).toEqual(['summary', 'tags', 'title']);
    expect((await stale({ 'if-match': '"x"' })).body).toMatchObject({ version: 3, changed_fields: null });
    for (const [method, path] of [
      ['PUT', `${uid}/publication`],
      ['DELETE', `${uid}/publication`],
      ['DELETE', uid],
    ] as const) {
      const reply = await app.request(method, `/v1/manage/sites/${site}/articles/${path}`, {
        token: one,
        headers: { 'if-match': '"2"' },
      });
      expect([reply.status, reply.body.changed_fields]).toEqual([409, ['summary', 'title']]);
    }
    await app.pool.query('delete from article_save where uid = $1 and version = 2', [uid]);
    expect((await stale({ 'if-match': '"1"' })).body.changed_fields).toBeNull();
    expect((await stale({ 'if-match': '"3"' })).status).toBe(200);
  });
});
