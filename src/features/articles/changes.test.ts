/** The change feed after commits that change an article more than once. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { runCleanUp } from '../../../test/clean-ups.ts';
import { signedIn } from '../../../test/people.ts';
import { oldChanges } from '../publication/jobs.ts';
import { type TestSite, testSites } from './testing/test-site.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
const { addSection, place, published, showSection, unpublish } = testSites(() => app);

const patch = ({ site }: TestSite, uid: string, article: object) =>
  app.manage('PATCH', `/sites/${site}/articles/${uid}`, { article });

type Change = { action: string; article: object | null };

/** The whole feed, read one change at a time and in one page: both are the same. */
async function changes({ site }: TestSite): Promise<Change[]> {
  const path = `/sites/${site}/changes`;
  const shown: Change[] = [];
  for (let cursor = '', more = true; more; ) {
    const answer = await app.manage('GET', `${path}?count=1${cursor && `&cursor=${cursor}`}`);
    shown.push(...answer.changes);
    ({ cursor, more } = answer);
  }
  expect((await app.manage('GET', path)).changes).toEqual(shown);
  return shown;
}

const actions = async (at: TestSite) => (await changes(at)).map(({ action }) => action);

it('shows an article that is pinned and unpublished by one request as unpublished', async () => {
  const at = await place();
  const { uid } = await published(at);
  await patch(at, uid, { pinned_index: 1, state: 'unpublished' });
  expect(await actions(at)).toEqual(['publish', 'unpublish']);
});

it('shows an article that is pinned and moved to a hidden section by one request as unpublished', async () => {
  const at = await place();
  const hidden = await addSection(at.site, 'Hidden');
  await showSection(at.site, hidden, 'hidden');
  const { uid } = await published(at);
  await patch(at, uid, { pinned_index: 1, section_id: hidden, state: 'published' });
  expect(await actions(at)).toEqual(['publish', 'unpublish']);
});

it('shows an article that is pinned and published again by one request once, in its final state', async () => {
  const at = await place();
  const { uid } = await published(at);
  await patch(at, uid, { pinned_index: 1, title: 'Cod', state: 'published' });
  const [, second, ...others] = await changes(at);
  expect(second).toMatchObject({ action: 'update', article: { title: 'Cod', pinned_index: 1 } });
  expect(others).toEqual([]);
});

it('shows authors the changes of their own articles, and no text of others that was withdrawn', async () => {
  const at = await place();
  const author = await signedIn(app, [{ site_id: at.site, role: 'author' }]);
  const { article: own } = await author.manage('POST', `/sites/${at.site}/articles`, {
    article: { title: 'Own', section_id: at.section },
  });
  const other = await published(at, { title: 'Withdrawn' });
  await unpublish(at, other.uid);
  const { article } = await app.manage('PUT', `/sites/${at.site}/articles/${own.uid}/publication`);
  const feed = (cursor = '') => author.manage('GET', `/sites/${at.site}/changes?count=1${cursor}`);
  const first = await feed();
  expect(first).toMatchObject({ changes: [{ action: 'publish', article_id: article.id }], more: false });
  expect(await feed(`&cursor=${first.cursor}`)).toEqual({ changes: [], cursor: first.cursor, more: false });
  expect(await actions(at)).toEqual(['publish', 'unpublish', 'publish']);
});

describe('a cursor', () => {
  const read = ({ site }: TestSite, cursor: string | null) =>
    app.get(`/v1/manage/sites/${site}/changes${cursor === null ? '' : `?cursor=${cursor}`}`, { token: ADMIN });

  it('is 410 where the feed does not have its change: the database was restored from a backup', async () => {
    const at = await place();
    const { uid } = await published(at);
    const before = (await app.pool.query('select content_version from site where id = $1', [at.site])).rows[0];
    await patch(at, uid, { title: 'Cod', state: 'published' });
    const { cursor } = (await read(at, null)).body;
    // The backup was made before the second publication.
    await app.pool.query('delete from article_event where site_id = $1 and content_version > $2', [
      at.site,
      before.content_version,
    ]);
    await app.pool.query('update site set content_version = $2 where id = $1', [at.site, before.content_version]);
    expect((await read(at, cursor)).status).toBe(410);
    // The version is given out again, for another change of the same article.
    await patch(at, uid, { title: 'Eel', state: 'published' });
    expect((await read(at, cursor)).status).toBe(410);
    const again = (await read(at, null)).body;
    expect(again.cursor.split('.').slice(0, 2)).toEqual(cursor.split('.').slice(0, 2));
    expect((await read(at, again.cursor)).body).toEqual({ changes: [], cursor: again.cursor, more: false });
    // Cursors of earlier releases have no time.
    expect((await read(at, again.cursor.split('.').slice(0, 2).join('.'))).status).toBe(200);
    expect((await read(at, `${before.content_version + 1}.99`)).status).toBe(410);
  });

  it('of an empty feed can be continued, also when events were deleted', async () => {
    const at = await place();
    await published(at);
    await app.pool.query("update article_event set at = now() - interval '31 days' where site_id = $1", [at.site]);
    await runCleanUp(app.pool, oldChanges);
    const { cursor, changes } = (await read(at, null)).body;
    expect(changes).toEqual([]);
    await published(at);
    expect((await read(at, cursor)).body.changes).toHaveLength(1);
  });
});
