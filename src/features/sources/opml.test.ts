/** Lists of feeds through the API: in, out, and refused before they cost anything. */
import { beforeAll, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { feedsIn, type Outline } from '../../core/intake/opml.ts';

let [app, site, section] = [{} as TestApp, 0, 0];
beforeAll(async () => {
  app = await testApp();
  site = await app.site({ name: 'Posten & Co' });
  section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } })).section.id;
});
const outline = (url: string, name = 'Feed') => `<outline text="${name}" xmlUrl="${url}"/>`;
const list = (...outlines: string[]) => `<opml version="2.0"><head/><body>${outlines.join('')}</body></opml>`;
const send = (document: string, fields: object = {}, headers = {}) =>
  app.request('POST', `/v1/manage/sites/${site}/sources/opml`, {
    ...{ token: ADMIN, headers, body: { opml: { document, section_id: section, ...fields } } },
  });

it('adds the feeds of all folders, names those that are refused, and adds none twice', async () => {
  const document = list(
    `<outline text="Folder">${outline('https://a.example/feed', 'A &amp; B')}${outline('https://b.example/feed', '')}</outline>`,
    outline('https://a.example/feed#top'),
    outline('javascript:alert(1)'),
    outline(`https://c.example/${'x'.repeat(2_000)}`),
  );
  const { status, body } = await send(document, { approval: 'auto', tags: ['sea'] });
  expect(status).toBe(200);
  expect(body.remaining).toBe(0);
  expect(body.results.map((one: { status: number }) => one.status)).toEqual([201, 201, 409, 422, 422]);
  expect(body.results[3].error).toContain('url');
  const { sources } = await app.manage('GET', `/sites/${site}/sources`);
  expect(sources).toMatchObject([
    { name: 'A & B', url: 'https://a.example/feed', approval: 'auto', tags: ['sea'], section_id: section },
    { name: 'b.example', url: 'https://b.example/feed' },
  ]);
  const again = await send(document, {}, { 'idempotency-key': 'opml' });
  expect(again.body.results.map((one: { status: number }) => one.status)).toEqual([200, 200, 200, 422, 422]);
  const { entries } = await app.manage('GET', '/audit?noun=source&action=batch');
  expect(entries).toMatchObject([{ action: 'batch', noun: 'source' }]);
});

it('writes a list that it reads', async () => {
  const { opml } = await app.manage('GET', `/sites/${site}/sources/opml`);
  expect(opml.feeds).toBe(2);
  expect(opml.document).toContain('<title>Posten &amp; Co</title>');
  const { body } = await send(opml.document);
  expect(body.results).toMatchObject([
    { address: 'https://a.example/feed', name: 'A & B', status: 200 },
    { address: 'https://b.example/feed', status: 200 },
  ]);
});

it.each([
  ['no XML', 'nothing', 'is no valid OPML'],
  ['no feeds', list('<outline text="x"/>'), 'has no feeds'],
  [
    'too many feeds',
    list(...Array.from({ length: 501 }, (_, n) => outline(`https://f.example/${n}`))),
    'more than 500',
  ],
  ['too long', `${' '.repeat(1_000_000)}x`, 'characters'],
])('refuses a list with %s', async (_, document, reason) => {
  const { status, text } = await send(document);
  expect(status).toBe(422);
  expect(text).toContain(reason);
});

it('refuses a body of more than 4 MiB unread, and a section that does not exist', async () => {
  expect((await send('x'.repeat(5 * 1024 * 1024))).status).toBe(413);
  const { body } = await send(list(outline('https://z.example/')), { section_id: 999 });
  expect(body.results[0]).toMatchObject({ status: 422, source_id: null });
});

it('reads a folder with more members than a call may have arguments', () => {
  const outlines: Outline[] = Array.from({ length: 300_000 }, (_, n) => ({ xmlUrl: `https://f.example/${n % 3}` }));
  expect(feedsIn([{ outlines }])).toHaveLength(3);
});
