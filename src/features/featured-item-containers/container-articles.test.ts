import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { ids, type TestSite, testSites } from '../articles/testing/test-site.ts';
import { refusal } from '../resources/restriction.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
const { addSection, place, published, showSection, unpublish } = testSites(() => app);

const addContainer = async ({ site }: TestSite, type_restriction = ''): Promise<number> => {
  const featured_item_container = { identifier: 'front', name: 'Front', type_restriction };
  const answer = await app.manage('POST', `/sites/${site}/featured-item-containers`, { featured_item_container });
  return answer.featured_item_container.id;
};
const hold = ({ site }: TestSite, container: number, article_ids: number[], status = 200) =>
  app.manage('PUT', `/sites/${site}/featured-item-containers/${container}/articles`, { article_ids }, status);
const list = ({ site }: TestSite, container: number, query = '') =>
  app.get(`/v1/sites/${site}/featured-item-containers/${container}/articles?${query}`);
const served = async (at: TestSite, container: number, query = '') => (await list(at, container, query)).body;

describe('the articles of a container', () => {
  it.each(['featured-item-containers', 'issues'])(
    'are set with the tag of the list in %s, until it is changed',
    async (noun) => {
      const at = await place();
      const [one, two] = [await published(at), await published(at)];
      const holder =
        noun === 'issues' ? { issue: { name: 'One' } } : { featured_item_container: { identifier: 'f', name: 'F' } };
      const [{ id }] = Object.values(await app.manage('POST', `/sites/${at.site}/${noun}`, holder)) as [{ id: number }];
      const path = `/v1/manage/sites/${at.site}/${noun}/${id}/articles`;
      const read = (headers = {}) => app.request('GET', path, { token: ADMIN, headers });
      const set = async (tag: string, article_ids: number[]) =>
        (await app.request('PUT', path, { token: ADMIN, body: { article_ids }, headers: { 'if-match': tag } })).status;
      const tagOf = async () => String((await read()).headers.get('etag'));
      const empty = await tagOf();
      expect([await set(empty, [one.id]), await set(empty, [two.id])]).toEqual([200, 409]);
      const filled = await tagOf();
      await app.manage('PATCH', `/sites/${at.site}/articles/${one.id}`, { article: { title: 'Changed meanwhile' } });
      expect((await read({ 'if-none-match': filled })).status, 'the list shows the new title').toBe(200);
      expect((await read({ 'if-none-match': await tagOf() })).status).toBe(304);
      expect(await set(filled, [two.id]), 'the list itself is as it was').toBe(200);
    },
  );

  it('are served in the order set, with the keys of the interface and no pagination', async () => {
    const at = await place();
    const { category } = await app.manage('POST', `/sites/${at.site}/article-categories`, { category: { name: 'C' } });
    const [one, two, three] = [
      await published(at, { category_id: category.id, site_pinned_index: 2 }),
      await published(at),
      await published(at),
    ];
    const container = await addContainer(at);
    expect(await hold(at, container, [two.id, three.id, one.id])).toEqual({ article_ids: [two.id, three.id, one.id] });
    const answer = await served(at, container);
    expect(Object.keys(answer)).toEqual(['meta', 'articles', 'categories', 'sections']);
    expect(answer.meta).toEqual({ total_count: 3, count: 3 });
    expect(ids(answer.articles)).toEqual([two.id, three.id, one.id]);
    expect([ids(answer.categories), ids(answer.sections)]).toEqual([[category.id], [at.section]]);
    expect(answer.articles[0]).toEqual((await app.get(`/v1/sites/${at.site}/articles/${two.id}`)).body.article);
  });

  it('are cut at count and trimmed to fields; the first stay', async () => {
    const at = await place();
    const [one, two, three] = [await published(at), await published(at), await published(at)];
    const container = await addContainer(at);
    await hold(at, container, [one.id, three.id, two.id]);
    const answer = await served(at, container, 'count=1&fields=id&max_id=1');
    expect(answer.articles).toEqual([{ id: one.id }]);
    expect(answer.meta).toEqual({ total_count: 3, count: 1 });
    expect((await list(at, container, 'count=101')).body.parameter).toBe('count');
  });

  it('that are not served neither appear nor count', async () => {
    const at = await place();
    const hidden = await addSection(at.site, 'Hidden');
    const [kept, gone, covered] = [
      await published(at),
      await published(at),
      await published({ ...at, section: hidden }),
    ];
    const container = await addContainer(at);
    await hold(at, container, [gone.id, covered.id, kept.id]);
    await unpublish(at, gone.uid);
    await showSection(at.site, hidden, 'hidden');
    const { articles, meta, sections } = await served(at, container);
    expect([ids(articles), meta, ids(sections)]).toEqual([[kept.id], { total_count: 1, count: 1 }, [at.section]]);
    await showSection(at.site, hidden, 'public');
    expect(ids((await served(at, container)).articles)).toEqual([covered.id, kept.id]);
  });

  it('are 404 for a container that is unknown or of another site', async () => {
    const [at, other] = [await place(), await place()];
    const container = await addContainer(at);
    expect((await list(other, container)).status).toBe(404);
    expect((await list(at, 99_999)).body.error).toBe('There is no such featured item container.');
    expect((await served(at, container)).meta).toEqual({ total_count: 0, count: 0 });
    await hold(other, container, [], 404);
  });
});

describe('the list of a container', () => {
  it('can be reordered, loses deleted articles, and is deleted with the container', async () => {
    const at = await place();
    const [one, two] = [await published(at), await published(at)];
    const container = await addContainer(at);
    await hold(at, container, [one.id, two.id]);
    await hold(at, container, [two.id, one.id]);
    expect(ids((await served(at, container)).articles)).toEqual([two.id, one.id]);
    await app.manage('DELETE', `/sites/${at.site}/articles/${two.uid}`);
    expect(ids((await served(at, container)).articles)).toEqual([one.id]);
    await app.manage('DELETE', `/sites/${at.site}/featured-item-containers/${container}`);
    const left = await app.pool.query('select from featured_item_container_article where site_id = $1', [at.site]);
    expect(left.rowCount).toBe(0);
  });

  it('raises the version of the container and honours If-Match', async () => {
    const at = await place();
    const { id } = await published(at);
    const address = `/v1/manage/sites/${at.site}/featured-item-containers/${await addContainer(at)}/articles`;
    const put = async () => {
      const options = { token: ADMIN, body: { article_ids: [id] }, headers: { 'if-match': '"1"' } };
      return (await app.request('PUT', address, options)).status;
    };
    expect([await put(), await put()]).toEqual([200, 409]);
  });

  it('contains only articles that type_restriction allows', async () => {
    const at = await place();
    const [text, video] = [await published(at), await published(at, { type: 'video' })];
    await hold(at, await addContainer(at, 'ARTICLE'), [text.id, video.id]);
    const videos = await addContainer(at, 'Video');
    await hold(at, videos, [video.id]);
    const { problems } = await hold(at, videos, [video.id, text.id, 999_999], 422);
    expect(problems).toEqual([
      { path: '/article_ids', message: 'names no article of this site: 999999' },
      {
        path: '/article_ids',
        message: `accepts only articles of the type video, which article ${text.id} is not`,
      },
    ]);
    expect(ids((await served(at, videos)).articles)).toEqual([video.id]);
    const events = await addContainer(at, 'Event');
    await hold(at, events, [text.id], 422);
    await hold(at, events, []);
  });

  it('is counted again when its container is deleted and another gets its id', async () => {
    const at = await place();
    const { id } = await published(at);
    const container = await addContainer(at);
    await hold(at, container, [id]);
    await app.manage('DELETE', `/sites/${at.site}/featured-item-containers/${container}`);
    const again = { id: container, identifier: 'front', name: 'Front' };
    await app.manage('POST', `/sites/${at.site}/featured-item-containers`, { featured_item_container: again });
    expect((await served(at, container)).meta).toEqual({ total_count: 0, count: 0 });
  });

  it.each([
    ['', 'tweet', true],
    [' article ', 'tweet', true],
    ['Facebook_Post', 'facebook_post', true],
    ['image', 'video', false],
    ['Page', 'article', false],
  ])('with the restriction "%s" and the type %s: %s', (restriction, type, isAllowed) => {
    expect(refusal(restriction, type) === null).toBe(isAllowed);
  });
});

describe('a container with a restriction', () => {
  const retype = ({ site }: TestSite, uid: string, type: string, status = 200) =>
    app.manage('PATCH', `/sites/${site}/articles/${uid}`, { article: { type } }, status);

  it('refuses a change of type of its articles, by a save and by a restoration', async () => {
    const at = await place();
    const { id, uid } = await published(at, { type: 'image' });
    await retype(at, uid, 'video');
    await app.manage('PUT', `/sites/${at.site}/articles/${uid}/publication`);
    const videos = await addContainer(at, 'Video');
    await hold(at, videos, [id]);
    await hold(at, await addContainer(at, 'Article'), [id]);
    const reason = `featured item container ${videos} (Front) accepts only articles of the type video`;
    const message = `is not allowed: ${reason}; remove the article from it first`;
    expect((await retype(at, uid, 'tweet', 422)).problems).toEqual([{ path: '/type', message }]);
    await app.manage('PUT', `/sites/${at.site}/articles/${uid}/revisions/1/restoration`, undefined, 422);
    await app.manage('PATCH', `/sites/${at.site}/articles/${uid}`, { article: { type: 'video', title: 'New' } });
    await hold(at, videos, []);
    await retype(at, uid, 'tweet');
  });

  it('checks the served articles and the working copies', async () => {
    const at = await place();
    const { id, uid } = await published(at, { type: 'video' });
    await retype(at, uid, 'image');
    for (const type of ['video', 'image']) await hold(at, await addContainer(at, type), [id], 422);
    await app.manage('PUT', `/sites/${at.site}/articles/${uid}/publication`);
    await hold(at, await addContainer(at, 'image'), [id]);
  });

  it('cannot get a restriction that its articles violate', async () => {
    const at = await place();
    const [text, video] = [await published(at), await published(at, { type: 'video' })];
    const container = await addContainer(at);
    await hold(at, container, [text.id, video.id]);
    const restrict = (type_restriction: string, status = 200) =>
      app.manage(
        'PATCH',
        `/sites/${at.site}/featured-item-containers/${container}`,
        { featured_item_container: { type_restriction } },
        status,
      );
    const message = `does not allow these articles of the container: ${text.id}`;
    expect((await restrict('video', 422)).problems).toEqual([{ path: '/type_restriction', message }]);
    await restrict('Article');
    await hold(at, container, [video.id]);
    await restrict('video');
  });

  it('lets only one of two concurrent writes win: the new type or the membership', async () => {
    const at = await place();
    const videos = await addContainer(at, 'video');
    for (let round = 0; round < 4; round++) {
      const { id, uid } = await published(at, { type: 'video' });
      const ask = (method: string, path: string, body: unknown) =>
        app.request(method, `/v1/manage/sites/${at.site}${path}`, { token: ADMIN, body });
      const [save, put] = await Promise.all([
        ask('PATCH', `/articles/${uid}`, { article: { type: 'image' } }),
        ask('PUT', `/featured-item-containers/${videos}/articles`, { article_ids: [id] }),
      ]);
      expect([save.status, put.status].sort()).toEqual([200, 422]);
    }
  });
});
