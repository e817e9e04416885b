/** The queue of moderators: what it lists, in which order, and who has claimed what. */
import { beforeAll, describe, expect, it } from 'vitest';
import { signedIn } from '../../../test/people.ts';
import { type Desk, desk, rss } from '../../intake/testing/feeds.ts';

let d: Desk;
let feed: number;
beforeAll(async () => {
  d = await desk();
});
const of = (path: string) => `/sites/${d.site}${path}`;
const list = (query = '') => d.app.manage('GET', of(`/pending-articles${query}`));
const titles = async (query = '') => (await list(query)).pending_articles.map(({ title }: { title: string }) => title);
const editor = () => signedIn(d.app, [{ site_id: d.site, role: 'editor' }]);
async function submitted(title: string) {
  const author = await signedIn(d.app, [{ site_id: d.site, role: 'author' }]);
  const article = { title, section_id: d.section, body: '<p>Words.</p>', state: 'pending' };
  return (await author.manage('POST', of('/articles'), { article })).article;
}

it('lists every pending article, of sources and of people, with its item and who sent it', async () => {
  const items = ['Ferry at noon', 'Ferry at night', 'Lottery'].map((title) => ({
    ...{ id: title, title, link: `https://o.example/${encodeURI(title)}` },
    more: '<dc:creator>Bo Lind</dc:creator>',
  }));
  feed = await d.add('/queue', rss(items));
  const { uid } = await submitted('A letter home');
  const { pending_articles, meta, more } = await list('?count=100');
  expect([meta, more]).toEqual([{ total_count: 4, count: 4 }, false]);
  const [brought] = pending_articles;
  expect(brought).toMatchObject({ source: { id: feed, kind: 'feed' }, item: { state: 'held' }, created_by_name: null });
  expect(pending_articles.at(-1)).toMatchObject({ uid, source: null, item: null, created_by_name: expect.any(String) });
  await d.app.manage('DELETE', of(`/articles/${uid}`));
  expect((await list()).meta.total_count).toBe(3);
  await d.app.manage('GET', of(`/pending-articles/${uid}`), undefined, 404);
});

it('has pages by uid, both orders and filters', async () => {
  const { uid } = await submitted('A ferry letter');
  const all = await titles('?count=100');
  expect(await titles('?count=100&sort=newest')).toEqual([...all].reverse());
  const walked: string[] = [];
  let after = '';
  for (let more = true; more; ) {
    const page = await list(`?count=2${after}`);
    walked.push(...page.pending_articles.map(({ title }: { title: string }) => title));
    after = `&after=${page.pending_articles.at(-1).uid}`;
    more = page.more;
  }
  expect(walked).toEqual(all);
  expect(await titles('?kind=newsroom')).toEqual(['A ferry letter']);
  expect(await titles('?kind=email')).toEqual([]);
  expect(await titles(`?source_id=${feed}&q=ferr`)).toHaveLength(2);
  expect((await titles('?q=ferry')).sort()).toEqual(['A ferry letter', 'Ferry at night', 'Ferry at noon']);
  await d.app.manage('DELETE', of(`/articles/${uid}`));
});

it('says what became of other articles of the sender', async () => {
  const [first, second] = (await list('?count=100')).pending_articles;
  await d.app.manage('PUT', of(`/source-items/${first.item.id}/rejection`), { reason: 'Old.' });
  const { pending_article } = await d.app.manage('GET', of(`/pending-articles/${second.uid}`));
  expect(pending_article.sender).toMatchObject({
    ...{ by: 'author', published: 0, rejected: 1, held: 1 },
    latest: [{ item_id: first.item.id, title: first.title, state: 'rejected', reason: 'Old.' }],
  });
  await d.app.manage('DELETE', of(`/source-items/${first.item.id}/rejection`));
  const author = await signedIn(d.app, [{ site_id: d.site, role: 'author' }]);
  const send = async (title: string) => {
    const article = { title, section_id: d.section, body: '<p>Words.</p>', state: 'pending' };
    return (await author.manage('POST', of('/articles'), { article })).article.uid;
  };
  const [one, other] = [await send('One'), await send('Other')];
  await d.app.manage('PUT', of(`/articles/${one}/publication`), {});
  const { sender } = (await d.app.manage('GET', of(`/pending-articles/${other}`))).pending_article;
  expect(sender).toMatchObject({ by: 'person', published: 1, latest: [{ item_id: null, uid: one }] });
  await d.app.manage('DELETE', of(`/articles/${other}`));
});

describe('a claim', () => {
  it.each(['of a source', 'of a person'])('of an article %s is held by one moderator at a time', async (what) => {
    const uid = what === 'of a person' ? (await submitted('Held')).uid : (await list()).pending_articles[0].uid;
    const [ida, bo] = [await editor(), await editor()];
    const path = of(`/pending-articles/${uid}/claim`);
    const taken = await ida.manage('PUT', path, {});
    expect(taken.claim.claimed_by).toMatch(/^person:/);
    expect(new Date(taken.claim.claimed_until).getTime()).toBeGreaterThan(Date.now());
    await ida.manage('PUT', path, {});
    const refused = await bo.request('PUT', `/v1/manage${path}`, {});
    expect([refused.status, refused.body.claimed_by]).toEqual([409, taken.claim.claimed_by]);
    expect(refused.body.claimed_by_name).toEqual(expect.any(String));
    const row = (await list('?count=100')).pending_articles.find((one: { uid: string }) => one.uid === uid);
    expect([row.claimed_by, row.claimed_by_name]).toEqual([taken.claim.claimed_by, refused.body.claimed_by_name]);
    await bo.manage('DELETE', path);
    expect((await bo.request('PUT', `/v1/manage${path}`, {})).status).toBe(409);
    await ida.manage('DELETE', path);
    await bo.manage('PUT', path, {});
    await d.app.pool.query("update article_claim set claimed_until = now() - interval '1 second'");
    await d.app.pool.query("update source_item set claimed_until = now() - interval '1 second'");
    await ida.manage('PUT', path, {});
    await ida.manage('DELETE', path);
  });

  it('of an item and of its article are one', async () => {
    const [{ uid, item }] = (await list()).pending_articles;
    const [ida, bo] = [await editor(), await editor()];
    await ida.manage('PUT', of(`/source-items/${item.id}/claim`), {});
    expect((await bo.request('PUT', `/v1/manage${of(`/pending-articles/${uid}/claim`)}`, {})).status).toBe(409);
    await ida.manage('DELETE', of(`/pending-articles/${uid}/claim`));
    await bo.manage('PUT', of(`/source-items/${item.id}/claim`), {});
    await bo.manage('DELETE', of(`/source-items/${item.id}/claim`));
  });

  it('of two at the same moment is won by one', async () => {
    const { uid } = await submitted('Wanted');
    const two = [await editor(), await editor()];
    const path = `/v1/manage${of(`/pending-articles/${uid}/claim`)}`;
    const statuses = await Promise.all(two.map(async (one) => (await one.request('PUT', path, {})).status));
    expect(statuses.sort()).toEqual([200, 409]);
    await d.app.manage('PUT', of(`/articles/${uid}/publication`), {});
    await d.app.manage('PUT', of(`/pending-articles/${uid}/claim`), {}, 404);
  });
});
