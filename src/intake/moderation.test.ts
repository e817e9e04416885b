/** Rules, blocks, decisions of editors and the hold, over feeds. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { wordsOf } from '../core/intake/words.ts';
import { kysely } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { sourceById } from '../features/sources/queries.ts';
import { rulingOn } from './judging.ts';
import { type Desk, desk, document, type Ledger, rss } from './testing/feeds.ts';

let d: Desk;
beforeAll(async () => {
  d = await desk();
});
let feeds = 0;
const of = (path: string) => `/sites/${d.site}${path}`;
const manage = (method: string, path: string, body?: unknown, status?: number) =>
  d.app.manage(method, of(path), body, status);
const article = async (uid: string) => (await manage('GET', `/articles/${uid}`)).article;
const entry = (title: string, more = {}) => ({
  id: title,
  title,
  link: `https://o.example/${encodeURI(title)}`,
  ...more,
});
/** A feed with one item for each title; returns its address, its source and its items. */
async function fed(titles: string[], fields: object = {}) {
  const path = `/m${++feeds}`;
  const id = await d.add(path, rss(titles.map((title) => entry(title))), fields);
  return { id, path, items: await d.items(id) };
}
const item = async (id: number) => (await manage('GET', `/source-items/${id}`)).source_item;
const rule = async (fields: object) => (await manage('POST', '/intake-rules', { intake_rule: fields })).intake_rule;
const without = async (path: string, work: () => Promise<void>) => {
  try {
    await work();
  } finally {
    const [list] = Object.values<Ledger[]>(await manage('GET', path));
    for (const { id } of list ?? []) await manage('DELETE', `${path}/${id}`);
  }
};

/** As another writer of the site, for instance an import, locks it. */
async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  const other = await d.app.pool.connect();
  try {
    await other.query('begin');
    await other.query('select from site where id = $1 for no key update', [d.site]);
    return await work();
  } finally {
    await other.query('rollback');
    other.release();
  }
}

describe('rules', () => {
  it('publish, hold, reject, tag and move items, and the ledger says which did', () =>
    without('/intake-rules', async () => {
      const { section } = await manage('POST', '/sections', { section: { name: 'Sea' } });
      const tag = await rule({ name: 'Tag', match: { words: ['ferry'] }, action: 'tag', tags: ['boats'] });
      await rule({ name: 'Move', match: { words: ['ferry'] }, action: 'move', section_id: section.id });
      const publish = await rule({ name: 'Good', match: { words: ['noon'] }, action: 'publish' });
      const reject = await rule({ name: 'Bad', match: { words: ['lott*'] }, action: 'reject' });
      const { items } = await fed(['Ferry at noon', 'Lottery', 'Quiet']);
      const by = new Map(items.map((one: Ledger) => [one.title, one]));
      expect(by.get('Ferry at noon')).toMatchObject({ state: 'published', rule_id: publish.id, reason: null });
      expect(await article(by.get('Ferry at noon').uid)).toMatchObject({ tags: ['boats'], section_id: section.id });
      expect(by.get('Lottery')).toMatchObject({
        ...{ state: 'rejected', rule_id: reject.id, uid: null, reason: 'The rule “Bad” says reject.' },
      });
      expect(by.get('Quiet')).toMatchObject({ state: 'held', rule_id: null });
      await manage('PATCH', `/intake-rules/${tag.id}`, { intake_rule: { section_id: 999_999 } }, 422);
      await manage('DELETE', `/sections/${section.id}`, undefined, 409);
    }));

  it('judge a changed item again, and do not let it change what is published', () =>
    without('/intake-rules', async () => {
      await rule({ name: 'Bad', match: { words: ['lottery'] }, action: 'reject' });
      const { id, path, items } = await fed(['Lottery'], { approval: 'auto' });
      expect(items[0].state).toBe('rejected');
      d.server.answers.set(path, document(rss([{ ...entry('Lottery'), title: 'Ferry' }])));
      await d.poll(id);
      const [taken] = await d.items(id);
      expect([taken.state, taken.reason]).toEqual(['published', null]);
      d.server.answers.set(path, document(rss([{ ...entry('Lottery'), title: 'Lottery again' }])));
      await d.poll(id);
      expect((await article(taken.uid)).title).toBe('Ferry');
      expect((await item(taken.id)).has_upstream_change).toBe(true);
    }));

  it('cap what a source brings in a day', () =>
    without('/intake-rules', async () => {
      await rule({ name: 'Two a day', match: { daily_cap: 2 }, action: 'reject' });
      const { items } = await fed(['Cap 1', 'Cap 2', 'Cap 3']);
      expect(items.map(({ state }: Ledger) => state).sort()).toEqual(['held', 'held', 'rejected']);
    }));

  it('cap items that are taken at once: the second is counted after the first is stored', () =>
    without('/intake-rules', async () => {
      const { id } = await fed(['Counted', 'Being taken']);
      const become = (state: string) =>
        sql`update source_item set state = ${state} where source_id = ${id} and title = 'Being taken'`;
      const db = kysely(d.app.pool);
      await become('new').execute(db);
      await rule({ name: 'Two a day', match: { daily_cap: 2 }, action: 'reject' });
      const source = await sourceById(db, d.site, id);
      const seen = {
        words: wordsOf(''),
        people: [],
        hosts: [],
        hasImage: false,
        languages: [],
        isReply: false,
        followers: null,
      };
      const judge = async (tx: Tx) =>
        (await rulingOn(tx, source, { seen, published_at: null }, { now: new Date(), isNew: true })).action;
      let second: Promise<unknown> = Promise.resolve();
      const first = await transaction(db, async (tx) => {
        const action = await judge(tx);
        second = transaction(db, judge);
        const locks = 'select count(*)::int from pg_locks where not granted';
        await expect.poll(async () => (await d.app.pool.query(locks)).rows[0].count).toBeGreaterThan(0);
        await become('held').execute(tx);
        return action;
      });
      expect([first, await second]).toEqual([null, 'reject']);
    }));

  it('are tried on past items without writing anything', () =>
    without('/intake-rules', async () => {
      const { items } = await fed(['Trial of a ferry', 'Trial of a raffle']);
      const old = await rule({ name: 'Old', match: { words: ['trial'] }, action: 'hold', position: 20 });
      const tried = {
        name: 'New',
        match: { words: ['raffle'] },
        action: 'reject',
        position: 10,
      };
      const { trial } = await manage('POST', '/intake-rules/trial', { rule: tried }, 200);
      expect(trial.items).toBeGreaterThanOrEqual(2);
      expect([Date.parse(trial.from) > 0, trial.to >= trial.from]).toEqual([true, true]);
      expect(trial.rules).toEqual([
        { id: null, name: 'New', action: 'reject', matched: 1, decided: 1 },
        { id: old.id, name: 'Old', action: 'hold', matched: 1, decided: 1 },
      ]);
      const raffle = items.find(({ title }: Ledger) => title.includes('raffle'));
      expect(trial.changed.filter(({ id }: Ledger) => id === raffle.id)).toMatchObject([
        { state: 'held', outcome: 'rejected', rule_id: null, reason: 'The rule “New” says reject.' },
      ]);
      expect((await item(raffle.id)).state).toBe('held');
      // What a person decided by hand is not what the rule would change.
      const ferry = items.find(({ title }: Ledger) => title.includes('ferry'));
      await manage('PUT', `/source-items/${ferry.id}/rejection`, {});
      const changedBy = async (query: object) =>
        (await manage('POST', '/intake-rules/trial', query, 200)).trial.changed.map(({ id }: Ledger) => id);
      expect(await changedBy({ rule: tried })).toEqual([raffle.id]);
      expect(await changedBy({})).toContain(ferry.id);
      const { trial: alone } = await manage('POST', '/intake-rules/trial', { rule: tried, replaces: old.id }, 200);
      expect(alone.rules).toHaveLength(1);
    }));

  it('are refused with reasons', async () => {
    const problems = async (fields: object) => {
      const body = { intake_rule: { name: 'R', match: {}, action: 'hold', ...fields } };
      return (await manage('POST', '/intake-rules', body, 422)).problems.map(({ path }: Ledger) => path);
    };
    expect(await problems({ action: 'move' })).toEqual(['/section_id']);
    expect(await problems({ action: 'tag' })).toEqual(['/tags']);
    expect(await problems({ source_id: 999_999, section_id: 999_999 })).toEqual(['/source_id', '/section_id']);
    expect(await problems({ match: { words: ['ok', '!!'] } })).toEqual(['/match/words/1']);
    expect(await problems({ match: { colour: 'red' } })).toEqual(['/match/colour']);
    expect(await problems({ match: { languages: ['fi', 'und'] } })).toEqual(['/match/languages/1']);
    expect(await problems({ match: { languages: ['Finnish'] } })).toEqual(['/match/languages/0']);
    expect(await problems({ match: { min_followers: 5, max_followers: 4 } })).toEqual(['/match/max_followers']);
  });
});

describe('blocks', () => {
  it('reject words, people and domains before any rule, and can be removed', () =>
    without('/blocked', async () => {
      for (const [kind, value] of [
        ['word', 'Casino*'],
        ['person', ' Max  MUSTER '],
        ['domain', 'https://www.Spam.example/x'],
      ])
        await manage('POST', '/blocked', { blocked: { kind, value } });
      await manage('POST', '/blocked', { blocked: { kind: 'word', value: 'CASINO*' } });
      const { blocked, meta } = await manage('GET', '/blocked');
      expect(blocked.map(({ value }: Ledger) => value)).toEqual(['spam.example', 'max muster', 'casino*']);
      expect(meta.total_count).toBe(3);
      const feed = rss([
        entry('Casinos'),
        entry('By Max', { more: '<author>Max Muster</author>' }),
        entry('Linked', { body: '<a href="https://a.spam.example/">x</a>' }),
        entry('Cas\uFEFFinos hidden'),
        entry('Two creators', { more: '<dc:creator>Ida</dc:creator><dc:creator>Max Muster</dc:creator>' }),
        entry('Odd', { body: String.raw`<a href="https:\\spam.example/">x</a>` }),
        entry('Pictured', { more: '<media:content url="https://spam.example/1.jpg" medium="image"/>' }),
        entry('Heard', { more: '<enclosure url="https://spam.example/1.mp3" type="audio/mpeg" length="1"/>' }),
        entry('Fine'),
      ]);
      const items = await d.items(await d.add('/blocked', feed, { approval: 'auto' }));
      expect(Object.fromEntries(items.map(({ title, reason }: Ledger) => [title, reason]))).toEqual({
        Casinos: 'The word “casino*” is blocked.',
        'By Max': 'The person “max muster” is blocked.',
        Linked: 'The domain “spam.example” is blocked.',
        'Casinos hidden': 'The word “casino*” is blocked.',
        'Two creators': 'The person “max muster” is blocked.',
        Odd: 'The domain “spam.example” is blocked.',
        Pictured: 'The domain “spam.example” is blocked.',
        Heard: 'The domain “spam.example” is blocked.',
        Fine: null,
      });
    }));
});

describe('an editor', () => {
  it('approves: the article is published, or a draft, or scheduled in another section; and takes it back', async () => {
    const { items } = await fed(['Approve 1', 'Approve 2', 'Approve 3']);
    const [a, b, c] = items;
    const { source_item: approved } = await manage('PUT', `/source-items/${a.id}/approval`);
    expect(approved).toMatchObject({ state: 'published', decided_by: 'admin token', decided_at: expect.any(String) });
    await manage('PUT', `/source-items/${b.id}/approval`, { approval: { state: 'draft' } });
    expect((await article(b.uid)).state).toBe('draft');
    const { section } = await manage('POST', '/sections', { section: { name: 'Later' } });
    const approval = { section_id: section.id, publish_at: new Date(Date.now() + 86_400_000).toISOString() };
    await manage('PUT', `/source-items/${c.id}/approval`, { approval });
    expect(await article(c.uid)).toMatchObject({ state: 'scheduled', section_id: section.id });
    for (const { id, uid } of items) {
      await manage('DELETE', `/source-items/${id}/approval`);
      expect([(await article(uid)).state, (await item(id)).decided_by]).toEqual(['pending', null]);
    }
    await manage('PUT', `/source-items/${999_999}/approval`, undefined, 404);
  });

  it('has approved a text, and the feed cannot replace it: published, scheduled, a draft, or unpublished', async () => {
    const titles = ['By approval', 'Later', 'As draft', 'By hand', 'Unpublished', 'Still pending'];
    const { id, path, items } = await fed(titles);
    const by = new Map<string, Ledger>(items.map((one: Ledger) => [one.title, one]));
    const approve = (title: string, approval?: object) =>
      manage('PUT', `/source-items/${by.get(title).id}/approval`, approval && { approval });
    await approve('By approval');
    await approve('Later', { publish_at: new Date(Date.now() + 86_400_000).toISOString() });
    await approve('As draft', { state: 'draft' });
    for (const title of ['By hand', 'Unpublished'])
      await manage('PUT', `/articles/${by.get(title).uid}/publication`, {});
    await manage('DELETE', `/articles/${by.get('Unpublished').uid}/publication`);
    const swapped = titles.map((title) => ({ ...entry(title), title: `${title}, swapped`, body: 'Buy this.' }));
    d.server.answers.set(path, document(rss(swapped)));
    await d.poll(id);
    // A new id for the same page is a change too.
    d.server.answers.set(path, document(rss(swapped.map((one) => ({ ...one, id: `${one.id} 2`, body: 'Buy that.' })))));
    await d.poll(id);
    await manage('PUT', `/articles/${by.get('Unpublished').uid}/publication`, {});
    for (const title of titles) {
      const isPending = title === 'Still pending';
      const { id: itemId, uid } = by.get(title);
      expect((await article(uid)).title).toBe(isPending ? `${title}, swapped` : title);
      expect((await item(itemId)).has_upstream_change).toBe(!isPending);
    }
  });

  it('rejects: the article is in the trash, no poll brings it back, and undo does', async () => {
    const { id, path, items } = await fed(['Reject 1']);
    const [first] = items;
    const body = { rejection: { reason: 'Advertising.' } };
    const { source_item } = await manage('PUT', `/source-items/${first.id}/rejection`, body);
    expect(source_item).toMatchObject({ state: 'rejected', reason: 'Advertising.', decided_by: 'admin token' });
    await manage('GET', `/articles/${first.uid}`, undefined, 404);
    d.server.answers.set(path, document(rss([{ ...entry('Reject 1'), title: 'Reject changed' }])));
    await d.poll(id);
    expect((await d.items(id)).map(({ state }: Ledger) => state)).toEqual(['rejected']);
    await manage('DELETE', `/source-items/${first.id}/rejection`);
    expect([(await article(first.uid)).state, (await item(first.id)).state]).toEqual(['pending', 'held']);
    await manage('DELETE', `/source-items/${first.id}/rejection`, undefined, 409);
  });

  it('rejects the copy of one source, and the story of another is taken; a duplicate from before can be approved', async () => {
    const feed = rss([entry('Copied')]);
    const [copy] = await d.items(await d.add('/copy', feed));
    const [before] = await d.items(await d.add('/before', feed));
    expect([before.state, before.uid]).toEqual(['duplicate', copy.uid]);
    await manage('PUT', `/source-items/${before.id}/approval`, undefined, 409);
    await manage('PUT', `/source-items/${copy.id}/rejection`);
    await manage('DELETE', `/source-items/${before.id}/approval`, undefined, 409);
    await manage('DELETE', `/source-items/${before.id}/rejection`, undefined, 409);
    const afterId = await d.add('/after', feed);
    const [after] = await d.items(afterId);
    expect([after.state, after.uid === copy.uid]).toEqual(['held', false]);
    // The second has the keys now.
    await manage('PUT', `/source-items/${before.id}/approval`, undefined, 409);
    await manage('DELETE', `/articles/${after.uid}`);
    const { source_item } = await manage('PUT', `/source-items/${before.id}/approval`);
    expect([source_item.state, source_item.reason, source_item.uid === copy.uid]).toEqual(['published', null, false]);
    expect((await article(source_item.uid)).title).toBe('Copied');
  });

  it('rejects an item, and its source does not bring it back under another id', async () => {
    const { id, path, items } = await fed(['Renamed']);
    await manage('PUT', `/source-items/${items[0].id}/rejection`);
    d.server.answers.set(path, document(rss([{ ...entry('Renamed'), id: 'other' }])));
    await d.poll(id);
    expect((await d.items(id)).map(({ state }: Ledger) => state)).toEqual(['rejected', 'duplicate']);
  });

  it('approves what a rule rejected, while its content is stored', () =>
    without('/intake-rules', async () => {
      await rule({ name: 'Bad', match: { words: ['rescue*'] }, action: 'reject' });
      const { items } = await fed(['Rescued', 'Rescue lost']);
      const [rescued, lost] = items;
      await d.app.pool.query('update source_item set raw = null where id = $1', [lost.id]);
      const { source_item } = await manage('PUT', `/source-items/${rescued.id}/approval`);
      expect(source_item).toMatchObject({ state: 'published', rule_id: null, uid: expect.any(String) });
      await manage('PUT', `/source-items/${lost.id}/approval`, undefined, 409);
    }));

  it('decides about many at once; each succeeds or fails by itself, and the audit log has one entry', async () => {
    const { items } = await fed(['Bulk 1', 'Bulk 2']);
    const [a, b] = items;
    const decisions = [
      { id: a.id, decision: 'approve' },
      { id: 999_999, decision: 'approve' },
      { id: b.id, decision: 'reject', reason: 'No.' },
    ];
    const { results } = await manage('POST', '/source-items/decisions', { decisions }, 200);
    expect(results.map(({ status, state }: Ledger) => [status, state])).toEqual([
      [200, 'published'],
      [404, null],
      [200, 'rejected'],
    ]);
    const { rows } = await d.app.pool.query(
      "select counts from audit_entry where action = 'batch' order by id desc limit 1",
    );
    expect(rows[0].counts).toEqual({ 'source_item.approve': 1, 'source_item.reject': 1 });
  });

  it('gets an answer in time, which says what is decided and what is not', async () => {
    const { items } = await fed(['Late 1', 'Late 2']);
    const decisions = items.map(({ id }: Ledger) => ({ id, decision: 'approve' }));
    const late = await whileLocked(() => manage('POST', '/source-items/decisions', { decisions }, 200));
    expect(late.results.map(({ status, state }: Ledger) => [status, state])).toEqual([
      [503, null],
      [503, null],
    ]);
    expect(late.remaining).toBe(2);
    for (const { id } of items) expect((await item(id)).state).toBe('held');
    const { results, remaining } = await manage('POST', '/source-items/decisions', { decisions }, 200);
    expect([results.map(({ state }: Ledger) => state), remaining]).toEqual([['published', 'published'], 0]);
  });

  it('claims an item for a minute', async () => {
    const { items } = await fed(['Claimed']);
    const path = `/source-items/${items[0].id}/claim`;
    await manage('PUT', path);
    const { api_key } = await d.app.manage('POST', '/api-keys', { api_key: { name: 'k', scopes: ['manage:write'] } });
    const other = (method: string) => d.app.request(method, `/v1/manage${of(path)}`, { token: api_key.key });
    expect([(await other('PUT')).status, (await other('DELETE')).status]).toEqual([409, 204]);
    expect((await item(items[0].id)).claimed_by).toBe('admin token');
    await d.app.pool.query("update source_item set claimed_until = now() - interval '1 second' where id = $1", [
      items[0].id,
    ]);
    expect((await item(items[0].id)).claimed_by).toBe(null);
    expect((await other('PUT')).status).toBe(200);
  });
});

describe('the hold', () => {
  it('is set at once, and answers what remains to be unpublished', async () => {
    const titles = Array.from({ length: 12 }, (_, n) => `Many ${n}`);
    const { items } = await fed(titles, { approval: 'auto' });
    const { hold: first } = await whileLocked(() => manage('PUT', '/intake/hold', { hold: { unpublish_minutes: 60 } }));
    expect(first).toMatchObject({ held: true, unpublished: 0 });
    expect(first.remaining).toBeGreaterThanOrEqual(titles.length);
    const { hold: second } = await manage('PUT', '/intake/hold', { hold: { unpublish_minutes: 60 } });
    expect(second).toMatchObject({ held: true, unpublished: first.remaining, remaining: 0 });
    for (const { uid } of items) expect((await article(uid)).state).toBe('pending');
    const { rows } = await d.app.pool.query(
      "select counts from audit_entry where action = 'hold' and noun = 'intake_hold' order by id desc limit 1",
    );
    expect(rows[0].counts).toEqual({ unpublished: first.remaining });
    await manage('DELETE', '/intake/hold');
  });

  it('stops publishing at once, on a site or on all, and takes back the last minutes', async () => {
    const { id, path, items } = await fed(['Hold 1', 'Hold 2'], { approval: 'auto' });
    await manage('PUT', `/source-items/${items[1].id}/approval`);
    const { hold } = await manage('PUT', '/intake/hold', { hold: { unpublish_minutes: 60 } });
    expect(hold).toMatchObject({ held: true, held_by: 'admin token', all_sites: false, remaining: 0 });
    expect(hold.unpublished).toBeGreaterThanOrEqual(1);
    expect([(await article(items[0].uid)).state, (await article(items[1].uid)).state]).toEqual([
      'pending',
      'published',
    ]);
    const feed = ['Hold 1', 'Hold 2', 'Hold 3'].map((title) => ({ ...entry(title), title: `${title}!` }));
    d.server.answers.set(path, document(rss(feed)));
    await d.poll(id);
    const [, second, third] = await d.items(id);
    expect(third).toMatchObject({ state: 'held', reason: 'Intake was held when it came.' });
    expect([second.has_upstream_change, (await article(second.uid)).title]).toEqual([true, items[1].title]);
    await manage('DELETE', '/intake/hold');
    expect((await manage('GET', '/intake/hold')).hold.held).toBe(false);

    await d.app.manage('PUT', '/intake/hold');
    expect((await manage('GET', '/intake/hold')).hold).toMatchObject({ held: true, all_sites: true });
    expect((await fed(['Hold all'], { approval: 'auto' })).items[0].state).toBe('held');
    await d.app.manage('DELETE', '/intake/hold');
    expect((await d.app.manage('GET', '/intake/hold')).hold).toEqual({
      held: false,
      held_by: null,
      held_at: null,
      collects: true,
    });
    expect((await fed(['Released'], { approval: 'auto' })).items[0].state).toBe('published');
  });
});
