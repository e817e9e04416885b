import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { Article } from '../../contract/article.ts';
import { problemsOf } from '../../http/validate.ts';
import { ids, type TestSite, testSites } from '../articles/testing/test-site.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
const { add, addSection, place, published, showSection, unpublish } = testSites(() => app);

const addIssue = async ({ site }: TestSite, issue: Record<string, unknown> = {}): Promise<number> =>
  (await app.manage('POST', `/sites/${site}/issues`, { issue: { name: 'Spring', published: true, ...issue } })).issue
    .id;
const hold = ({ site }: TestSite, issue: number, article_ids: unknown, status = 200) =>
  app.manage('PUT', `/sites/${site}/issues/${issue}/articles`, { article_ids }, status);
const list = ({ site }: TestSite, issue: number, query = '') =>
  app.get(`/v1/sites/${site}/issues/${issue}/articles?${query}`);
const served = async (at: TestSite, issue: number, query = '') => (await list(at, issue, query)).body;
const several = async (at: TestSite, number: number) => {
  const all = [];
  for (let made = 0; made < number; made++) all.push(await published(at));
  return all;
};

describe('the articles of an issue', () => {
  it('are served by id, newest first, with the keys of the interface and their issue_id', async () => {
    const at = await place();
    const { category } = await app.manage('POST', `/sites/${at.site}/article-categories`, { category: { name: 'C' } });
    const [one, two] = [await published(at, { category_id: category.id }), await published(at)];
    await published(at);
    const issue = await addIssue(at);
    expect(await hold(at, issue, [one.id, two.id])).toEqual({ article_ids: [one.id, two.id] });
    const answer = await served(at, issue);
    expect(Object.keys(answer)).toEqual(['meta', 'pagination', 'articles', 'categories', 'sections']);
    expect(answer.meta).toEqual({ total_count: 2, count: 2 });
    expect(ids(answer.articles)).toEqual([two.id, one.id]);
    expect([ids(answer.categories), ids(answer.sections)]).toEqual([[category.id], [at.section]]);
    for (const article of answer.articles) {
      expect(problemsOf({ ...Article, additionalProperties: false } as typeof Article, article)).toEqual([]);
      expect(article.issue_id).toBe(issue);
    }
  });

  it('carry issue_id nowhere else, and are otherwise the same', async () => {
    const at = await place();
    const { id } = await published(at);
    const issue = await addIssue(at);
    await hold(at, issue, [id]);
    const [{ issue_id, ...rest }] = (await served(at, issue)).articles;
    expect([issue_id, rest]).toEqual([issue, (await app.get(`/v1/sites/${at.site}/articles/${id}`)).body.article]);
    expect((await app.get(`/v1/sites/${at.site}/articles`)).body.articles[0]).not.toHaveProperty('issue_id');
  });

  it('appear exactly once across pages', async () => {
    const at = await place();
    const all = ids(await several(at, 7));
    const issue = await addIssue(at);
    await hold(at, issue, [...all.slice(1)].reverse());
    const pages: number[][] = [];
    for (let next: string | null = `${app.url}/v1/sites/${at.site}/issues/${issue}/articles?count=2`; next; ) {
      const { body } = await app.get(next.slice(app.url.length));
      expect(body.meta.total_count).toBe(6);
      pages.push(ids(body.articles));
      next = body.pagination.older;
    }
    expect(pages).toEqual([
      [all[6], all[5]],
      [all[4], all[3]],
      [all[2], all[1]],
    ]);
  });

  it('ignore pins and accept since_id, max_id, tags, fields, sideloading and article_url', async () => {
    const at = await place();
    const one = await published(at, { tags: ['Sea'], article_url: 'one', site_pinned_index: 0, pinned_index: 0 });
    const two = await published(at);
    const issue = await addIssue(at);
    await hold(at, issue, [one.id, two.id]);
    const found = async (query: string) => {
      const { articles, meta } = await served(at, issue, query);
      return [ids(articles), meta.total_count];
    };
    expect(await found('')).toEqual([[two.id, one.id], 2]);
    expect(await found(`since_id=${one.id}`)).toEqual([[two.id], 2]);
    expect(await found(`max_id=${two.id}`)).toEqual([[one.id], 2]);
    expect(await found('tags=sea')).toEqual([[one.id], 1]);
    expect(await found('article_url=one')).toEqual([[one.id], 1]);
    expect((await served(at, issue, 'fields=id,issue_id&count=1')).articles).toEqual([{ id: two.id, issue_id: issue }]);
    const embedding = await served(at, issue, 'sideloading=false');
    expect(Object.keys(embedding)).toEqual(['meta', 'pagination', 'articles']);
    expect([embedding.articles[0].section.id, embedding.articles[0].issue_id]).toEqual([at.section, issue]);
    expect((await list(at, issue, 'count=0')).body.parameter).toBe('count');
  });

  it('that are not served neither appear nor count', async () => {
    const at = await place();
    const hidden = await addSection(at.site, 'Hidden');
    const [kept, gone, covered] = [
      await published(at),
      await published(at),
      await published({ ...at, section: hidden }),
    ];
    const migrated = await add(at, { id: 70_001 });
    const issue = await addIssue(at);
    await hold(at, issue, [covered.id, gone.id, kept.id, migrated.id]);
    await unpublish(at, gone.uid);
    await showSection(at.site, hidden, 'hidden');
    const { articles, meta, sections } = await served(at, issue);
    expect([ids(articles), meta, ids(sections)]).toEqual([[kept.id], { total_count: 1, count: 1 }, [at.section]]);
    await showSection(at.site, hidden, 'public');
    await app.manage('PUT', `/sites/${at.site}/articles/${gone.uid}/publication`);
    expect((await served(at, issue)).meta.total_count).toBe(3);
  });

  it('are 404 for an issue that is unpublished, unknown or of another site', async () => {
    const at = await place();
    const other = await place();
    const [draft, open] = [await addIssue(at, { published: false }), await addIssue(at)];
    await hold(at, draft, [(await published(at)).id]);
    const statuses = [await list(at, draft), await list(at, 99_999), await list(other, open), await list(at, open)];
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 200]);
    expect(statuses[0]?.body.error).toBe('There is no such issue.');
    await hold(other, open, [], 404);
  });
});

describe('the list of an issue', () => {
  it('is replaced whole, and is gone with the issue; a deleted article leaves it', async () => {
    const at = await place();
    const [one, two, three] = await several(at, 3);
    const issue = await addIssue(at);
    await hold(at, issue, [one.id, two.id]);
    await hold(at, issue, [three.id, two.id]);
    expect(ids((await served(at, issue)).articles)).toEqual([three.id, two.id]);
    app.clock.now = new Date('2033-01-01T00:00:00Z');
    await app.manage('DELETE', `/sites/${at.site}/articles/${three.uid}`);
    app.clock.now = null;
    expect((await served(at, issue)).meta).toEqual({ total_count: 1, count: 1 });
    const { headers, body } = await app.get(`/v1/manage/sites/${at.site}/issues/${issue}`, { token: ADMIN });
    expect([headers.get('etag'), body.issue.updated_at]).toEqual(['"4"', '2033-01-01T00:00:00Z']);
    await app.manage('DELETE', `/sites/${at.site}/issues/${issue}`);
    const left = await app.pool.query('select from issue_article where site_id = $1', [at.site]);
    expect([left.rowCount, (await list(at, issue)).status]).toEqual([0, 404]);
    await hold(at, issue, [one.id], 404);
  });

  it('raises updated_at and the version only when it changes, and honours If-Match', async () => {
    const at = await place();
    const { id } = await published(at);
    const issue = await addIssue(at);
    const address = `/v1/manage/sites/${at.site}/issues/${issue}`;
    const put = async (ifMatch: string, article_ids: number[]) => {
      const options = { token: ADMIN, body: { article_ids }, headers: { 'if-match': ifMatch } };
      const { status, headers } = await app.request('PUT', `${address}/articles`, options);
      return [status, headers.get('etag')];
    };
    const state = async () => {
      const { headers, body } = await app.get(address, { token: ADMIN });
      return [headers.get('etag'), body.issue.updated_at];
    };
    const [, before] = await state();
    app.clock.now = new Date('2031-01-01T00:00:00Z');
    expect(await put('"9"', [id])).toEqual([409, null]);
    expect(await put('"1"', [])).toEqual([200, '"1"']);
    expect(await state()).toEqual(['"1"', before]);
    expect(await put('"1"', [id])).toEqual([200, '"2"']);
    app.clock.now = new Date('2032-01-01T00:00:00Z');
    expect(await put('"2"', [id])).toEqual([200, '"2"']);
    app.clock.now = null;
    expect(await state()).toEqual(['"2"', '2031-01-01T00:00:00Z']);
  });

  it('raises updated_at of the issue when one of its articles is published again, but not its version', async () => {
    const at = await place();
    const { id, uid } = await published(at);
    const issue = await addIssue(at);
    await hold(at, issue, [id]);
    await app.pool.query("update issue set updated_at = '2020-01-01T00:00:00Z' where site_id = $1", [at.site]);
    const read = async () => app.get(`/v1/manage/sites/${at.site}/issues/${issue}`, { token: ADMIN });
    const etag = (await read()).headers.get('etag');
    await app.manage('PATCH', `/sites/${at.site}/articles/${uid}`, { article: { title: 'Draft' } });
    expect((await read()).body.issue.updated_at).toBe('2020-01-01T00:00:00Z');
    await app.manage('PUT', `/sites/${at.site}/articles/${uid}/publication`);
    const after = await read();
    expect([after.body.issue.updated_at > '2026', after.headers.get('etag')]).toEqual([true, etag]);
  });

  it('raises the site’s version', async () => {
    const at = await place();
    const issue = await addIssue(at);
    const version = async () =>
      (await app.pool.query('select content_version from site where id = $1', [at.site])).rows[0].content_version;
    const before = await version();
    await hold(at, issue, [(await add(at, { id: 70_002 })).id]);
    expect(await version()).toBe(before + 1);
  });

  it('refuses unknown articles by name, those of other sites, duplicates, and anything but a list', async () => {
    const at = await place();
    const [own, foreign] = [await published(at), await published(await place())];
    const issue = await addIssue(at);
    await hold(at, issue, [own.id]);
    const { problems } = await hold(at, issue, [foreign.id, own.id, 999_999], 422);
    expect(problems).toEqual([
      { path: '/article_ids', message: `names no article of this site: ${foreign.id}, 999999` },
    ]);
    const wrong = [[own.id, own.id], [0], ['x'], 'x', null, undefined, Array.from({ length: 1_001 }, (_, n) => n + 1)];
    for (const article_ids of wrong) {
      const answer = await hold(at, issue, article_ids, 422);
      expect(answer.problems[0].path).toMatch(/^\/article_ids/);
    }
    await app.manage('PUT', `/sites/${at.site}/issues/${issue}/articles`, [own.id], 422);
    await app.manage('PUT', `/sites/${at.site}/issues/${issue}/articles`, { article_ids: [], more: 1 }, 422);
    expect(ids((await served(at, issue)).articles)).toEqual([own.id]);
  });

  it('takes a thousand articles', async () => {
    const at = await place();
    const issue = await addIssue(at);
    await app.pool.query(
      `insert into article (site_id, uid, id, state, section_id, article_url, title, type, source, tags, author_ids, written, created_at, updated_at)
       select $1, gen_random_uuid(), 80000 + n, 'unpublished', $2, 'a' || n, 'A', 'article', 'newsroom', '{}', '{}', '{}', now(), now()
       from generate_series(1, 1000) n`,
      [at.site, at.section],
    );
    const all = Array.from({ length: 1_000 }, (_, n) => 80_001 + n);
    expect(await hold(at, issue, all)).toEqual({ article_ids: all });
  });
});
