/** Derived fields of articles change with the write that caused it; of very many articles soon after. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { kysely } from '../../db/connect.ts';
import { transaction } from '../../db/transaction.ts';
import { imported, lines } from '../../transfer/testing/transfer.ts';
import { renderPart } from './rendering.ts';

/** No worker runs: only what the write itself renders is rendered. */
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

async function publishedArticle() {
  const site = await app.site({ url: 'https://old.example' });
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
  const { author } = await app.manage('POST', `/sites/${site}/authors`, {
    author: { firstname: 'Åsa', lastname: 'Berg' },
  });
  const fields = {
    title: 'Herring',
    section_id: section.id,
    author_ids: [author.id],
    state: 'published',
    published_at: '2026-07-01T10:00:00Z',
  };
  const { article } = await app.manage('POST', `/sites/${site}/articles`, { article: fields });
  await app.manage('PATCH', `/sites/${site}/articles/${article.uid}`, { article: { title: 'Pending' } });
  const served = async () => (await app.get(`/v1/sites/${site}/articles/${article.id}`)).body.article;
  const told = async () =>
    (
      await app.pool.query('select scope from article_event where site_id = $1 order by content_version', [site])
    ).rows.map(({ scope }) => scope);
  return { site, section, author, served, told };
}

it('a new section slug changes addresses and notifies receivers', async () => {
  const { site, section, served, told } = await publishedArticle();
  await app.manage('PATCH', `/sites/${site}/sections/${section.id}`, { section: { section_url: 'daily' } });
  expect((await served()).full_url).toBe('https://old.example/daily/herring');
  expect([(await served()).title, await told()]).toEqual(['Herring', ['all', 'all']]);
});

it('a new author name or time zone changes published articles and appears in the change feed only', async () => {
  const { site, author, served, told } = await publishedArticle();
  await app.manage('PATCH', `/sites/${site}/authors/${author.id}`, { author: { lastname: 'Dahl' } });
  expect((await served()).author_credit).toBe('Åsa Dahl');
  await app.manage('PATCH', `/sites/${site}`, { site: { time_zone: 'America/New_York' } });
  expect((await served()).published_at_l10n).toBe('2026-07-01T06:00:00-04:00');
  expect(await told()).toEqual(['all', 'feed', 'feed']);
  const { changes } = await app.manage('GET', `/sites/${site}/changes`);
  expect(changes.at(-1).article).toEqual(await served());
});

it('a new site language changes how search finds its articles', async () => {
  const site = await app.site({ locale: 'en' });
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
  const article = { title: 'Taloissa asutaan', section_id: section.id, state: 'published' };
  await app.manage('POST', `/sites/${site}/articles`, { article });
  const found = async () => (await app.get(`/v1/sites/${site}/search/articles?q=talo%20asutaan`)).body.meta.count;
  expect(await found()).toBe(0);
  await app.manage('PATCH', `/sites/${site}`, { site: { locale: 'fi' } });
  expect(await found()).toBe(1);
});

it('showing or hiding a section under a new slug makes one event per article, with its last address', async () => {
  const { site, section, told } = await publishedArticle();
  const change = (fields: object) => app.manage('PATCH', `/sites/${site}/sections/${section.id}`, { section: fields });
  const last = async () => (await app.manage('GET', `/sites/${site}/changes`)).changes.at(-1);
  await change({ state: 'hidden', section_url: 'aside' });
  expect([await told(), (await last()).action]).toEqual([['all', 'all'], 'unpublish']);
  await change({ state: 'public', section_url: 'daily' });
  expect([await told(), await last()]).toMatchObject([
    ['all', 'all', 'all'],
    { action: 'publish', article: { full_url: 'https://old.example/daily/herring' } },
  ]);
});

it('renders nothing when no derived field changes', async () => {
  const { site, section, author, told } = await publishedArticle();
  await app.manage('PATCH', `/sites/${site}/authors/${author.id}`, { author: { job_title: 'Editor' } });
  await app.manage('PATCH', `/sites/${site}/sections/${section.id}`, { section: { name: 'Other', locale: 'fi' } });
  await app.manage('PATCH', `/sites/${site}`, { site: { name: 'Other' } });
  expect(await told()).toEqual(['all']);
});

describe('of many articles', () => {
  const site_id = 4_000;
  const section_id = 1;
  const author = { author: { site_id, id: 1, firstname: 'A', lastname: 'B' } };
  const article = (id: number) => ({
    article: { site_id, id, title: `A${id}`, section_id, author_ids: [1], state: 'published' },
  });
  const site = { site: { id: site_id, name: 'S', url: 'https://s.example' } };
  const section = { section: { site_id, id: section_id, name: 'News' } };
  const articles = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => article(from + at));
  const credits = async () =>
    Object.fromEntries(
      (
        await app.pool.query(
          `select doc::json ->> 'author_credit' as credit, count(*)::int as articles from published_article
           where site_id = $1 group by 1`,
          [site_id],
        )
      ).rows.map(({ credit, articles }) => [credit, articles]),
    );
  const rename = (lastname: string) => app.manage('PATCH', `/sites/${site_id}/authors/1`, { author: { lastname } });
  const progress = async (path: string) => (await app.manage('GET', `/sites/${site_id}${path}`)).rendering;

  it('up to a thousand are rendered by the write', async () => {
    await imported(app, lines(site, section, author, ...articles(1, 1_000)));
    const answer = await rename('C');
    expect([answer.rendering, await credits()]).toEqual([null, { 'A C': 1_000 }]);
    expect(await progress('/authors/1')).toBeNull();
  });

  it('more are rendered by the queue, and responses report progress', async () => {
    await imported(app, lines(...articles(1_001, 1_005)));
    const answer = await rename('D');
    expect(answer.rendering).toEqual({ pending: 1_005, total: 1_005, failed: false });
    expect(await credits()).toEqual({ 'A C': 1_005 });
    expect(await nextPart()).toBe('Rendered 200 of 1005 articles of author 1 on site 4000.');
    expect(await progress('/authors/1')).toEqual({ pending: 805, total: 1_005, failed: false });
    // A response can be sent back as a request.
    const { author } = await app.manage('GET', `/sites/${site_id}/authors/1`);
    await app.manage('PATCH', `/sites/${site_id}/authors/1`, {
      author,
      rendering: { pending: 805, total: 1_005, failed: false },
    });
    while ((await nextPart()) !== false);
    expect([await progress('/authors/1'), await credits()]).toEqual([null, { 'A D': 1_005 }]);
  });

  it('so does a change of a section and of the site', async () => {
    const change = { section: { section_url: 'daily' } };
    const total = { pending: 1_005, total: 1_005, failed: false };
    expect((await app.manage('PATCH', `/sites/${site_id}/sections/1`, change)).rendering).toEqual(total);
    const moved = { site: { url: 'https://new.example', locale: 'fi' } };
    // The addresses, and the search words.
    expect((await app.manage('PATCH', `/sites/${site_id}`, moved)).rendering).toEqual({
      pending: 2_010,
      total: 2_010,
      failed: false,
    });
    expect([await progress('/sections/1'), await progress('')]).toEqual([
      total,
      { pending: 2_010, total: 2_010, failed: false },
    ]);
    while ((await nextPart()) !== false);
    expect([await progress('/sections/1'), await progress('')]).toEqual([null, null]);
    const { rows } = await app.pool.query(
      "select count(*)::int as left from published_article where site_id = $1 and doc not like '%https://new.example/daily/%'",
      [site_id],
    );
    expect(rows).toEqual([{ left: 0 }]);
  });

  it('a job that failed for good is reported until the next change', async () => {
    await rename('E');
    await nextPart();
    await app.pool.query(
      `with failed as (delete from job where key = $1 returning *)
       insert into failed_job (kind, key, id, payload, tries, last_error, created_at)
       select kind, key, id, payload, 20, 'disk full', created_at from failed`,
      [String(site_id)],
    );
    expect(await progress('/authors/1')).toEqual({ pending: 805, total: 1_005, failed: true });
    expect(await progress('/sections/1')).toBeNull();
    expect((await rename('F')).rendering).toEqual({ pending: 1_005, total: 1_005, failed: false });
    while ((await nextPart()) !== false);
    expect([await progress('/authors/1'), await credits()]).toEqual([null, { 'A F': 1_005 }]);
  });

  /** Runs the site's first job as the worker would. */
  async function nextPart(): Promise<string | null | false> {
    return transaction(kysely(app.pool), async (tx) => {
      const job = await tx
        .selectFrom('job')
        .selectAll()
        .where('key', '=', String(site_id))
        .orderBy('id')
        .executeTakeFirst();
      if (!job) return false;
      const sentence = await renderPart(tx, job.payload as Parameters<typeof renderPart>[1]);
      await tx.deleteFrom('job').where('id', '=', job.id).execute();
      return sentence;
    });
  }
});
