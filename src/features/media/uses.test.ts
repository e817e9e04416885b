import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { kysely } from '../../db/connect.ts';
import { useMediaAddress } from './settings.ts';
import { bytesAt, picture, sentForm, uploaded } from './testing/files.ts';

let app: TestApp;
let site: number;
let section: number;
let item: { id: number; url: string; path: string };
beforeAll(async () => {
  app = await testApp({}, { isWorking: true });
  site = await app.site();
  section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } })).section.id;
  item = await uploaded(app, site, await picture('jpeg', 40, 30), { name: 'cover.jpg' });
});

const usesOf = async (id: number): Promise<string[]> =>
  (await app.manage('GET', `/sites/${site}/media/${id}/uses`)).uses
    .map(({ owner, owner_id }: { owner: string; owner_id: string }) => `${owner} ${owner_id}`)
    .sort();
const article = async (fields: object, path = '', method = 'POST') =>
  (await app.manage(method, `/sites/${site}/articles${path}`, { article: fields })).article;
const own = async () => uploaded(app, site, `%PDF-1.7 ${Math.random()}`, { name: 'x.pdf' });

describe('an article', () => {
  it('stores its media without the address of the service and serves them with it', async () => {
    const body = `<p><img src="${item.url}"> <a href="${item.path}">file</a></p>`;
    const fields = {
      title: 'A',
      section_id: section,
      cover_url: `${app.url}${item.path.replace('.jpg', '~1x2.jpg')}`,
      cover_pos_x: 30,
      cover_pos_y: 70,
    };
    const made = await article({ ...fields, body, open_graph: { og_image: item.url }, state: 'published' });
    expect(made).toMatchObject({
      cover_url: item.path,
      body: body.replace(item.url, item.path),
      open_graph: { og_image: item.path },
    });
    const served = (await app.get(`/v1/sites/${site}/articles/${made.id}`)).body.article;
    expect(served.cover_url).toBe(`${app.url}${item.path.replace('.jpg', '~30x70.jpg')}`);
    expect(served.body).toBe(body.replace(`"${item.path}`, `"${app.url}${item.path}`));
    expect(served.open_graph.og_image).toBe(app.url + item.path);
    expect((await bytesAt(app, served.cover_url)).status).toBe(200);
    expect(await usesOf(item.id)).toEqual([`article ${made.uid}`, `published_article ${made.id}`]);
    const { uses } = await app.manage('GET', `/sites/${site}/media/${item.id}/uses`);
    for (const use of uses) expect(use).toMatchObject({ title: 'A', article_uid: made.uid });
    const removal = await app.request('DELETE', `/v1/manage/sites/${site}/media/${item.id}`, { token: ADMIN });
    expect([removal.status, removal.body.error]).toEqual([409, expect.stringContaining('2 place(s)')]);
    // The body equals the stored item: no new version.
    const again = await article({ cover_url: served.cover_url, body: served.body }, `/${made.uid}`, 'PATCH');
    expect(again.version).toBe(made.version);
  });

  it('gets the focal point of a cover that is chosen without a position, and keeps a point in its body', async () => {
    const focal = { focal_x: '70', focal_y: '40' };
    const [one, two] = [
      await uploaded(app, site, await picture('jpeg', 41, 30), { name: 'one.jpg', fields: focal }),
      await uploaded(app, site, await picture('jpeg', 42, 30), {
        name: 'two.jpg',
        fields: { ...focal, focal_x: '10' },
      }),
    ];
    expect(one.url).toContain('~70x40.jpg');
    const body = `<p><img src="${one.path.replace('.jpg', '~30x70.jpg')}"></p>`;
    const made = await article({ title: 'F', section_id: section, cover_url: one.url, body });
    expect(made).toMatchObject({ cover_url: one.path, cover_pos_x: 70, cover_pos_y: 40, body });
    const patched = (fields: object) => article(fields, `/${made.uid}`, 'PATCH');
    expect(await patched({ cover_pos_x: 5 })).toMatchObject({ cover_pos_x: 5, cover_pos_y: 40 });
    // The cover that it has already is not chosen again.
    expect(await patched({ title: 'G', cover_url: one.url })).toMatchObject({ cover_pos_x: 5, cover_pos_y: 40 });
    expect(await patched({ cover_url: two.url })).toMatchObject({ cover_pos_x: 10, cover_pos_y: 40 });
    expect(await patched({ cover_url: one.path, cover_pos_x: 0, cover_pos_y: 1 })).toMatchObject({
      cover_pos_x: 0,
      cover_pos_y: 1,
    });
    expect(await patched({ cover_url: 'https://a.example/x.jpg' })).toMatchObject({ cover_pos_x: 0, cover_pos_y: 1 });
  });

  it('is named by its working title, and as readers know it where it is served', async () => {
    const one = await own();
    const made = await article({ title: 'Served', section_id: section, cover_url: one.url, state: 'published' });
    await article({ title: 'Not yet public' }, `/${made.uid}`, 'PATCH');
    const titles = async () => (await app.manage('GET', `/sites/${site}/media/${one.id}/uses`)).uses;
    expect(await titles()).toMatchObject([
      { owner: 'article', title: 'Not yet public', article_uid: made.uid },
      { owner: 'published_article', title: 'Served', article_uid: made.uid },
    ]);
    await app.manage('PUT', `/sites/${site}/articles/${made.uid}/publication`);
    expect(await titles()).toMatchObject([{ title: 'Not yet public' }, { title: 'Not yet public' }]);
  });

  it('uses the media of its revisions until it is deleted, and serves those of its current text', async () => {
    const [first, second] = [await own(), await own()];
    const made = await article({ title: 'B', section_id: section, cover_url: first.url, state: 'published' });
    await article({ cover_url: second.path, state: 'published' }, `/${made.uid}`, 'PATCH');
    expect(await usesOf(first.id)).toEqual([`article ${made.uid}`]);
    expect(await usesOf(second.id)).toEqual([`article ${made.uid}`, `published_article ${made.id}`]);
    await app.manage('DELETE', `/sites/${site}/articles/${made.uid}`);
    expect(await usesOf(second.id)).toEqual([`article ${made.uid}`]);
    await app.pool.query('delete from article_revision where uid = $1', [made.uid]);
    await app.pool.query('delete from article where uid = $1', [made.uid]);
    expect([await usesOf(first.id), await usesOf(second.id)]).toEqual([[], []]);
  });

  it('is rendered again when the address of media changes', async () => {
    const made = await article({ title: 'C', section_id: section, cover_url: item.path, state: 'published' });
    await useMediaAddress(kysely(app.pool), 'https://cdn.example');
    await expect
      .poll(async () => (await app.get(`/v1/sites/${site}/articles/${made.id}`)).body.article.cover_url)
      .toBe(`https://cdn.example${item.path}`);
    await useMediaAddress(kysely(app.pool), app.url);
    await expect
      .poll(async () => (await app.get(`/v1/sites/${site}/articles/${made.id}`)).body.article.cover_url)
      .toBe(app.url + item.path);
  });
});

describe.each([
  ['sections', 'section', { name: 'S', open_graph: { og_image: 'URL' }, cover_url: 'URL' }, 'section'],
  ['pages', 'page', { name: 'P', visibility: 'public', cover_url: 'URL', body: '<img src="URL">' }, 'page'],
  ['authors', 'author', { firstname: 'A', lastname: 'B', avatar: 'URL', about: '<img src="URL">' }, 'author'],
  ['issues', 'issue', { name: 'I', published: true, cover_url: 'URL' }, 'issue'],
  [
    'events',
    'event',
    {
      name: 'E',
      start_date: '2026-01-01',
      published_at: '2026-01-01',
      images: [{ url: 'URL' }],
      description: '<img src="URL">',
    },
    'event',
  ],
])('%s', (noun, key, fields, owner) => {
  it('refer to media and release them', async () => {
    const media = await own();
    const named = JSON.parse(JSON.stringify(fields).replaceAll('URL', media.path));
    const made = (await app.manage('POST', `/sites/${site}/${noun}`, { [key]: named }))[key];
    const served = JSON.stringify(made);
    expect(served.split(app.url + media.path).length).toBe(JSON.stringify(fields).split('URL').length);
    expect(await usesOf(media.id)).toEqual([`${owner} ${made.id}`]);
    const { uses } = await app.manage('GET', `/sites/${site}/media/${media.id}/uses`);
    expect(uses[0]).toMatchObject({ title: made.name ?? 'A B', article_uid: null });
    await app.manage('PATCH', `/sites/${site}/${noun}/${made.id}`, { [key]: made });
    expect(await usesOf(media.id)).toEqual([`${owner} ${made.id}`]);
    await app.manage('DELETE', `/sites/${site}/${noun}/${made.id}`);
    expect(await usesOf(media.id)).toEqual([]);
    await app.manage('DELETE', `/sites/${site}/media/${media.id}`);
  });
});

describe('media of strangers', () => {
  it('are served once something that is published uses them', async () => {
    const media = await own();
    await app.pool.query(`update media set origin = 'form' where id = $1`, [media.id]);
    const other = await article({ title: 'D', section_id: section, cover_url: media.path });
    expect((await bytesAt(app, media.path)).status).toBe(404);
    await app.manage('PUT', `/sites/${site}/articles/${other.uid}/publication`);
    expect((await bytesAt(app, media.path)).status).toBe(200);
    await app.manage('DELETE', `/sites/${site}/articles/${other.uid}/publication`);
    expect((await bytesAt(app, media.path)).status).toBe(404);
  });
});

describe('a forced deletion', () => {
  const deleted = (media: { id: number }) => app.manage('DELETE', `/sites/${site}/media/${media.id}?force=true`);
  const servedOf = async ({ id }: { id: number }) => (await app.get(`/v1/sites/${site}/articles/${id}`)).body.article;

  it('removes the file from published articles, for good, and tells receivers', async () => {
    const [media, other] = [
      await uploaded(app, site, await picture('jpeg', 43, 30), { name: 'gone.jpg' }),
      await uploaded(app, site, await picture('jpeg', 44, 30), { name: 'stays.jpg' }),
    ];
    const thumb = media.path.replace('/files/', '/thumbs/').replace('.jpg', '~30x70_s600x0.jpg');
    const body = `<p>A<img src="${media.path}" alt=""><img src="${thumb}"> <a href="${media.path}">file</a><img src="${other.path}" srcset="${thumb} 2x"></p>`;
    const fields = { cover_url: media.path, open_graph: { og_image: media.path }, body };
    const made = await article({ title: 'E', section_id: section, ...fields, state: 'published' });
    const { cursor } = await app.manage('GET', `/sites/${site}/changes?count=100`);
    await deleted(media);
    expect((await bytesAt(app, media.path)).status).toBe(404);
    const isCleared = async () =>
      expect(await servedOf(made)).toMatchObject({
        cover_url: null,
        open_graph: { og_image: null },
        body: `<p>A <a>file</a><img src="${app.url}${other.path}"></p>`,
      });
    await isCleared();
    const { changes } = await app.manage('GET', `/sites/${site}/changes?cursor=${cursor}`);
    expect(changes).toMatchObject([{ action: 'update', article: { id: made.id, cover_url: null } }]);
    // The text is as it was written, at the same version, and serves nothing more when it is published again.
    const stored = (await app.manage('GET', `/sites/${site}/articles/${made.uid}`)).article;
    expect(stored).toMatchObject({ cover_url: media.path, body, version: made.version });
    await article({ title: 'E again', state: 'published' }, `/${made.uid}`, 'PATCH');
    await isCleared();
    // The same file is another item.
    const again = await uploaded(app, site, await picture('jpeg', 43, 30), { name: 'gone.jpg' });
    expect(again.path).not.toBe(media.path);
    await isCleared();
    await article({ cover_url: again.path, state: 'published' }, `/${made.uid}`, 'PATCH');
    expect((await servedOf(made)).cover_url).toBe(app.url + again.path);
  });

  it('removes a file that was replaced before, also where texts have its earlier address', async () => {
    const media = await uploaded(app, site, await picture('png', 46, 30), { name: 'first.png' });
    const fields = {
      ...{ cover_url: media.path, open_graph: { og_image: media.path }, body: `<p><img src="${media.path}"></p>` },
      attachments: { facebook_post: { picture: media.path } },
    };
    const made = await article({ title: 'R', section_id: section, ...fields, state: 'published' });
    const file = `/v1/manage/sites/${site}/media/${media.id}/file`;
    expect((await sentForm(app, 'PUT', file, await picture('png', 47, 30), { name: 'second.png' })).status).toBe(200);
    expect((await servedOf(made)).cover_url).toContain('second-');
    await deleted(media);
    expect(await servedOf(made)).toMatchObject({
      ...{ cover_url: null, open_graph: { og_image: null }, body: '<p></p>' },
      attachments: { facebook_post: { picture: null } },
    });
  });

  it('removes it from everything else that shows it', async () => {
    const media = await uploaded(app, site, await picture('jpeg', 45, 30), { name: 'shown.jpg' });
    const add = async (path: string, one: string, sent: object) => {
      const { id } = (await app.manage('POST', `/sites/${site}/${path}`, { [one]: sent }))[one];
      return async () => (await app.manage('GET', `/sites/${site}/${path}/${id}`))[one];
    };
    const [html, cover_url] = [`<p>A<img src="${media.path}"></p>`, media.path];
    const images = [{ url: media.path, caption: 'B' }, { url: 'https://a.example/x.jpg' }];
    const shown = [
      await add('sections', 'section', { name: 'S', cover_url, open_graph: { og_title: 'T', og_image: media.path } }),
      await add('pages', 'page', { name: 'P', cover_url, body: html }),
      await add('authors', 'author', { firstname: 'A', lastname: 'B', avatar: media.path, about: html }),
      await add('issues', 'issue', { name: 'I', cover_url }),
      await add('events', 'event', { name: 'V', start_date: '2026-01-01', cover_url, images, description: html }),
    ];
    await deleted(media);
    expect(await Promise.all(shown.map((read) => read()))).toMatchObject([
      { cover_url: null, open_graph: { og_title: 'T', og_image: null } },
      { cover_url: null, body: '<p>A</p>' },
      { avatar: '', about: '<p>A</p>' },
      { cover_url: null },
      { cover_url: null, images: [{ url: 'https://a.example/x.jpg' }], description: '<p>A</p>' },
    ]);
  });
});

it('a site with media is not deleted', async () => {
  const other = await app.site();
  const media = await uploaded(app, other, await picture('png', 8, 8));
  expect((await app.manage('DELETE', `/sites/${other}`, undefined, 409)).error).toContain('1 media item(s)');
  await app.manage('DELETE', `/sites/${other}/media/${media.id}`);
  await app.manage('DELETE', `/sites/${other}`);
});
