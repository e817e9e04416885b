/** `featured_articles`: served documents name exactly the public articles, after every change; working copies may name any. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { slowTest } from '../../../test/slow.ts';
import { imported, lines } from '../../transfer/testing/transfer.ts';
import { type TestSite, testSites } from '../articles/testing/test-site.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, { isWorking: true });
});
const { add, addSection, place, published, showSection, unpublish } = testSites(() => app);

const address = ({ site }: TestSite, uid: string) => `/sites/${site}/articles/${uid}`;
const patch = (at: TestSite, uid: string, article: object, status = 200) =>
  app.manage('PATCH', address(at, uid), { article }, status);
const publish = (at: TestSite, uid: string) => app.manage('PUT', `${address(at, uid)}/publication`);
const shown = async ({ site }: TestSite, id: number) =>
  (await app.get(`/v1/sites/${site}/articles/${id}`)).body.article?.featured_articles;
const lastEvents = async ({ site }: TestSite) =>
  (
    await app.pool.query(
      `select article_id::int as id, action, scope, doc from article_event where site_id = $1
       and content_version = (select content_version from site where id = $1) order by article_id, action`,
      [site],
    )
  ).rows;

/** Three articles in their own sections, and one that features them in reverse order. */
async function featuring() {
  const at = await place();
  const other = { ...at, section: await addSection(at.site, 'Other') };
  const [one, two, three] = [await published(other), await published(at), await published(at)];
  const host = await published(at, { featured_articles: [three.id, two.id, one.id] });
  return { at, other, one, two, three, host };
}

describe('the served document', () => {
  it('follows an article that is unpublished and published again, in the order of the text', async () => {
    const { at, one, two, three, host } = await featuring();
    expect(await shown(at, host.id)).toEqual([three.id, two.id, one.id]);
    await unpublish(at, two.uid);
    expect(await shown(at, host.id)).toEqual([three.id, one.id]);
    const events = await lastEvents(at);
    expect(events.map(({ id, action }) => [id, action])).toEqual([
      [two.id, 'unpublish'],
      [host.id, 'update'],
    ]);
    expect(JSON.parse(events[1].doc).featured_articles).toEqual([three.id, one.id]);
    await publish(at, two.uid);
    expect(await shown(at, host.id)).toEqual([three.id, two.id, one.id]);
  });

  it('follows a section that is hidden and shown, on both sides', async () => {
    const { at, other, one, two, three, host } = await featuring();
    const inside = await published(other, { featured_articles: [one.id, two.id] });
    await showSection(at.site, other.section, 'hidden');
    expect(await shown(at, host.id)).toEqual([three.id, two.id]);
    await unpublish(at, two.uid);
    await showSection(at.site, other.section, 'public');
    expect(await shown(at, host.id)).toEqual([three.id, one.id]);
    expect(await shown(at, inside.id)).toEqual([one.id]);
    const events = await lastEvents(at);
    expect(events.map(({ id, action }) => [id, action])).toEqual([
      [one.id, 'publish'],
      [host.id, 'update'],
      [inside.id, 'publish'],
    ]);
    for (const { id, doc } of events) expect(JSON.parse(doc).featured_articles).toEqual(await shown(at, id));
  });

  it('follows an article that is published in a hidden section, or moves out of one', async () => {
    const { at, other, one, two, three, host } = await featuring();
    await showSection(at.site, other.section, 'hidden');
    await patch(at, two.uid, { section_id: other.section, article_url: 'gone', state: 'published' });
    expect(await shown(at, host.id)).toEqual([three.id]);
    await patch(at, one.uid, { section_id: at.section, article_url: 'moved', state: 'published' });
    expect(await shown(at, host.id)).toEqual([three.id, one.id]);
  });

  it('follows an article that is deleted, restored and published again', async () => {
    const { at, one, two, three, host } = await featuring();
    await app.manage('DELETE', address(at, two.uid));
    expect(await shown(at, host.id)).toEqual([three.id, one.id]);
    await app.manage('PUT', `${address(at, two.uid)}/restoration`);
    expect(await shown(at, host.id)).toEqual([three.id, one.id]);
    await publish(at, two.uid);
    expect(await shown(at, host.id)).toEqual([three.id, two.id, one.id]);
  });

  it('gains an article that the timer publishes', async () => {
    const { at, one, two, three, host } = await featuring();
    await unpublish(at, two.uid);
    await app.manage('PUT', `${address(at, two.uid)}/publication`, {
      publish_at: new Date(Date.now() + 50).toISOString(),
    });
    await expect.poll(() => shown(at, host.id)).toEqual([three.id, two.id, one.id]);
  });

  it('follows an import: articles that it adds, withdraws and moves', async () => {
    const { at, other } = await featuring();
    const line = (id: number, fields: object) => ({
      article: { site_id: at.site, id, title: `A${id}`, section_id: at.section, state: 'published', ...fields },
    });
    // The import is another process; the service is notified a moment later.
    const now = (ids: number[]) => expect.poll(() => shown(at, 900)).toEqual(ids);
    await imported(app, lines(line(900, { featured_articles: [901, 902, 903] }), line(901, {})));
    await now([901]);
    await imported(app, lines(line(902, {}), line(903, {})));
    await now([901, 902, 903]);
    await showSection(at.site, other.section, 'hidden');
    await imported(app, lines(line(902, { state: 'unpublished' }), line(903, { section_id: other.section })));
    await now([901]);
    // One article features another that the same batch unpublishes.
    await imported(app, lines(line(900, { title: 'New' }), line(901, { state: 'unpublished' })));
    await now([]);
    expect((await lastEvents(at)).map(({ action }) => action)).toEqual(['update', 'unpublish']);
  });

  it('is not changed by pending edits, and may name itself', async () => {
    const { at, one, host } = await featuring();
    await patch(at, host.uid, { featured_articles: [host.id, one.id] });
    await unpublish(at, one.uid);
    expect(await shown(at, host.id)).toHaveLength(2);
    await publish(at, host.uid);
    expect(await shown(at, host.id)).toEqual([host.id]);
    await showSection(at.site, at.section, 'hidden');
    await showSection(at.site, at.section, 'public');
    expect(await shown(at, host.id)).toEqual([host.id]);
  });

  it('is replaced within any text', async () => {
    const at = await place();
    const named = await published(at);
    const decoy = `"featured_articles":[${named.id}]`;
    const host = await published(at, {
      ...{ title: decoy, body: `<p>${decoy}</p>`, tags: ['"featured_articles":[1]'] },
      ...{ article_links: [{ title: decoy, url: 'https://a.example/' }], featured_articles: [named.id] },
    });
    const before = (await app.get(`/v1/sites/${at.site}/articles/${host.id}`)).body.article;
    await unpublish(at, named.uid);
    const { article } = (await app.get(`/v1/sites/${at.site}/articles/${host.id}`)).body;
    expect(article).toEqual({ ...before, featured_articles: [] });
  });
});

describe('the working copy', () => {
  it('names articles of the site that have an id, and no others', async () => {
    const { at, one } = await featuring();
    const elsewhere = await published(await place());
    const migrated = await add(at, { id: 70_000 });
    const fields = { title: 'x', section_id: at.section, featured_articles: [one.id, migrated.id] };
    await app.manage('POST', `/sites/${at.site}/articles`, { article: fields });
    const wrong = { ...fields, featured_articles: [one.id, 987_654, elsewhere.id] };
    const { problems } = await app.manage('POST', `/sites/${at.site}/articles`, { article: wrong }, 422);
    const message = `names no article of this site: 987654, ${elsewhere.id}`;
    expect(problems).toEqual([{ path: '/featured_articles', message }]);
    expect((await patch(at, one.uid, { featured_articles: [987_654] }, 422)).problems).toHaveLength(1);
  });

  it('may keep ids of deleted articles: an article is read, edited and sent back, and an old revision restored', async () => {
    const { at, one, two, three, host } = await featuring();
    await app.manage('DELETE', address(at, one.uid));
    const { article } = await app.manage('GET', address(at, host.uid));
    expect(article.featured_articles).toEqual([three.id, two.id, one.id]);
    const edited = (await patch(at, host.uid, { ...article, title: 'Edited', featured_articles: [one.id, two.id] }))
      .article;
    expect(edited).toMatchObject({ title: 'Edited', featured_articles: [one.id, two.id] });
    await patch(at, host.uid, { featured_articles: [] });
    await patch(at, host.uid, { featured_articles: [one.id] }, 422);
    const restored = await app.manage('PUT', `${address(at, host.uid)}/revisions/1/restoration`);
    expect(restored.article.featured_articles).toEqual([three.id, two.id, one.id]);
    await publish(at, host.uid);
    expect(await shown(at, host.id)).toEqual([three.id, two.id]);
  });
});

slowTest(
  'an article that very many feature leaves the first documents at once and the others by the queue',
  async () => {
    const MANY = 1_300;
    const site_id = 5_000;
    const article = { site_id, section_id: 1, state: 'published' };
    const many = Array.from({ length: MANY }, (_, index) => ({
      article: { ...article, id: index + 2, title: `A${index}`, featured_articles: [1] },
    }));
    const site = { site: { id: site_id, name: 'S', url: 'https://s.example' } };
    const text = lines(
      site,
      { section: { site_id, id: 1, name: 'N' } },
      { article: { ...article, id: 1, title: 'One' } },
      ...many,
    );
    expect((await imported(app, text)).refused).toEqual([]);
    const left = async () =>
      (
        await app.pool.query(
          `select count(*)::int as left from published_article where site_id = $1 and doc like '%"featured_articles":[1]%'`,
          [site_id],
        )
      ).rows[0].left;
    expect(await left()).toBe(MANY);
    const { rows: newest } = await app.pool.query(
      'select content_version, article_id from article_event where site_id = $1 order by 1 desc, 2 desc limit 1',
      [site_id],
    );
    const cursor = `${newest[0]?.content_version}.${newest[0]?.article_id}`;
    await app.manage('DELETE', `/sites/${site_id}/articles/1/publication`);
    expect(await shown({ site: site_id, section: 1 }, 2)).toEqual([]);
    await expect.poll(left).toBe(0);
    const { changes } = await app.manage('GET', `/sites/${site_id}/changes?count=1&cursor=${cursor}`);
    expect(changes).toHaveLength(1);
  },
);
