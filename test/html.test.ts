import { beforeAll, expect, it } from 'vitest';
import { LONGEST_HTML } from '../src/http/clean.ts';
import { imported, lines } from '../src/transfer/testing/transfer.ts';
import { ADMIN, type TestApp, testApp } from './app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const HOSTILE = '<p onclick="x()">Hi<script>alert(1)</script> <a href="javascript:x()">there</a></p>';

it.each([
  ['pages', 'page', 'body', { name: 'x' }],
  ['authors', 'author', 'about', { firstname: 'x', lastname: 'y' }],
  ['events', 'event', 'description', { name: 'x', start_date: '2026-01-01' }],
  ['articles', 'article', 'body', { title: 'x' }],
])(
  'HTML of %s is sanitised when it is saved, and the response lists the removed parts',
  async (path, one, field, least) => {
    const site = await app.site();
    const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'x' } });
    const fields = { ...least, ...(one === 'article' ? { section_id: section.id } : {}), [field]: HOSTILE };
    const answer = await app.manage('POST', `/sites/${site}/${path}`, { [one]: fields });
    expect(answer[one][field]).not.toMatch(/script|onclick|javascript/);
    expect(answer.removed.map(({ path: at }: { path: string }) => at)).toContain(`/${field}`);
    expect(JSON.stringify(answer.removed)).toContain('<script>');
    const clean = await app.manage('PATCH', `/sites/${site}/${path}/${answer[one].uid ?? answer[one].id}`, {
      [one]: { [field]: '<p>Fine</p>' },
    });
    expect(clean[one][field]).toBe('<p>Fine</p>');
    expect(clean.removed).toBeUndefined();
  },
);

it('rejects HTML that exceeds the body limit when escaped', async () => {
  const site = await app.site();
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'x' } });
  const article = { title: 'x', section_id: section.id, body: '<'.repeat(LONGEST_HTML / 4 + 1) };
  const { status, body } = await app.request('POST', `/v1/manage/sites/${site}/articles`, {
    token: ADMIN,
    body: { article },
  });
  expect([status, body.problems?.[0]?.path]).toEqual([422, '/body']);
});

const OEMBED =
  '<blockquote class="twitter-tweet" onclick="x()"><p lang="en">Hi <a href="javascript:x()">you</a></p></blockquote> <script async src="https://platform.twitter.com/widgets.js"></script>';
const SAFE_OEMBED = '<blockquote class="twitter-tweet"><p lang="en">Hi <a>you</a></p></blockquote> ';

it('sanitises HTML deep in an article on input, and reports where it was', async () => {
  const site = await app.site();
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'x' } });
  const attachments = { tweet: { oembed: OEMBED } };
  const { article, removed } = await app.manage('POST', `/sites/${site}/articles`, {
    article: { title: 'x', section_id: section.id, state: 'published', attachments },
  });
  expect(article.attachments.tweet.oembed).toBe(SAFE_OEMBED);
  expect(removed).toContainEqual({ path: '/attachments/tweet/oembed', message: '<script> element' });
  const { body } = await app.get(`/v1/sites/${site}/articles/${article.id}`);
  expect(body.article.attachments.tweet.oembed).toBe(SAFE_OEMBED);
  const again = await app.manage('PATCH', `/sites/${site}/articles/${article.uid}`, {
    article: { attachments: { tweet: { oembed: `${OEMBED}!` } } },
  });
  expect(again.article.attachments.tweet.oembed).toBe(`${SAFE_OEMBED}!`);
});

it('sanitises imported HTML: of the article, its published version and its revisions', async () => {
  const uid = '018f0000-0000-7000-8000-000000000001';
  const written = { title: 'x', section_id: 1, body: HOSTILE, attachments: { tweet: { oembed: OEMBED } } };
  const times = { created_at: '2026-01-01T00:00:00Z', created_by: 'x' };
  const { refused } = await imported(
    app,
    lines(
      { site: { id: 77, name: 'x', url: 'https://x.example' } },
      { section: { site_id: 77, id: 1, name: 'x' } },
      {
        article: {
          ...{ site_id: 77, id: 5, uid, version: 3, published_version: 2, state: 'published', ...written },
          published: { ...times, article: { ...written, title: 'y' } },
        },
      },
      { revision: { site_id: 77, uid, number: 1, ...times, article: { ...written, title: 'z' } } },
    ),
  );
  expect(refused).toEqual([]);
  const kept = await app.pool.query(
    `select written from article where site_id = 77 union all select written from article_revision where site_id = 77`,
  );
  expect(kept.rows).toHaveLength(4);
  for (const { written } of kept.rows) {
    expect(written.body).not.toMatch(/script|onclick/);
    expect(written.attachments.tweet.oembed).toBe(SAFE_OEMBED);
  }
});

it.each([
  ['video', { embed_src: 'javascript:x()' }, '/attachments/video/embed_src'],
  ['video', { cover_url: 'cover.jpg' }, '/attachments/video/cover_url'],
  ['tweet', { media_url: 'data:text/html,x' }, '/attachments/tweet/media_url'],
  ['instagram_item', { link: 'https:x' }, '/attachments/instagram_item/link'],
  [
    'facebook_post',
    { picture_attachments: [{ url: 'javascript:x()' }] },
    '/attachments/facebook_post/picture_attachments/0/url',
  ],
  [
    'facebook_post',
    { picture_attachments: ['https://x.example/'] },
    '/attachments/facebook_post/picture_attachments/0',
  ],
])('an attachment takes only addresses of the web: %s %j', async (kind, fields, path) => {
  const site = await app.site();
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'x' } });
  const article = { title: 'x', section_id: section.id, attachments: { [kind]: fields } };
  const { problems } = await app.manage('POST', `/sites/${site}/articles`, { article }, 422);
  expect(problems.map(({ path: at }: { path: string }) => at)).toContain(path);
});
