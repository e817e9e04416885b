/** Imports of invalid lines, of existing rows, and of lines in any order. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { MOST_LINES } from './batches.ts';
import { article, exported, ground, imported, lines } from './testing/transfer.ts';

let app: TestApp;
let site = 0;
const apps = testApp();
/** Sites are what tests are kept apart by. */
beforeEach(async () => {
  app = await apps;
  site++;
});

const things = (...values: object[]) => lines(...ground(site), ...values);
const served = async () => (await app.get(`/v1/sites/${site}/articles?count=100`)).body;
const ids = async () => (await served()).articles.map(({ id }: { id: number }) => id);
const managed = async (id: number | string) => (await app.manage('GET', `/sites/${site}/articles/${id}`)).article;
const events = async () =>
  (
    await app.pool.query(
      'select article_id, action, scope from article_event where site_id = $1 order by content_version, article_id',
      [site],
    )
  ).rows;
const rows = async (table: string) => (await app.pool.query(`select count(*) as held from ${table}`)).rows[0].held;

describe('bad lines', () => {
  it('are reported by number with the reason, and the good ones go in', async () => {
    const file = [
      lines(...ground(site), article(1, {}, site)),
      '{"article": {"title": \n',
      '\n',
      lines({ article: { site_id: site, id: 2, section_id: 1, title: '  ', type: 'poem', colour: 'red' } }),
      lines({ poem: { id: 1 } }, { article: {}, author: {} }),
      lines(article(3, { section_id: 99, author_ids: [7] }, site), article(4, { uid: undefined, id: undefined }, site)),
      lines(article(5, {}, 4711), article(6, { state: 'scheduled' }, site)),
      '{"author": {"site_id": 1, "id": 1, "firstname": "\\u0000", "lastname": "x"}}\n',
      '{"author": "\xff"}\n',
      lines(article(8, {}, site)).trimEnd(),
    ].join('');
    const { refused, bad, isKept, counts } = await imported(app, file);
    expect(refused).toEqual([
      { line: 4, reason: 'is not valid JSON' },
      { line: 6, reason: expect.stringMatching(/^article: .*title must not be blank.*type must be one of/s) },
      { line: 7, reason: expect.stringContaining('“poem” is not one of site, person, api_key') },
      { line: 8, reason: 'is not an object with one key, such as {"author": {…}}' },
      {
        line: 9,
        reason: 'article: section_id names no section of this site: 99; author_ids names no author of this site: 7',
      },
      { line: 10, reason: expect.stringContaining('uid or id is missing') },
      { line: 11, reason: 'article: site_id names no site: 4711' },
      { line: 12, reason: 'article: publish_at is missing: a scheduled article has one' },
      { line: 13, reason: 'author: firstname contains invalid characters' },
      { line: 14, reason: expect.any(String) },
    ]);
    expect([bad, isKept, counts.article?.new]).toEqual([10, true, 2]);
    expect(await ids()).toEqual([8, 1]);
  });

  it('refuse everything when it is to be strict, and nothing stays', async () => {
    const file = things(article(1, {}, site), { author: { site_id: site, id: 1 } });
    const { bad, isKept } = await imported(app, file, { isStrict: true });
    expect([bad, isKept]).toEqual([1, false]);
    expect((await app.get(`/v1/sites/${site}`)).status).toBe(404);
    expect((await imported(app, things(article(1, {}, site)), { isStrict: true })).isKept).toBe(true);
    expect(await ids()).toEqual([1]);
  });

  it('report a truncated file', async () => {
    const [header = '', ...rest] = (await exported(app, [])).split('\n');
    expect((await imported(app, `${header}\n${things(article(1, {}, site))}`)).refused).toEqual([
      { line: 5, reason: expect.stringContaining('the file is truncated') },
    ]);
    expect((await imported(app, [header, ...rest].join('\n'))).refused).toEqual([]);
  });

  it('may be of a newer format, which is refused', async () => {
    const { refused } = await imported(app, lines({ masthead: { format: 3 } }));
    expect(refused[0]).toEqual({ line: 1, reason: 'masthead: was written by a newer version (format 3)' });
  });
});

describe('a dry run', () => {
  it('reports what would happen and changes nothing, sequences included', async () => {
    const before = [await rows('import'), await rows('article')];
    const next = async () => (await app.pool.query('select last_value from article_id')).rows[0].last_value;
    const last = await next();
    const file = things(article(900_000, {}, site), article(900_001, { section_id: 5 }, site));
    const { counts, bad, isKept } = await imported(app, file, { isTrial: true });
    expect([counts.article?.new, counts.site?.new, bad, isKept]).toEqual([1, 1, 1, false]);
    expect([await rows('import'), await rows('article')]).toEqual(before);
    expect(await next()).toBe(last);
  });
});

describe('the audit log', () => {
  it('has one entry for a run, and none for one that changes nothing', async () => {
    const entries = async () =>
      (await app.pool.query('select action, counts from audit_entry where $1 = any(site_ids) order by id', [site]))
        .rows;
    const file = things({ author: { site_id: site, id: 1, firstname: 'A', lastname: 'B' } }, article(1, {}, site));
    await imported(app, file);
    const first = await entries();
    expect(first).toEqual([
      { action: 'import', counts: expect.objectContaining({ 'article new': 1, 'author new': 1 }) },
    ]);
    await imported(app, file);
    expect(await entries()).toEqual(first);
  });
});

describe('notification', () => {
  it('goes only to the change feed, and to receivers with --notify', async () => {
    await imported(app, things(article(1, {}, site), article(2, { state: 'draft' }, site)));
    expect(await events()).toEqual([{ article_id: 1, action: 'publish', scope: 'feed' }]);
    await imported(app, lines(article(1, { title: 'New' }, site), article(2, {}, site)), { isNotifying: true });
    await imported(app, lines({ section: { site_id: site, id: 1, name: 'News', state: 'hidden' } }));
    expect((await events()).slice(1)).toEqual([
      { article_id: 1, action: 'update', scope: 'all' },
      { article_id: 2, action: 'publish', scope: 'all' },
      { article_id: 1, action: 'unpublish', scope: 'feed' },
      { article_id: 2, action: 'unpublish', scope: 'feed' },
    ]);
    await expect.poll(ids).toEqual([]);
  });
});

describe('any order', () => {
  it('of lines is accepted: a line may refer to a later one', async () => {
    const file = [
      { like: { site_id: site, article_id: 1, upvotes: 4, downvotes: 1 } },
      { issue: { site_id: site, id: 5, name: 'Spring', published: true, article_ids: [2, 1] } },
      article(1, { author_ids: [3], category_id: 4, featured_articles: [2, 77] }, site),
      article(2, { featured_articles: [1] }, site),
      { author: { site_id: site, id: 3, firstname: 'A', lastname: 'B' } },
      { section: { site_id: site, id: 1, name: 'News', category_id: 4 } },
      { category: { site_id: site, id: 4, name: 'Culture' } },
      { site: { id: site, name: 'Test', url: 'https://test.example' } },
    ];
    const { refused, counts } = await imported(app, lines(...file));
    expect(refused).toEqual([]);
    expect(counts.article).toMatchObject({ new: 2, changed: 0 });
    const { articles } = await served();
    expect(articles.map((one: { featured_articles: number[] }) => one.featured_articles)).toEqual([[1], [2]]);
    expect(articles[1].author_credit).toBe('A B');
    expect((await app.get(`/v1/sites/${site}/issues/5/articles`)).body.meta.count).toBe(2);
    expect((await app.get(`/v1/sites/${site}/likes`)).body.likes[0].score).toBe(3);
  });

  it('lets an article feature one of a later batch', async () => {
    const many = Array.from({ length: MOST_LINES }, (_, index) => article(index + 2, { title: `x${index}` }, site));
    await imported(app, things(article(1, { featured_articles: [MOST_LINES + 1] }, site), ...many));
    expect((await app.get(`/v1/sites/${site}/articles/1`)).body.article.featured_articles).toEqual([MOST_LINES + 1]);
    expect((await served()).meta.total_count).toBe(MOST_LINES + 1);
  });
});

describe('an existing object', () => {
  it('gets the fields of the line, and keeps the others', async () => {
    await imported(app, things(article(1, { summary: 'Old', tags: ['a'], pinned_index: 0 }, site)));
    const { uid, version } = await managed(1);
    const { counts } = await imported(app, lines(article(1, { title: 'New' }, site)));
    expect(counts.article).toMatchObject({ new: 0, changed: 1, same: 0 });
    expect(await managed(1)).toMatchObject({ uid, title: 'New', summary: 'Old', tags: ['a'], pinned_index: 0 });
    expect((await managed(1)).version).toBe(version + 1);
    await expect.poll(async () => (await served()).articles[0].title).toBe('New');
    expect((await app.manage('GET', `/sites/${site}/articles/1/revisions`)).meta.total_count).toBe(2);
    expect((await imported(app, lines(article(1, { title: 'New' }, site)))).counts.article?.same).toBe(1);
  });

  it('is unpublished, and moved to other lists, by a line', async () => {
    const [one, two] = [article(1, { tags: ['a'], featured_articles: [2] }, site), article(2, {}, site)];
    await imported(app, things(two, one));
    await imported(app, lines(article(2, { state: 'unpublished' }, site), article(1, { tags: ['b'] }, site)));
    await expect.poll(ids).toEqual([1]);
    const { articles, meta } = await served();
    expect([articles[0].featured_articles, meta.total_count]).toEqual([[], 1]);
    const tagged = async (tag: string) =>
      (await app.get(`/v1/sites/${site}/articles?tags=${tag}`)).body.meta.total_count;
    expect([await tagged('a'), await tagged('b')]).toEqual([0, 1]);
  });

  it('keeps its history when a file knows another one', async () => {
    await imported(app, things(article(1, { version: 1, title: 'One' }, site)));
    for (const title of ['Two', 'Three'])
      await app.manage('PATCH', `/sites/${site}/articles/1`, { article: { title } });
    const published = {
      created_at: '2026-01-01T00:00:00Z',
      created_by: 'elsewhere',
      article: { title: 'Published elsewhere', section_id: 1 },
    };
    const line = lines(article(1, { version: 3, title: 'Edited elsewhere', published_version: 2, published }, site));
    await imported(app, line);
    const revision = async (number: number) =>
      (await app.manage('GET', `/sites/${site}/articles/1/revisions/${number}`)).revision.article.title;
    const { version } = await managed(1);
    const titles = await Promise.all(Array.from({ length: version }, (_, index) => revision(index + 1)));
    expect(titles).toEqual(['One', 'Two', 'Three', 'Published elsewhere', 'Edited elsewhere']);
    await expect.poll(async () => (await served()).articles[0].title).toBe('Published elsewhere');
    expect((await imported(app, line)).counts.article?.same).toBe(1);
  });

  it('under another name is not touched', async () => {
    await imported(app, things(article(1, {}, site), article(2, { article_url: 'taken' }, site)));
    const other = '00000000-0000-7000-8000-000000000001';
    const { uid } = await managed(1);
    const { refused } = await imported(
      app,
      lines(article(1, { uid: other }, site), article(9, { uid }, site), article(4, { article_url: 'taken' }, site)),
    );
    expect(refused.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('id 1 belongs to another article here'),
      expect.stringContaining('uid belongs to article 1 here, not to 9'),
      expect.stringContaining('article_url belongs to another article of the section: taken'),
    ]);
  });

  it('of other nouns is changed too, with all consequences', async () => {
    const author = { author: { site_id: site, id: 1, firstname: 'A', lastname: 'B' } };
    await imported(app, things(author, article(1, { author_ids: [1] }, site)));
    const file = lines(
      { site: { id: site, name: 'Renamed', url: 'https://test.example/' } },
      { author: { site_id: site, id: 1, firstname: 'A', lastname: 'C', version: 7 } },
      { section: { site_id: site, id: 1, name: 'News' } },
    );
    const { counts } = await imported(app, file);
    expect([counts.site?.changed, counts.author?.changed, counts.section?.same]).toEqual([1, 1, 1]);
    const { rows } = await app.pool.query('select doc from published_article where site_id = $1', [site]);
    expect(JSON.parse(rows[0].doc).author_credit).toBe('A C');
    expect((await app.manage('GET', `/sites/${site}/authors/1`)).author.name).toBe('A C');
  });
});

describe('imported content', () => {
  it('is sanitised as everywhere, in old texts too', async () => {
    const body = '<p>Fine</p><script>alert(1)</script>';
    const published = {
      created_at: '2026-01-01T00:00:00Z',
      created_by: 'x',
      article: { title: 'Old', section_id: 1, body },
    };
    const { counts } = await imported(
      app,
      things(article(1, { body, version: 3, published_version: 2, published }, site)),
    );
    expect(counts.article?.cleaned).toBe(1);
    expect((await managed(1)).body).toBe('<p>Fine</p>');
    expect((await served()).articles[0].body).toBe('<p>Fine</p>');
  });

  it('gets defaults: slugs, numbers, ids, times', async () => {
    const uid = '00000000-0000-7000-8000-00000000000a';
    const same = { title: 'Weather' };
    await imported(
      app,
      things(article(5, same, site), article(6, same, site), article(0, { ...same, uid, id: null }, site)),
    );
    const { articles } = await served();
    expect(articles.map((one: { article_url: string }) => one.article_url)).toEqual([
      'weather-3',
      'weather-2',
      'weather',
    ]);
    expect(articles[0].id).toBeGreaterThan(6);
    const { rows: numbers } = await app.pool.query(
      'select order_number, site_order_number from article where site_id = $1 order by id',
      [site],
    );
    expect(numbers.map((row) => Object.values(row))).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  it('of the future is a schedule', async () => {
    await imported(app, things(article(1, { published_at: '2099-01-01T00:00:00Z' }, site)));
    expect(await managed(1)).toMatchObject({ state: 'scheduled', publish_at: '2099-01-01T00:00:00Z' });
    const { rows: jobs } = await app.pool.query("select run_at from job where key like $1 || ':%'", [String(site)]);
    expect(jobs).toEqual([{ run_at: new Date('2099-01-01T00:00:00Z') }]);
  });

  it('keeps its schedule, also one that has passed, unless the line says otherwise', async () => {
    const times = { state: 'scheduled', published_at: null };
    const [passed, future] = ['2001-01-01T00:00:00Z', '2099-01-01T00:00:00Z'];
    await imported(
      app,
      things(
        article(1, { ...times, publish_at: passed }, site),
        article(2, { ...times, publish_at: future }, site),
        article(3, { ...times, publish_at: future }, site),
        article(4, { ...times, publish_at: future }, site),
      ),
    );
    const unnamed = { state: undefined, published_at: undefined };
    const change = (id: number, fields: object) => article(id, { title: 'Edited', ...unnamed, ...fields }, site);
    await imported(
      app,
      lines(change(1, {}), change(2, {}), change(3, { state: 'draft' }), change(4, { publish_at: null })),
    );
    expect(await Promise.all([1, 2, 3, 4].map(managed))).toMatchObject([
      { title: 'Edited', state: 'scheduled', publish_at: passed },
      { title: 'Edited', state: 'scheduled', publish_at: future },
      { title: 'Edited', state: 'draft', publish_at: null },
      { title: 'Edited', state: 'unpublished', publish_at: null },
    ]);
    const { rows: jobs } = await app.pool.query("select run_at from job where key like $1 || ':%' order by 1", [site]);
    expect(jobs).toEqual([{ run_at: new Date(passed) }, { run_at: new Date(future) }]);
  });

  it('publishes nothing of a published article without naming its state, neither its fields nor pending edits', async () => {
    await imported(app, things(article(1, { title: 'Served' }, site)));
    const { article: saved } = await app.manage('PATCH', `/sites/${site}/articles/1`, {
      article: { summary: 'Not yet' },
    });
    const before = await events();
    const unnamed = { state: undefined, published_at: undefined };
    const { counts } = await imported(app, lines(article(1, { title: 'Served', ...unnamed }, site)));
    expect(counts.article).toMatchObject({ same: 1, changed: 0 });
    await imported(app, lines(article(1, { title: 'Edited by the file', ...unnamed }, site)));
    const read = async () => (await app.get(`/v1/sites/${site}/articles/1`)).body.article;
    expect([await read(), await events()]).toMatchObject([{ title: 'Served', summary: '' }, before]);
    const now = await managed(1);
    expect(now).toMatchObject({ title: 'Edited by the file', summary: 'Not yet', version: saved.version + 1 });
    expect(now.published_version).toBe(saved.published_version);
    await imported(app, lines(article(1, { title: 'Edited by the file' }, site)));
    // The service is notified of the import after its commit, and may serve what it has cached until then.
    await expect.poll(read, { interval: 20 }).toMatchObject({ title: 'Edited by the file', summary: 'Not yet' });
  });

  it('moves updated_at of the issues whose content a line edits or takes away', async () => {
    await imported(app, things(article(1, {}, site), article(2, {}, site)));
    const { issue } = await app.manage('POST', `/sites/${site}/issues`, { issue: { name: 'One', published: true } });
    await app.manage('PUT', `/sites/${site}/issues/${issue.id}/articles`, { article_ids: [1, 2] });
    const updated = async () => (await app.get(`/v1/sites/${site}/issues/${issue.id}`)).body.issue.updated_at;
    const section = { section: { site_id: site, id: 1, name: 'News', state: 'hidden' } };
    for (const line of [article(1, { title: 'New' }, site), article(2, { state: 'unpublished' }, site), section]) {
      await app.pool.query("update issue set updated_at = '2001-01-01' where site_id = $1", [site]);
      await imported(app, lines(line));
      expect(Date.parse(await updated()), JSON.stringify(line)).toBeGreaterThan(Date.parse('2002-01-01'));
    }
  });

  it('has no life that an article cannot have', async () => {
    await imported(app, things(article(1, {}, site)));
    const future = '2099-01-01T00:00:00Z';
    const { refused } = await imported(
      app,
      lines(
        article(2, { state: 'draft', publish_at: future }, site),
        article(3, { state: 'pending', published_at: future }, site),
        article(4, { state: 'draft', publish_at: '2001-01-01T00:00:00Z' }, site),
        article(5, { publish_at: future }, site),
        article(1, { published_at: future }, site),
      ),
    );
    expect(refused.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('publish_at is in the future'),
      expect.stringContaining('published_at is in the future'),
      expect.stringContaining('publish_at must be in the future'),
      expect.stringContaining('publish_at requires the state scheduled'),
      expect.stringContaining('This article is published'),
    ]);
    expect(await ids()).toEqual([1]);
  });

  it('is served at no address where another article is served', async () => {
    const text = { title: 'Old', section_id: 1, article_url: 'aaa' };
    const published = { created_at: '2026-01-01T00:00:00Z', created_by: 'x', article: text };
    const movedOn = { article_url: 'bbb', version: 3, published_version: 2, published };
    await imported(app, things(article(1, movedOn, site)));
    const draft = article(2, { state: 'draft', article_url: 'aaa', published_at: null }, site);
    const { refused } = await imported(
      app,
      lines(article(3, { article_url: 'aaa' }, site), article(4, { ...movedOn, article_url: 'ccc' }, site)),
    );
    expect(refused).toEqual([
      { line: 1, reason: 'article: another article of the section is served at this address: aaa' },
      { line: 2, reason: 'article: another article of the section is served at this address: aaa' },
    ]);
    expect((await served()).articles.map((one: { full_url: string }) => one.full_url)).toEqual([
      'https://test.example/news/aaa',
    ]);
    expect((await imported(app, lines(draft))).refused).toEqual([]);
    await imported(app, lines(article(5, { title: 'Aaa' }, site)));
    expect((await managed(5)).article_url).toBe('aaa-2');
  });

  it('is not exported from the trash, and restored by a line that names it', async () => {
    const issue = (article_ids: number[]) => ({
      issue: { site_id: site, id: 9, name: 'I', published: true, article_ids },
    });
    const like = { like: { site_id: site, article_id: 1, upvotes: 3, downvotes: 0 } };
    await imported(app, things(article(1, { article_url: 'aaa' }, site), article(2, {}, site), issue([2, 1]), like));
    const { uid } = await managed(1);
    await app.manage('DELETE', `/sites/${site}/articles/1`);
    const text = await exported(app, [site]);
    expect(text).not.toContain(uid);
    expect(text).not.toContain('"like"');
    expect(text).toContain('"article_ids":[2]');
    const other = await imported(app, lines(article(3, { article_url: 'aaa' }, site), issue([1]), like));
    expect(other.refused.map(({ line }) => line)).toEqual([2, 3]);
    const revision = {
      site_id: site,
      uid,
      number: 1,
      created_at: '2026-01-01T00:00:00Z',
      created_by: 'x',
      article: { title: 'x', section_id: 1 },
    };
    expect((await imported(app, lines({ revision }))).refused).toHaveLength(1);
    const taken = await imported(app, lines(article(1, { article_url: 'aaa' }, site)));
    expect(taken.refused).toMatchObject([
      { reason: expect.stringContaining('article_url belongs to another article') },
    ]);
    await imported(app, lines(article(1, { title: 'Back' }, site)));
    expect(await managed(1)).toMatchObject({
      uid,
      title: 'Back',
      article_url: 'aaa-2',
      state: 'published',
      deleted_at: null,
    });
    expect(await ids()).toEqual([3, 2, 1]);
    const inIssue = (await app.get(`/v1/sites/${site}/issues/9/articles`)).body;
    expect([inIssue.meta.total_count, inIssue.articles.map(({ id }: { id: number }) => id)]).toEqual([2, [2, 1]]);
  });

  it('is of the requested site', async () => {
    const { refused } = await imported(app, things(article(1, {}, site), article(1, {}, site + 1_000)), {
      siteId: site,
    });
    expect(refused).toEqual([
      { line: 4, reason: `belongs to site ${site + 1_000}; only lines of site ${site} are imported` },
    ]);
  });
});
