import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { runCleanUp } from '../../../test/clean-ups.ts';
import { Article, ManagedArticle, TweetAttachment } from '../../contract/article.ts';
import { problemsOf } from '../../http/validate.ts';
import { oldChanges } from '../publication/jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, { isWorking: true });
});

interface Place {
  site: number;
  section: number;
}

async function place(): Promise<Place> {
  const site = await app.site({ url: 'https://post.example', time_zone: 'Europe/Helsinki' });
  return { site, section: await addSection(site, 'News') };
}

const addSection = async (site: number, name: string) =>
  (await app.manage('POST', `/sites/${site}/sections`, { section: { name } })).section.id as number;

const add = async ({ site, section }: Place, article: Record<string, unknown> = {}, status = 201) =>
  (
    await app.manage(
      'POST',
      `/sites/${site}/articles`,
      { article: { title: 'Herring', section_id: section, ...article } },
      status,
    )
  ).article;

const published = (at: Place, article: Record<string, unknown> = {}) => add(at, { state: 'published', ...article });
const list = async (site: number, query = '') => (await app.get(`/v1/sites/${site}/articles?${query}`)).body;
const ids = (articles: { id: number }[]) => articles.map(({ id }) => id);
const events = async (site: number) =>
  (
    await app.pool.query(
      'select action, scope, article_id, section_id, body from article_event where site_id = $1 order by content_version, article_id, scope, action',
      [site],
    )
  ).rows;

describe('a draft', () => {
  it('has a uid and no id, every field, and is nowhere in the content API', async () => {
    const at = await place();
    const article = await add(at);
    expect(problemsOf(ManagedArticle, article)).toEqual([]);
    expect(article).toMatchObject({
      id: null,
      state: 'draft',
      version: 1,
      article_url: 'herring',
      display_style: 'article',
    });
    expect(article.uid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect((await list(at.site)).articles).toEqual([]);
    expect(await events(at.site)).toEqual([]);
  });

  it('is saved without changing the served site', async () => {
    const at = await place();
    const version = async () =>
      (await app.pool.query('select content_version from site where id = $1', [at.site])).rows[0].content_version;
    const before = await version();
    const { uid } = await add(at);
    await app.manage('PATCH', `/sites/${at.site}/articles/${uid}`, { article: { title: 'Other' } });
    expect(await version()).toBe(before);
  });

  it('rejects invalid bodies: two attachments, unknown references, a missing title', async () => {
    const at = await place();
    const attachments = { video: {}, tweet: {} };
    const body = { article: { section_id: 999, attachments, type: 'poem' } };
    const { problems } = await app.manage('POST', `/sites/${at.site}/articles`, body, 422);
    expect(problems.map(({ path }: { path: string }) => path).sort()).toEqual(['/attachments', '/title', '/type']);
    const wrong = { title: 'x', section_id: 999, category_id: 998, author_ids: [997] };
    const second = await app.manage('POST', `/sites/${at.site}/articles`, { article: wrong }, 422);
    expect(second.problems.map(({ path }: { path: string }) => path)).toEqual([
      '/section_id',
      '/category_id',
      '/author_ids',
    ]);
  });

  it('gets a slug that is free in its section, and a given slug must be free', async () => {
    const at = await place();
    expect([(await add(at)).article_url, (await add(at)).article_url]).toEqual(['herring', 'herring-2']);
    await add(at, { article_url: 'herring' }, 409);
    await add({ ...at, section: await addSection(at.site, 'Other') }, { article_url: 'herring' });
  });
});

describe('publishing', () => {
  it('serves the article complete, rendered once, under an id that grows', async () => {
    const at = await place();
    const { author } = await app.manage('POST', `/sites/${at.site}/authors`, {
      author: { firstname: 'Åsa', lastname: 'Berg' },
    });
    const first = await published(at, {
      author_ids: [author.id],
      tags: ['Sea'],
      attachments: { tweet: { text: 'hej' } },
      type: 'tweet',
    });
    const second = await published(at);
    const { articles, meta } = await list(at.site);
    expect(ids(articles)).toEqual([second.id, first.id]);
    expect(meta).toEqual({ total_count: 2, count: 2 });
    expect(problemsOf({ ...Article, additionalProperties: false } as typeof Article, articles[1])).toEqual([]);
    expect(articles[1]).toMatchObject({
      author_credit: 'Åsa Berg',
      full_url: 'https://post.example/news/herring',
      display_style: 'tweet',
      modified_at: null,
      attachments: { tweet: { text: 'hej' } },
    });
    expect(Object.keys(articles[1].attachments.tweet)).toEqual(Object.keys(TweetAttachment.properties));
    expect(articles[1].attachments.tweet.video_url).toBeNull();
    expect(articles[0]).not.toHaveProperty('attachments');
    expect((await app.get(`/v1/sites/${at.site}/articles/${first.id}`)).body.article).toEqual(articles[1]);
  });

  it('completes open_graph with nulls wherever it is served, and og_url only when it is set', async () => {
    const at = await place();
    const { id, uid, version } = await published(at, { open_graph: { og_title: 'T' } });
    const complete = { og_title: 'T', og_description: null, og_image: null };
    const address = `/sites/${at.site}/articles/${uid}`;
    const { article } = (await app.get(`/v1/sites/${at.site}/articles/${id}`)).body;
    const { revision } = await app.manage('GET', `${address}/revisions/1`);
    const managed = await app.manage('GET', address);
    const shown = [article, managed.article, revision.article].map(({ open_graph }) => open_graph);
    expect(shown).toEqual([complete, complete, complete]);
    const sentBack = await app.manage('PATCH', address, { article: { open_graph: complete } });
    expect(sentBack.article.version).toBe(version);
    const withUrl = { ...complete, og_url: 'https://og.example/' };
    const changed = await app.manage('PATCH', address, {
      article: { open_graph: { og_title: 'T', og_url: withUrl.og_url } },
    });
    expect(changed.article.open_graph).toEqual(withUrl);
  });

  it('completes an open_graph that was stored incomplete', async () => {
    const at = await place();
    const { uid, version } = await add(at);
    const complete = { og_title: 'T', og_description: null, og_image: null };
    for (const table of ['article', 'article_revision'])
      await app.pool.query(
        `update ${table} set written = jsonb_set(written, '{open_graph}', '{"og_title": "T"}') where uid = $1`,
        [uid],
      );
    const address = `/sites/${at.site}/articles/${uid}`;
    expect((await app.manage('GET', address)).article.open_graph).toEqual(complete);
    const sentBack = await app.manage('PATCH', address, { article: { open_graph: complete } });
    expect(sentBack.article.version).toBe(version);
    const { article } = await app.manage('PUT', `${address}/publication`);
    const served = (await app.get(`/v1/sites/${at.site}/articles/${article.id}`)).body.article;
    expect(served.open_graph).toEqual(complete);
  });

  it('serves the times of videos and Instagram items in UTC, however they are written', async () => {
    const at = await place();
    for (const [written, shown] of [
      ['2026-01-01T02:00:00+02:00', '2026-01-01T00:00:00Z'],
      ['2026-06-01', '2026-05-31T21:00:00Z'],
    ]) {
      for (const [kind, field] of [
        ['video', 'original_published_at'],
        ['instagram_item', 'created_time'],
      ] as const) {
        const { id } = await published(at, { attachments: { [kind]: { [field]: written } } });
        const { attachments } = (await app.get(`/v1/sites/${at.site}/articles/${id}`)).body.article;
        expect(attachments[kind][field]).toBe(shown);
      }
    }
  });

  it('gives the time of a Facebook post its own form, and rejects addresses that are not http or https', async () => {
    const at = await place();
    const facebook = async (created_time: string) => {
      const { id } = await published(at, { type: 'facebook_post', attachments: { facebook_post: { created_time } } });
      return (await app.get(`/v1/sites/${at.site}/articles/${id}`)).body.article.attachments.facebook_post;
    };
    expect(await facebook('2026-03-29T12:00:00+03:00')).toMatchObject({
      created_time: '2026-03-29T09:00:00+0000',
      from_name: null,
      picture_attachments: [],
    });
    for (const time of ['2026-03-29T09:00:00+0000', '2026-03-29T12:00:00.5+03:00'])
      expect((await facebook(time)).created_time).toBe('2026-03-29T09:00:00+0000');
    for (const created_time of ['nope', '', '2026-02-30T00:00:00Z', '2026-01-01T02:00']) {
      const article = { title: 'x', section_id: at.section, attachments: { facebook_post: { created_time } } };
      const { problems } = await app.manage('POST', `/sites/${at.site}/articles`, { article }, 422);
      expect(problems[0].path).toBe('/attachments/facebook_post/created_time');
    }
    for (const [kind, field] of [
      ['video', 'embed_src'],
      ['tweet', 'url'],
      ['instagram_item', 'link'],
      ['facebook_post', 'picture'],
    ] as const) {
      const attachments = { [kind]: { [field]: 'javascript:alert(1)' } };
      const article = { title: 'x', section_id: at.section, attachments };
      const { problems } = await app.manage('POST', `/sites/${at.site}/articles`, { article }, 422);
      expect(problems[0].path).toBe(`/attachments/${kind}/${field}`);
    }
  });

  it('can be backdated in a draft, and in a public article only together with a publication', async () => {
    const at = await place();
    const then = '2001-02-03T04:05:06Z';
    const { uid, published_at, version } = await add(at, { published_at: then });
    const address = `/sites/${at.site}/articles/${uid}`;
    expect([published_at, version]).toEqual([then, 1]);
    await app.manage('PUT', `${address}/publication`);
    expect((await list(at.site)).articles[0].published_at).toBe(then);
    const later = { published_at: '2002-02-03T04:05:06Z' };
    const { problems } = await app.manage('PATCH', address, { article: later }, 422);
    expect(problems[0].path).toBe('/published_at');
    await app.manage('PATCH', address, { article: { published_at: then } });
    await app.manage('PATCH', address, { article: { ...later, state: 'published' } });
    expect((await list(at.site)).articles[0]).toMatchObject({ ...later, modified_at: null });
    const waiting = await add(at, { publish_at: '2100-01-01T00:00:00Z' });
    const back = { publish_at: null, published_at: then };
    const { article } = await app.manage('PATCH', `/sites/${at.site}/articles/${waiting.uid}`, { article: back });
    expect(article).toMatchObject({ ...back, state: 'draft' });
  });

  it('of the same fields is no change, in any order', async () => {
    const at = await place();
    const { uid } = await published(at, {
      open_graph: { og_title: 'T', og_description: null, og_image: null },
      cta: { label: 'Go', url: 'https://go.example/' },
      article_links: [{ title: 'L', url: 'https://l.example/' }],
      attachments: { tweet: { text: 'hej', name: 'A' } },
      type: 'tweet',
    });
    const address = `/sites/${at.site}/articles/${uid}`;
    const { article } = await app.manage('GET', address);
    const { cta, open_graph, article_links, attachments, state } = article;
    const again = { cta, open_graph, article_links, attachments, state };
    expect((await app.manage('PATCH', address, { article: again })).article).toMatchObject({
      version: article.version,
      modified_at: null,
    });
  });

  it('records the notification with the bytes of the interface', async () => {
    const at = await place();
    const { id } = await published(at, { title: 'Ärla', url: 'https://source.example/' });
    const [event] = await events(at.site);
    expect(event).toMatchObject({ action: 'publish', scope: 'all', article_id: id });
    expect(event.body).toMatch(/^\{"action":"publish","article":\{"id":\d+,"article_url":"arla","author":""/);
    expect(event.body).toContain('"title":"\\u00c4rla"');
    expect(JSON.parse(event.body).article).toMatchObject({
      url: 'https://post.example/news/arla',
      source_url: 'https://source.example/',
      order_number: 1,
      site_order_number: 1,
      attachments: {},
    });
  });

  it('keeps edits private until it is done again, and then is an update with modified_at', async () => {
    const at = await place();
    const { uid, id } = await published(at, { published_at: '2026-01-01T10:00:00Z' });
    const address = `/sites/${at.site}/articles/${uid}`;
    await app.manage('PATCH', address, { article: { title: 'Edited' } });
    expect((await list(at.site)).articles[0].title).toBe('Herring');
    const again = (await app.manage('PUT', `${address}/publication`)).article;
    expect([again.id, again.published_at, again.state]).toEqual([id, '2026-01-01T10:00:00Z', 'published']);
    const [served] = (await list(at.site)).articles;
    expect([served.title, served.published_at_l10n]).toEqual(['Edited', '2026-01-01T12:00:00+02:00']);
    expect(served.modified_at).toMatch(/Z$/);
    expect((await events(at.site)).map(({ action }) => action)).toEqual(['publish', 'update']);
  });

  it('can be undone and repeated under the same id', async () => {
    const at = await place();
    const { uid, id } = await published(at);
    await app.manage('DELETE', `/sites/${at.site}/articles/${uid}/publication`);
    expect([
      (await list(at.site)).meta.total_count,
      (await app.get(`/v1/sites/${at.site}/articles/${id}`)).status,
    ]).toEqual([0, 404]);
    await app.manage('DELETE', `/sites/${at.site}/articles/${uid}/publication`, undefined, 409);
    await app.manage('PUT', `/sites/${at.site}/articles/${id}/publication`);
    expect(ids((await list(at.site)).articles)).toEqual([id]);
    const told = await events(at.site);
    expect(told.map(({ action }) => action)).toEqual(['publish', 'unpublish', 'publish']);
    expect(told[1].body).toBe(`{"action":"unpublish","article":{"id":${id}}}`);
  });

  it('ends with deletion, and rows that the article uses cannot be deleted before', async () => {
    const at = await place();
    const { uid } = await published(at);
    expect((await app.manage('DELETE', `/sites/${at.site}/sections/${at.section}`, undefined, 409)).error).toContain(
      '1 article(s)',
    );
    await app.manage('DELETE', `/sites/${at.site}/articles/${uid}`);
    expect((await events(at.site)).map(({ action }) => action)).toEqual(['publish', 'unpublish']);
    await app.manage('GET', `/sites/${at.site}/articles/${uid}`, undefined, 404);
    await app.manage('DELETE', `/sites/${at.site}/sections/${at.section}`);
  });

  it('honours If-Match', async () => {
    const at = await place();
    const { uid } = await add(at);
    const put = (etag: string) =>
      app.request('PUT', `/v1/manage/sites/${at.site}/articles/${uid}/publication`, {
        token: ADMIN,
        headers: { 'if-match': etag },
      });
    expect([(await put('"9"')).status, (await put('"1"')).status]).toEqual([409, 200]);
  });

  it('removes an unpublished article from the articles that feature it', async () => {
    const at = await place();
    const featured = await published(at);
    const host = await published(at, { featured_articles: [featured.id] });
    const shown = async () =>
      (await app.get(`/v1/sites/${at.site}/articles/${host.id}`)).body.article.featured_articles;
    expect(await shown()).toEqual([featured.id]);
    await app.manage('DELETE', `/sites/${at.site}/articles/${featured.uid}/publication`);
    expect(await shown()).toEqual([]);
  });
});

describe('another site', () => {
  it('neither reads nor writes an article, by uid or by id', async () => {
    const at = await place();
    const { uid, id } = await published(at);
    const other = await app.site();
    for (const name of [uid, id]) {
      const address = `/sites/${other}/articles/${name}`;
      await app.manage('GET', address, undefined, 404);
      await app.manage('PATCH', address, { article: { title: 'x' } }, 404);
      await app.manage('PUT', `${address}/publication`, undefined, 404);
      await app.manage('PUT', `${address}/pins`, { pins: { pinned_index: 0 } }, 404);
      await app.manage('DELETE', `${address}/publication`, undefined, 404);
      await app.manage('DELETE', address, undefined, 404);
    }
    expect((await app.get(`/v1/sites/${other}/articles/${id}`)).status).toBe(404);
    expect(ids((await list(at.site)).articles)).toEqual([id]);
  });
});

describe('a schedule', () => {
  it('publishes at its time, never before, with that time as the date', async () => {
    const at = await place();
    const time = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000);
    const article = await add(at, { state: 'published', published_at: time.toISOString() });
    expect([article.state, article.id, (await list(at.site)).articles.length]).toEqual(['scheduled', null, 0]);
    await expect.poll(async () => (await list(at.site)).articles.length, { interval: 10 }).toBe(1);
    expect(Date.now()).toBeGreaterThanOrEqual(time.getTime());
    expect((await list(at.site)).articles[0].published_at).toBe(time.toISOString().replace('.000', ''));
  });

  it('can be moved and cancelled', async () => {
    const at = await place();
    const { uid } = await add(at);
    const address = `/sites/${at.site}/articles/${uid}`;
    const soon = new Date(Date.now() + 700).toISOString();
    await app.manage('PUT', `${address}/publication`, { publish_at: soon });
    await app.manage('PUT', `${address}/publication`, { publication: { publish_at: '2099-01-01' } });
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect((await list(at.site)).articles).toEqual([]);
    const back = await app.manage('PATCH', address, { article: { publish_at: null } });
    expect([back.article.state, back.article.publish_at]).toEqual(['draft', null]);
    expect((await app.pool.query('select count(*) as left from job')).rows[0].left).toBe(0);
  });
});

describe('pins', () => {
  const pin = (site: number, uid: string, pins: object) =>
    app.manage('PUT', `/sites/${site}/articles/${uid}/pins`, { pins });

  it('are on the first page and not on later ones: paging shows every article once', async () => {
    const at = await place();
    const all = [];
    for (let number = 0; number < 9; number++) all.push(await published(at));
    await pin(at.site, all[0].uid, { site_pinned_index: 1 });
    await pin(at.site, all[1].uid, { site_pinned_index: 1 });
    await pin(at.site, all[8].uid, { site_pinned_index: 7 });
    const pages: number[][] = [];
    for (let next: string | null = `${app.url}/v1/sites/${at.site}/articles?count=4`; next; ) {
      const { body } = await app.get(next.slice(app.url.length));
      pages.push(ids(body.articles));
      next = body.pagination.older;
    }
    expect(pages[0]).toEqual([all[8].id, all[1].id, all[0].id, all[7].id]);
    expect(pages.flat()).toHaveLength(9);
    expect(new Set(pages.flat()).size).toBe(9);
  });

  it('act at once, publish no pending edit, and are an update; with since_id nothing is lifted', async () => {
    const at = await place();
    const [first, second] = [await published(at), await published(at)];
    await app.manage('PATCH', `/sites/${at.site}/articles/${first.uid}`, { article: { title: 'Pending' } });
    await pin(at.site, first.uid, { site_pinned_index: 0, pinned_index: 3 });
    const { articles } = await list(at.site);
    expect([ids(articles), articles[0].title, articles[0].site_pinned_index]).toEqual([
      [first.id, second.id],
      'Herring',
      0,
    ]);
    expect(ids((await list(at.site, 'since_id=0')).articles)).toEqual([second.id, first.id]);
    expect((await events(at.site)).at(-1)).toMatchObject({ action: 'update', article_id: first.id });
    const inSection = (await app.get(`/v1/sites/${at.site}/sections/${at.section}/articles`)).body.articles;
    expect(ids(inSection)).toEqual([second.id, first.id]);
  });

  it('that fill the page let paging begin below the highest id', async () => {
    const at = await place();
    const all = [await published(at), await published(at), await published(at)];
    await pin(at.site, all[0].uid, { site_pinned_index: 0 });
    const { articles, pagination } = await list(at.site, 'count=1');
    expect(ids(articles)).toEqual([all[0].id]);
    expect(pagination.older).toContain(`max_id=${all[2].id + 1}`);
  });
});

describe('lists', () => {
  it('filter by tags, without regard to case, by any or all, and count', async () => {
    const at = await place();
    const both = await published(at, { tags: ['Sea', 'Food'] });
    const sea = await published(at, { tags: ['sea'] });
    const walk = async (query: string) => {
      const { articles, meta } = await list(at.site, query);
      return [ids(articles), meta.total_count];
    };
    expect(await walk('tags=SEA')).toEqual([[sea.id, both.id], 2]);
    expect(await walk('tags=food,none')).toEqual([[both.id], 1]);
    expect(await walk('tags=sea,food&tag_filter_type=all')).toEqual([[both.id], 1]);
    expect(await walk('tags=none')).toEqual([[], 0]);
    const odd = await published(at, { tags: [' Trim ', 'A\u0308iti', 'Cod,Eel'] });
    for (const tag of ['trim', '%20TRIM', '%C3%84iti', 'A%CC%88ITI', 'cod', 'eel,cod&tag_filter_type=all']) {
      expect(await walk(`tags=${tag}`), tag).toEqual([[odd.id], 1]);
    }
    const managed = await app.manage('GET', `/sites/${at.site}/articles?tag=trim`);
    expect(ids(managed.articles)).toEqual([odd.id]);
    await app.manage('PATCH', `/sites/${at.site}/articles/${sea.uid}`, {
      article: { tags: ['none'], state: 'published' },
    });
    expect(await walk('tags=sea')).toEqual([[both.id], 1]);
  });

  it('of a section, an author and a category have their own articles and keys', async () => {
    const at = await place();
    const { author } = await app.manage('POST', `/sites/${at.site}/authors`, {
      author: { firstname: 'A', lastname: 'B' },
    });
    const { category } = await app.manage('POST', `/sites/${at.site}/article-categories`, { category: { name: 'C' } });
    const one = await published(at, { author_ids: [author.id], category_id: category.id });
    await published({ ...at, section: await addSection(at.site, 'Else') });
    const get = async (path: string) => (await app.get(`/v1/sites/${at.site}/${path}/articles`)).body;
    for (const path of [`sections/${at.section}`, `authors/${author.id}`, `article-categories/${category.id}`]) {
      const answer = await get(path);
      expect([ids(answer.articles), answer.meta.total_count], path).toEqual([[one.id], 1]);
    }
    expect(Object.keys(await get(`sections/${at.section}`))).toEqual(['meta', 'pagination', 'articles']);
    const answer = await get(`article-categories/${category.id}`);
    expect(Object.keys(answer)).toEqual(['meta', 'pagination', 'articles', 'categories', 'sections']);
    expect([ids(answer.categories), ids(answer.sections)]).toEqual([[category.id], [at.section]]);
    for (const path of ['sections/9999', 'authors/9999', 'article-categories/9999']) {
      expect((await app.get(`/v1/sites/${at.site}/${path}/articles`)).status, path).toBe(404);
    }
  });

  it('trim fields, sideload and embed', async () => {
    const at = await place();
    const { id } = await published(at);
    expect((await list(at.site, 'fields=id,title')).articles).toEqual([{ id, title: 'Herring' }]);
    expect(ids((await list(at.site, 'sideloading=true')).sections)).toEqual([at.section]);
    const [embedded] = (await list(at.site, 'sideloading=false')).articles;
    expect([embedded.section.id, embedded.category, embedded.authors]).toEqual([at.section, null, []]);
    const { author } = await app.manage('POST', `/sites/${at.site}/authors`, {
      author: { firstname: 'A', lastname: 'B' },
    });
    await published(at, { author_ids: [author.id] });
    expect((await list(at.site, 'sideloading=false&count=1')).articles[0].authors).toEqual([author]);
    expect((await list(at.site, 'article_url=herring')).meta).toEqual({ total_count: 1, count: 1 });
    expect((await list(at.site, 'article_url=other')).meta).toEqual({ total_count: 0, count: 0 });
  });

  it('link to newer and older articles with the same parameters', async () => {
    const at = await place();
    const [first, second] = [await published(at, { tags: ['a b'] }), await published(at, { tags: ['a b'] })];
    const base = `${app.url}/v1/sites/${at.site}/articles`;
    const { pagination } = await list(at.site, 'count=1&tags=a%20b&_=1');
    expect(pagination).toEqual({
      base,
      refresh: `${base}?count=1&tags=a%20b&since_id=${second.id}`,
      older: `${base}?count=1&tags=a%20b&max_id=${second.id}`,
    });
    expect((await list(at.site, `since_id=${second.id}`)).pagination).toMatchObject({
      refresh: `${base}?since_id=${second.id}`,
      older: null,
    });
    expect((await list(at.site, 'since_id=0&count=1')).pagination.older).toBe(
      `${base}?count=1&since_id=0&max_id=${second.id}`,
    );
    expect(ids((await list(at.site, `max_id=${second.id}`)).articles)).toEqual([first.id]);
    expect((await list(await app.site())).pagination.refresh).toContain('since_id=0');
  });

  it('below id 0 are none', async () => {
    const at = await place();
    await published(at);
    expect((await list(at.site, 'max_id=0')).articles).toEqual([]);
  });

  it('name the parameter of more digits than any id has', async () => {
    const at = await place();
    const { body } = await app.get(`/v1/sites/${at.site}/articles?max_id=9223372036854775807`);
    expect(body).toMatchObject({ parameter: 'max_id', error: 'max_id has more than 15 digits.' });
  });

  it.each(['count=0', 'max_id=-1', 'max_id=x', 'since_id=-1', 'tag_filter_type=some', 'sideloading=maybe'])(
    'refuse %s',
    async (query) => {
      const at = await place();
      const reply = await app.get(`/v1/sites/${at.site}/articles?${query}`);
      expect([reply.status, reply.body.parameter]).toEqual([400, query.split('=')[0]]);
    },
  );
});

describe('sections', () => {
  it('that are hidden remove their articles from everything, and showing them brings the articles back', async () => {
    const at = await place();
    const { id } = await published(at, { tags: ['sea'] });
    const show = (state: string) =>
      app.manage('PATCH', `/sites/${at.site}/sections/${at.section}`, { section: { state } });
    await show('hidden');
    expect((await list(at.site)).meta.total_count).toBe(0);
    expect((await list(at.site, 'tags=sea')).meta).toEqual({ total_count: 0, count: 0 });
    expect((await app.get(`/v1/sites/${at.site}/articles/${id}`)).status).toBe(404);
    expect((await app.get(`/v1/sites/${at.site}/sections/${at.section}/articles`)).status).toBe(404);
    await show('public');
    expect(ids((await list(at.site)).articles)).toEqual([id]);
    expect((await events(at.site)).map(({ action }) => action)).toEqual(['publish', 'unpublish', 'publish']);
  });

  it('get a move as unpublish and publish, those of the site as an update', async () => {
    const at = await place();
    const { uid } = await published(at);
    const other = await addSection(at.site, 'Other');
    await app.manage('PATCH', `/sites/${at.site}/articles/${uid}`, {
      article: { section_id: other, state: 'published' },
    });
    const told = (await events(at.site)).slice(1).map(({ action, scope, section_id }) => [scope, action, section_id]);
    expect(told).toEqual([
      ['section', 'publish', other],
      ['section', 'unpublish', at.section],
      ['site', 'update', other],
    ]);
    const { changes } = await app.manage('GET', `/sites/${at.site}/changes`);
    expect(changes.map(({ action }: { action: string }) => action)).toEqual(['publish', 'update']);
  });
});

describe('the change feed', () => {
  it('pages by its cursor, returns the same cursor at its end, and rejects a cursor that is too old', async () => {
    const at = await place();
    for (let number = 0; number < 3; number++) await published(at);
    const read = (query: string, status = 200) =>
      app.manage('GET', `/sites/${at.site}/changes?${query}`, undefined, status);
    const first = await read('count=2');
    expect([first.changes.length, first.more]).toEqual([2, true]);
    const rest = await read(`cursor=${first.cursor}`);
    expect([rest.changes.length, rest.more]).toEqual([1, false]);
    expect(await read(`cursor=${rest.cursor}`)).toEqual({ changes: [], cursor: rest.cursor, more: false });
    await app.pool.query("update article_event set at = now() - interval '31 days' where site_id = $1", [at.site]);
    await runCleanUp(app.pool, oldChanges);
    await read(`cursor=${first.cursor}`, 410);
    expect((await read(`cursor=${rest.cursor}`)).changes).toEqual([]);
    expect((await read('')).changes).toEqual([]);
    await read('cursor=nonsense', 400);
  });
});
