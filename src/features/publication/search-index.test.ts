/** Search finds fresh articles without the index; batches of them are indexed together. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { runCleanUp } from '../../../test/clean-ups.ts';
import { type Db, kysely } from '../../db/connect.ts';
import { type TestSite, testSites } from '../articles/testing/test-site.ts';
import { indexPublished, unusedWords } from './jobs.ts';
import { indexFreshArticles } from './search-index.ts';

let app: TestApp;
let db: Db;
beforeAll(async () => {
  app = await testApp();
  db = kysely(app.pool);
});
const { addSection, place, published, showSection, unpublish } = testSites(() => app);

const found = async ({ site }: TestSite, q: string): Promise<number[]> =>
  (await app.get(`/v1/sites/${site}/search/articles?q=${q}`)).body.articles.map(({ id }: { id: number }) => id);

async function freshIds({ site }: TestSite): Promise<number[]> {
  const { rows } = await app.pool.query(
    'select id from article_search where site_id = $1 and is_fresh order by number',
    [site],
  );
  return rows.map(({ id }) => id);
}

async function frequencies({ site }: TestSite): Promise<Record<string, number>> {
  const { rows } = await app.pool.query('select word, frequency from search_word where site_id = $1', [site]);
  return Object.fromEntries(rows.map(({ word, frequency }) => [word, frequency]));
}

describe('fresh articles', () => {
  it('are indexed in batches, the oldest first, and found throughout', async () => {
    const at = await place();
    const ids: number[] = [];
    for (const title of ['Herring one', 'Herring two', 'Herring three']) ids.push((await published(at, { title })).id);
    const newestFirst = ids.toReversed();
    expect(await freshIds(at)).toEqual(ids);
    expect(await found(at, 'herring')).toEqual(newestFirst);
    expect(await indexFreshArticles(db, { articles: 2 })).toBe(2);
    expect(await freshIds(at)).toEqual(ids.slice(2));
    expect(await found(at, 'herring')).toEqual(newestFirst);
    expect(await indexFreshArticles(db, { articles: 2 })).toBe(1);
    expect(await found(at, 'herr')).toEqual(newestFirst);
    expect(await indexFreshArticles(db, { articles: 2 })).toBe(0);
  });

  it('with many words make smaller batches, and one above the limit makes its own', async () => {
    const at = await place();
    const long = Array.from({ length: 3_000 }, (_, n) => `w${n.toString(36)}x`).join(' ');
    const ids: number[] = [];
    for (const body of ['<p>short</p>', '<p>brief</p>', `<p>${long}</p>`, '<p>small</p>'])
      ids.push((await published(at, { body })).id);
    const portion = { articles: 100, words: 1_000 };
    expect(await indexFreshArticles(db, portion)).toBe(2);
    expect(await freshIds(at)).toEqual(ids.slice(2));
    expect(await indexFreshArticles(db, portion)).toBe(1);
    expect(await freshIds(at)).toEqual(ids.slice(3));
    expect(await indexFreshArticles(db, portion)).toBe(1);
    expect(await found(at, 'w100x')).toEqual([ids[2]]);
  });

  it('add suggested words with their article counts', async () => {
    const at = await place();
    for (const tag of ['sea', 'sea', 'sea', 'sea', 'ice'])
      await published(at, { title: 'Boats', tags: [tag], body: '<p>fishing</p>' });
    expect(await frequencies(at)).toEqual({});
    await indexFreshArticles(db, { articles: 100 });
    expect(await frequencies(at)).toMatchObject({ boats: 2, sea: 2, ice: 0, fishing: 2 });
    expect(Object.keys(await frequencies(at))).not.toContain('fish');
    await published(at, { title: 'Boats and quays' });
    await indexFreshArticles(db, { articles: 100 });
    expect(await frequencies(at)).toMatchObject({ ice: 0, quays: 0 });
  });

  it('include articles published again, which are found only by their new words', async () => {
    const at = await place();
    const { id, uid } = await published(at, { title: 'Walrus' });
    await indexFreshArticles(db, { articles: 100 });
    await app.manage('PATCH', `/sites/${at.site}/articles/${uid}`, {
      article: { title: 'Porpoise', state: 'published' },
    });
    expect(await freshIds(at)).toEqual([id]);
    expect([await found(at, 'walrus'), await found(at, 'porpoise')]).toEqual([[], [id]]);
    await indexFreshArticles(db, { articles: 100 });
    expect([await found(at, 'walrus'), await found(at, 'porpoise')]).toEqual([[], [id]]);
  });

  it('are indexed by the job, which leaves no pending list', async () => {
    const at = await place();
    await published(at, { title: 'Lighthouse' });
    const { signal } = new AbortController();
    await indexPublished.run({ db, jobs: [], signal, log: () => {}, complete: async () => {} });
    expect(await freshIds(at)).toEqual([]);
    const { rows } = await app.pool.query("select gin_clean_pending_list('article_search_tsv') as pages");
    expect(rows).toEqual([{ pages: 0 }]);
    expect(await found(at, 'lighthuose')).toHaveLength(1);
  });
});

describe('words that no article has any more', () => {
  it('are deleted; those of other articles stay, in hidden sections too', async () => {
    const at = await place();
    const hidden = { ...at, section: await addSection(at.site, 'Hidden') };
    const { uid } = await published(at, { title: 'Walrus on the quay' });
    await published(hidden, { title: 'Lighthouse' });
    await indexFreshArticles(db, { articles: 100 });
    await showSection(at.site, hidden.section, 'hidden');
    await app.manage('PATCH', `/sites/${at.site}/articles/${uid}`, {
      article: { title: 'Porpoise on the quay', state: 'published' },
    });
    await indexFreshArticles(db, { articles: 100 });
    await runCleanUp(app.pool, unusedWords);
    const words = Object.keys(await frequencies(at));
    expect(words).toEqual(expect.arrayContaining(['porpoise', 'quay', 'lighthouse']));
    expect(words).not.toContain('walrus');
  });

  it('are counted per site', async () => {
    const [at, elsewhere] = [await place(), await place()];
    const { uid } = await published(at, { title: 'Narwhal' });
    await published(elsewhere, { title: 'Narwhal' });
    await indexFreshArticles(db, { articles: 100 });
    await unpublish(at, uid);
    await runCleanUp(app.pool, unusedWords);
    expect(Object.keys(await frequencies(at))).not.toContain('narwhal');
    expect(Object.keys(await frequencies(elsewhere))).toContain('narwhal');
  });
});
