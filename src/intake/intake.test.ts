/** Feeds become articles: polls, updates, duplicates, failures. test/intake has the corpus and the kills. */
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, testApp, webhookTools } from '../../test/app.ts';
import { runCleanUp } from '../../test/clean-ups.ts';
import { oldContents } from '../features/sources/jobs.ts';
import { type Desk, desk, document, type Ledger, rss } from './testing/feeds.ts';

let d: Desk;
beforeAll(async () => {
  d = await desk();
});
const article = async (uid: string) => (await d.app.manage('GET', `/sites/${d.site}/articles/${uid}`)).article;
const LONG =
  'The ferry to the outer islands leaves at noon, and at six in the evening it comes back with mail and fish.';

describe('a feed', () => {
  it('becomes pending articles, sanitised and with absolute addresses', async () => {
    const body = '<p onclick="x()">Hello <a href="/map">map</a><script>bad()</script></p><img src="pic.jpg">';
    const id = await d.add(
      '/a',
      rss([
        { id: '1', title: 'Fog &amp; wind', link: 'https://o.example/p/1', body, more: '<category>Sea</category>' },
      ]),
      {
        tags: ['harbour'],
      },
    );
    const [item] = await d.items(id);
    expect(item).toMatchObject({
      external_id: '1',
      title: 'Fog & wind',
      url: 'https://o.example/p/1',
      state: 'held',
      reason: null,
    });
    const made = await article(item.uid);
    expect(made).toMatchObject({
      ...{ title: 'Fog & wind', state: 'pending', source: 'feed', section_id: d.section, created_by: `source:${id}` },
      ...{ tags: ['Sea', 'harbour'], url: 'https://o.example/p/1', canonical_url: 'https://o.example/p/1' },
      cover_url: 'https://o.example/p/pic.jpg',
    });
    expect(made.body).toBe(
      '<p>Hello <a href="https://o.example/map">map</a></p><img src="https://o.example/p/pic.jpg">',
    );
    expect(await d.source(id)).toMatchObject({ state: 'active', failures: 0, last_error: null, interval: 3600 });
  });

  it('is published at once with auto, with the date of the item, and receivers are notified', async () => {
    await d.app.manage('POST', `/sites/${d.site}/webhooks`, { webhook: { url: 'https://hooks.example/x' } });
    const feed = rss([
      { id: 'p', title: 'Published', link: 'https://o.example/auto', date: 'Tue, 06 Jan 2026 08:00:00 +0200' },
    ]);
    const id = await d.add('/auto', feed, { approval: 'auto' });
    const [item] = await d.items(id);
    expect(item.state).toBe('published');
    const made = await article(item.uid);
    expect(made.published_at).toBe('2026-01-06T06:00:00Z');
    expect((await d.app.get(`/v1/sites/${d.site}/articles/${made.id}`)).body.article.title).toBe('Published');
    const { rows } = await d.app.pool.query('select action from webhook_delivery where article_id = $1', [made.id]);
    expect(rows).toEqual([{ action: 'publish' }]);
    const { rows: entries } = await d.app.pool.query(
      "select from audit_entry where noun = 'article' and noun_id = $1",
      [item.uid],
    );
    expect(entries).toEqual([]);
  });

  it('is read again without doubling anything, and only if it has changed', async () => {
    const first = rss([{ id: 'x', title: 'Once', link: 'https://o.example/once' }]);
    const id = await d.add('/etag', (request, response) => {
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"v1"', 'last-modified': 'Tue, 06 Jan 2026 08:00:00 GMT' }).end(first);
    });
    const before = (await d.articles()).length;
    await d.poll(id);
    const last = d.server.requests.filter(({ url }) => url === '/etag').at(-1);
    expect([last?.headers['if-none-match'], last?.headers['if-modified-since']]).toEqual([
      '"v1"',
      'Tue, 06 Jan 2026 08:00:00 GMT',
    ]);
    expect([(await d.articles()).length, (await d.source(id)).failures]).toEqual([before, 0]);
    const week = "jsonb_set(cursor, '{full_at}', '\"2020-01-01T00:00:00Z\"')";
    await d.app.pool.query(`update source set cursor = ${week} where id = $1`, [id]);
    await d.poll(id);
    expect(d.server.requests.filter(({ url }) => url === '/etag').at(-1)?.headers['if-none-match']).toBeUndefined();
    expect((await d.articles()).length).toBe(before);
  });

  it('brings the newest items of its backlog first; the others are skipped with a reason', async () => {
    const items = [1, 2, 3].map((n) => ({ id: `b${n}`, title: `Backlog ${n}`, date: `2026-01-0${n}T00:00:00Z` }));
    const id = await d.add('/backlog', rss(items), { backlog: 1 });
    const states = async () => (await d.items(id)).map(({ external_id, state }: Ledger) => `${external_id} ${state}`);
    expect((await states()).sort()).toEqual(['b1 skipped', 'b2 skipped', 'b3 held']);
    expect((await d.items(id))[2].reason).toMatch(/older than the backlog/);
    d.server.answers.set(
      '/backlog',
      document(rss([...items, { id: 'b4', title: 'Backlog 4', date: '2025-01-01T00:00:00Z' }])),
    );
    await d.poll(id);
    expect((await states()).sort()).toEqual(['b1 skipped', 'b2 skipped', 'b3 held', 'b4 held']);
  });

  it('changes its articles, unless an editor has', async () => {
    const feed = (title: string) =>
      rss(
        ['a', 'b'].map((name) => ({ id: `u${name}`, title: `${title} ${name}`, link: `https://o.example/u/${name}` })),
      );
    const id = await d.add('/update', feed('Old'), { approval: 'auto' });
    const [a, b] = await d.items(id);
    const edited = a.external_id === 'ua' ? a : b;
    await d.app.manage('PATCH', `/sites/${d.site}/articles/${edited.uid}`, { article: { title: 'Ours' } });
    d.server.answers.set('/update', document(feed('New')));
    await d.poll(id);
    expect((await article(edited.uid)).title).toBe('Ours');
    const other = await article((edited === a ? b : a).uid);
    expect([other.title, other.state, other.modified_at]).toEqual(['New b', 'published', expect.any(String)]);
    const found = async () => (await d.items(id)).map(({ has_upstream_change }: Ledger) => has_upstream_change);
    expect((await found()).sort()).toEqual([false, true]);
  });

  it('leaves its articles alone with update_policy ignore, and when an item vanishes', async () => {
    const id = await d.add('/ignore', rss([{ id: 'i', title: 'First' }]), { update_policy: 'ignore' });
    d.server.answers.set('/ignore', document(rss([{ id: 'i', title: 'Second' }])));
    await d.poll(id);
    d.server.answers.set('/ignore', document(rss([])));
    await d.poll(id);
    const [item] = await d.items(id);
    expect([item.state, (await article(item.uid)).title]).toEqual(['held', 'First']);
  });

  it('does not bring back an article that an editor deleted', async () => {
    const feed = (title: string) => rss([{ id: 'del', title, link: 'https://o.example/del' }]);
    const id = await d.add('/deleted', feed('One'));
    const [item] = await d.items(id);
    await d.app.manage('DELETE', `/sites/${d.site}/articles/${item.uid}`);
    d.server.answers.set('/deleted', document(feed('Two')));
    await d.poll(id);
    expect((await d.items(id)).map(({ state, reason }: Ledger) => [state, reason])).toEqual([
      ['rejected', 'An editor has deleted its article.'],
    ]);
  });
});

describe('the hours of a source', () => {
  it('hold what comes at another time, also changes of published articles', async () => {
    // Three days ahead in any time zone.
    const window = { days: [((new Date().getUTCDay() + 2) % 7) + 1], from: '10:00', to: '11:00' };
    const path = `/sites/${d.site}/sources`;
    const id = await d.add('/hours', rss([{ id: 'w1', title: 'Early' }]), { approval: 'auto', window });
    expect((await d.source(id)).window).toEqual(window);
    expect(await d.items(id)).toMatchObject([
      { state: 'held', reason: 'It came outside the hours in which its source publishes.' },
    ]);
    await d.app.manage('PATCH', `${path}/${id}`, { source: { window: null } });
    const both = (title: string) =>
      rss([
        { id: 'w2', title },
        { id: 'w1', title: 'Early' },
      ]);
    d.server.answers.set('/hours', document(both('Open')));
    await d.poll(id);
    expect((await d.items(id)).map(({ state }: Ledger) => state)).toEqual(['held', 'published']);
    await d.app.manage('PATCH', `${path}/${id}`, { source: { window: { ...window, time_zone: 'Asia/Tokyo' } } });
    d.server.answers.set('/hours', document(both('Changed')));
    await d.poll(id);
    expect((await d.items(id)).map(({ has_upstream_change }: Ledger) => has_upstream_change)).toEqual([false, true]);
    for (const wrong of [
      { ...window, to: '10:00' },
      { ...window, from: '24:00' },
      { ...window, days: [8] },
      { ...window, time_zone: 'Moon' },
    ])
      await d.app.manage('PATCH', `${path}/${id}`, { source: { window: wrong } }, 422);
  });
});

describe('warnings of a source', () => {
  it('say what was not read and what is odd, until a poll finds it mended', async () => {
    const many = Array.from({ length: 2_003 }, (_, n) => ({ id: n < 4 ? 'same' : `n${n}`, title: `Item ${n}` }));
    const id = await d.add('/many', rss(many), { backlog: 0 });
    const { warnings } = await d.source(id);
    expect(warnings.map(({ code }: Ledger) => code)).toEqual(['too_many_items', 'repeated_ids']);
    expect(warnings[0].message).toBe(
      'The feed has 2003 items; the first 2000 are read, and the others are not in the ledger.',
    );
    const { preview } = await d.app.manage('POST', `/sites/${d.site}/sources/preview`, { document: rss(many) }, 200);
    expect(preview).toMatchObject({ total_count: 2_003, unread: 3 });
    d.server.answers.set('/many', document(rss(many.slice(10))));
    expect((await d.poll(id)).warnings).toEqual([]);
  });
});

describe('the content of an item', () => {
  it('is stored for some days; then only the ledger is left', async () => {
    const id = await d.add('/raw', rss([{ id: 'raw', title: 'Raw', link: 'https://o.example/raw' }]));
    const days =
      "select raw is not null as has_raw, raw_until - seen_at = interval '14 days' as is_due from source_item where source_id = $1";
    const stored = async () => (await d.app.pool.query(days, [id])).rows;
    expect(await stored()).toEqual([{ has_raw: true, is_due: true }]);
    await d.app.pool.query("update source_item set raw_until = now() - interval '1 minute' where source_id = $1", [id]);
    await runCleanUp(d.app.pool, oldContents);
    expect(await stored()).toEqual([{ has_raw: false, is_due: null }]);
    await d.poll(id);
    expect((await d.items(id)).map(({ state }: Ledger) => state)).toEqual(['held']);
  });
});

describe('the same item', () => {
  it('from two sources is taken once', async () => {
    const one = await d.add(
      '/one',
      rss([{ id: '1', title: 'Shared', link: 'https://o.example/shared?utm_source=x#top' }]),
    );
    const two = await d.add('/two', rss([{ id: '9', title: 'Shared too', link: 'http://O.example/shared/' }]));
    const three = await d.add('/three', rss([{ id: '7', title: 'Ferry', link: 'https://o.example/f1', body: LONG }]));
    const four = await d.add(
      '/four',
      rss([{ id: '8', title: 'Ferry', link: 'https://p.example/f2', body: `<p>${LONG}</p>` }]),
    );
    const [first] = await d.items(one);
    const [second] = await d.items(two);
    const [third] = await d.items(three);
    const [fourth] = await d.items(four);
    expect([second.state, second.uid, second.reason]).toEqual([
      'duplicate',
      first.uid,
      `It is the same as “Shared” of source ${one}.`,
    ]);
    expect([fourth.state, fourth.uid]).toEqual(['duplicate', third.uid]);
  });

  it('under another id in its source changes its article', async () => {
    const id = await d.add('/renamed', rss([{ id: 'old', title: 'Before', link: 'https://o.example/renamed' }]));
    d.server.answers.set('/renamed', document(rss([{ id: 'new', title: 'After', link: 'https://o.example/renamed' }])));
    await d.poll(id);
    const [old, renamed] = await d.items(id);
    expect([old.state, renamed.state, renamed.uid]).toEqual(['held', 'duplicate', old.uid]);
    expect((await article(old.uid)).title).toBe('After');
  });

  it('is not every item of a feed whose items all link to the front page', async () => {
    const front = ['x', 'y'].map((name) => ({ id: name, title: `Front ${name}`, link: 'https://office.example/' }));
    const id = await d.add('/front', rss(front));
    expect((await d.items(id)).map(({ state }: Ledger) => state)).toEqual(['held', 'held']);
  });
});

describe('a server', () => {
  const fails = async (path: string, answer: Parameters<Desk['add']>[1]) => {
    const { last_error, state, failures, next_poll_at, last_poll_at } = await d.source(await d.add(path, answer));
    const wait = next_poll_at && (Date.parse(next_poll_at) - Date.parse(last_poll_at)) / 1000;
    return { code: last_error?.code, message: last_error?.message, state, failures, wait };
  };

  it('that says nothing delays no other one', async () => {
    const silent: { end(): unknown }[] = [];
    d.server.answers.set('/silent', (_, response) => void silent.push(response));
    for (let n = 0; n < 8; n++) {
      const url = `http://silent${n}.test:${d.server.port}/silent`;
      const source = { url, section_id: d.section };
      await d.app.manage('POST', `/sites/${d.site}/sources`, { source });
    }
    await expect.poll(() => silent.length).toBe(8);
    const id = await d.add('/beside', rss([{ id: 'b', title: 'Beside', link: 'https://o.example/beside' }]));
    expect(await d.items(id)).toHaveLength(1);
    expect(silent).toHaveLength(8);
    for (const response of silent) response.end();
  });

  it('that answers no feed is polled later, with the reason', async () => {
    expect(await fails('/html', document('<!doctype html><p>Hi'))).toMatchObject({
      code: 'not_a_feed',
      state: 'active',
      failures: 1,
    });
    expect(await fails('/404', (_, response) => void response.writeHead(404).end())).toMatchObject({
      code: 'not_found',
      message: 'The server has no such feed: it answered 404.',
    });
  });

  it('that removed the feed is not polled again', async () => {
    const failed = await fails('/gone', (_, response) => void response.writeHead(410).end());
    expect(failed).toMatchObject({ code: 'gone', state: 'gone', wait: null });
    const { rows } = await d.app.pool.query(
      "select actor_kind from audit_entry where noun = 'source' and action = 'pause'",
    );
    expect(rows).toEqual([{ actor_kind: 'timer' }]);
  });

  it('that names a time is polled no earlier, and its host rests', async () => {
    const busy = await fails('/429', (_, response) => void response.writeHead(429, { 'retry-after': '7200' }).end());
    expect(busy.code).toBe('rate_limited');
    expect(busy.wait).toBeGreaterThanOrEqual(7_200);
    const { rows } = await d.app.pool.query("select 1 from source_host where rests_until > now() + interval '1 hour'");
    expect(rows).toHaveLength(1);
  });

  it('that sends too much, packed or not, is cut off', async () => {
    const large = Buffer.alloc(11 * 1024 * 1024, ' ');
    expect((await fails('/large', document(large))).code).toBe('too_big');
    expect((await fails('/bomb', document(gzipSync(large), { 'content-encoding': 'gzip' }))).code).toBe('too_big');
  });

  it('with a cut-off document changes nothing', async () => {
    const whole = rss([{ id: 'c', title: 'Whole', link: 'https://o.example/cut', body: 'All of it' }]);
    const id = await d.add('/cut', whole);
    d.server.answers.set('/cut', document(whole.slice(0, whole.indexOf('</item>') - 20)));
    expect((await d.poll(id)).last_error.code).toBe('not_a_feed');
    const [item] = await d.items(id);
    expect((await article(item.uid)).title).toBe('Whole');
  });

  it('that moved for good is asked at the new address after three times in a day', async () => {
    d.server.answers.set('/new-home', document(rss([{ id: 'm', title: 'Moved' }])));
    const id = await d.add('/old-home', (_, response) => void response.writeHead(301, { location: '/new-home' }).end());
    const back = "jsonb_set(cursor, '{moved,since}', '\"2020-01-01T00:00:00Z\"')";
    await d.poll(id);
    await d.app.pool.query(`update source set cursor = ${back} where id = $1`, [id]);
    expect((await d.source(id)).url).toMatch(/old-home$/);
    await d.poll(id);
    expect((await d.source(id)).url).toMatch(/new-home$/);
  });

  it('whose source is deleted while it is read leaves nothing in the ledger', async () => {
    const id = await d.add('/going', rss([{ id: '1', title: 'Taken before' }]));
    let answer: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => {
      d.server.answers.set('/going', (request, response) => {
        answer = () => document(rss([{ id: '2', title: 'Read too late' }]))(request, response);
        resolve();
      });
    });
    await d.app.pool.query('delete from source_host');
    await d.app.manage('POST', `/sites/${d.site}/sources/${id}/poll`, {}, 202);
    await isAsked;
    await d.app.manage('DELETE', `/sites/${d.site}/sources/${id}`);
    answer();
    const waiting =
      "select from job where kind in ('sources.clear', 'intake.item') or kind = 'intake.poll' and key = $1";
    await expect.poll(async () => (await d.app.pool.query(waiting, [`${d.site}:${id}`])).rows).toEqual([]);
    await expect
      .poll(
        async () =>
          (await d.app.pool.query("select from source_host where busy_until > now() + interval '2 seconds'")).rows,
      )
      .toEqual([]);
    expect((await d.app.pool.query('select from source_item where source_id = $1', [id])).rows).toEqual([]);
    expect((await d.articles()).map(({ title }) => title)).not.toContain('Read too late');
  });

  it('is asked by no two processes at once', async () => {
    const id = await d.add('/manners', rss([]));
    const { url } = await d.source(id);
    await d.app.pool.query(
      'insert into source_host values ($1, now() + interval $$1 hour$$) on conflict (host) do update set busy_until = excluded.busy_until',
      [new URL(url).host],
    );
    const asked = d.server.requests.length;
    await d.app.manage('POST', `/sites/${d.site}/sources/${id}/poll`, {}, 202);
    const postponed = "select run_at > now() as later from job where kind = 'intake.poll' and key = $1";
    await expect
      .poll(async () => (await d.app.pool.query(postponed, [`${d.site}:${id}`])).rows)
      .toEqual([{ later: true }]);
    expect(d.server.requests.length).toBe(asked);
  });
});

describe('a preview', () => {
  const preview = (body: object, status = 200) =>
    d.app.manage('POST', `/sites/${d.site}/sources/preview`, body, status);

  it('shows what a feed would bring and writes nothing', async () => {
    d.server.answers.set('/preview', document(rss([{ id: '1', title: 'Seen', date: '2026-01-01' }, { id: '2' }])));
    const rows = async () => (await d.app.pool.query('select count(*)::int from source_item')).rows[0].count;
    const before = await rows();
    const { preview: shown } = await preview({ url: `http://p.test:${d.server.port}/preview` });
    expect(shown).toMatchObject({ format: 'rss', title: 'Harbour office', total_count: 2 });
    expect(shown.items.map(({ title, published_at, reason }: Ledger) => [title, published_at, reason])).toEqual([
      ['Seen', '2026-01-01T00:00:00Z', null],
      ['', null, 'It has no title and no text.'],
    ]);
    expect(await rows()).toBe(before);
    const { format, items } = (
      await preview({
        document:
          '{"version":"https://jsonfeed.org/version/1.1","title":"J","items":[{"id":"1","title":"T","url":"x"}]}',
      })
    ).preview;
    expect([format, items[0].url]).toEqual(['json', 'https://feed.invalid/x']);
  });

  it('of a slow feed says that the feed took too long', async () => {
    const guard = webhookTools({ resolve: async () => ['127.0.0.1'] });
    const hasty = await testApp({ webhooks: guard, deadline: 3_000 }, { database: d.app.database });
    d.server.answers.set('/silent', () => {});
    const reply = await hasty.request('POST', `/v1/manage/sites/${d.site}/sources/preview`, {
      body: { url: `http://p.test:${d.server.port}/silent` },
      token: ADMIN,
    });
    expect([reply.status, reply.body.problems]).toEqual([
      422,
      [{ path: '/url', message: 'cannot be read: The feed took too long to arrive.' }],
    ]);
  });

  it.each([
    [{}, '/url', 'must be sent, or else document, source_id, email, or account_id with targets'],
    [{ document: 'nothing' }, '/document', 'cannot be read: The document is no valid RSS, Atom, RDF or JSON Feed.'],
  ])('of %j is refused', async (body, path, message) => {
    expect((await preview(body, 422)).problems).toEqual([{ path, message }]);
  });
});
