import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type Reply, type TestApp, testApp } from '../../../test/app.ts';
import { runCleanUp } from '../../../test/clean-ups.ts';
import { withClient } from '../../../test/database.ts';
import { type Browser, signedIn } from '../../../test/people.ts';
import { testSites } from '../articles/testing/test-site.ts';
import { oldEntries } from './jobs.ts';

let app: TestApp;
let owner: Browser;
beforeAll(async () => {
  app = await testApp();
  owner = await signedIn(app, [{ site_id: null, role: 'owner' }]);
});
const { place, add } = testSites(() => app);

type Entry = Reply['body'];
const listed = async (query: string, by = owner): Promise<Entry[]> =>
  (await by.manage('GET', `/audit?${query}`)).entries;
const wordsOf = (entries: Entry[]) => entries.map(({ action, noun }) => `${action} ${noun}`);
const ownerOf = (...sites: number[]) =>
  signedIn(
    app,
    sites.map((site_id) => ({ site_id, role: 'owner' as const })),
  );

describe('the audit log', () => {
  it('has the actor, the change, the address and the changed fields', async () => {
    const at = await place();
    const article = await add(at, { title: 'Fog' });
    const path = `/v1/manage/sites/${at.site}/articles/${article.uid}`;
    const headers = { 'x-request-id': 'changed.1' };
    await owner.request('PATCH', path, { article: { title: 'Fog until noon', body: '<p>x</p>' } }, { headers });
    const [entry] = await listed(`site_id=${at.site}`);
    expect(entry).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/Z$/),
      actor_kind: 'person',
      actor_id: owner.id,
      actor_name: expect.stringContaining('Person'),
      address: '127.0.0.1',
      request_id: 'changed.1',
      site_ids: [at.site],
      all_sites: false,
      action: 'change',
      noun: 'article',
      noun_id: article.uid,
      title: 'Fog until noon',
      before: { title: 'Fog', version: 1 },
      after: { title: 'Fog until noon', version: 2 },
      counts: null,
    });
    await app.manage('PATCH', `/sites/${at.site}/articles/${article.uid}`, { article: { title: 'Fog until noon' } });
    expect(await listed(`site_id=${at.site}&count=1`), 'a body that changes nothing leaves no entry').toEqual([entry]);
  });

  it('has fields of any shape, and stays readable: conditions of rules, times and forms of sources', async () => {
    const { site, section } = await place();
    const match = { words: ['fog'], domains: ['a.example'] };
    await owner.manage('POST', `/sites/${site}/intake-rules`, { intake_rule: { name: 'R', match, action: 'hold' } });
    const window = { days: [1, 2], from: '08:00', to: '17:00', time_zone: 'Europe/Helsinki' };
    const consents = [{ text: 'You may publish it.', required: true }];
    const texts = { intro: 'Send us news.', thanks: 'Thank you.' };
    const form = { ...texts, consents, max_files: 1, origins: [], opens_at: null, closes_at: null };
    const source = { name: 'S', kind: 'upload_form', section_id: section, window, form };
    await owner.manage('POST', `/sites/${site}/sources`, { source });
    const [made, rule] = await listed(`site_id=${site}`);
    expect([made.noun, rule.noun]).toEqual(['source', 'intake_rule']);
    expect(JSON.parse(rule.after.match)).toEqual(match);
    expect(JSON.parse(made.after.form)).toMatchObject({ consents });
    expect((await owner.request('GET', `/v1/manage/audit?site_id=${site}&format=csv`)).status).toBe(200);
  });

  it('is filtered, and read page by page', async () => {
    const at = await place();
    const { uid } = await add(at, { state: 'published' });
    await owner.manage('DELETE', `/sites/${at.site}/articles/${uid}/publication`);
    const site = `site_id=${at.site}`;
    expect(wordsOf(await listed(site))).toEqual([
      'unpublish article',
      'create article',
      'create section',
      'create site',
    ]);
    expect(wordsOf(await listed(`${site}&noun=article&noun_id=${uid}`))).toEqual([
      'unpublish article',
      'create article',
    ]);
    expect(wordsOf(await listed(`${site}&action=unpublish`))).toEqual(['unpublish article']);
    expect(wordsOf(await listed(`${site}&person_id=${owner.id}`))).toEqual(['unpublish article']);
    expect(wordsOf(await listed(`${site}&actor_kind=admin%20token&noun=section`))).toEqual(['create section']);
    expect(await listed(`${site}&key_id=1`)).toEqual([]);
    expect(await listed(`${site}&to=2026-01-01`)).toEqual([]);
    expect(await listed(`${site}&from=2026-01-01`)).toHaveLength(4);
    const pages: string[] = [];
    for (let query = `${site}&count=3`, more = true; more; ) {
      const body = await owner.manage('GET', `/audit?${query}`);
      pages.push(wordsOf(body.entries).join());
      more = body.more;
      query = `${site}&count=3&cursor=${body.cursor}`;
    }
    expect(pages).toEqual(['unpublish article,create article,create section', 'create site']);
  });

  it.each([
    ['noun=herring', 'noun'],
    ['action=fry', 'action'],
    ['noun_id=1', 'noun_id'],
    ['person_id=1&key_id=2', 'actor_kind'],
    ['from=yesterday', 'from'],
    ['cursor=x', 'cursor'],
    ['format=xml', 'format'],
  ])('rejects ?%s', async (query, parameter) => {
    const { status, body } = await owner.request('GET', `/v1/manage/audit?${query}`);
    expect([status, body.parameter]).toEqual([400, parameter]);
  });

  it('is a file of comma-separated values, whose cells no spreadsheet runs', async () => {
    const at = await place();
    await add(at, { title: '=HYPERLINK("https://x.example")' });
    const read = (query: string, accept?: string) =>
      app.get(`/v1/manage/audit?site_id=${at.site}${query}`, { token: ADMIN, headers: accept ? { accept } : {} });
    const file = await read('&format=csv&count=1');
    expect(file.headers.get('content-type')).toContain('text/csv');
    const [head, first, ...rest] = file.text.trimEnd().split('\r\n');
    expect(head).toMatch(/^id,at,actor_kind,.*,before,after,counts$/);
    expect(first).toContain(`,"'=HYPERLINK(""https://x.example"")",`);
    expect(rest).toHaveLength(2);
    expect((await read('', 'text/csv')).text).toBe(file.text);
    expect((await read('&format=json', 'text/csv')).body.entries).toHaveLength(3);
    expect((await read('', '*/*')).body.entries).toHaveLength(3);
  });

  it('shows an owner the entries whose sites are all the owner’s', async () => {
    const [own, other] = [await place(), await place()];
    const limited = await ownerOf(own.site);
    const made = async (site_ids: number[]) =>
      (await app.manage('POST', '/api-keys', { api_key: { name: `K${site_ids}`, scopes: ['content:read'], site_ids } }))
        .api_key;
    await made([own.site]);
    await made([own.site, other.site]);
    await made([]);
    const titles = (await listed('noun=api_key&action=create', limited)).map(({ title }) => title);
    expect(titles).toEqual([`K${own.site}`]);
    const [entry] = await listed('noun=api_key&action=create', limited);
    expect(entry.after).toEqual({ name: `K${own.site}`, scopes: ['content:read'] });
    expect(await listed(`site_id=${other.site}`, limited)).toEqual([]);
    const both = await ownerOf(own.site, other.site);
    expect((await listed('noun=api_key&action=create', both)).map(({ title }) => title)).toEqual([
      `K${own.site},${other.site}`,
      `K${own.site}`,
    ]);
    // Signing in concerns the sites of one's roles.
    expect((await listed(`action=sign_in`, limited)).map(({ actor_id }) => actor_id)).toEqual([limited.id]);
    const editor = await signedIn(app, [{ site_id: own.site, role: 'editor' }]);
    expect((await editor.request('GET', '/v1/manage/audit')).status).toBe(403);
  });

  it('has one entry for a batch, with counts of the successful operations', async () => {
    const at = await place();
    const [a, b, c] = [await add(at), await add(at), await add(at)];
    const operations = [
      { uid: a.uid, action: 'publish' },
      { uid: b.uid, action: 'delete' },
      { uid: c.uid, action: 'publish', if_match: 99 },
      { uid: c.uid, action: 'change', article: { tags: ['x'] } },
    ];
    for (const headers of [{}, { 'idempotency-key': 'batch' }])
      await owner.request('POST', `/v1/manage/sites/${at.site}/articles/batch`, { operations }, { headers });
    const [second, first] = await listed(`site_id=${at.site}&action=batch`);
    expect(first.counts).toEqual({ 'article.publish': 1, 'article.delete': 1, 'article.change': 1 });
    expect(second.counts, 'in one transaction, where a failure is taken back').toEqual({ 'article.publish': 1 });
    expect(first).toMatchObject({ noun: 'article', noun_id: null, before: null, after: null });
  });

  it('has one entry for the autosaves of a person and an article within ten minutes', async () => {
    const at = await place();
    const { uid } = await add(at, { title: 'One' });
    const save = (by: Browser, title: string) =>
      by.manage('PATCH', `/sites/${at.site}/articles/${uid}?autosave=true`, { article: { title } });
    const other = await signedIn(app, [{ site_id: at.site, role: 'editor' }]);
    app.clock.now = new Date('2026-05-01T10:00:01Z');
    await save(owner, 'Two');
    app.clock.now = new Date('2026-05-01T10:09:59Z');
    await save(owner, 'Three');
    await save(other, 'Four');
    app.clock.now = new Date('2026-05-01T10:10:00Z');
    await save(owner, 'Five');
    app.clock.now = null;
    const saves = (await listed(`site_id=${at.site}&action=autosave`)).map(({ actor_id, before, after }) => [
      actor_id,
      before.title,
      after.title,
    ]);
    expect(saves).toEqual([
      [owner.id, 'Four', 'Five'],
      [other.id, 'Three', 'Four'],
      [owner.id, 'One', 'Three'],
    ]);
  });

  it('adds the batches of a stream up', async () => {
    const { site } = await place();
    const { id } = (await owner.manage('POST', '/campaigns', { campaign: { name: 'C', service_site_id: site } }))
      .campaign;
    const lines = Array.from({ length: 2_500 }, (_, n) =>
      JSON.stringify({ item_type: 'twitter', item_id: String(n + 1), published_at: '2026-01-01T00:00:00Z' }),
    );
    const headers = { 'content-type': 'application/x-ndjson' };
    await app.request('POST', `/v1/manage/campaigns/${id}/entries`, {
      token: ADMIN,
      rawBody: lines.join('\n'),
      headers,
    });
    const [entry, ...others] = await listed(`site_id=${site}&action=write_entries`);
    expect([entry.counts, entry.noun_id, others]).toEqual([
      { created: 2_500, updated: 0, unchanged: 0 },
      String(id),
      [],
    ]);
  });
});

describe('activity', () => {
  const read = (site: number, query = '', by = owner) => by.manage('GET', `/sites/${site}/activity${query}`);
  const titles = ({ entries }: { entries: Entry[] }) => entries.map(({ title }) => title);
  const write = (site: number, title: string) =>
    `insert into audit_entry (site_ids, all_sites, actor_kind, action, noun, title) values (array[${site}], false, 'timer', 'change', 'page', '${title}')`;

  it('begins with the newest entries, oldest first, without those for owners only', async () => {
    const at = await place();
    for (const title of ['a', 'b', 'c']) await add(at, { title });
    await ownerOf(at.site);
    const first = await read(at.site, '?count=2');
    expect(titles(first)).toEqual(['b', 'c']);
    expect(first.entries[1]).toEqual({
      id: expect.any(Number),
      at: expect.any(String),
      actor_kind: 'admin token',
      actor_id: null,
      actor_name: null,
      action: 'create',
      noun: 'article',
      noun_id: expect.any(String),
      title: 'c',
      state: 'draft',
      counts: null,
    });
    expect(await read(at.site, `?cursor=${first.cursor}`)).toMatchObject({ entries: [], more: false });
    await add(at, { title: 'd' });
    expect(titles(await read(at.site, `?cursor=${first.cursor}`))).toEqual(['d']);
  });

  it('delivers an entry that is committed after a newer one was read', async () => {
    const { site } = await place();
    let { cursor } = await read(site);
    const next = async () => {
      const answer = await read(site, `?cursor=${cursor}`);
      cursor = answer.cursor;
      return titles(answer);
    };
    await withClient(app.database, async (slow) => {
      await slow.query(`begin; ${write(site, 'slow')}`);
      await app.pool.query(write(site, 'fast'));
      expect(await next()).toEqual(['fast']);
      await app.pool.query(write(site, 'faster'));
      expect(await next()).toEqual(['faster']);
      await slow.query('commit');
      expect(await next()).toEqual(['slow']);
      expect(await next()).toEqual([]);
      await slow.query(`begin; ${write(site, 'never')}`);
      await slow.query('rollback');
      expect(await next()).toEqual([]);
    });
  });

  it('misses nothing between the pages of one answer', async () => {
    const { site } = await place();
    const { cursor } = await read(site);
    await withClient(app.database, async (slow) => {
      await slow.query(`begin; ${write(site, 'slow')}`);
      for (const title of ['a', 'b', 'c']) await app.pool.query(write(site, title));
      const first = await read(site, `?cursor=${cursor}&count=2`);
      expect([titles(first), first.more]).toEqual([['a', 'b'], true]);
      await slow.query('commit');
      await app.pool.query(write(site, 'd'));
      const second = await read(site, `?cursor=${first.cursor}&count=2`);
      expect([titles(second), second.more]).toEqual([['c'], false]);
      const third = await read(site, `?cursor=${second.cursor}&count=2`);
      expect([titles(third), third.more]).toEqual([['slow', 'd'], false]);
    });
  });

  it('shows an entry again when more was added to it', async () => {
    const at = await place();
    const { uid } = await add(at);
    const save = (title: string) =>
      owner.manage('PATCH', `/sites/${at.site}/articles/${uid}?autosave=true`, { article: { title } });
    app.clock.now = new Date('2026-05-01T10:00:01Z');
    await save('One');
    const { entries, cursor } = await read(at.site);
    await save('Two');
    app.clock.now = null;
    const later = await read(at.site, `?cursor=${cursor}`);
    expect([titles(later), later.entries[0].id]).toEqual([['Two'], entries.at(-1).id]);
  });

  it('has entries that concern several sites, and none of other sites', async () => {
    const [one, two] = [await place(), await place()];
    const { cursor } = await read(one.site);
    await app.pool.query(
      `insert into audit_entry (site_ids, all_sites, actor_kind, action, noun, counts)
       values ($1, false, 'command line', 'import', 'installation', '{"articles new": 3}')`,
      [[one.site, two.site]],
    );
    await add(two);
    const { entries } = await read(one.site, `?cursor=${cursor}`);
    expect(wordsOf(entries)).toEqual(['import installation']);
  });

  it('shows authors only their own articles, and reads a bounded number of entries', async () => {
    const at = await place();
    const author = await signedIn(app, [{ site_id: at.site, role: 'author' }]);
    const { cursor } = await read(at.site, '', author);
    await add(at, { title: 'Of others' });
    await app.pool.query(`insert into audit_entry (site_ids, all_sites, actor_kind, action, noun)
      select array[${at.site}], false, 'timer', 'change', 'page' from generate_series(1, 1500)`);
    const article = { title: 'Own', section_id: at.section };
    await author.manage('POST', `/sites/${at.site}/articles`, { article });
    expect(titles(await read(at.site, '', author))).toEqual(['Own']);
    const first = await read(at.site, `?cursor=${cursor}`, author);
    expect([titles(first), first.more]).toEqual([[], true]);
    expect(titles(await read(at.site, `?cursor=${first.cursor}`, author))).toEqual(['Own']);
  });

  it('rejects cursors that are not its own, and those of a database that was further on', async () => {
    const { site } = await place();
    const status = async (parts: unknown) => {
      const cursor = typeof parts === 'string' ? parts : Buffer.from(JSON.stringify(parts)).toString('base64url');
      return (await owner.request('GET', `/v1/manage/sites/${site}/activity?cursor=${cursor}`)).status;
    };
    for (const parts of [
      'x',
      [],
      ['1:2'],
      ['3:4:', 'x', '1', 1],
      ['3:4:', '3:4:', 'x', 1],
      ['3:4:', '3:4:', '3', 1.5],
      ['3:4:', '3:4:', '3', 1, 1],
    ])
      expect(await status(parts), JSON.stringify(parts)).toBe(400);
    expect(await status(['3:4:'])).toBe(200);
    expect(await status(['999999999999:999999999999:'])).toBe(410);
  });

  it('is 410 for a cursor from before entries that were deleted for their age, and goes on for later ones', async () => {
    const at = await place();
    const { cursor } = await read(at.site);
    await add(at, { title: 'Missed' });
    const { cursor: later } = await read(at.site);
    await app.pool.query("update audit_entry set at = now() - interval '8 days' where site_ids @> array[$1::bigint]", [
      at.site,
    ]);
    expect(titles(await read(at.site, `?cursor=${cursor}`))).toEqual(['Missed']);
    await runCleanUp(app.pool, oldEntries(7));
    const refused = await owner.request('GET', `/v1/manage/sites/${at.site}/activity?cursor=${cursor}`);
    expect([refused.status, refused.body.error]).toEqual([410, expect.stringContaining('deleted for their age')]);
    await add(at, { title: 'Seen' });
    expect(titles(await read(at.site, `?cursor=${later}`))).toEqual(['Seen']);
    expect(titles(await read(at.site, `?cursor=${(await read(at.site)).cursor}`))).toEqual([]);
  });
});
