/** No content route leaks unpublished or hidden content, with any parameters. */
import { beforeAll, expect, it } from 'vitest';
import { contentApi } from '../src/contract/routes.ts';
import { rowsOf } from '../src/http/bind.ts';
import { type TestApp, testApp } from './app.ts';

const SECRET = 'zebrasecret';

let app: TestApp;
let site: number;
const ids: Record<string, number[]> = {};

beforeAll(async () => {
  app = await testApp();
  site = await app.site();
  const add = async (path: string, one: string, fields: object) =>
    (await app.manage('POST', `/sites/${site}/${path}`, { [one]: fields }))[one];
  const shown = await add('sections', 'section', { name: 'Shown' });
  const hidden = await add('sections', 'section', { name: `${SECRET} section` });
  const author = await add('authors', 'author', { firstname: 'A', lastname: 'B' });
  const category = await add('article-categories', 'category', { name: 'C' });
  const issue = await add('issues', 'issue', { name: 'Out', published: true });
  const secretIssue = await add('issues', 'issue', { name: `${SECRET} issue` });
  const container = await add('featured-item-containers', 'featured_item_container', { identifier: 'x', name: 'x' });
  const pages = [];
  for (const visibility of ['private', 'public'])
    pages.push(await add('pages', 'page', { name: visibility === 'private' ? `${SECRET} page` : 'Page', visibility }));
  const events = [];
  for (const published_at of [null, '2099-01-01T00:00:00Z'])
    events.push(await add('events', 'event', { name: `${SECRET} event`, start_date: '2026-01-01', published_at }));

  const article = (fields: object) =>
    add('articles', 'article', {
      title: `${SECRET} title`,
      body: `<p>${SECRET}</p>`,
      tags: [SECRET, 'tag'],
      section_id: shown.id,
      author_ids: [author.id],
      category_id: category.id,
      ...fields,
    });
  const open = await article({ title: 'Open', body: '', tags: ['tag'], state: 'published' });
  const draft = await article({ id: 5_001 });
  const pending = await article({ id: 5_002, state: 'pending' });
  const scheduled = await article({ id: 5_003, state: 'published', published_at: '2099-01-01T00:00:00Z' });
  const taken = await article({ state: 'published' });
  const concealed = await article({ state: 'published', section_id: hidden.id });
  const deleted = await article({ state: 'published' });
  const members = [open, taken, concealed, draft, pending, scheduled].map(({ id }) => id);
  await app.manage('PUT', `/sites/${site}/issues/${issue.id}/articles`, { article_ids: members });
  await app.manage('PUT', `/sites/${site}/featured-item-containers/${container.id}/articles`, { article_ids: members });
  for (const id of members)
    await app.manage('PUT', `/sites/${site}/likes/${id}`, { like: { upvotes: 77_777, downvotes: 0 } });
  await app.manage('PATCH', `/sites/${site}/articles/${open.uid}`, {
    article: { title: `${SECRET} pending edit`, featured_articles: members },
  });
  await app.manage('DELETE', `/sites/${site}/articles/${taken.uid}/publication`);
  await app.manage('DELETE', `/sites/${site}/articles/${deleted.uid}`);
  await app.manage('PATCH', `/sites/${site}/sections/${hidden.id}`, { section: { state: 'hidden' } });

  const all = (...things: { id: number }[]) => things.map(({ id }) => id);
  Object.assign(ids, {
    site_id: [site],
    section_id: all(shown, hidden),
    author_id: all(author),
    article_category_id: all(category),
    featured_item_container_id: all(container),
    page_id: all(...pages),
    issue_id: all(issue, secretIssue),
    event_id: all(...events),
    article_id: [...members, deleted.id],
  });
});

const queries = [
  '',
  'count=100',
  `tags=${SECRET}`,
  `tags=tag,${SECRET}`,
  'sideloading=true',
  'sideloading=false',
  'since_id=0',
  `article_url=${SECRET}-title`,
  'date=2026-01',
  `q=${SECRET}`,
  'q=zebr',
  'q=zebrasecrte',
  `q=${SECRET}&section_id=2`,
];

it.each(
  rowsOf(contentApi)
    .filter(({ row }) => row.method === 'GET')
    .map(({ name, row }) => [name, row.path] as const),
)('%s tells no secret', async (_name, path) => {
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const addresses = names.reduce<string[]>(
    (paths, name) => paths.flatMap((at) => (ids[name] ?? [1]).map((id) => at.replace(`:${name}`, String(id)))),
    [path],
  );
  for (const address of addresses) {
    for (const query of queries) {
      const { text, status } = await app.get(`${address}?${query}`);
      expect(status, `${address}?${query}`).toBeLessThan(500);
      // Links repeat the request's parameters.
      expect(text.replace(/"pagination":\{[^}]*\}/, ''), `${address}?${query}`).not.toContain(SECRET);
      if (address.endsWith('/likes')) expect(text.match(/77777/g)?.length ?? 0).toBeLessThanOrEqual(2);
    }
  }
});
