/** A day in the life of a small paper, told with requests. It can be read as documentation. */
import { beforeAll, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, { isWorking: true });
});

it('create a site, write, schedule, publish, pin, tag, put into an issue, search, unpublish', async () => {
  // An administrator makes a site; its sections and authors come next.
  const { site } = await app.manage('POST', '/sites', {
    site: { name: 'Harbour Post', url: 'https://post.example', time_zone: 'Europe/Helsinki' },
  });
  const manage = (method: string, path: string, body?: unknown) => app.manage(method, `/sites/${site.id}${path}`, body);
  const read = async (path: string) => (await app.get(`/v1/sites/${site.id}${path}`)).body;
  const { section } = await manage('POST', '/sections', { section: { name: 'Harbour life' } });
  const { author } = await manage('POST', '/authors', { author: { firstname: 'Jörgen', lastname: 'Åström' } });

  // Only editors see a draft.
  const draft = {
    title: 'The herring is back',
    section_id: section.id,
    author_ids: [author.id],
    body: '<p>Silver water.</p>',
  };
  const { article } = await manage('POST', '/articles', { article: draft });
  expect(article).toMatchObject({ id: null, state: 'draft', article_url: 'the-herring-is-back' });
  expect((await read('/articles')).articles).toEqual([]);

  // It is scheduled for tomorrow, and then needed now.
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const scheduled = await manage('PUT', `/articles/${article.uid}/publication`, { publish_at: tomorrow });
  expect(scheduled.article.state).toBe('scheduled');
  const published = (await manage('PUT', `/articles/${article.uid}/publication`)).article;
  expect((await read('/articles')).articles[0]).toMatchObject({
    id: published.id,
    full_url: 'https://post.example/harbour-life/the-herring-is-back',
    author_credit: 'Jörgen Åström',
  });

  // A second article overtakes it; a pin brings the first one back to the top.
  const second = (
    await manage('POST', '/articles', {
      article: { title: 'Fog until noon', section_id: section.id, state: 'published' },
    })
  ).article;
  await manage('PUT', `/articles/${article.uid}/pins`, { site_pinned_index: 0 });
  const order = (await read('/articles')).articles.map(({ id }: { id: number }) => id);
  expect(order).toEqual([published.id, second.id]);

  // Tags are edited in private and go public with the next publication.
  await manage('PATCH', `/articles/${article.uid}`, { article: { tags: ['Herring', 'Sea'] } });
  expect((await read('/articles?tags=herring')).meta.total_count).toBe(0);
  await manage('PUT', `/articles/${article.uid}/publication`);
  expect((await read('/articles?tags=herring')).meta.total_count).toBe(1);

  // Both go into an issue.
  const { issue } = await manage('POST', '/issues', { issue: { name: 'Autumn', published: true } });
  await manage('PUT', `/issues/${issue.id}/articles`, { article_ids: [published.id, second.id] });
  expect(
    (await read(`/issues/${issue.id}/articles`)).articles.map(({ issue_id }: { issue_id: number }) => issue_id),
  ).toEqual([issue.id, issue.id]);

  // Readers search, with and without the dots, and by the beginning of a word.
  expect((await read('/search/articles?q=herr')).articles.map(({ id }: { id: number }) => id)).toEqual([published.id]);
  expect(await read('/search/articles?q=nothing-like-it')).toEqual({ meta: { count: 0 }, articles: [] });

  // It is taken back: gone from every list, and the feed says so.
  await manage('DELETE', `/articles/${published.id}/publication`);
  expect((await app.get(`/v1/sites/${site.id}/articles/${published.id}`)).status).toBe(404);
  expect((await read('/search/articles?q=herring')).meta.count).toBe(0);
  const { changes } = await manage('GET', '/changes?count=100');
  expect(changes.map(({ action, article_id }: { action: string; article_id: number }) => [action, article_id])).toEqual(
    [
      ['publish', published.id],
      ['publish', second.id],
      ['update', published.id],
      ['update', published.id],
      ['unpublish', published.id],
    ],
  );
  expect(
    (await app.get(`/v1/manage/sites/${site.id}/articles/${article.uid}`, { token: ADMIN })).body.article.state,
  ).toBe('unpublished');
});
