/** Changes of sources that were kept: shown beside the article, applied, dismissed. Decisions with If-Match, and claims. */
import { beforeAll, expect, it } from 'vitest';
import { ADMIN } from '../../test/app.ts';
import { signedIn } from '../../test/people.ts';
import { type Desk, desk, document, rss } from './testing/feeds.ts';

let d: Desk;
beforeAll(async () => {
  d = await desk();
});
let feeds = 0;
const of = (path: string) => `/v1/manage/sites/${d.site}${path}`;
const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  d.app.request(method, of(path), { body, headers, token: ADMIN });
const article = async (uid: string) => (await send('GET', `/articles/${uid}`)).body.article;
const item = async (id: number) => (await send('GET', `/source-items/${id}`)).body.source_item;

/** An item that was published, then edited, then changed by its source. */
async function changed(): Promise<{ id: number; uid: string; source: number; path: string }> {
  const path = `/u${++feeds}`;
  const text = (words: string) =>
    rss([{ id: path, title: words, body: `<p>${words}</p>`, link: `https://o.example${path}` }]);
  const source = await d.add(path, text('First'), { approval: 'auto', tags: ['sea'] });
  const [{ id, uid }] = await d.items(source);
  await send('PATCH', `/articles/${uid}`, { article: { title: 'Edited', state: 'published' } });
  d.server.answers.set(path, document(text('Second')));
  await d.poll(source);
  return { id, uid, source, path };
}

it('shows both texts and the fields that differ', async () => {
  const { id, uid } = await changed();
  const { body, headers, status } = await send('GET', `/source-items/${id}/upstream`);
  expect([status, headers.get('etag')]).toEqual([200, `"${(await article(uid)).version}"`]);
  expect(body.upstream_change).toMatchObject({
    ...{ item_id: id, uid, fields: ['title', 'body'] },
    article: { title: 'Edited', body: '<p>First</p>', tags: ['sea'] },
    upstream: { title: 'Second', body: '<p>Second</p>', tags: ['sea'] },
  });
});

it('applies everything or some fields, to the version that the editor saw, and publishes if asked', async () => {
  const { id, uid, source, path } = await changed();
  const { body, headers } = await send('GET', `/source-items/${id}/upstream`);
  const etag = headers.get('etag') ?? '';
  const apply = (application: object, match = etag) =>
    send('PUT', `/source-items/${id}/upstream/application`, { application }, { 'if-match': match });
  expect((await apply({}, '"1"')).status).toBe(409);
  expect((await apply({ hash: '0'.repeat(64) })).body.error).toContain('changed it again');
  expect((await article(uid)).title).toBe('Edited');
  const part = await apply({ fields: ['body'], hash: body.upstream_change.hash });
  expect([part.status, part.body.source_item.has_upstream_change]).toEqual([200, false]);
  expect(await article(uid)).toMatchObject({ title: 'Edited', body: '<p>Second</p>' });
  const [served] = (await d.app.get(`/v1/sites/${d.site}/articles?count=1`)).body.articles;
  expect(served.body).toBe('<p>First</p>');
  // The title is still the editor's, so the next change is kept too.
  d.server.answers.set(path, document(rss([{ id: path, title: 'Third', body: '<p>Third</p>' }])));
  await d.poll(source);
  expect((await article(uid)).title).toBe('Edited');
  const whole = await send('PUT', `/source-items/${id}/upstream/application`, { application: { publish: true } });
  expect(whole.status).toBe(200);
  expect(await article(uid)).toMatchObject({
    title: 'Third',
    state: 'published',
    published_version: expect.any(Number),
  });
  expect((await d.app.get(`/v1/sites/${d.site}/articles?count=1`)).body.articles[0].title).toBe('Third');
  // Everything is the source's again: changes are applied without an editor.
  d.server.answers.set(path, document(rss([{ id: path, title: 'Fourth', body: '<p>Fourth</p>' }])));
  await d.poll(source);
  expect((await article(uid)).title).toBe('Fourth');
});

it('applies one change once when two editors do it at once', async () => {
  const { id } = await changed();
  const answers = await Promise.all([1, 2].map(() => send('PUT', `/source-items/${id}/upstream/application`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
});

it('dismisses a change, and keeps the next one', async () => {
  const { id, uid, source, path } = await changed();
  expect((await send('PUT', `/source-items/${id}/upstream/dismissal`)).body.source_item.has_upstream_change).toBe(
    false,
  );
  expect((await send('GET', `/source-items/${id}/upstream`)).status).toBe(404);
  expect((await send('PUT', `/source-items/${id}/upstream/dismissal`)).status).toBe(404);
  d.server.answers.set(path, document(rss([{ id: path, title: 'Third' }])));
  await d.poll(source);
  expect([(await item(id)).has_upstream_change, (await article(uid)).title]).toEqual([true, 'Edited']);
  await send('DELETE', `/articles/${uid}`);
  expect((await send('PUT', `/source-items/${id}/upstream/application`)).status).toBe(409);
});

it('sanitises a kept change that came by an import', async () => {
  const { id } = await changed();
  await d.app.pool.query(
    `update source_item set upstream = jsonb_set(upstream, '{body}', '"<p onclick=\\"x()\\">Hi<script>x()</script></p>"') where id = $1`,
    [id],
  );
  const { body } = await send('GET', `/source-items/${id}/upstream`);
  expect(body.upstream_change.upstream.body).toBe('<p>Hi</p>');
});

it('approves and rejects the version of the article that the moderator saw', async () => {
  const source = await d.add('/match', rss([{ id: 'm', title: 'Match' }]));
  const [{ id, uid }] = await d.items(source);
  const tag = (await send('GET', `/source-items/${id}`)).headers.get('etag') ?? '';
  expect(tag).toBe(`"${(await article(uid)).version}"`);
  await send('PATCH', `/articles/${uid}`, { article: { title: 'Someone else was here' } });
  for (const decision of ['approval', 'rejection'])
    expect((await send('PUT', `/source-items/${id}/${decision}`, undefined, { 'if-match': tag })).status).toBe(409);
  expect((await item(id)).state).toBe('held');
  const now = (await send('GET', `/source-items/${id}`)).headers.get('etag') ?? '';
  expect((await send('PUT', `/source-items/${id}/approval`, undefined, { 'if-match': now })).status).toBe(200);
});

it('refuses the decision of a moderator who has not seen that of another', async () => {
  const source = await d.add('/decided', rss(['A', 'B', 'C', 'D'].map((id) => ({ id, title: `Decided ${id}` }))));
  const items: { id: number; uid: string }[] = await d.items(source);
  const [rejected, approved, batched, raced] = items.map(({ id }) => id) as [number, number, number, number];
  const tagOf = async (id: number) => (await send('GET', `/source-items/${id}`)).headers.get('etag') ?? '';
  const decide = async (id: number, decision: string, tag: string) =>
    (await send('PUT', `/source-items/${id}/${decision}`, {}, { 'if-match': tag })).status;

  const first = await tagOf(rejected);
  expect(await decide(rejected, 'rejection', first)).toBe(200);
  expect(await decide(rejected, 'approval', first)).toBe(409);
  expect((await item(rejected)).state).toBe('rejected');

  const second = await tagOf(approved);
  expect(await decide(approved, 'approval', second)).toBe(200);
  for (const decision of ['rejection', 'approval']) expect(await decide(approved, decision, second)).toBe(409);
  expect((await item(approved)).state).toBe('published');
  // A moderator who has read that it is published may take it down.
  expect(await tagOf(approved)).not.toBe(second);
  expect(await decide(approved, 'rejection', `W/${await tagOf(approved)}`)).toBe(200);

  const third = await tagOf(batched);
  await send('POST', '/source-items/decisions', { decisions: [{ id: batched, decision: 'approve' }] });
  expect(await decide(batched, 'rejection', third)).toBe(409);
  expect((await item(batched)).state).toBe('published');

  const both = ['approval', 'rejection'].map((decision) => tagOf(raced).then((tag) => decide(raced, decision, tag)));
  expect((await Promise.all(both)).sort()).toEqual([200, 409]);
  // Without the header, and with any tag, the last decision counts.
  expect(await decide(raced, 'rejection', '*')).toBe(200);
  expect(await decide(raced, 'approval', '*')).toBe(200);
});

it('tells moderators of one name apart', async () => {
  const source = await d.add('/claims', rss([{ id: 'c', title: 'Claim' }]));
  const [{ id }] = await d.items(source);
  const editor = () => signedIn(d.app, [{ site_id: d.site, role: 'editor' }]);
  const [one, other] = [await editor(), await editor()];
  await d.app.pool.query("update person set name = 'Ida Holm'");
  const claim = `/sites/${d.site}/source-items/${id}/claim`;
  expect((await one.manage('PUT', claim)).claim.claimed_by).toBe(`person:${one.id}`);
  await other.manage('PUT', claim, undefined, 409);
  await other.manage('DELETE', claim);
  await one.manage('PUT', claim);
  await one.manage('DELETE', claim);
  await other.manage('PUT', claim);
});
