import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { type Browser, signedIn } from '../../../test/people.ts';
import { exchange, head } from '../../../test/raw-http.ts';
import { bytesAt, picture, sentForm, thumbOf, uploaded } from './testing/files.ts';

let app: TestApp;
let site: number;
let section: number;
beforeAll(async () => {
  app = await testApp({}, { isWorking: true });
  site = await app.site();
  section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } })).section.id;
});

interface Item {
  id: number;
  path: string;
  url: string;
}

let sizes = 20;
/** Never the same bytes twice. */
const fresh = () => picture('png', ++sizes, 10);
const fileOf = ({ id }: Pick<Item, 'id'>) => `/v1/manage/sites/${site}/media/${id}/file`;
const replaced = (item: Item, bytes: Uint8Array | string, headers: Record<string, string> = {}) =>
  sentForm(app, 'PUT', fileOf(item), bytes, { name: 'New quay.png', headers });
const servedArticle = async (id: number) => (await app.get(`/v1/sites/${site}/articles/${id}`)).body.article;

describe('a replaced file', () => {
  it('has a new address, which everything that shows the item serves', async () => {
    const item: Item = await uploaded(app, site, await fresh(), { name: 'old.png', fields: { alt_text: 'Quay' } });
    const thumb = thumbOf(item.path, '48x0');
    const fields = {
      ...{ title: 'A', section_id: section, cover_url: item.path, cover_pos_x: 30, cover_pos_y: 70 },
      body: `<p><img src="${thumb}"> <a href="${item.path}">whole</a></p>`,
      open_graph: { og_image: item.path },
      attachments: { facebook_post: { picture: item.path } },
    };
    const made = (await app.manage('POST', `/sites/${site}/articles`, { article: { ...fields, state: 'published' } }))
      .article;
    const page = (await app.manage('POST', `/sites/${site}/pages`, { page: { name: 'P', body: fields.body } })).page;
    const event = (
      await app.manage('POST', `/sites/${site}/events`, {
        event: { name: 'E', start_date: '2026-01-01', images: [{ url: item.url }] },
      })
    ).event;
    const uses = (await app.manage('GET', `/sites/${site}/media/${item.id}/uses`)).uses;

    const bytes = await fresh();
    const reply = await replaced(item, bytes, { 'if-match': '"1"' });
    expect([reply.status, reply.headers.get('etag')], reply.text).toEqual([200, '"2"']);
    const now: Item = reply.body.media_item;
    expect(now).toMatchObject({ id: item.id, alt_text: 'Quay', title: 'old', width: sizes });
    expect(now.path).toMatch(/\/new-quay-[0-9a-f]{12}\.png$/);

    const served = JSON.stringify(await servedArticle(made.id));
    expect(served).not.toContain(item.path.slice(0, -4));
    // Cover, link, picture for sharing, attachment; and the thumbnail.
    expect(served.split(now.path.slice(0, -4)).length - 1).toBe(4);
    expect(served).toContain(app.url + thumbOf(now.path, '48x0'));
    expect((await servedArticle(made.id)).cover_url).toBe(app.url + now.path.replace('.png', '~30x70.png'));
    expect((await app.manage('GET', `/sites/${site}/pages/${page.id}`)).page.body).toBe(
      page.body.replaceAll(item.path.slice('/files'.length, -4), now.path.slice('/files'.length, -4)),
    );
    expect((await app.manage('GET', `/sites/${site}/events/${event.id}`)).event.images[0].url).toBe(now.url);
    expect((await app.manage('GET', `/sites/${site}/media/${item.id}/uses`)).uses).toEqual(uses);
    // The working copy is untouched: nobody who edits it meets a conflict.
    const working = (await app.manage('GET', `/sites/${site}/articles/${made.uid}`)).article;
    expect([working.version, working.cover_url]).toEqual([made.version, item.path]);
    expect((await bytesAt(app, now.path)).bytes.equals(bytes)).toBe(true);
  });

  it('is found at its earlier addresses, which lead to the new one', async () => {
    const item: Item = await uploaded(app, site, await fresh());
    const now: Item = (await replaced(item, await fresh())).body.media_item;
    const latest: Item = (await replaced(now, await picture('jpeg', 99, 11))).body.media_item;
    const at = (path: string) => fetch(app.url + path, { redirect: 'manual' });
    for (const earlier of [item, now]) {
      const reply = await at(earlier.path.replace('.png', '~10x20.png'));
      expect([reply.status, reply.headers.get('location'), reply.headers.get('cache-control')]).toEqual([
        302,
        latest.path.replace('.jpg', '~10x20.jpg'),
        'public, max-age=60',
      ]);
      const thumb = await at(thumbOf(earlier.path, '48x0'));
      expect([thumb.status, thumb.headers.get('location')]).toEqual([302, thumbOf(latest.path, '48x0')]);
    }
    await app.manage('DELETE', `/sites/${site}/media/${item.id}`);
    expect((await at(item.path)).status).toBe(404);
  });

  it('is used by texts that are saved with an earlier address', async () => {
    const item: Item = await uploaded(app, site, await fresh());
    const now: Item = (await replaced(item, await fresh())).body.media_item;
    const article = { title: 'B', section_id: section, cover_url: item.url, state: 'published' };
    const made = (await app.manage('POST', `/sites/${site}/articles`, { article })).article;
    expect((await servedArticle(made.id)).cover_url).toBe(app.url + now.path);
    expect((await app.manage('DELETE', `/sites/${site}/media/${item.id}`, undefined, 409)).error).toContain('2 place');
  });

  it('never gives its address to another file, not even to the first one again', async () => {
    const first = await fresh();
    const item: Item = await uploaded(app, site, first, { name: 'New quay.png' });
    const now: Item = (await replaced(item, await fresh())).body.media_item;
    const other: Item = await uploaded(app, site, first, { name: 'New quay.png' });
    expect(other.id).not.toBe(item.id);
    expect(other.path).toBe(item.path.replace('new-quay-', 'new-quay-2-'));
    expect((await bytesAt(app, item.path)).bytes.equals((await bytesAt(app, now.path)).bytes)).toBe(true);
    await app.manage('DELETE', `/sites/${site}/media/${other.id}`);
    const back: Item = (await replaced(now, first)).body.media_item;
    expect(back.path).toBe(other.path);
  });

  it('notifies receivers', async () => {
    const item: Item = await uploaded(app, site, await fresh());
    const article = { title: 'C', section_id: section, cover_url: item.path, state: 'published' };
    const made = (await app.manage('POST', `/sites/${site}/articles`, { article })).article;
    await replaced(item, await fresh());
    const { rows } = await app.pool.query(
      `select action, scope from article_event where site_id = $1 and article_id = $2 order by content_version`,
      [site, made.id],
    );
    expect(rows.map(({ action, scope }) => `${action} ${scope}`)).toEqual(['publish all', 'update all']);
  });

  it('leaves an entry of the audit log', async () => {
    const item: Item = await uploaded(app, site, await fresh(), { name: 'a.png' });
    const now: Item = (await replaced(item, await fresh())).body.media_item;
    const { entries } = await app.manage('GET', '/audit?noun=media_item&count=1');
    const name = ({ path }: Item) => path.split('/').at(-1)?.replace('.png', '');
    expect(entries[0]).toMatchObject({
      ...{ action: 'change', noun: 'media_item', noun_id: String(item.id), title: 'a' },
      ...{ before: { name: name(item) }, after: { name: name(now) } },
    });
  });
});

describe('replacing a file', () => {
  it('with the same one changes nothing', async () => {
    const bytes = await fresh();
    const item: Item = await uploaded(app, site, bytes);
    const reply = await replaced(item, bytes);
    expect([reply.status, reply.headers.get('etag'), reply.body.media_item]).toEqual([200, '"1"', item]);
  });

  it('is refused for a stale version, another kind, another item’s file, and no file', async () => {
    const [bytes, others] = [await fresh(), await fresh()];
    const item: Item = await uploaded(app, site, bytes);
    const other: Item = await uploaded(app, site, others);
    expect((await replaced(item, await fresh(), { 'if-match': '"7"' })).status).toBe(409);
    expect((await replaced(item, '%PDF-1.7 minutes')).status).toBe(415);
    expect((await replaced(item, 'plain text')).status).toBe(415);
    const taken = await replaced(item, others);
    expect([taken.status, taken.body.error]).toEqual([409, expect.stringContaining(`item ${other.id} `)]);
    const empty = await app.request('PUT', fileOf(item), { token: ADMIN, body: { media_item: {} } });
    expect(empty.status).toBe(422);
    expect((await replaced({ ...item, id: 999_999 }, await fresh())).status).toBe(404);
    expect((await app.manage('GET', `/sites/${site}/media/${item.id}`)).media_item).toEqual(item);
  });

  it('takes a small file within JSON', async () => {
    const item: Item = await uploaded(app, site, await fresh());
    const data = (await fresh()).toString('base64');
    const body = { media_item: { data, name: 'small.png' } };
    const reply = await app.request('PUT', fileOf(item), { token: ADMIN, body });
    expect(reply.body.media_item?.path, reply.text).toContain('/small-');
  });

  it('is for authors while the item is their own and unused', async () => {
    const author: Browser = await signedIn(app, [{ site_id: site, role: 'author' }]);
    const put = async (id: number) => {
      const body = { media_item: { data: (await fresh()).toString('base64') } };
      return (await author.request('PUT', fileOf({ id }), body)).status;
    };
    const own = { media_item: { data: (await fresh()).toString('base64') } };
    const item: Item = (await author.manage('POST', `/sites/${site}/media`, own)).media_item;
    expect(await put(item.id)).toBe(200);
    await app.manage('POST', `/sites/${site}/pages`, { page: { name: 'Q', cover_url: item.path } });
    expect(await put(item.id)).toBe(403);
    expect(await put((await uploaded(app, site, await fresh())).id)).toBe(403);
  });

  it('is refused before the file is sent: items of others to authors, and unknown ones to all', async () => {
    const author: Browser = await signedIn(app, [{ site_id: site, role: 'author' }]);
    const other: Item = await uploaded(app, site, await fresh());
    const form = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 200 * 1024 * 1024 };
    const bySession = { ...form, cookie: author.cookie, origin: app.url };
    expect((await exchange(app.url, head('PUT', fileOf(other), bySession))).status).toBe(403);
    const byToken = { ...form, authorization: `Bearer ${ADMIN}` };
    expect((await exchange(app.url, head('PUT', fileOf({ id: 999_999 }), byToken))).status).toBe(404);
    expect((await exchange(app.url, head('PUT', '/v1/manage/sites/%20/media/1/file', byToken))).status).toBe(400);
  });
});
