/** Articles that another installation of the interface serves can be imported as served. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../test/app.ts';
import { ARTICLE_TYPES } from '../contract/article.ts';
import response from './testing/articles-elsewhere.json' with { type: 'json' };
import { imported, lines } from './testing/transfer.ts';

const SITE = 85;
const related = [
  { site: { id: SITE, name: 'Coast', url: 'https://coast.example', time_zone: 'Europe/Helsinki' } },
  { category: { site_id: SITE, id: 17, name: 'Weather' } },
  { section: { site_id: SITE, id: 241, name: 'Quayside', section_url: 'quayside', cover_url: '' } },
  { author: { site_id: SITE, id: 311, firstname: 'Maija', lastname: 'Virta', avatar: '' } },
];
const { articles } = response;
const published = (fields: object) => ({ ...fields, state: 'published' });

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

/** What is served differs from what came in as the rules say, and in nothing else. */
function expected(article: object): unknown {
  const text = JSON.stringify(article)
    .replaceAll('"//', '"https://')
    .replace(
      /"((?:og_|cover_|canonical_|profile_image_)?(?:url|image)|picture|profile_picture|link|media_url)":""/g,
      '"$1":null',
    );
  return JSON.parse(text);
}

it('the response has every type, empty addresses and marked users', () => {
  expect(new Set(articles.map(({ type }) => type))).toEqual(new Set(ARTICLE_TYPES));
  expect(articles).toHaveLength(9);
  for (const odd of ['"cover_url":""', '"users_in_photo":[]', '"//www.youtube.com/']) {
    expect(JSON.stringify(articles)).toContain(odd);
  }
});

it('an import takes all nine articles of a response and serves them', async () => {
  const { refused, counts } = await imported(
    app,
    lines(...related, ...articles.map((article) => ({ article: published(article) }))),
  );
  expect(refused).toEqual([]);
  expect(counts.article).toMatchObject({ new: 9 });
  const { body } = await app.get(`/v1/sites/${SITE}/articles`);
  expect(body.articles).toEqual(articles.map(expected));
});

it('an administrator posts the same nine', async () => {
  const site = await app.site({ url: 'https://coast.example' });
  await app.manage('POST', `/sites/${site}/article-categories`, { category: { id: 17, name: 'Weather' } });
  await app.manage('POST', `/sites/${site}/sections`, { section: { id: 241, name: 'Quayside' } });
  await app.manage('POST', `/sites/${site}/authors`, { author: { id: 311, firstname: 'Maija', lastname: 'Virta' } });
  for (const article of articles) await app.manage('POST', `/sites/${site}/articles`, { article: published(article) });
  const { body } = await app.get(`/v1/sites/${site}/articles`);
  expect(body.articles).toEqual(articles.map((article) => ({ ...(expected(article) as object), site_id: site })));
});

describe('unknown fields of attachments', () => {
  const video = { embed_src: 'https://video.example/1', frames: 9 };
  const strange = { id: 60_000, title: 'Strange', section_id: 241, attachments: { video } };
  const photo = {
    user: { id: '1', username: 'a', fullname: 'A', profile_picture_url: '', age: 4 },
    position: { x: 0, y: 1, z: 2 },
  };
  const marked = {
    id: 60_001,
    title: 'Marked',
    section_id: 241,
    attachments: { instagram_item: { users_in_photo: [photo] } },
  };
  const other = { id: 60_002, title: 'Other', section_id: 241, attachments: { pin: { board: 'x' } } };

  it('are dropped by an import, which reports them', async () => {
    const { refused, counts } = await imported(
      app,
      lines(...[strange, marked, other].map((article) => ({ article: { ...published(article), site_id: SITE } }))),
    );
    expect(refused).toEqual([]);
    expect(counts.article?.dropped).toEqual({
      'attachments.video.frames': 1,
      'attachments.instagram_item.users_in_photo[].user.age': 1,
      'attachments.instagram_item.users_in_photo[].position.z': 1,
      'attachments.pin': 1,
    });
    const served = async (id: number) => (await app.get(`/v1/sites/${SITE}/articles/${id}`)).body.article;
    expect(await served(60_000)).toMatchObject({ attachments: { video: { embed_src: video.embed_src } } });
    expect(JSON.stringify([await served(60_000), await served(60_001)])).not.toMatch(/"(frames|age|z)"/);
    expect(await served(60_002)).not.toHaveProperty('attachments');
  });

  it('are dropped from the POST of an administrator, whose answer says so', async () => {
    const { article, removed } = await app.manage('POST', `/sites/${SITE}/articles`, {
      article: { ...strange, id: 60_003, body: '<p onclick="x()">Hi</p>' },
    });
    expect(article.attachments.video).toEqual({ embed_src: video.embed_src });
    expect(removed).toEqual([
      { path: '/attachments/video/frames', message: 'unknown field' },
      expect.objectContaining({ path: '/body' }),
    ]);
  });

  it('are refused from anyone else, and in a PATCH', async () => {
    const { api_key } = await app.manage('POST', '/api-keys', { api_key: { name: 'w', scopes: ['manage:write'] } });
    const { id: _, ...fields } = strange;
    const body = { article: fields };
    const path = `/v1/manage/sites/${SITE}/articles`;
    const problems = [{ path: '/attachments/video/frames', message: 'is not a field here' }];
    const byKey = await app.request('POST', path, { token: api_key.key, body });
    expect([byKey.status, byKey.body.problems]).toEqual([422, problems]);
    const change = await app.request('PATCH', `${path}/60000`, { token: ADMIN, body });
    expect([change.status, change.body.problems]).toEqual([422, problems]);
  });
});

describe('addresses', () => {
  it('are null when they are empty and may be null, in every noun', async () => {
    const site = await app.site();
    const add = (path: string, body: object) => app.manage('POST', `/sites/${site}/${path}`, body);
    const cover_url = '';
    const { section } = await add('sections', { section: { name: 'S', cover_url, open_graph: { og_image: '' } } });
    expect([section.cover_url, section.open_graph.og_image]).toEqual([null, null]);
    expect((await add('pages', { page: { name: 'P', cover_url } })).page.cover_url).toBeNull();
    expect((await add('issues', { issue: { name: 'I', cover_url } })).issue.cover_url).toBeNull();
    const { event } = await add('events', {
      event: {
        ...{ name: 'E', start_date: '2026-05-01', cover_url, signup: '', location: { name: 'Quay', website: '' } },
        images: [{ url: 'https://files.example/a.jpg', link: '' }],
      },
    });
    expect([event.cover_url, event.signup, event.location.website, event.images[0].link]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    const { author } = await add('authors', { author: { firstname: 'A', lastname: 'B', avatar: '' } });
    expect(author.avatar).toBe('');
  });

  it('are refused when they are empty and may not be null', async () => {
    const { problems } = await app.manage(
      'POST',
      `/sites/${SITE}/articles`,
      { article: { title: 'x', section_id: 241, article_links: [{ title: 'y', url: '' }] } },
      422,
    );
    expect(problems).toEqual([expect.objectContaining({ path: '/article_links/0/url' })]);
  });

  it('without a scheme are of https', async () => {
    const { author } = await app.manage('POST', `/sites/${SITE}/authors`, {
      author: { firstname: 'A', lastname: 'B', avatar: '//files.example/a.jpg', links: { mastodon: '//m.example/@a' } },
    });
    expect([author.avatar, author.links.mastodon]).toEqual(['https://files.example/a.jpg', 'https://m.example/@a']);
    const { article } = await app.manage('PATCH', `/sites/${SITE}/articles/60000`, {
      article: { cta: { label: 'Go', url: '//go.example' }, open_graph: { og_url: '//og.example/x' } },
    });
    expect([article.cta.url, article.open_graph.og_url]).toEqual(['https://go.example', 'https://og.example/x']);
    const bad = { article: { cover_url: '//' } };
    await app.manage('PATCH', `/sites/${SITE}/articles/60000`, bad, 422);
  });
});
