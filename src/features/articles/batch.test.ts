import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { signedIn } from '../../../test/people.ts';
import { slowTest } from '../../../test/slow.ts';

let app: TestApp;
let [site, section] = [0, 0];
beforeAll(async () => {
  app = await testApp();
  site = await app.site();
  section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } })).section.id;
});

const path = () => `/sites/${site}/articles`;
const make = async (title: string, fields: object = {}) =>
  (await app.manage('POST', path(), { article: { title, section_id: section, ...fields } })).article;
const read = async (uid: string) => (await app.manage('GET', `${path()}/${uid}`)).article;

interface Result {
  uid: string;
  status: number;
  version: number | null;
  state: string | null;
  failure?: Record<string, unknown>;
}
const batch = async (operations: object[], headers: Record<string, string> = {}): Promise<Result[]> => {
  const { status, text, body } = await app.request('POST', `/v1/manage${path()}/batch`, {
    token: ADMIN,
    headers,
    body: { operations },
  });
  expect(status, text).toBe(200);
  return body.results;
};

let key = 0;
/** With a key all operations are in one transaction, without one each has its own. */
describe.each([
  ['one by one', () => ({})],
  ['in one transaction', () => ({ 'idempotency-key': `batch-${key++}` })],
])('a batch that runs %s', (_, headers) => {
  it('publishes, changes, unpublishes, deletes and restores, with a result for each', async () => {
    const [a, b, c, d] = [
      await make('a'),
      await make('b'),
      await make('c', { state: 'published' }),
      await make('d', { state: 'published' }),
    ];
    const results = await batch(
      [
        { uid: a.uid, action: 'publish', if_match: 1 },
        { uid: b.uid, action: 'change', article: { tags: ['x'] } },
        { uid: String(c.id), action: 'unpublish' },
        { uid: d.uid, action: 'delete' },
        { uid: d.uid, action: 'restore' },
        { uid: b.uid, action: 'publish', publish_at: '2040-01-01T00:00:00Z' },
      ],
      headers(),
    );
    expect(results).toEqual([
      { uid: a.uid, status: 200, version: 1, state: 'published' },
      { uid: b.uid, status: 200, version: 2, state: 'draft' },
      { uid: String(c.id), status: 204, version: null, state: null },
      { uid: d.uid, status: 204, version: null, state: null },
      { uid: d.uid, status: 200, version: 1, state: 'unpublished' },
      { uid: b.uid, status: 200, version: 2, state: 'scheduled' },
    ]);
    expect(await read(b.uid)).toMatchObject({ tags: ['x'], state: 'scheduled' });
    const { body } = await app.get(`/v1/sites/${site}/articles?count=100`);
    const shown = body.articles.map(({ title }: { title: string }) => title);
    expect([shown.includes('a'), shown.includes('c'), shown.includes('d')]).toEqual([true, false, false]);
  });

  slowTest('rolls back only the operations that fail: 3 conflicts of 100', async () => {
    const articles = [];
    for (let n = 0; n < 100; n++) articles.push(await make(`bulk ${n}`));
    const stale = [7, 50, 99];
    const tag = `bulk${key++}`;
    for (const n of stale) await app.manage('PATCH', `${path()}/${articles[n].uid}`, { article: { summary: 'mine' } });
    const results = await batch(
      articles.map(({ uid }) => ({ uid, if_match: 1, action: 'change', article: { tags: [tag] } })),
      headers(),
    );
    expect(results.flatMap(({ status }, n) => (status === 200 ? [] : [n]))).toEqual(stale);
    expect(results[7]).toMatchObject({
      status: 409,
      version: null,
      failure: { version: 2, changed_fields: ['summary'], changed_by: 'admin token', changed_by_name: null },
    });
    const { articles: tagged } = await app.manage('GET', `${path()}?tag=${tag}&count=100&fields=uid`);
    expect(tagged).toHaveLength(97);
  });

  it('returns for each failure the error of a separate request', async () => {
    const { uid } = await make('x');
    const none = '0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21';
    const results = await batch(
      [
        { uid: none, action: 'publish' },
        { uid, action: 'unpublish' },
        { uid, action: 'change', article: { category_id: 999_999 } },
        { uid: none, action: 'restore' },
        { uid, action: 'publish' },
      ],
      headers(),
    );
    expect(results.map(({ status }) => status)).toEqual([404, 409, 422, 404, 200]);
    expect(results[2]?.failure?.problems).toEqual([{ path: '/category_id', message: expect.any(String) }]);
    expect(await read(uid)).toMatchObject({ version: 1, category_id: null, state: 'published' });
  });
});

it('a repeat with the same key returns the first answer and does nothing', async () => {
  const { uid } = await make('once');
  const send = () => batch([{ uid, action: 'change', article: { tags: ['once'] } }], { 'idempotency-key': 'repeat' });
  const first = await send();
  expect(await send()).toEqual(first);
  expect((await read(uid)).version).toBe(2);
});

it('is rejected as a whole when it is invalid', async () => {
  const refused = async (operations: object[]) =>
    (await app.request('POST', `/v1/manage${path()}/batch`, { token: ADMIN, body: { operations } })).status;
  const { uid } = await make('y');
  expect(await refused([])).toBe(422);
  expect(await refused([{ uid, action: 'pin' }])).toBe(422);
  expect(await refused([{ uid: 'x', action: 'publish' }])).toBe(422);
  expect(await refused([{ uid, action: 'change', article: { body: '<p>x</p>' } }])).toBe(422);
  expect(await refused(Array.from({ length: 101 }, () => ({ uid, action: 'publish' })))).toBe(422);
});

it('gives authors the same rights as single requests', async () => {
  const author = await signedIn(app, [{ site_id: site, role: 'author' }]);
  const other = await make('of others');
  const { article: mine } = await author.manage('POST', path(), { article: { title: 'mine', section_id: section } });
  const operations = [
    { uid: mine.uid, action: 'change', article: { tags: ['mine'] } },
    { uid: mine.uid, action: 'publish' },
    { uid: mine.uid, action: 'unpublish' },
    { uid: other.uid, action: 'change', article: { tags: ['mine'] } },
    { uid: other.uid, action: 'publish' },
    { uid: other.uid, action: 'delete' },
    { uid: mine.uid, action: 'delete' },
    { uid: mine.uid, action: 'restore' },
  ];
  const { body } = await author.request('POST', `/v1/manage${path()}/batch`, { operations });
  expect(body.results.map(({ status }: Result) => status)).toEqual([200, 403, 403, 404, 403, 404, 204, 200]);
  expect(await read(other.uid)).toMatchObject({ version: 1, state: 'draft', tags: [] });
});
