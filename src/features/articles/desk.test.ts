import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { signedIn } from '../../../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

async function place() {
  const site = await app.site();
  const manage = (method: string, path: string, body?: unknown, status?: number) =>
    app.manage(method, `/sites/${site}${path}`, body, status);
  const section: number = (await manage('POST', '/sections', { section: { name: 'News' } })).section.id;
  const make = async (title: string, fields: object = {}) =>
    (await manage('POST', '/articles', { article: { title, section_id: section, ...fields } })).article;
  return { site, manage, section, make };
}

const published = { state: 'published' };
const titlesOf = ({ articles }: { articles: { title: string }[] }) => articles.map(({ title }) => title);

describe('the articles of an issue and of a container', () => {
  it.each([
    ['issues', 'issue', { name: 'Spring' }],
    ['featured-item-containers', 'featured_item_container', { identifier: 'top', name: 'Top' }],
  ])('are listed for editors in order, unpublished ones included: %s', async (path, noun, fields) => {
    const { manage, make } = await place();
    const { id } = (await manage('POST', `/${path}`, { [noun]: fields }))[noun];
    const [a, b, c] = [await make('A', published), await make('B', published), await make('C', published)];
    await manage('PUT', `/${path}/${id}/articles`, { article_ids: [c.id, a.id, b.id] });
    await manage('DELETE', `/articles/${a.uid}/publication`);
    await manage('PATCH', `/articles/${b.uid}`, { article: { title: 'B edited' } });
    const list = await manage('GET', `/${path}/${id}/articles`);
    expect(titlesOf(list)).toEqual(['C', 'A', 'B edited']);
    expect(list.meta).toEqual({ total_count: 3, count: 3 });
    expect(list.articles[1]).toEqual((await manage('GET', `/articles/${a.uid}`)).article);
    const thin = await manage('GET', `/${path}/${id}/articles?fields=uid,title,state`);
    expect(thin.articles[1]).toEqual({ uid: a.uid, title: 'A', state: 'unpublished' });
    await manage('DELETE', `/articles/${c.uid}`);
    expect(titlesOf(await manage('GET', `/${path}/${id}/articles`))).toEqual(['A', 'B edited']);
    await manage('GET', `/${path}/999/articles`, undefined, 404);
  });
});

describe('pins', () => {
  it('are set as one list, which readers see at once and which unpins all others', async () => {
    const { site, manage, make } = await place();
    const made = [];
    for (const title of ['a', 'b', 'c', 'd']) made.push(await make(title, published));
    const [a, b, c, d] = made;
    const front = async () => titlesOf((await app.get(`/v1/sites/${site}/articles`)).body);
    await manage('PATCH', `/articles/${d.uid}`, { article: { title: 'd, not published' } });
    const pins = [
      { uid: a.uid, index: 0 },
      { uid: b.uid, index: 2 },
    ];
    const shown = { pins: pins.map((pin) => ({ ...pin, state: 'published', is_served: true })) };
    expect(await manage('PUT', '/pins', { pins })).toEqual(shown);
    expect(await front()).toEqual(['a', 'd', 'b', 'c']);
    expect(await manage('GET', '/pins')).toEqual(shown);
    expect(await manage('PUT', '/pins', shown)).toEqual(shown);
    const swapped = [
      { uid: c.uid.toUpperCase(), index: 0 },
      { uid: a.uid, index: 1 },
    ];
    await manage('PUT', '/pins', { pins: swapped });
    expect(await front()).toEqual(['c', 'a', 'd', 'b']);
    await manage('PUT', '/pins', { pins: [] });
    expect(await front()).toEqual(['d', 'c', 'b', 'a']);
    expect((await manage('GET', `/articles/${d.uid}`)).article.version).toBe(2);
  });

  it('notify receivers of the articles that moved, and of no other', async () => {
    const { manage, make } = await place();
    const [a, b] = [await make('a', published), await make('b', published)];
    await manage('PUT', '/pins', { pins: [{ uid: a.uid, index: 0 }] });
    const { cursor } = await manage('GET', '/changes?count=100');
    const both = [
      { uid: a.uid, index: 0 },
      { uid: b.uid, index: 1 },
    ];
    await manage('PUT', '/pins', { pins: both });
    await manage('PUT', '/pins', { pins: both });
    const { changes } = await manage('GET', `/changes?cursor=${cursor}`);
    expect(changes.map(({ article_id, action }: Record<string, unknown>) => [article_id, action])).toEqual([
      [b.id, 'update'],
    ]);
  });

  it('are set with If-Match, and 409 after any change', async () => {
    const { site, section, manage, make } = await place();
    const [a, b] = [await make('a', published), await make('b')];
    const set = (uid: string, etag: string | null, section?: number) =>
      app.request('PUT', `/v1/manage/sites/${site}/pins${section ? `?section_id=${section}` : ''}`, {
        token: ADMIN,
        body: { pins: [{ uid, index: 0 }] },
        headers: etag === null ? {} : { 'if-match': etag },
      });
    const tag = async (query = '') =>
      (await app.get(`/v1/manage/sites/${site}/pins${query}`, { token: ADMIN })).headers.get('etag');
    const before = await tag();
    const first = await set(a.uid, before);
    expect([first.status, first.headers.get('etag')]).toEqual([200, await tag()]);
    const stale = await set(b.uid, before);
    expect([stale.status, stale.body.error]).toEqual([409, expect.stringContaining('pins were changed')]);
    expect((await manage('GET', '/pins')).pins).toMatchObject([{ uid: a.uid, index: 0 }]);
    const read = await tag();
    await manage('PUT', `/articles/${a.uid}/pins`, { pins: { site_pinned_index: 2 } });
    expect((await set(b.uid, read)).status).toBe(409);
    // The pins of a section are a list of their own.
    expect((await set(b.uid, await tag(`?section_id=${section}`), section)).status).toBe(200);
    expect((await set(b.uid, await tag())).status).toBe(200);
    expect((await set(a.uid, '*')).status).toBe(200);
    expect((await set(b.uid, null)).status).toBe(200);
  });

  it('of a section are its own', async () => {
    const { manage, section, make } = await place();
    const { section: other } = await manage('POST', '/sections', { section: { name: 'Other' } });
    const here = await make('here');
    const there = await make('there', { section_id: other.id, pinned_index: 3 });
    const pins = [{ uid: here.uid, index: 1 }];
    await manage('PUT', `/pins?section_id=${section}`, { pins });
    expect(await manage('GET', `/pins?section_id=${section}`)).toMatchObject({ pins });
    expect(await manage('GET', `/pins?section_id=${other.id}`)).toMatchObject({ pins: [{ uid: there.uid, index: 3 }] });
    expect(await manage('GET', '/pins')).toEqual({ pins: [] });
    await manage('GET', '/pins?section_id=999', undefined, 404);
  });

  it('of a section are those of the articles that it serves, wherever unpublished edits move them', async () => {
    const { site, manage, section, make } = await place();
    const { section: other } = await manage('POST', '/sections', { section: { name: 'Other' } });
    const [moved, second] = [await make('moved', published), await make('second', published)];
    const served = async (id: number) => titlesOf((await app.get(`/v1/sites/${site}/sections/${id}/articles`)).body);
    const listed = async (id: number) => (await manage('GET', `/pins?section_id=${id}`)).pins;
    const pins = [{ uid: moved.uid, index: 0 }];
    await manage('PUT', `/pins?section_id=${section}`, { pins });
    await manage('PATCH', `/articles/${moved.uid}`, { article: { section_id: other.id } });
    expect(await listed(section)).toMatchObject(pins);
    expect(await listed(other.id)).toEqual([]);
    await manage('PUT', `/pins?section_id=${other.id}`, { pins }, 422);
    await manage('PUT', `/pins?section_id=${other.id}`, { pins: [] });
    expect(await served(section)).toEqual(['moved', 'second']);
    await manage('PUT', `/pins?section_id=${section}`, {
      pins: [
        { uid: second.uid, index: 1 },
        { uid: moved.uid, index: 0 },
      ],
    });
    await manage('PUT', `/pins?section_id=${section}`, { pins: [{ uid: second.uid, index: 0 }] });
    expect(await served(section)).toEqual(['second', 'moved']);
    await manage('PUT', `/articles/${moved.uid}/publication`);
    expect([await served(section), await served(other.id)]).toEqual([['second'], ['moved']]);
    await manage('PUT', `/pins?section_id=${other.id}`, { pins });
    expect(await listed(other.id)).toMatchObject(pins);
  });

  it('say which articles readers see', async () => {
    const { manage, section, make } = await place();
    const { section: hidden } = await manage('POST', '/sections', { section: { name: 'Hidden', state: 'hidden' } });
    const shown = await make('shown', { ...published, site_pinned_index: 0 });
    const draft = await make('draft', { site_pinned_index: 1 });
    const inside = await make('inside', { ...published, section_id: hidden.id, site_pinned_index: 2 });
    const gone = await make('gone', { ...published, site_pinned_index: 3 });
    await manage('DELETE', `/articles/${gone.uid}/publication`);
    expect((await manage('GET', '/pins')).pins).toEqual([
      { uid: shown.uid, index: 0, state: 'published', is_served: true },
      { uid: draft.uid, index: 1, state: 'draft', is_served: false },
      { uid: inside.uid, index: 2, state: 'published', is_served: false },
      { uid: gone.uid, index: 3, state: 'unpublished', is_served: false },
    ]);
    await manage('PATCH', `/articles/${shown.uid}`, { article: { section_id: hidden.id } });
    expect((await manage('GET', '/pins')).pins[0]).toMatchObject({ is_served: true });
    expect((await manage('GET', `/pins?section_id=${section}`)).pins).toEqual([]);
  });

  it('are refused as a whole when one of them is wrong', async () => {
    const { manage, section, make } = await place();
    const { section: other } = await manage('POST', '/sections', { section: { name: 'Other' } });
    const [a, b] = [await make('a', { pinned_index: 4 }), await make('b', { section_id: other.id })];
    const unknown = '0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21';
    const wrong = [a, b, a, { uid: unknown }].map(({ uid }, index) => ({ uid, index }));
    const { problems } = await manage('PUT', `/pins?section_id=${section}`, { pins: wrong }, 422);
    expect(problems.map(({ path }: { path: string }) => path)).toEqual(['/pins/1/uid', '/pins/3/uid', '/pins']);
    expect(await manage('GET', `/pins?section_id=${section}`)).toMatchObject({ pins: [{ uid: a.uid, index: 4 }] });
  });
});

describe('tags', () => {
  it('are suggested by their beginning, the most used first, also of drafts', async () => {
    const { manage, make } = await place();
    await make('1', { tags: ['Sea', 'ice'] });
    await make('2', { tags: ['Sea', 'seal'] });
    await make('3', { tags: ['sea', 'Äyräs'], state: 'published' });
    const { uid } = await make('4', { tags: ['seagull'] });
    await manage('DELETE', `/articles/${uid}`);
    expect(await manage('GET', '/tags?q=SE')).toEqual({
      tags: [
        { tag: 'Sea', count: 3 },
        { tag: 'seal', count: 1 },
      ],
    });
    expect((await manage('GET', '/tags?q=%C3%A4')).tags).toEqual([{ tag: 'Äyräs', count: 1 }]);
    expect((await manage('GET', '/tags?count=1')).tags).toEqual([{ tag: 'Sea', count: 3 }]);
    expect((await manage('GET', '/tags?q=%25')).tags).toEqual([]);
  });
});

describe('counts', () => {
  it('say how many articles are in each state', async () => {
    const { manage, make } = await place();
    const none = { draft: 0, pending: 0, scheduled: 0, published: 0, unpublished: 0 };
    expect(await manage('GET', '/counts')).toEqual({ counts: none });
    await make('1');
    await make('2', { state: 'pending' });
    await make('3', published);
    await make('4', { publish_at: '2040-01-01T00:00:00Z' });
    const { uid } = await make('5');
    await manage('DELETE', `/articles/${uid}`);
    expect((await manage('GET', '/counts')).counts).toEqual({
      ...none,
      draft: 1,
      pending: 1,
      published: 1,
      scheduled: 1,
    });
  });
});

it('an author sees drafts, counts and tags of no one else', async () => {
  const { site, section, manage, make } = await place();
  const { id } = (await manage('POST', '/issues', { issue: { name: 'Spring' } })).issue;
  const other = await make('Of others', { ...published, tags: ['public'] });
  await make('Draft', { tags: ['private'] });
  await manage('PUT', `/issues/${id}/articles`, { article_ids: [other.id] });
  const author = await signedIn(app, [{ site_id: site, role: 'author' }]);
  const read = (path: string) => author.manage('GET', `/sites/${site}${path}`);
  await author.manage('POST', `/sites/${site}/articles`, {
    article: { title: 'Mine', section_id: section, tags: ['mine'] },
  });
  expect((await read(`/issues/${id}/articles`)).articles).toEqual([]);
  expect((await read('/counts')).counts).toMatchObject({ draft: 1, published: 0 });
  await make('Also of others', { ...published, tags: ['Public'] });
  await manage('PATCH', `/articles/${other.uid}`, { article: { tags: ['edited'] } });
  const hidden = (await manage('POST', '/sections', { section: { name: 'Hidden', state: 'hidden' } })).section;
  await make('In a hidden section', { ...published, section_id: hidden.id, tags: ['hidden'] });
  expect((await read('/tags')).tags.map(({ tag }: { tag: string }) => tag)).toEqual(['mine', 'Public']);
  expect(titlesOf(await read('/articles'))).toEqual(['Mine']);
  expect(titlesOf(await read('/articles?created_by=admin%20token'))).toEqual([]);
});
