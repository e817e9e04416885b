import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp, webhookTools } from '../../../test/app.ts';
import { atFileEnd } from '../../../test/at-file-end.ts';
import { HOSTILE } from '../../core/testing/hostile-addresses.ts';
import { fetchPicture } from './remote.ts';
import { bytesAt, picture } from './testing/files.ts';

let app: TestApp;
let site: number;
let section: number;
let elsewhere: string;
const asked: string[] = [];
beforeAll(async () => {
  const bytes = await picture('jpeg', 60, 40);
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url?.startsWith('/cover.jpg')) return response.end(bytes);
    if (request.url === '/page.jpg') return response.end('<html>no picture</html>');
    return response.writeHead(404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atFileEnd(() => void server.close());
  elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app = await testApp({}, { isWorking: true });
  site = await app.site({ cache_remote_images: true });
  section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'S' } })).section.id;
});

const publish = async (cover_url: string, at = site) => {
  const article = { title: 'T', section_id: section, cover_url, state: 'published' };
  return (await app.manage('POST', `/sites/${at}/articles`, { article })).article;
};
const coverOf = async ({ id }: { id: number }) =>
  (await app.get(`/v1/sites/${site}/articles/${id}`)).body.article.cover_url;
const stateOf = async (url: string) =>
  (await app.pool.query('select state from remote_image where url = $1', [url])).rows[0]?.state;

it('a cover on another server is fetched once and served from here; the text keeps its address', async () => {
  const [first, second] = [await publish(`${elsewhere}/cover.jpg`), await publish(`${elsewhere}/cover.jpg`)];
  expect(first.cover_url).toBe(`${elsewhere}/cover.jpg`);
  for (const article of [first, second])
    await expect
      .poll(() => coverOf(article))
      .toMatch(new RegExp(`^${app.url}/files/sites/${site}/cover-[0-9a-f]{12}\\.jpg$`));
  expect((await bytesAt(app, await coverOf(first))).status).toBe(200);
  expect((await app.manage('GET', `/sites/${site}/articles/${first.uid}`)).article.cover_url).toBe(
    `${elsewhere}/cover.jpg`,
  );
  expect((await app.manage('GET', `/sites/${site}/media?origin=remote`)).media_items).toMatchObject([
    { source_url: `${elsewhere}/cover.jpg` },
  ]);
  const third = await publish(`${elsewhere}/cover.jpg`);
  expect(await coverOf(third)).toContain(app.url);
});

it('a picture that is deleted with its uses is shown nowhere, and not fetched again', async () => {
  const url = `${elsewhere}/cover.jpg?deleted`;
  const article = await publish(url);
  await expect.poll(() => coverOf(article)).toContain('/files/');
  const used = (await coverOf(article)).slice(app.url.length);
  const { media_items } = await app.manage('GET', `/sites/${site}/media?origin=remote`);
  const item = media_items.find(({ path }: { path: string }) => path === used);
  await app.manage('DELETE', `/sites/${site}/media/${item.id}?force=true`);
  expect(await coverOf(article)).toBeNull();
  await app.manage('PUT', `/sites/${site}/articles/${article.uid}/publication`, {}, 200);
  expect([await coverOf(article), await stateOf(url)]).toEqual([null, 'deleted']);
  expect(await coverOf(await publish(url))).toBeNull();
});

it('a missing file, or one that is not a picture, keeps its address', async () => {
  const [gone, page] = [await publish(`${elsewhere}/gone.jpg`), await publish(`${elsewhere}/page.jpg`)];
  await expect.poll(() => stateOf(`${elsewhere}/gone.jpg`)).toBe('gone');
  await expect.poll(() => stateOf(`${elsewhere}/page.jpg`)).toBe('failed');
  expect([await coverOf(gone), await coverOf(page)]).toEqual([`${elsewhere}/gone.jpg`, `${elsewhere}/page.jpg`]);
});

it('a site that does not say so fetches nothing', async () => {
  await app.manage('PATCH', `/sites/${site}`, { site: { cache_remote_images: false } });
  const before = asked.length;
  await publish(`${elsewhere}/other.jpg`);
  expect([await stateOf(`${elsewhere}/other.jpg`), asked.length]).toEqual([undefined, before]);
  await app.manage('PATCH', `/sites/${site}`, { site: { cache_remote_images: true } });
});

it('hostile addresses are refused before anything is connected to', async () => {
  const { signal } = new AbortController();
  const guard = { allowPrivate: false, resolve: async () => ['127.0.0.1', '10.0.0.1'] };
  const before = asked.length;
  const port = new URL(elsewhere).port;
  for (const address of HOSTILE) {
    const url = address.replace(/:\d+(?=\/|$)/, `:${port}`);
    await expect(
      fetchPicture(app.media, guard, url, signal, async () => 'fetched'),
      url,
    ).rejects.toThrow();
  }
  expect(asked.length).toBe(before);
});

it('a picture is uploaded by its address; a missing file is 422, one that is not a picture 415', async () => {
  const send = (media_item: object, status = 201) => app.manage('POST', `/sites/${site}/media`, { media_item }, status);
  const { media_item } = await send({ url: `${elsewhere}/cover.jpg`, alt_text: 'Å' });
  expect(media_item).toMatchObject({ width: 60, source_url: `${elsewhere}/cover.jpg`, mime: 'image/jpeg' });
  expect((await bytesAt(app, media_item.path)).status).toBe(200);
  const { problems } = await send({ url: `${elsewhere}/none.jpg` }, 422);
  expect(problems).toEqual([{ path: '/url', message: 'cannot be fetched: It answered 404.' }]);
  await send({ url: `${elsewhere}/page.jpg` }, 415);
  await send({ url: 'ftp://example.com/x.jpg' }, 422);
  await send({ url: `${elsewhere}/cover.jpg`, data: 'aGVq' }, 422);
  await send({}, 422);
});

it('an upload by address passes the guard of outbound requests', async () => {
  const guarded = await testApp({ webhooks: webhookTools({ allowPrivate: false }) });
  const own = await guarded.site();
  const before = asked.length;
  for (const url of [`${elsewhere}/cover.jpg`, 'http://169.254.169.254/latest/meta-data', 'http://[::1]/x.png']) {
    const { problems } = await guarded.manage('POST', `/sites/${own}/media`, { media_item: { url } }, 422);
    expect(problems[0].path, url).toBe('/url');
  }
  expect(asked.length).toBe(before);
});
