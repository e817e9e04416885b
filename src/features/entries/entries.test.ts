/** Writing and listing entries: batches, streams, partial updates, every order, paging during writes. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { campaigns } from '../rollups/testing/campaigns.ts';

let app: TestApp;
const { campaign, write, read, report, walk, differences } = campaigns(() => app);
beforeAll(async () => {
  app = await testApp();
});

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 0, minute)).toISOString().replace('.000', '');
const post = (item_id: string, fields: object = {}) => ({
  item_type: 'twitter',
  item_id,
  published_at: at(0),
  ...fields,
});
const stream = (id: number, lines: string, query = '', to = 'entries') =>
  app.request('POST', `/v1/manage/campaigns/${id}/${to}?${query}`, {
    token: ADMIN,
    rawBody: lines,
    headers: { 'content-type': 'application/x-ndjson' },
  });
const ids = (items: { item_id: string }[]) => items.map(({ item_id }) => item_id);

describe('entries', () => {
  it('are found by their unique index from the second batch on, because the first updates statistics', async () => {
    const id = await campaign();
    await write(
      id,
      Array.from({ length: 1_000 }, (_, n) => post(String(n), { user: { user_id: String(n) } })),
    );
    const { rows } = await app.pool.query(
      `explain select id from campaign_entry
       where list_key = campaign_list_key(${id}, 'twitter') and item_id_order = id_order('7') limit 1`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('campaign_entry_list_key_item_id_order_key');
  });

  it('are created once, updated where they differ, and keep values that a later call leaves out', async () => {
    const id = await campaign();
    const full = post('1', {
      stat1: 3,
      stat2: 1,
      stat3: null,
      text: 'Herring',
      user: { user_id: 'u', username: 'ulla', followers: 10_000 },
    });
    expect(await write(id, [full, post('2')])).toEqual({
      created: 2,
      updated: 0,
      unchanged: 0,
      refused: 0,
      errors: [],
    });
    expect(await write(id, [full, post('2', { stat1: 0 })])).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
    expect(await write(id, [post('1', { stat2: 2 })])).toMatchObject({ updated: 1 });
    const { entries } = await read(`/${id}/entries?sort=item_id`);
    expect(entries[0]).toMatchObject({
      item_id: '1',
      stat1: 3,
      stat2: 2,
      stat3: 0,
      incomplete: true,
      text: 'Herring',
      username: 'ulla',
      user_id: 'u',
      followers: 10_000,
      score: (1 + 3 + 2 * 2) * 1.5,
      service_article_id: null,
      service_article_ids: [],
    });
    expect(entries[1]).toMatchObject({
      item_id: '2',
      user_id: null,
      analytics_user_id: null,
      incomplete: true,
      score: 1,
    });
  });

  it('that come twice in a call are merged: null clears, missing values stay', async () => {
    const id = await campaign();
    const user = { user_id: 'u', followers: 5 };
    await write(id, [post('1', { stat1: 1, stat2: 2, stat3: 3, user }), post('2', { stat1: 1, user })]);
    const again = [
      post('1', { stat1: null }),
      post('1', { stat2: null }),
      post('2', { stat1: null }),
      post('2', { stat1: 4 }),
    ];
    expect(await write(id, [...again, post('2', { user: null })])).toMatchObject({ created: 0, updated: 2 });
    const { entries } = await read(`/${id}/entries?sort=item_id`);
    expect(entries[0]).toMatchObject({ stat1: 0, stat2: 0, stat3: 3, incomplete: true, user_id: 'u' });
    expect(entries[1]).toMatchObject({ stat1: 4, user_id: null });
    expect((await read(`/${id}/users`)).users[0]).toMatchObject({ user_id: 'u', posted_items_count: 1 });
  });

  it('are linked to one or many articles', async () => {
    const id = await campaign();
    await write(id, [post('1', { service_article_id: 7 }), post('2', { service_article_ids: [8, 9] })]);
    const { entries } = await read(`/${id}/entries?sort=item_id`);
    expect(entries[0]).toMatchObject({ service_article_id: 7, service_article_ids: [7] });
    expect(entries[1]).toMatchObject({ service_article_id: 8, service_article_ids: [8, 9] });
  });

  it('move their figures to another user and another day', async () => {
    const id = await campaign();
    const of = (item_id: string, user_id: string | null, day: number) =>
      post(item_id, { published_at: at(day * 1_440), user: user_id && { user_id }, stat1: 5, is_reply: true });
    const newOn = async (day: number) =>
      (await report(id, `start_date=${at(day * 1_440)}&end_date=${at((day + 1) * 1_440)}`)).new_contributors;
    await write(id, [of('1', 'a', 0), of('2', 'a', 0), of('3', 'a', 2), of('4', 'a', 5)]);
    // In one call the first two entries of a user move: one to another user, one to a day after the third.
    await write(id, [of('1', 'b', 0), of('2', 'a', 3)]);
    expect([await newOn(0), await newOn(2), await newOn(3)]).toEqual([1, 1, 0]);
    await write(id, [of('3', null, 2), of('4', 'b', 5)]);
    expect([await newOn(0), await newOn(2), await newOn(3)]).toEqual([1, 0, 1]);
    expect(await differences(id)).toEqual([]);
    const { users } = await read(`/${id}/users?sort=user_id`);
    expect(users).toMatchObject([
      { user_id: 'a', posted_items_count: 1, stat2_count: 1, items_stat1_sum: 5, score: 1 },
      { user_id: 'b', posted_items_count: 2, stat2_count: 2, items_stat1_sum: 10, score: 2 },
    ]);
  });

  it('are deleted together with users who have no other entries', async () => {
    const id = await campaign();
    await write(id, [
      post('1', { user: { user_id: 'a', followers: 5 } }),
      post('2', { user: { user_id: 'b', followers: 7 } }),
    ]);
    const { entries } = await read(`/${id}/entries?sort=item_id`);
    await app.manage('DELETE', `/campaigns/${id}/entries/${entries[0].id}`);
    await app.manage('DELETE', `/campaigns/${id}/entries/${entries[0].id}`, undefined, 404);
    expect(await report(id)).toMatchObject({ entries: 1, contributors: 1, potential_reach: 7 });
    expect((await walk(id, 'users')).items.map(({ user_id }) => user_id)).toEqual(['b']);
    const single = await app.get(`/v1/campaigns/${id}/users/${entries[0].analytics_user_id}`, { token: ADMIN });
    expect(single.status).toBe(404);
  });

  it('are deleted by the ids of their networks, in bulk and repeatedly', async () => {
    const id = await campaign();
    const user = (user_id: string) => ({ user: { user_id, followers: 3 } });
    await write(id, [
      post('1', { stat1: 4, ...user('a') }),
      post('2', { stat1: 6, ...user('a') }),
      post('3', user('b')),
      { ...post('3', user('c')), item_type: 'facebook' },
    ]);
    const name = (item_id: string, item_type = 'twitter') => ({ item_type, item_id });
    const entries = [name('1'), name('3'), name('3'), name('9'), name('2', 'instagram')];
    const remove = (body: object, status = 200) => app.manage('POST', `/campaigns/${id}/entry-deletions`, body, status);
    expect(await remove({ entries })).toEqual({ deleted: 2, missing: 3, refused: 0, errors: [] });
    expect(await remove({ entries })).toMatchObject({ deleted: 0, missing: 5 });
    expect(await report(id)).toMatchObject({ entries: 2, contributors: 2, engagement: 6, potential_reach: 6 });
    expect((await walk(id, 'users', 'sort=user_id')).items).toMatchObject([
      { user_id: 'a', posted_items_count: 1, items_stat1_sum: 6 },
      { user_id: 'c', posted_items_count: 1 },
    ]);
    const { problems } = await remove({ entries: [{ item_type: 'twitter' }] }, 422);
    expect(problems).toEqual([{ path: '/entries/0/item_id', message: 'is missing' }]);
    await app.manage('POST', '/campaigns/999999/entry-deletions', { entries }, 404);
  });

  it('of an invalid body are all rejected, with every problem', async () => {
    const id = await campaign();
    const body = { entries: [post('1'), { item_type: 'myspace', item_id: '', published_at: 'soon', stat1: -1 }] };
    const { problems } = await app.manage('POST', `/campaigns/${id}/entries`, body, 422);
    expect(problems.map(({ path }: { path: string }) => path).sort()).toEqual(
      ['item_id', 'item_type', 'published_at', 'stat1'].map((name) => `/entries/1/${name}`),
    );
    const many = Array.from({ length: 1_001 }, (_, index) => post(String(index)));
    await app.manage('POST', `/campaigns/${id}/entries`, { entries: many }, 422);
    expect((await report(id)).entries).toBe(0);
  });

  it('and their users have http or https addresses, or none', async () => {
    const id = await campaign();
    const bad = { item_url: 'javascript:x', image_url: 'data:x', user: { user_id: 'u', profile_url: 'vbscript:x' } };
    const { problems } = await app.manage('POST', `/campaigns/${id}/entries`, { entries: [post('1', bad)] }, 422);
    expect(problems.map(({ path }: { path: string }) => path).sort()).toEqual(
      ['image_url', 'item_url', 'user/profile_url'].map((name) => `/entries/0/${name}`),
    );
    await write(id, [post('1', { item_url: 'https://twitter.example/1', image_url: '' })]);
    await write(id, [post('2', { item_url: 'HTTP://odd.example/{a|b} c:d', image_url: '//cdn.example/1.jpg' })]);
  });

  it('do not change the version of the site', async () => {
    const site = await app.site();
    const id = await campaign({ service_site_id: site });
    await write(id, [post('1')]);
    const { rows } = await app.pool.query('select content_version from site where id = $1', [site]);
    expect(rows[0].content_version).toBe(0);
  });
});

describe('a stream of lines', () => {
  it('is written as it arrives; invalid lines are reported by number and skipped', async () => {
    const id = await campaign();
    const good = Array.from({ length: 2_500 }, (_, index) => JSON.stringify(post(`s${index}`, { stat1: index })));
    const lines = [
      ...good.slice(0, 2),
      '{"item_type":',
      '',
      `{"text":"${'x'.repeat(70_000)}"}`,
      '[]',
      ...good.slice(2),
    ];
    const { status, body } = await stream(id, lines.join('\n'));
    expect(status).toBe(200);
    expect(body).toMatchObject({ created: 2_500, refused: 3 });
    expect(body.errors.map(({ line }: { line: number }) => line)).toEqual([3, 5, 6]);
    expect(body.errors[0].problems[0].message).toContain('JSON');
    expect((await report(id)).twitter.posts).toBe(2_500);
  });

  it('ends at 1,000 rejected lines and keeps the lines before, unless it is strict', async () => {
    const id = await campaign();
    const lines = [JSON.stringify(post('1')), ...Array(1_000).fill('{}'), JSON.stringify(post('2'))].join('\n');
    const { status, body } = await stream(id, lines);
    expect([status, body.error]).toEqual([
      422,
      'Stopped at line 1,001: 1,000 lines were refused, see problems; 1 were applied.',
    ]);
    expect(body.problems[0]).toEqual({ path: '/2/item_type', message: 'is missing' });
    expect((await report(id)).entries).toBe(1);
    const strict = await stream(id, lines.replace('"1"', '"3"'), 'strict=true');
    expect([strict.status, strict.body.error]).toEqual([422, expect.stringContaining('0 were applied')]);
    expect((await report(id)).entries).toBe(1);
    const fewer = await stream(id, Array(999).fill('{}').join('\n'));
    expect([fewer.status, fewer.body.refused]).toEqual([200, 999]);
  });

  it('is rejected as a whole if it is strict', async () => {
    const id = await campaign();
    const { status, body } = await stream(id, `${JSON.stringify(post('1'))}\n{"stat1":-1}\n`, 'strict=true');
    expect([status, body.problems[0].path]).toEqual([422, expect.stringMatching(/^\/2\//)]);
    expect((await report(id)).entries).toBe(0);
    expect((await stream(id, `${JSON.stringify(post('1'))}\r\n`, 'strict=true')).body.created).toBe(1);
  });

  it('deletes too, and all or nothing if it is strict', async () => {
    const id = await campaign();
    await write(id, [post('1'), post('2'), post('3')]);
    const line = (item_id: string) => JSON.stringify({ item_type: 'twitter', item_id });
    const lines = [line('1'), '{"item_type":"twitter"}', line('4')].join('\n');
    const refused = await stream(id, lines, 'strict=true', 'entry-deletions');
    expect([refused.status, refused.body.problems]).toEqual([422, [{ path: '/2/item_id', message: 'is missing' }]]);
    expect((await report(id)).entries).toBe(3);
    const { body } = await stream(id, lines, '', 'entry-deletions');
    expect(body).toMatchObject({ deleted: 1, missing: 1, refused: 1, errors: [{ line: 2 }] });
    expect((await report(id)).entries).toBe(2);
  });

  it('is accepted only by routes that accept lines', async () => {
    const reply = await app.request('POST', '/v1/manage/sites', {
      token: ADMIN,
      rawBody: '{}\n',
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(reply.status).toBe(415);
    expect((await stream(999_999, '{}\n')).status).toBe(404);
  });
});

describe('lists', () => {
  let id: number;
  beforeAll(async () => {
    id = await campaign();
    const user = (number: number) => ({
      user_id: String(number * 7),
      username: `u${10 - number}`,
      followers: number === 3 ? null : number * 10,
      following: number,
      posts_published: 100 - number,
    });
    await write(id, [
      post('9', { published_at: at(1), stat1: 5, stat2: 0, stat3: 1, user: user(1) }),
      post('10', { published_at: at(2), stat1: 5, stat2: 3, stat3: 0, user: user(2) }),
      post('11', { item_type: 'instagram', published_at: at(3), stat1: null, stat2: 9, user: user(3) }),
      post('100', { item_type: 'facebook', published_at: at(4), stat1: 0, stat2: 1, stat3: 8, user: user(1) }),
      post('abc', { published_at: at(5), stat1: 7, stat2: 0, stat3: 0, user: user(1) }),
      post('12', { item_type: 'linkedin', published_at: at(6), stat1: 99, stat2: 0, user: user(9) }),
    ]);
  });

  it.each([
    ['published_at', ['abc', '100', '11', '10', '9']],
    ['score', ['11', '10', 'abc', '9', '100']],
    ['item_id', ['9', '10', '11', '100', 'abc']],
    ['stat1', ['abc', '10', '9', '100', '11']],
    ['stat2', ['11', '10', '100', 'abc', '9']],
    ['stat3', ['100', '9', 'abc', '10', '11']],
  ])('of entries in the order of %s, by pages of any size, and exactly reversed', async (sort, expected) => {
    for (const query of ['count=1', 'count=2', 'count=100', `count=2&start_date=${at(0)}&end_date=${at(9)}`]) {
      const { items, total } = await walk(id, 'entries', `sort=${sort}&${query}`);
      expect([ids(items), total], query).toEqual([expected, 5]);
      const reversed = await walk(id, 'entries', `sort=${sort}&reverse=1&${query}`);
      expect(ids(reversed.items), query).toEqual([...expected].reverse());
    }
    expect(ids((await read(`/${id}/entries?sort=${sort}&count=2&page=2`)).entries)).toEqual(expected.slice(2, 4));
  });

  it('of entries of one network, and of linkedin only on request', async () => {
    expect(ids((await walk(id, 'entries', 'item_type=twitter&sort=item_id')).items)).toEqual(['9', '10', 'abc']);
    expect(ids((await walk(id, 'entries', 'item_type=linkedin')).items)).toEqual(['12']);
    expect((await report(id)).linkedin).toMatchObject({ posts: 1, stat1: 99 });
  });

  it('of entries of one user, also of linkedin, by pages in every order', async () => {
    const { items: users } = await walk(id, 'users');
    const { items: onLinkedin } = await walk(id, 'users', 'user_type=linkedin');
    const { items: all } = await walk(id, 'entries', 'sort=item_id');
    const { items: linkedin } = await walk(id, 'entries', 'sort=item_id&item_type=linkedin');
    expect(onLinkedin.length).toBeGreaterThan(0);
    for (const user of [...users, ...onLinkedin]) {
      const own = [...all, ...linkedin].filter(({ analytics_user_id }) => analytics_user_id === user.id);
      expect(own).toHaveLength(user.posted_items_count);
      for (const query of ['count=1', 'count=100&reverse=1', `count=2&start_date=${at(0)}&end_date=${at(9)}`])
        for (const sort of ['published_at', 'score', 'item_id', 'stat1', 'stat2', 'stat3']) {
          const given = `analytics_user_id=${user.id}&sort=${sort}&${query}`;
          const { items, total } = await walk(id, 'entries', given);
          expect([ids(items).toSorted(), total], given).toEqual([ids(own).toSorted(), own.length]);
          const listed = await walk(id, 'entries', `sort=${sort}&item_type=${user.user_type}&${query}`);
          const isOwn = (entry: { analytics_user_id: string | null }) => entry.analytics_user_id === user.id;
          expect(ids(items), given).toEqual(ids(listed.items.filter(isOwn)));
        }
    }
    const none = await read(`/${id}/entries?analytics_user_id=${users[0].id}&start_date=${at(100)}`);
    expect([none.entries, none.meta]).toEqual([[], { total_count: 0, count: 0 }]);
    for (const unknown of ['999999', 'nobody', '0', '99999999999999999999'])
      expect((await read(`/${id}/entries?analytics_user_id=${unknown}`)).entries, unknown).toEqual([]);
  });

  it.each([
    ['followers', ['twitter 14', 'facebook 7', 'twitter 7', 'instagram 21']],
    ['following', ['instagram 21', 'twitter 14', 'facebook 7', 'twitter 7']],
    ['posts_published', ['facebook 7', 'twitter 7', 'twitter 14', 'instagram 21']],
    ['username', ['instagram 21', 'twitter 14', 'twitter 7', 'facebook 7']],
    ['user_id', ['twitter 7', 'facebook 7', 'twitter 14', 'instagram 21']],
  ])('of users in the order of %s, and exactly reversed', async (sort, names) => {
    const expected = await byId(names, ['username', 'user_id'].includes(sort));
    for (const query of ['count=1', 'count=100', `count=2&start_date=${at(0)}&end_date=${at(9)}`]) {
      const { items, total } = await walk(id, 'users', `sort=${sort}&${query}`);
      expect([items.map(nameOf), total], query).toEqual([expected, 4]);
      const reversed = await walk(id, 'users', `sort=${sort}&reverse=true&${query}`);
      expect(reversed.items.map(nameOf), query).toEqual([...expected].reverse());
    }
  });

  it.each(['score', 'item_score_sum', 'posted_items_count'])('of users descend by %s', async (sort) => {
    for (const query of ['', `start_date=${at(2)}`]) {
      const { items } = await walk(id, 'users', `sort=${sort}&count=1&${query}`);
      const values = items.map((user) => user[sort]);
      expect(values).toEqual([...values].sort((one, other) => other - one));
      const reversed = await walk(id, 'users', `sort=${sort}&count=3&reverse=1&${query}`);
      expect(reversed.items).toEqual([...items].reverse());
    }
  });

  it('reject invalid parameters and name them', async () => {
    const refused = async (query: string) => {
      const { status, body } = await app.get(`/v1/campaigns/${id}/entries?${query}`, { token: ADMIN });
      return [status, body.parameter];
    };
    expect(await refused('sort=likes')).toEqual([400, 'sort']);
    expect(await refused('count=101')).toEqual([400, 'count']);
    expect(await refused('page=0')).toEqual([400, 'page']);
    expect(await refused('reverse=maybe')).toEqual([400, 'reverse']);
    expect(await refused('item_type=myspace')).toEqual([400, 'item_type']);
    expect(await refused('start_date=soon')).toEqual([400, 'start_date']);
    expect(await refused('start_date=2026-02-01&end_date=2026-02-01')).toEqual([400, 'end_date']);
    expect(await refused('after=nonsense')).toEqual([400, 'after']);
    const { pagination } = await read(`/${id}/entries?count=1`);
    const after = new URL(pagination.older).searchParams.get('after');
    expect(await refused(`sort=stat1&after=${after}`)).toEqual([400, 'after']);
  });

  const nameOf = ({ user_type, user_id }: { user_type: string; user_id: string }) => `${user_type} ${user_id}`;

  /** Ties are sorted by id, in the direction of the list. */
  async function byId(names: string[], isAscending: boolean): Promise<string[]> {
    const { items } = await walk(id, 'users', 'sort=user_id');
    const [one, other] = ['twitter 7', 'facebook 7'].map((name) => items.findIndex((user) => nameOf(user) === name));
    const isTwitterFirst = Number(items[one ?? 0].id) < Number(items[other ?? 0].id) === isAscending;
    const pair = isTwitterFirst ? ['twitter 7', 'facebook 7'] : ['facebook 7', 'twitter 7'];
    return names.map((name) => (name.endsWith(' 7') ? (pair.shift() ?? '') : name));
  }
});

describe('a walk by older', () => {
  it('shows the page of the number when a client counts it up and leaves the rest of the link', async () => {
    const id = await campaign();
    await write(
      id,
      Array.from({ length: 6 }, (_, index) => post(`page-${index}`, { published_at: at(index) })),
    );
    const { pagination } = await read(`/${id}/entries?count=2`);
    const older = new URL(pagination.older);
    older.searchParams.set('page', '3');
    const third = await read(`/${id}/entries${older.search}`);
    expect(ids(third.entries)).toEqual(['page-1', 'page-0']);
    older.searchParams.delete('page');
    expect(ids((await read(`/${id}/entries${older.search}`)).entries)).toEqual(['page-3', 'page-2']);
    // From a link of an earlier release.
    const [order, key, row] = JSON.parse(Buffer.from(older.searchParams.get('after') ?? '', 'base64url').toString());
    const earlier = Buffer.from(JSON.stringify([order, key, row])).toString('base64url');
    expect(ids((await read(`/${id}/entries?count=2&page=2&after=${earlier}`)).entries)).toEqual(['page-3', 'page-2']);
  });

  it('shows every unchanged entry exactly once during writes', async () => {
    const id = await campaign();
    const still = Array.from({ length: 300 }, (_, index) =>
      post(`still-${index}`, { published_at: at(index * 2), stat1: index }),
    );
    await write(id, still);
    let isDone = false;
    const writer = async () => {
      for (let round = 0; !isDone; round++) {
        const moving = Array.from({ length: 20 }, (_, index) =>
          post(`moving-${index}`, {
            published_at: at((round * 37 + index * 11) % 600),
            stat1: (round * 13 + index) % 300,
          }),
        );
        await write(id, [...moving, post(`new-${round}`, { published_at: at(round % 600), stat1: round % 300 })]);
      }
    };
    const writing = writer();
    for (const sort of ['published_at', 'stat1']) {
      const { items } = await walk(id, 'entries', `sort=${sort}&count=20`);
      const seen = ids(items).filter((name) => name.startsWith('still'));
      expect(seen.length).toBe(300);
      expect(new Set(seen).size).toBe(300);
    }
    isDone = true;
    await writing;
  });
});
