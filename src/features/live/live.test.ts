/** Presence, and events as they happen. */
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { atFileEnd } from '../../../test/at-file-end.ts';
import { signedIn } from '../../../test/people.ts';
import { slowTest } from '../../../test/slow.ts';
import { kysely, openPool } from '../../db/connect.ts';
import { createClient, type LiveEvent } from '../../sdk/client.ts';
import { testSites } from '../articles/testing/test-site.ts';
import { createLive, type Live } from './hub.ts';

let app: TestApp;
/** Another process on the same database. */
let other: TestApp;
beforeAll(async () => {
  app = await testApp();
  other = await testApp({}, { database: app.database });
});
const { place, add } = testSites(() => app);
const SOON = { timeout: 60_000, interval: 20 };
const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, SOON);

interface Event {
  id?: string;
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read events of any kind
  data: any;
}

function parsed(text: string): Event[] {
  return text.split('\n\n').flatMap((block) => {
    const field = (name: string) => block.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1];
    const [name, data, id] = [field('event'), field('data'), field('id')];
    return name && data ? [{ name, data: JSON.parse(data), ...(id ? { id } : {}) }] : [];
  });
}

interface Stream {
  status: number;
  headers: http.IncomingHttpHeaders;
  text(): string;
  events(name?: string): Event[];
  isEnded(): boolean;
  close(): void;
}

async function open(url: string, site: number, headers: Record<string, string> = {}): Promise<Stream> {
  const request = http.get(`${url}/v1/manage/sites/${site}/live`, {
    headers: {
      accept: 'text/event-stream',
      ...(headers.cookie ? {} : { authorization: `Bearer ${ADMIN}` }),
      ...headers,
    },
  });
  atFileEnd(() => void request.destroy());
  let [text, isEnded] = ['', false];
  const response = await new Promise<http.IncomingMessage>((resolve, reject) =>
    request.on('response', resolve).on('error', reject),
  );
  response.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  response.on('close', () => {
    isEnded = true;
  });
  response.on('error', () => {});
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => text,
    events: (name) => parsed(text).filter((event) => name === undefined || event.name === name),
    isEnded: () => isEnded,
    close: () => request.destroy(),
  };
}

const ready = (stream: Stream) => soon(() => expect(stream.events('ready')).not.toEqual([]));
const uids = (stream: Stream) => stream.events('article').map(({ data }) => data.uid);

describe('live events', () => {
  it('name every article that is saved, published or deleted, in every process', async () => {
    const at = await place();
    const elsewhere = await place();
    const streams = [await open(app.url, at.site), await open(other.url, at.site)];
    expect(streams[0]).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store, no-transform' },
    });
    await Promise.all(streams.map(ready));
    const { uid } = await add(at);
    await add(elsewhere);
    for (const stream of streams) await soon(() => expect(uids(stream)).toContain(uid));
    await app.manage('PUT', `/sites/${at.site}/articles/${uid}/publication`);
    for (const stream of streams)
      await soon(() => expect(stream.events('article').at(-1)?.data.state).toBe('published'));
    await app.manage('DELETE', `/sites/${at.site}/articles/${uid}`);
    for (const stream of streams) {
      await soon(() => expect(stream.events('article').at(-1)?.data).toMatchObject({ uid, deleted: true }));
      expect(new Set(uids(stream))).toEqual(new Set([uid]));
      expect(stream.events('counts').length).toBeGreaterThan(0);
      stream.close();
    }
  });

  it('continue where a connection was cut, however often', async () => {
    const at = await place();
    const expected: string[] = [];
    const seen = new Set<string>();
    let last = '';
    for (let round = 0; round < 8; round++) {
      const stream = await open(round % 2 ? app.url : other.url, at.site, last ? { 'last-event-id': last } : {});
      if (round === 0) await ready(stream);
      for (let n = 0; n < 3; n++) expected.push((await add(at, { title: `${round} ${n}` })).uid);
      if (round % 3 !== 2) await soon(() => expect(uids(stream)).toContain(expected.at(-1)));
      stream.close();
      for (const uid of uids(stream)) seen.add(uid);
      last = stream.events().findLast(({ id }) => id)?.id ?? last;
    }
    const end = await open(app.url, at.site, { 'last-event-id': last });
    await ready(end);
    for (const uid of uids(end)) seen.add(uid);
    expect([...seen].sort()).toEqual([...expected].sort());
    end.close();
  });

  it('are a reset when too much happened, or the id is of another server', async () => {
    const at = await place();
    const first = (await once(at.site)).find(({ name }) => name === 'ready')?.id ?? '';
    await app.pool.query(
      `insert into article (site_id, uid, state, section_id, article_url, title, type, source, tags, author_ids, written, created_at, updated_at)
       select $1, gen_random_uuid(), 'draft', $2, 'x' || n, 'x', 'article', 'feed', '{}', '{}', '{"title": "x"}', now(), now()
       from generate_series(1, 600) as n`,
      [at.site, at.section],
    );
    for (const id of [first, '999999999999:999999999999:', 'nonsense', '5:1:'])
      expect(
        (await once(at.site, `&last_event_id=${encodeURIComponent(id)}`)).map(({ name }) => name),
        id,
      ).toEqual(['reset', 'ready']);
  });

  it('are a reset for the site alone on which too much happened', async () => {
    const [crowded, calm] = [await place(), await place()];
    const [there, here] = [await open(app.url, crowded.site), await open(app.url, calm.site)];
    await Promise.all([there, here].map(ready));
    // Both are found by one poll.
    await app.pool.query(
      `insert into article (site_id, uid, state, section_id, article_url, title, type, source, tags, author_ids, written, created_at, updated_at)
       select case when n = 0 then $3::bigint else $1 end, gen_random_uuid(), 'draft', case when n = 0 then $4::bigint else $2 end,
         'x' || n, 'x', 'article', 'feed', '{}', '{}', '{"title": "x"}', now(), now()
       from generate_series(0, 501) as n`,
      [crowded.site, crowded.section, calm.site, calm.section],
    );
    await soon(() => expect([there.events('reset').length, here.events('article').length]).toEqual([1, 1]));
    expect([there.events('article'), here.events('reset')]).toEqual([[], []]);
    for (const stream of [there, here]) stream.close();
  });

  const once = async (site: number, query = '') =>
    parsed((await app.get(`/v1/manage/sites/${site}/live?once=true${query}`, { token: ADMIN })).text);

  it('can be polled', async () => {
    const at = await place();
    const [start] = await once(at.site);
    const { uid } = await add(at);
    const events = await once(at.site, `&last_event_id=${start?.id}`);
    expect(events.map(({ name }) => name)).toEqual(['article', 'counts', 'ready']);
    expect(events[0]?.data).toMatchObject({
      uid,
      id: null,
      state: 'draft',
      version: 1,
      published_version: null,
      updated_by: 'admin token',
      deleted: false,
    });
    expect((await app.get(`/v1/manage/sites/${at.site}/live`, { token: ADMIN })).status).toBe(406);
  });

  it('show authors only their own articles', async () => {
    const at = await place();
    const ida = await signedIn(app, [{ site_id: at.site, role: 'author' }]);
    const stream = await open(app.url, at.site, { cookie: ida.cookie });
    await ready(stream);
    const others = (await add(at)).uid;
    await app.manage('PUT', `/sites/${at.site}/presence`, { presence: { uid: others } });
    const article = { title: 'Own', section_id: at.section };
    const own = (await ida.manage('POST', `/sites/${at.site}/articles`, { article })).article.uid;
    await app.manage('PUT', `/sites/${at.site}/presence`, { presence: { uid: own } });
    await soon(() => expect(stream.events('presence').map(({ data }) => data.uid)).toEqual([own]));
    expect(uids(stream)).toEqual([own]);
    expect(stream.text()).not.toContain(others);
    stream.close();
  });

  it('end when the session ends, the role is removed, or the key is revoked', async () => {
    const at = await place();
    const [left, dismissed] = [
      await signedIn(app, [{ site_id: at.site, role: 'editor' }]),
      await signedIn(app, [{ site_id: at.site, role: 'editor' }]),
    ];
    const { api_key } = await app.manage('POST', '/api-keys', {
      api_key: { name: 'x', scopes: ['manage:read'], site_ids: [at.site] },
    });
    const streams = [
      await open(app.url, at.site, { cookie: left.cookie }),
      await open(app.url, at.site, { cookie: dismissed.cookie }),
      await open(app.url, at.site, { authorization: `Bearer ${api_key.key}` }),
    ];
    const stays = await open(app.url, at.site);
    await Promise.all(streams.map(ready));
    await left.manage('DELETE', '/sessions/current');
    await app.pool.query('delete from person_role where person_id = $1', [dismissed.id]);
    await app.manage('DELETE', `/api-keys/${api_key.id}`);
    for (const stream of streams) {
      await soon(() => expect(stream.isEnded()).toBe(true));
      expect(stream.events('end')).toHaveLength(1);
    }
    expect(stays.isEnded()).toBe(false);
    stays.close();
  });

  it('do not extend a session', async () => {
    const at = await place();
    const ida = await signedIn(app, [{ site_id: at.site, role: 'editor' }]);
    await app.pool.query("update session set last_seen_at = now() - interval '11 hours' where person_id = $1", [
      ida.id,
    ]);
    const stream = await open(app.url, at.site, { cookie: ida.cookie });
    await ready(stream);
    const { rows } = await app.pool.query(
      "select last_seen_at < now() - interval '10 hours' as is_old from session where person_id = $1",
      [ida.id],
    );
    expect(rows).toEqual([{ is_old: true }]);
    stream.close();
  });

  it('show signs of life, and have limits', async () => {
    const at = await place();
    const { cookie } = await signedIn(app, [{ site_id: at.site, role: 'editor' }]);
    const streams = await Promise.all(Array.from({ length: 20 }, () => open(app.url, at.site, { cookie })));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    expect((await open(app.url, at.site, { cookie })).status).toBe(429);
    await soon(() => expect(streams[0]?.text()).toMatch(/\n:\n/));
    for (const stream of streams) stream.close();
    await soon(async () => expect((await open(app.url, at.site, { cookie })).status).toBe(200));
  });

  it('end at once when the client closes the connection', async () => {
    const silent = await testApp({ live: unheard() }, { database: app.database });
    const at = await place();
    const stream = await open(silent.url, at.site);
    await ready(stream);
    expect(live?.connections()).toBe(1);
    stream.close();
    await soon(() => expect(live?.connections()).toBe(0));
  });

  let live: Live | undefined;
  /** Without heartbeats, which would find out too. */
  function unheard(): Live {
    const pool = openPool(app.database, 'serve', () => {});
    atFileEnd(() => pool.end());
    live = createLive({ db: kysely(pool), listener: { on: () => () => {} }, heartbeatMs: 600_000, checkMs: 600_000 });
    return live;
  }

  it('are closed for a client that does not read', async () => {
    let isOpen = true;
    const flooding: Live = {
      ...{ heartbeatMs: 60_000, checkMs: 60_000, connections: () => 1, stop: async () => {} },
      subscribe: () => () => {
        isOpen = false;
      },
      async catchUp(subscriber) {
        while (isOpen) {
          subscriber.send('article', { text: 'x'.repeat(60_000) });
          await nextTurn();
        }
      },
    };
    const flooded = await testApp({ live: flooding }, { database: app.database });
    const { site } = await place();
    const socket = net.connect(Number(new URL(flooded.url).port), '127.0.0.1');
    atFileEnd(() => void socket.destroy());
    socket.on('error', () => {});
    socket.pause();
    socket.write(
      `GET /v1/manage/sites/${site}/live HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${ADMIN}\r\n\r\n`,
    );
    await soon(() => expect(isOpen).toBe(false));
  });
});

describe('presence', () => {
  const put = (site: number, presence: object, status = 200) =>
    app.manage('PUT', `/sites/${site}/presence`, { presence }, status);

  it('is sent to everyone on the site, in every process, and expires', async () => {
    const at = await place();
    const { uid } = await add(at);
    const ida = await signedIn(app, [{ site_id: at.site, role: 'editor' }]);
    const stream = await open(other.url, at.site);
    await ready(stream);
    expect((await put(at.site, { uid, field: 'title' })).presences).toMatchObject([
      { uid, by: 'admin token', field: 'title' },
    ]);
    const { presences } = await ida.manage('PUT', `/sites/${at.site}/presence`, { presence: { uid } });
    expect(presences).toMatchObject([
      { by: 'admin token' },
      { by: `person:${ida.id}`, name: expect.stringContaining('Person'), field: null },
    ]);
    const shown = () =>
      stream
        .events('presence')
        .at(-1)
        ?.data.presences.map(({ by }: { by: string }) => by);
    await soon(() => expect(shown()).toEqual(['admin token', `person:${ida.id}`]));
    const later = await open(app.url, at.site);
    await soon(() => expect(later.events('presence').at(-1)?.data.presences).toHaveLength(2));
    await put(at.site, { uid, active: false });
    await soon(() => expect(shown()).toEqual([`person:${ida.id}`]));
    await app.pool.query("update presence set expires_at = now() - interval '1 second'");
    await soon(() => expect(shown()).toEqual([]));
    for (const one of [stream, later]) one.close();
  });

  it('is of articles that the caller may see', async () => {
    const at = await place();
    const { uid } = await add(at);
    const ida = await signedIn(app, [{ site_id: at.site, role: 'author' }]);
    expect((await ida.request('PUT', `/v1/manage/sites/${at.site}/presence`, { presence: { uid } })).status).toBe(404);
    await put((await place()).site, { uid }, 404);
    await put(at.site, { uid: 'x' }, 422);
    await app.manage('DELETE', `/sites/${at.site}/articles/${uid}`);
    await put(at.site, { uid }, 404);
  });
});

describe('the client', () => {
  /** Forwards connections; `cut` ends them, and with `holds` nothing of an answer gets through until it ends. */
  async function proxy({ holds = false } = {}) {
    const sockets = new Set<net.Socket>();
    const server = net.createServer((near) => {
      const far = net.connect(Number(new URL(app.url).port), '127.0.0.1');
      const held: Buffer[] = [];
      near.pipe(far);
      if (holds) far.on('data', (part) => held.push(part)).on('end', () => near.end(Buffer.concat(held)));
      else far.pipe(near);
      for (const [one, peer] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.on('error', () => peer.destroy());
        one.on('close', () => (holds ? undefined : peer.destroy()));
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const cut = () => {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    };
    atFileEnd(() => {
      cut();
      server.close();
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut };
  }

  slowTest('connects again through a proxy that cuts, and misses nothing', async () => {
    const at = await place();
    const { url, cut } = await proxy();
    const ending = new AbortController();
    const events: LiveEvent[] = [];
    const loop = (async () => {
      for await (const event of createClient({ url, apiKey: ADMIN }).manage.live.read(at.site, {
        signal: ending.signal,
      }))
        events.push(event);
    })();
    await soon(() => expect(events.some(({ name }) => name === 'ready')).toBe(true));
    const expected: string[] = [];
    for (let n = 0; n < 3; n++) {
      expected.push((await add(at, { title: `Before ${n}` })).uid);
      cut();
      expected.push((await add(at, { title: `After ${n}` })).uid);
      await soon(() =>
        expect(events.flatMap(({ name, data }) => (name === 'article' ? data.uid : []))).toContain(expected.at(-1)),
      );
    }
    const seen = new Set(events.flatMap(({ name, data }) => (name === 'article' ? data.uid : [])));
    expect([...seen].sort()).toEqual([...expected].sort());
    ending.abort(new Error('enough'));
    await expect(loop).rejects.toThrow('enough');
  });

  slowTest('polls through a proxy that passes on nothing of a stream, and misses nothing', async () => {
    const at = await place();
    const { url } = await proxy({ holds: true });
    const ending = new AbortController();
    const events: LiveEvent[] = [];
    const connections: string[] = [];
    // A proxy that holds everything back until the end passes on an answer whose connection closes.
    const closing: typeof fetch = (input, init) =>
      fetch(input, { ...init, headers: { ...init?.headers, connection: 'close' } });
    const loop = (async () => {
      for await (const event of createClient({ url, apiKey: ADMIN, fetch: closing, timeout: 2_000 }).manage.live.read(
        at.site,
        {
          ...{ signal: ending.signal, silence: 300, pollEvery: 20 },
          onConnection: (how) => connections.push(how),
        },
      ))
        events.push(event);
    })();
    await soon(() => expect(connections).toContain('poll'));
    expect(connections).not.toContain('stream');
    const { uid } = await add(at, { title: 'Polled' });
    await soon(() => expect(events.flatMap(({ name, data }) => (name === 'article' ? data.uid : []))).toContain(uid));
    ending.abort(new Error('enough'));
    await expect(loop).rejects.toThrow('enough');
  });

  it('throws when the right has ended', async () => {
    const at = await place();
    const { api_key } = await app.manage('POST', '/api-keys', {
      api_key: { name: 'x', scopes: ['manage:read'], site_ids: [at.site] },
    });
    const reading = createClient({ url: app.url, apiKey: api_key.key })
      .manage.live.read(at.site)
      [Symbol.asyncIterator]();
    expect((await reading.next()).value).toMatchObject({ name: 'ready' });
    await app.manage('DELETE', `/api-keys/${api_key.id}`);
    await expect(reading.next()).rejects.toThrow(/token|valid/i);
  });
});
