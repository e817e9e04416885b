/** Slugs, order, visibility and references: each noun's own rules. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const list = async (path: string, many: string) => (await app.get(`/v1/sites/${path}`)).body[many];

describe('slugs', () => {
  it('are made from the name, Nordic letters handled, and get a number when taken', async () => {
    const site = await app.site();
    const make = async () =>
      (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Ääkköset & Ør' } })).section;
    expect([(await make()).section_url, (await make()).section_url, (await make()).section_url]).toEqual([
      'aakkoset-or',
      'aakkoset-or-2',
      'aakkoset-or-3',
    ]);
  });

  it('stay when the name changes, can be edited, and may be the same on another site', async () => {
    const [site, other] = [await app.site(), await app.site()];
    const { page } = await app.manage('POST', `/sites/${site}/pages`, { page: { name: 'About' } });
    await app.manage('POST', `/sites/${other}/pages`, { page: { name: 'About', url: 'about' } });
    const renamed = await app.manage('PATCH', `/sites/${site}/pages/${page.id}`, { page: { name: 'Who we are' } });
    expect(renamed.page.url).toBe('about');
    const moved = await app.manage('PATCH', `/sites/${site}/pages/${page.id}`, { page: { url: 'who' } });
    expect(moved.page.url).toBe('who');
  });

  it('given by the client and taken are a 409 that names them', async () => {
    const site = await app.site();
    await app.manage('POST', `/sites/${site}/article-categories`, { category: { name: 'News' } });
    const body = { category: { name: 'Other', category_url: 'news' } };
    expect(await app.manage('POST', `/sites/${site}/article-categories`, body, 409)).toEqual({
      error: 'There is an article category with this category_url already: news.',
      taken_field: 'category_url',
    });
  });

  it('generated concurrently never collide', async () => {
    const site = await app.site();
    const made = await Promise.all(
      Array.from({ length: 12 }, () => app.manage('POST', `/sites/${site}/issues`, { issue: { name: 'Same' } })),
    );
    expect(new Set(made.map(({ issue }) => issue.issue_url)).size).toBe(12);
    expect(made.map(({ issue }) => issue.number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, n) => n + 1),
    );
  });

  it('may contain letters of any script, percent-encoded in addresses', async () => {
    const site = await app.site({ url: 'https://x.example' });
    const section = { name: 'x', section_url: 'ääni' };
    const made = (await app.manage('POST', `/sites/${site}/sections`, { section })).section;
    expect([made.section_url, made.full_url]).toEqual(['ääni', 'https://x.example/%C3%A4%C3%A4ni']);
  });

  it.each(['a b', 'a/b', '', '-a', 'a?b', '.', '%41'])('refuse “%s”', async (url) => {
    const site = await app.site();
    await app.manage('POST', `/sites/${site}/pages`, { page: { name: 'x', url } }, 422);
  });
});

describe('order', () => {
  it('is by order_number, then id; a new one goes last', async () => {
    const site = await app.site();
    const add = async (author: object) =>
      (await app.manage('POST', `/sites/${site}/authors`, { author: { firstname: 'A', lastname: 'B', ...author } }))
        .author;
    const [a, b, c] = [await add({}), await add({ order_number: -5 }), await add({ order_number: 1 })];
    const last = await add({});
    expect([a.order_number, last.order_number]).toEqual([1, 2]);
    const ids = (await list(`${site}/authors`, 'authors')).map(({ id }: { id: number }) => id);
    expect(ids).toEqual([b.id, a.id, c.id, last.id]);
  });

  it('has room for new ones beside the largest number', async () => {
    const site = await app.site();
    const most = 2_147_483_647;
    for (const order_number of [most, undefined]) {
      const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'x', order_number } });
      expect(section.order_number).toBe(most);
    }
  });

  it('of issues asks for a number when the largest is taken', async () => {
    const site = await app.site();
    const most = 2_147_483_647;
    const add = (number?: number, status = 201) =>
      app.manage('POST', `/sites/${site}/issues`, { issue: { name: 'x', number } }, status);
    await add(most - 1);
    expect((await add()).issue.number).toBe(most);
    const { problems } = await add(undefined, 422);
    const message = 'must be given: 2147483647 is taken, and no number is larger';
    expect(problems).toEqual([{ path: '/number', message }]);
    expect((await add(7)).issue.number).toBe(7);
  });

  it('of issues is newest first, by number', async () => {
    const site = await app.site();
    for (const number of [2, 5, 3]) {
      await app.manage('POST', `/sites/${site}/issues`, { issue: { name: `No ${number}`, number, published: true } });
    }
    expect((await list(`${site}/issues`, 'issues')).map(({ number }: { number: number }) => number)).toEqual([5, 3, 2]);
  });
});

describe('visibility', () => {
  it('of pages: public are listed, unlisted served by id, private never', async () => {
    const site = await app.site();
    const ids: Record<string, number> = {};
    for (const visibility of ['public', 'unlisted', 'private']) {
      const { page } = await app.manage('POST', `/sites/${site}/pages`, { page: { name: visibility, visibility } });
      ids[visibility] = page.id;
    }
    expect((await list(`${site}/pages`, 'pages')).map(({ name }: { name: string }) => name)).toEqual(['public']);
    const status = async (visibility: string) => (await app.get(`/v1/sites/${site}/pages/${ids[visibility]}`)).status;
    expect([await status('public'), await status('unlisted'), await status('private')]).toEqual([200, 200, 404]);
  });

  it('of a page defaults to private', async () => {
    const site = await app.site();
    expect((await app.manage('POST', `/sites/${site}/pages`, { page: { name: 'x' } })).page.visibility).toBe('private');
  });

  it('of sections and issues: hidden and unpublished ones are not served', async () => {
    const site = await app.site();
    const { section } = await app.manage('POST', `/sites/${site}/sections`, {
      section: { name: 'x', state: 'hidden' },
    });
    const { issue } = await app.manage('POST', `/sites/${site}/issues`, { issue: { name: 'x' } });
    expect([await list(`${site}/sections`, 'sections'), await list(`${site}/issues`, 'issues')]).toEqual([[], []]);
    expect((await app.get(`/v1/sites/${site}/sections/${section.id}`)).status).toBe(404);
    expect((await app.get(`/v1/sites/${site}/issues/${issue.id}`)).status).toBe(404);
    await app.manage('PATCH', `/sites/${site}/issues/${issue.id}`, { issue: { published: true } });
    expect((await app.get(`/v1/sites/${site}/issues/${issue.id}`)).status).toBe(200);
  });
});

describe('issues', () => {
  it('get the time of publishing, keep a given one, and show it in the site’s zone', async () => {
    const site = await app.site({ time_zone: 'America/New_York' });
    app.clock.now = new Date('2026-07-01T12:00:00.900Z');
    const { issue } = await app.manage('POST', `/sites/${site}/issues`, { issue: { name: 'x' } });
    expect([issue.published_at, issue.created_at]).toEqual([null, '2026-07-01T12:00:00Z']);
    app.clock.now = new Date('2026-07-02T12:00:00Z');
    const change = async (fields: object) =>
      (await app.manage('PATCH', `/sites/${site}/issues/${issue.id}`, { issue: fields })).issue;
    expect(await change({ published: true })).toMatchObject({
      published_at: '2026-07-02T12:00:00Z',
      published_at_l10n: '2026-07-02T08:00:00-04:00',
      updated_at: '2026-07-02T12:00:00Z',
    });
    app.clock.now = new Date('2026-07-03T12:00:00Z');
    expect(await change({ name: 'y' })).toMatchObject({
      published_at: '2026-07-02T12:00:00Z',
      updated_at: '2026-07-03T12:00:00Z',
    });
    expect(await change({ published_at: '2025-01-01T00:00:00Z' })).toMatchObject({
      published_at: '2025-01-01T00:00:00Z',
    });
    // The interface knows no schedule of issues: `published` alone decides.
    const ahead = { published_at: '2099-01-01T00:00:00Z' };
    await change(ahead);
    expect((await app.get(`/v1/sites/${site}/issues`)).body.issues).toMatchObject([ahead]);
    expect((await app.get(`/v1/sites/${site}/issues/${issue.id}/articles`)).status).toBe(200);
    await change({ published: false });
    expect((await app.get(`/v1/sites/${site}/issues/${issue.id}`)).status).toBe(404);
    app.clock.now = null;
  });

  it('have numbers of their own', async () => {
    const site = await app.site();
    await app.manage('POST', `/sites/${site}/issues`, { issue: { name: 'a', number: 4 } });
    expect((await app.manage('POST', `/sites/${site}/issues`, { issue: { name: 'b' } })).issue.number).toBe(5);
    const { error } = await app.manage('POST', `/sites/${site}/issues`, { issue: { name: 'c', number: 4 } }, 409);
    expect(error).toContain('number already: 4');
  });
});

describe('smaller rules', () => {
  it('an empty change changes nothing, not even the version', async () => {
    const site = await app.site();
    app.clock.now = new Date('2026-07-01T12:00:00Z');
    const { issue } = await app.manage('POST', `/sites/${site}/issues`, { issue: { name: 'x' } });
    app.clock.now = null;
    const reply = await app.request('PATCH', `/v1/manage/sites/${site}/issues/${issue.id}`, {
      token: ADMIN,
      body: { issue: {} },
    });
    expect([reply.body.issue, reply.headers.get('etag')]).toEqual([issue, '"1"']);
  });

  it('a menu name follows the title until it is set', async () => {
    const site = await app.site();
    const { page } = await app.manage('POST', `/sites/${site}/pages`, { page: { name: 'a' } });
    const change = async (fields: object) =>
      (await app.manage('PATCH', `/sites/${site}/pages/${page.id}`, { page: fields })).page.menu_name;
    expect([await change({ name: 'b' }), await change({ menu_name: 'm' }), await change({ name: 'c' })]).toEqual([
      'b',
      'm',
      'm',
    ]);
  });

  it('an author has a name', async () => {
    const site = await app.site();
    const add = (firstname: string, lastname: string, status: number) =>
      app.manage('POST', `/sites/${site}/authors`, { author: { firstname, lastname } }, status);
    expect((await add(' Ä ', ' B ', 201)).author.name).toBe('Ä B');
    expect((await add('', 'Prince', 201)).author.name).toBe('Prince');
    await add(' ', '', 422);
  });

  it('a section’s open graph has all its keys, and can be removed', async () => {
    const site = await app.site();
    const section = { name: 'x', open_graph: { og_title: 't' } };
    const made = (await app.manage('POST', `/sites/${site}/sections`, { section })).section;
    expect(made.open_graph).toEqual({ og_title: 't', og_description: null, og_image: null });
    const without = await app.manage('PATCH', `/sites/${site}/sections/${made.id}`, { section: { open_graph: null } });
    expect(without.section).not.toHaveProperty('open_graph');
  });

  it('a creation answers with Location', async () => {
    const site = await app.site();
    const address = `/v1/manage/sites/${site}/pages`;
    const reply = await app.request('POST', `${address}/?x=1`, { token: ADMIN, body: { page: { name: 'x' } } });
    expect(reply.headers.get('location')).toBe(`${address}/${reply.body.page.id}`);
  });
});

describe('references', () => {
  it('of a section to a category must exist on the same site, and keep the category from being deleted', async () => {
    const [site, other] = [await app.site(), await app.site()];
    const { category } = await app.manage('POST', `/sites/${site}/article-categories`, { category: { name: 'x' } });
    const section = { name: 's', category_id: category.id };
    const refused = await app.manage('POST', `/sites/${other}/sections`, { section }, 422);
    expect(refused.problems).toEqual([{ path: '/category_id', message: 'names no article category of this site' }]);
    const made = await app.manage('POST', `/sites/${site}/sections`, { section });
    const used = await app.manage('DELETE', `/sites/${site}/article-categories/${category.id}`, undefined, 409);
    expect(used).toEqual({
      error: 'This article category is used by 1 section(s); change those first.',
      used_by: { kind: 'section', count: 1 },
    });
    await app.manage('PATCH', `/sites/${site}/sections/${made.section.id}`, { section: { category_id: null } });
    await app.manage('DELETE', `/sites/${site}/article-categories/${category.id}`);
  });

  it('of published articles count, even if their pending edits have other references', async () => {
    const site = await app.site();
    const add = (nouns: string, noun: string, fields: object) =>
      app.manage('POST', `/sites/${site}/${nouns}`, { [noun]: { name: 'x', ...fields } }).then((made) => made[noun]);
    const { id: section_id } = await add('sections', 'section', {});
    const { id: category_id } = await add('article-categories', 'category', {});
    const { id: author_id } = await app
      .manage('POST', `/sites/${site}/authors`, { author: { firstname: 'A', lastname: 'B' } })
      .then(({ author }) => author);
    const named = { section_id, category_id, author_ids: [author_id] };
    const { article } = await app.manage('POST', `/sites/${site}/articles`, {
      article: { title: 'x', ...named, state: 'published' },
    });
    const away = { section_id: (await add('sections', 'section', {})).id, category_id: null, author_ids: [] };
    await app.manage('PATCH', `/sites/${site}/articles/${article.uid}`, { article: away });
    const addresses = [`sections/${section_id}`, `article-categories/${category_id}`, `authors/${author_id}`];
    for (const address of addresses) {
      const { error, used_by } = await app.manage('DELETE', `/sites/${site}/${address}`, undefined, 409);
      expect(error).toContain('is used by 1 published article(s)');
      expect(used_by).toEqual({ kind: 'published_article', count: 1 });
    }
    await app.manage('PUT', `/sites/${site}/articles/${article.uid}/publication`);
    for (const address of addresses) await app.manage('DELETE', `/sites/${site}/${address}`);
  });
});

describe('filters', () => {
  it('of containers by identifier, in both APIs', async () => {
    const site = await app.site();
    for (const identifier of ['front', 'side', 'front']) {
      const container = { identifier, name: identifier };
      await app.manage('POST', `/sites/${site}/featured-item-containers`, { featured_item_container: container });
    }
    const served = (await app.get(`/v1/sites/${site}/featured-item-containers?identifier=front`)).body;
    expect(served.meta).toEqual({ count: 2 });
    const managed = await app.manage('GET', `/sites/${site}/featured-item-containers?identifier=side`);
    expect(managed.meta).toEqual({ total_count: 1, count: 1 });
  });

  it('of management lists: state, visibility, published', async () => {
    const site = await app.site();
    await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'x', state: 'hidden' } });
    await app.manage('POST', `/sites/${site}/pages`, { page: { name: 'x' } });
    await app.manage('POST', `/sites/${site}/issues`, { issue: { name: 'x' } });
    const total = async (query: string) => (await app.manage('GET', `/sites/${site}/${query}`)).meta.total_count;
    expect([await total('sections?state=hidden'), await total('sections?state=public')]).toEqual([1, 0]);
    expect([await total('pages?visibility=private'), await total('pages?visibility=public')]).toEqual([1, 0]);
    expect([await total('issues?published=false'), await total('issues?published=1')]).toEqual([1, 0]);
    await app.manage('GET', `/sites/${site}/sections?state=gone`, undefined, 400);
  });
});

describe('sites', () => {
  it('are made, read, changed and deleted', async () => {
    const site = { name: 'Post', url: 'https://post.example//', locale: 'fi', time_zone: 'Europe/Helsinki' };
    const made = (await app.manage('POST', '/sites', { site })).site;
    expect(made).toEqual({
      ...site,
      id: made.id,
      url: 'https://post.example',
      api_key_required: false,
      voting_enabled: false,
      cache_remote_images: false,
      preview_url: null,
      brand_color: null,
    });
    expect((await app.get(`/v1/sites/${made.id}?fields=name`)).body).toEqual({ site: { name: 'Post' } });
    const change = { name: 'Daily', brand_color: '#30638E' };
    const changed = (await app.manage('PATCH', `/sites/${made.id}`, { site: change })).site;
    expect(changed).toEqual({ ...made, ...change });
    await app.manage('PATCH', `/sites/${made.id}`, { site: { brand_color: 'red' } }, 422);
    await app.manage('DELETE', `/sites/${made.id}`);
    expect((await app.get(`/v1/sites/${made.id}`)).body).toEqual({ error: 'There is no such site.' });
  });

  it('that are not empty are not deleted, and the response says why', async () => {
    const site = await app.site();
    await app.manage('POST', `/sites/${site}/pages`, { page: { name: 'x' } });
    await app.manage('POST', '/api-keys', { api_key: { name: 'k', scopes: ['content:read'], site_ids: [site] } });
    const { error } = await app.manage('DELETE', `/sites/${site}`, undefined, 409);
    expect(error).toBe('This site has 1 page(s), 1 API key(s); delete those first.');
  });

  it.each([
    ['time_zone', 'Mars/Olympus'],
    ['url', 'javascript:alert(1)'],
    ['url', 'ftp://example.com'],
    ['url', 'https://user:pw@example.com'],
    ['url', 'https://example.com/?q=1'],
    ['locale', 'Finnish!'],
    ['name', '   '],
    ['api_key_required', 'yes'],
  ])('refuse %s = %s', async (field, value) => {
    const body = { site: { name: 'x', url: 'https://x.example', [field]: value } };
    expect((await app.manage('POST', '/sites', body, 422)).problems[0].path).toBe(`/${field}`);
  });

  it.each([
    ['javascript:alert(1)', 422],
    [' JavaScript:alert(1)', 422],
    ['java\nscript:alert(1)', 422],
    ['data:text/html,x', 422],
    ['http:javascript', 422],
    ['https://example.com/aino', 201],
    ['mailto:aino@example.com', 201],
    ['aino@example.com', 201],
    ['@aino:example.social', 201],
    ['Aino Lindqvist', 201],
    ['', 201],
  ])('have authors whose links name no address but of the web: %j is %i', async (link, status) => {
    const site = await app.site();
    for (const name of ['website', 'mastodon']) {
      const author = { firstname: 'A', lastname: 'L', links: { [name]: link } };
      const { problems } = await app.manage('POST', `/sites/${site}/authors`, { author }, status);
      if (status === 422) expect(problems[0].path).toBe(`/links/${name}`);
    }
  });

  it('have a version that every write raises and no read does', async () => {
    const site = await app.site();
    const version = async () =>
      (await app.pool.query('select content_version from site where id = $1', [site])).rows[0].content_version;
    const before = await version();
    await app.manage('POST', `/sites/${site}/pages`, { page: { name: 'x' } });
    await app.get(`/v1/sites/${site}/pages`);
    expect(await version()).toBe(before + 1);
    await app.request('PATCH', `/v1/manage/sites/${site}/pages/99999`, { token: ADMIN, body: { page: { name: 'y' } } });
    expect(await version()).toBe(before + 1);
  });
});

it('a change of nothing leaves the version of the site, and with it cached responses, as they are', async () => {
  const site = await app.site();
  const { page } = await app.manage('POST', `/sites/${site}/pages`, { page: { name: 'About' } });
  const version = async () => (await app.pool.query('select content_version from site where id = $1', [site])).rows;
  const before = await version();
  expect((await app.manage('PATCH', `/sites/${site}/pages/${page.id}`, { page: {} })).page).toEqual(page);
  expect(await version()).toEqual(before);
});
