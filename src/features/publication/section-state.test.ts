/** Hiding and showing a section are set-based writes: compared with writing one article at a time. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { kysely } from '../../db/connect.ts';
import { lockSite } from '../../db/site-lock.ts';
import { transaction } from '../../db/transaction.ts';
import { type TestSite, testSites } from '../articles/testing/test-site.ts';
import { serveSection } from './commands.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
const { addSection, place, published, showSection, unpublish } = testSites(() => app);

const LONG_AGO = '2001-01-01T00:00:00Z';

async function counts({ site }: TestSite): Promise<Record<string, number>> {
  const { rows } = await app.pool.query(
    "select list_key, total from article_count where site_id = $1 and list_key not like 'drawn%' and total <> 0",
    [site],
  );
  return Object.fromEntries(rows.map(({ list_key, total }) => [list_key, total]));
}

async function lastEvents({ site }: TestSite) {
  const { rows } = await app.pool.query(
    `select article_id, action, scope, section_id, body, doc from article_event where site_id = $1
     and content_version = (select content_version from site where id = $1) order by article_id`,
    [site],
  );
  return rows;
}

/** Articles with shared and separate lists, one in another section, and one that is not public. */
async function furnished() {
  const at = await place();
  const elsewhere = { ...at, section: await addSection(at.site, 'Elsewhere') };
  const { category } = await app.manage('POST', `/sites/${at.site}/article-categories`, { category: { name: 'C' } });
  const { author } = await app.manage('POST', `/sites/${at.site}/authors`, {
    author: { firstname: 'A', lastname: 'B' },
  });
  const named = { author_ids: [author.id], category_id: category.id };
  const articles = [
    await published(at, { tags: ['Sea', 'ÄLV', 'sea'], ...named }),
    await published(at, { tags: ['sea'], author_ids: [author.id] }),
    await published(at, { body: '<p>"quoted" <b>å</b></p>' }),
  ];
  const other = await published(elsewhere, { tags: ['sea'], ...named });
  const gone = await published(at, { tags: ['sea'] });
  await unpublish(at, gone.uid);
  return { at, articles, other, category: category.id, author: author.id };
}

describe('a section that is hidden and shown', () => {
  it('changes the counts of its articles’ lists and no others', async () => {
    const { at, other, category, author } = await furnished();
    const before = await counts(at);
    expect(before).toMatchObject({ site: 4, 'tag:sea': 3, 'tag:älv': 1, [`section:${at.section}`]: 3 });
    await showSection(at.site, at.section, 'hidden');
    expect(await counts(at)).toEqual({
      site: 1,
      'tag:sea': 1,
      [`section:${other.section_id}`]: 1,
      [`category:${category}`]: 1,
      [`author:${author}`]: 1,
    });
    await showSection(at.site, at.section, 'public');
    expect(await counts(at)).toEqual(before);
  });

  it('makes the events that unpublishing and publishing each article would make', async () => {
    const { at, articles } = await furnished();
    const { rows: first } = await app.pool.query(
      `select article_id, action, scope, section_id, body, doc from article_event
       where site_id = $1 and action = 'publish' and article_id = any($2) order by article_id`,
      [at.site, articles.map(({ id }) => id)],
    );
    await showSection(at.site, at.section, 'hidden');
    expect(await lastEvents(at)).toEqual(
      articles.map(({ id }) => ({
        article_id: id,
        action: 'unpublish',
        scope: 'all',
        section_id: at.section,
        body: JSON.stringify({ action: 'unpublish', article: { id } }),
        doc: null,
      })),
    );
    await showSection(at.site, at.section, 'public');
    expect(await lastEvents(at)).toEqual(first);
    await app.manage('PATCH', `/sites/${at.site}/sections/${at.section}`, { section: { description: 'x' } });
    expect(await lastEvents(at)).toEqual([]);
  });

  it('is written in batches that add up to all articles', async () => {
    const { at, articles } = await furnished();
    const before = await counts(at);
    const serve = (isPublic: boolean, atOnce: number) =>
      transaction(kysely(app.pool), async (tx) =>
        serveSection(tx, await lockSite(tx, at.site), at.section, isPublic, { atOnce }),
      );
    await serve(false, 2);
    expect(await counts(at)).toMatchObject({ site: 1, 'tag:sea': 1 });
    expect((await lastEvents(at)).map(({ article_id, action }) => [article_id, action])).toEqual(
      articles.map(({ id }) => [id, 'unpublish']),
    );
    await serve(true, 1);
    expect(await counts(at)).toEqual(before);
    expect((await lastEvents(at)).map(({ action }) => action)).toEqual(['publish', 'publish', 'publish']);
  });

  it('is changed even if that outlasts the request’s timeout: a repeated request finds it done', async () => {
    const { at } = await furnished();
    const hasty = await testApp({ deadline: 100 }, { database: app.database });
    const holder = await app.pool.connect();
    await holder.query('begin');
    await holder.query('select from published_article where site_id = $1 for update', [at.site]);
    const hide = () =>
      hasty.request('PATCH', `/v1/manage/sites/${at.site}/sections/${at.section}`, {
        token: ADMIN,
        body: { section: { state: 'hidden' } },
      });
    const isWaiting = async () =>
      (
        await app.pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rowCount;
    // On a busy machine the time may be over before the request has come as far as the lock.
    do {
      const { status, body } = await hide();
      expect([status, body.error]).toEqual([503, 'The database took too long; try again in a moment.']);
    } while (!(await isWaiting()));
    expect((await counts(at)).site).toBe(4);
    await holder.query('rollback');
    holder.release();
    await expect.poll(async () => (await counts(at)).site).toBe(1);
    await expect.poll(async () => (await hide()).status).toBe(200);
  });

  it('changes updated_at of its articles’ issues and no others', async () => {
    const { at, articles, other } = await furnished();
    const add = async (name: string, article_ids: number[]): Promise<number> => {
      const { issue } = await app.manage('POST', `/sites/${at.site}/issues`, { issue: { name, published: true } });
      await app.manage('PUT', `/sites/${at.site}/issues/${issue.id}/articles`, { article_ids });
      return issue.id;
    };
    const [holding, apart] = [await add('One', [articles[0].id, other.id]), await add('Two', [other.id])];
    await app.pool.query('update issue set updated_at = $2 where site_id = $1', [at.site, LONG_AGO]);
    await showSection(at.site, at.section, 'hidden');
    const updated = async (id: number) => (await app.get(`/v1/sites/${at.site}/issues/${id}`)).body.issue.updated_at;
    expect(await updated(holding)).not.toBe(LONG_AGO);
    expect(await updated(apart)).toBe(LONG_AGO);
  });
});
