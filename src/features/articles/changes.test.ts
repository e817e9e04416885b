/** The change feed after commits that change an article more than once. */
import { beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { type TestSite, testSites } from './testing/test-site.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
const { addSection, place, published, showSection } = testSites(() => app);

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
