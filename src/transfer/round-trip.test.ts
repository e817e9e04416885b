/** After export and import into another database, all responses are the same, byte for byte. */
import { beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { sized } from '../../test/random.ts';
import { contentApi, manageApi } from '../contract/routes.ts';
import { kysely } from '../db/connect.ts';
import { fillDemo } from '../demo/fill.ts';
import { exportLines } from './export.ts';
import { everything } from './testing/everything.ts';
import { fullSite } from './testing/full-site.ts';
import { exported, imported, lines } from './testing/transfer.ts';

const DEMO = 1;
/** `npm run test:slow` compares the demo too. */
const hasDemo = sized(0, 1) === 1;
let [from, to, site, file] = [{} as TestApp, {} as TestApp, 0, ''];

beforeAll(async () => {
  // Links begin with the address of the service, which is that of both.
  from = await testApp({ publicUrl: () => 'https://api.example' });
  to = await testApp({ publicUrl: () => 'https://api.example' });
  if (hasDemo) await fillDemo(kysely(from.pool), from.media, new Date('2026-03-01T12:00:00Z'));
  site = await fullSite(from);
  await vote(site);
  file = await exported(from);
});

async function vote(site: number): Promise<void> {
  await from.manage('PATCH', `/sites/${site}`, { site: { voting_enabled: true } });
  const [{ id }] = (await from.get(`/v1/sites/${site}/articles?count=1`)).body.articles;
  await from.manage('PUT', `/sites/${site}/likes/${id}`, { like: { upvotes: 5, downvotes: 2 } });
  for (const visitor of ['a', 'b'])
    await from.request('POST', `/v1/sites/${site}/likes/${id}`, {
      body: { vote: 'up' },
      headers: { 'x-visitor': visitor },
    });
}

it('answers every read of both APIs with the same bytes', async () => {
  const { refused, counts } = await imported(to, file);
  expect(refused).toEqual([]);
  expect(counts.article?.new).toBeGreaterThan(20);
  const sites = [[site, [contentApi, manageApi]] as const, ...(hasDemo ? [[DEMO, [contentApi]] as const] : [])];
  for (const [id, apis] of sites) {
    const [here, there] = [await everything(from, id, [...apis]), await everything(to, id, [...apis])];
    expect(here.size).toBeGreaterThan(150);
    const differing = [...here].filter(([path, answer]) => JSON.stringify(there.get(path)) !== JSON.stringify(answer));
    expect(differing.slice(0, 3).map(([path, answer]) => [path, answer, there.get(path)])).toEqual([]);
    expect([...there.keys()].sort()).toEqual([...here.keys()].sort());
  }
});

it('is written in small pieces, each after the previous one was consumed', async () => {
  let [taking, most] = [0, 0];
  const write = async (text: string) => {
    expect(++taking).toBe(1);
    most = Math.max(most, text.split('\n').length - 1);
    await new Promise(setImmediate);
    taking--;
  };
  await exportLines(kysely(from.pool), { siteIds: null, version: '0', now: new Date(), write });
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(500);
});

it('is exported there as it was here', async () => {
  const withoutFirst = (text: string) => text.split('\n').slice(1);
  expect(withoutFirst(await exported(to))).toEqual(withoutFirst(file));
});

it('changes nothing when it is imported again: no row of any table is written', async () => {
  const before = await everyRow(to);
  const { counts, refused } = await imported(to, file, { isRestarted: true });
  expect(refused).toEqual([]);
  for (const [noun, count] of Object.entries(counts)) expect({ noun, ...count }).toMatchObject({ new: 0, changed: 0 });
  expect(await everyRow(to)).toEqual(before);
});

it('changes nothing either with lines that name little, of every noun', async () => {
  const app = await testApp();
  const site_id = 7;
  const of = { site_id, id: 1 };
  const text = lines(
    { site: { id: site_id, name: 'Test', url: 'https://test.example/' } },
    { category: { ...of, name: 'C' } },
    { section: { ...of, name: 'News', category_id: 1, open_graph: { og_title: 'N' } } },
    { author: { ...of, firstname: 'A', lastname: 'B', links: { website: '//a.example' } } },
    { page: { ...of, name: 'About', visibility: 'public', cover_url: '' } },
    {
      event: {
        ...{
          ...of,
          name: 'E',
          start_date: '2026-05-01',
          published_at: '2026-01-01',
          cover_url: 'https://e.example/c.jpg',
        },
        ...{ images: [{ url: 'https://e.example/a.jpg' }], location: { name: 'Quay' }, organizer: { name: 'O' } },
      },
    },
    { event: { site_id, id: 2, name: 'Later', start_date: '2099-05-01', published_at: '2099-01-01' } },
    { article: { ...of, title: 'One', section_id: 1, author_ids: [1], state: 'published', tags: ['a'] } },
    { article: { site_id, id: 2, title: 'Two', section_id: 1, state: 'published', published_at: '2099-01-01' } },
    { article: { site_id, uid: '00000000-0000-7000-8000-000000000001', title: 'Three', section_id: 1 } },
    { article: { site_id, id: 4, title: 'Four', section_id: 1, state: 'unpublished' } },
    { article: { site_id, id: 5, title: 'Five', section_id: 1, state: 'published', featured_articles: [1, 2, 99] } },
    { issue: { ...of, name: 'I', published: true, article_ids: [1, 4] } },
    { featured_item_container: { ...of, identifier: 'front', name: 'F', article_ids: [5, 1] } },
    { like: { site_id, article_id: 1, upvotes: 3, downvotes: 1 } },
  );
  expect((await imported(app, text)).refused).toEqual([]);
  const before = await everyRow(app);
  const { counts, refused } = await imported(app, text, { isRestarted: true });
  expect(refused).toEqual([]);
  for (const [noun, count] of Object.entries(counts)) expect({ noun, ...count }).toMatchObject({ new: 0, changed: 0 });
  expect(await everyRow(app)).toEqual(before);
});

/** Every row with the transaction that wrote it last, by table. */
async function everyRow(app: TestApp): Promise<Record<string, string[]>> {
  const { rows: tables } = await app.pool.query(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'import%'",
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await app.pool.query(`select xmin || ' ' || ${name}::text as row from ${name} order by 1`);
    found[name] = rows.map(({ row }) => row);
  }
  expect(found.site?.length).toBeGreaterThan(0);
  return found;
}

it('counts no vote twice when it is imported where it came from', async () => {
  const likes = async () => (await from.get(`/v1/sites/${site}/likes`)).body.likes;
  const before = await likes();
  expect(before).toContainEqual(expect.objectContaining({ upvotes: 7, downvotes: 2 }));
  expect((await imported(from, file)).counts.like).toMatchObject({ new: 0, changed: 0 });
  expect(await likes()).toEqual(before);
});

it('continues: new ids, numbers and schedules follow the imported ones', async () => {
  const { section } = await to.manage('POST', `/sites/${site}/sections`, { section: { name: 'New' } });
  const { sections } = await from.manage('GET', `/sites/${site}/sections`);
  expect(section.id).toBe(Math.max(...sections.map(({ id }: { id: number }) => id)) + 1);
  const add = (app: TestApp, title: string) =>
    app.manage('POST', `/sites/${site}/articles`, {
      article: { title, section_id: sections[0].id, state: 'published' },
    });
  const [here, there] = [await add(from, 'Next'), await add(to, 'Next')];
  expect(there.article.id).toBe(here.article.id);
  const numbers = (app: TestApp) =>
    app.pool.query('select order_number, site_order_number from article where site_id = $1 and id = $2', [
      site,
      here.article.id,
    ]);
  expect((await numbers(to)).rows).toEqual((await numbers(from)).rows);
  const jobs = (app: TestApp) => app.pool.query("select key, payload, run_at from job where kind = 'articles.publish'");
  expect((await jobs(to)).rows).toEqual((await jobs(from)).rows);
});

it('has exact counts, and the change feed rebuilds the published articles', async () => {
  const totals = (app: TestApp) =>
    app.pool.query('select site_id, list_key, total from article_count where total > 0 order by 1, 2');
  const kept = (await totals(from)).rows.filter(({ list_key }) => !list_key.startsWith('drawn'));
  expect((await totals(to)).rows.filter(({ list_key }) => !list_key.startsWith('drawn'))).toEqual(kept);
  const { changes } = await to.manage('GET', `/sites/${site}/changes?count=100`);
  const served = new Map<number, unknown>();
  for (const { article_id, article } of changes) article ? served.set(article_id, article) : served.delete(article_id);
  const { articles } = (await to.get(`/v1/sites/${site}/articles?count=100`)).body;
  expect(articles.length).toBe(served.size);
  for (const article of articles) expect(served.get(article.id)).toEqual(article);
});

it('takes the ids that were drawn behind the largest that a POST may bring, up to the largest there is', async () => {
  const [here, there, last] = [await testApp(), await testApp(), await testApp()];
  const id = await here.site();
  const { section } = await here.manage('POST', `/sites/${id}/sections`, { section: { name: 'News' } });
  const add = async (given?: number, status = 201) => {
    const article = { title: 'Herring', section_id: section.id, state: 'published', id: given };
    const page = { name: 'Sprat', id: given };
    return [
      (await here.manage('POST', `/sites/${id}/articles`, { article }, status)).article?.id,
      (await here.manage('POST', `/sites/${id}/pages`, { page }, status)).page?.id,
    ];
  };
  await add(1_000_000_000_001, 422);
  await add(1_000_000_000_000);
  expect(await add()).toEqual([1_000_000_000_001, 1_000_000_000_001]);
  expect((await imported(there, await exported(here))).refused).toEqual([]);
  expect((await there.get(`/v1/sites/${id}/articles/1000000000001`)).status).toBe(200);
  const largest = Number.MAX_SAFE_INTEGER;
  const moved = (await exported(here)).replaceAll('"id":1000000000001', `"id":${largest}`);
  expect((await imported(last, moved)).refused).toEqual([]);
  const { error } = await last.manage('POST', `/sites/${id}/pages`, { page: { name: 'x' } }, 409);
  expect(error).toBe('There is no free id: an import used the largest possible one.');
  expect((await imported(last, await exported(last))).refused).toEqual([]);
});
