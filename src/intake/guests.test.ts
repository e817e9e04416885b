/** The guest API: articles that partners send with a key of their source. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type Reply, type TestApp, testApp } from '../../test/app.ts';
import { picture } from '../features/media/testing/files.ts';

let app: TestApp;
let site: number;
let section: number;
beforeAll(async () => {
  app = await testApp();
  site = await app.site();
  section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } })).section.id;
});

const of = (path: string) => `/sites/${site}${path}`;
const manage = (method: string, path: string, body?: unknown, status?: number) =>
  app.manage(method, of(path), body, status);

interface Partner {
  id: number;
  name: string;
  token: string;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** Offers an article, and answers what became of it. */
  offer(externalId: string, fields?: object): Promise<Reply['body']>;
  read(externalId: string): Promise<Reply['body']>;
}

let partners = 0;
async function partner(fields: object = {}): Promise<Partner> {
  const name = `Partner ${++partners}`;
  const { source } = await manage('POST', '/sources', {
    source: { kind: 'guest_api', name, section_id: section, ...fields },
  });
  const { api_key } = await app.manage('POST', '/api-keys', {
    api_key: { name, scopes: ['guest:write'], site_ids: [site], source_id: source.id },
  });
  const send: Partner['send'] = (method, path, body, headers = {}) =>
    app.request(method, `/v1/guest${path}`, { token: api_key.key, body, headers });
  const article = (reply: Reply) => {
    expect(reply.status, reply.text).toBe(200);
    return reply.body.article;
  };
  return {
    ...{ id: source.id, name, token: api_key.key, send },
    offer: async (external_id, given = {}) =>
      article(await send('POST', '/articles', { article: { external_id, title: `About ${external_id}`, ...given } })),
    read: async (externalId) => article(await send('GET', `/articles/${encodeURIComponent(externalId)}`)),
  };
}

const articleOf = async (uid: string) => (await manage('GET', `/articles/${uid}`)).article;
const count = async (table: string, condition = 'true') =>
  (await app.pool.query(`select count(*)::int as total from ${table} where ${condition}`)).rows[0].total;

describe('an offered article', () => {
  it('waits for an editor, and is published when one approves it', async () => {
    const p = await partner({ tags: ['partners'] });
    const fields = {
      ...{
        summary: 'At noon.',
        body: '<p onclick="x">From the <b>pier</b>.</p>',
        url: 'https://u:p@partner.example/1',
      },
      ...{ author: 'Ida Holm', tags: ['ferry'] },
    };
    const made = await p.offer('1', fields);
    expect(made).toMatchObject({ external_id: '1', state: 'held', article_id: null, has_pending_change: false });
    expect(made.reason).toContain('An editor');
    expect(await articleOf(made.uid)).toMatchObject({
      ...{ title: 'About 1', summary: 'At noon.', body: '<p>From the <b>pier</b>.</p>', state: 'pending' },
      ...{ source: 'guest_api', section_id: section, tags: ['ferry', 'partners'], author_credit: 'Ida Holm' },
      ...{ url: 'https://partner.example/1', canonical_url: 'https://partner.example/1' },
    });
    const [{ id }] = (await manage('GET', `/source-items?source_id=${p.id}`)).source_items;
    await manage('PUT', `/source-items/${id}/approval`, {});
    const read = await p.read('1');
    expect(read).toMatchObject({ state: 'published', reason: null, uid: made.uid });
    expect((await app.get(`/v1/sites/${site}/articles/${read.article_id}`)).body.article.source).toBe('guest_api');
  });

  it('is published at once, with its date, if the source says so', async () => {
    const p = await partner({ approval: 'auto' });
    const made = await p.offer('a', { published_at: '2026-01-02T03:04:05Z' });
    expect(made.state).toBe('published');
    expect((await articleOf(made.uid)).published_at).toBe('2026-01-02T03:04:05Z');
    const future = await p.offer('b', { published_at: '2999-01-01T00:00:00Z' });
    expect(future.state).toBe('published');
    expect((await articleOf(future.uid)).state).toBe('published');
  });

  it('is the same for ever: a repeat changes nothing, another text is a change', async () => {
    const p = await partner({ approval: 'auto' });
    const first = await p.offer('x/1 ä?', { title: 'One' });
    expect(await p.offer('x/1 ä?', { title: 'One' })).toEqual(first);
    const changed = await p.send('PUT', `/articles/${encodeURIComponent('x/1 ä?')}`, { article: { title: 'Two' } });
    expect(changed.body.article).toMatchObject({ uid: first.uid, title: 'Two', state: 'published' });
    expect((await articleOf(first.uid)).title).toBe('Two');
    expect(await count('source_item', `source_id = ${p.id}`)).toBe(1);
    // An answer can be sent back.
    expect((await p.send('PUT', `/articles/${encodeURIComponent('x/1 ä?')}`, changed.body)).status).toBe(200);
  });

  it('may have any id of 200 characters, in the body and in the address', async () => {
    const p = await partner();
    for (const externalId of [
      'ä'.repeat(200),
      '💥'.repeat(100),
      'https://partner.example/a?b=c#d',
      '%2e%2e',
      'a/../b',
      '__proto__',
    ]) {
      const { uid } = await p.offer(externalId);
      const put = await p.send('PUT', `/articles/${encodeURIComponent(externalId)}`, { article: { title: 'Put' } });
      expect([put.status, put.body.article?.uid], externalId).toEqual([200, uid]);
    }
    expect((await p.send('GET', `/articles/${'a'.repeat(201)}`)).status).toBe(414);
  });

  it('keeps the words of an editor, and says that a change waits', async () => {
    const p = await partner({ approval: 'auto' });
    const { uid } = await p.offer('1', { title: 'One' });
    await manage('PATCH', `/articles/${uid}`, { article: { title: 'Edited' } });
    expect(await p.offer('1', { title: 'Two' })).toMatchObject({ has_pending_change: true });
    expect((await articleOf(uid)).title).toBe('Edited');
  });

  it('is refused with every problem, and unknown fields are problems', async () => {
    const p = await partner({ allowed_fields: ['body'] });
    const article = { external_id: '..', title: ' ', section_id: section, url: 'javascript:x' };
    const { status, body } = await p.send('POST', '/articles', { article });
    expect([status, body.problems.map(({ path }: { path: string }) => path).sort()]).toEqual([
      422,
      ['/external_id', '/section_id', '/title', '/url'],
    ]);
    const more = { external_id: '1', title: 'T', body: '', tags: [] };
    expect((await p.send('POST', '/articles', { article: more })).body.problems).toEqual([
      { path: '/tags', message: 'is not taken by this source' },
    ]);
    expect((await p.send('PUT', '/articles/%20', { article: { title: 'T' } })).status).toBe(400);
    expect(await count('source_item', `source_id = ${p.id}`)).toBe(0);
  });

  it('leaves nothing behind when its transaction fails, and can be sent again', async () => {
    const p = await partner({ approval: 'auto' });
    await app.pool.query(`alter table article add constraint refused check (title <> 'Refused') not valid`);
    const failed = await p.send('POST', '/articles', { article: { external_id: '2', title: 'Refused' } });
    await app.pool.query('alter table article drop constraint refused');
    expect(failed.status).toBe(500);
    expect((await p.send('GET', '/articles/2')).status).toBe(404);
    expect((await p.offer('2', { title: 'Refused' })).state).toBe('published');
  });
});

describe('two requests at once', () => {
  it('with the same id make one article', async () => {
    const p = await partner({ approval: 'auto' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => p.offer('same')));
    expect(new Set(answers.map(({ uid }) => uid)).size).toBe(1);
    expect(answers.map(({ state }) => state)).toEqual(answers.map(() => 'published'));
    expect(await count('article', `title = 'About same'`)).toBe(1);
  });

  it('with the same id and other texts end with one of them', async () => {
    const p = await partner({ approval: 'auto' });
    const answers = await Promise.all([1, 2, 3, 4].map((n) => p.offer('1', { title: `Text ${n}` })));
    expect(new Set(answers.map(({ uid }) => uid)).size).toBe(1);
    const { title, uid } = await p.read('1');
    expect((await articleOf(uid)).title).toBe(title);
  });

  it('with the same Idempotency-Key do it once', async () => {
    const p = await partner();
    const body = { article: { external_id: '1', title: 'Once' } };
    const replies = await Promise.all(
      [1, 2, 3].map(() => p.send('POST', '/articles', body, { 'idempotency-key': 'k' })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(replies.filter(({ headers }) => headers.get('idempotent-replay') === 'true')).toHaveLength(2);
  });

  it('from two partners with the same text make one article', async () => {
    const [a, b] = [await partner({ approval: 'auto' }), await partner({ approval: 'auto' })];
    const body = `<p>${'The ferry sails at noon from the east pier. '.repeat(4)}</p>`;
    const answers = await Promise.all([a, b].map((p) => p.offer('s', { title: 'Same story', body })));
    expect(answers.map(({ state }) => state).sort()).toEqual(['duplicate', 'published']);
    const duplicate = answers.find(({ state }) => state === 'duplicate');
    expect(duplicate).toMatchObject({ uid: null, reason: 'The site has the same article already.' });
  });
});

describe('moderation', () => {
  it('judges by blocks and rules, and holds while intake is held', async () => {
    const p = await partner({ approval: 'auto' });
    const { blocked } = await manage('POST', '/blocked', { blocked: { kind: 'word', value: 'lottery*' } });
    expect(await p.offer('1', { title: 'Lotteryland' })).toMatchObject({ state: 'rejected', uid: null });
    await manage('DELETE', `/blocked/${blocked.id}`);
    // Another text is judged anew.
    expect(await p.offer('1', { title: 'Ferry' })).toMatchObject({ state: 'published' });
    await manage('PUT', '/intake/hold');
    expect(await p.offer('2')).toMatchObject({ state: 'held', reason: 'Intake was held when it came.' });
    await manage('DELETE', '/intake/hold');
  });

  it('shows a partner no words of editors, and takes a rejected article no more', async () => {
    const p = await partner();
    await p.offer('1', { title: 'One' });
    const [{ id }] = (await manage('GET', `/source-items?source_id=${p.id}`)).source_items;
    await manage('PUT', `/source-items/${id}/rejection`, { rejection: { reason: 'Dull, as ever.' } });
    expect(await p.read('1')).toMatchObject({ state: 'rejected', reason: 'An editor rejected it.' });
    expect(await p.offer('1', { title: 'Two' })).toMatchObject({ state: 'rejected', title: 'One' });
  });
});

describe('withdrawal', () => {
  it('unpublishes an article for good, even one that an editor approved', async () => {
    const p = await partner({ approval: 'auto' });
    const { uid, article_id } = await p.offer('1');
    expect((await p.send('DELETE', '/articles/1')).status).toBe(204);
    expect((await p.send('DELETE', '/articles/1')).status).toBe(204);
    expect((await app.get(`/v1/sites/${site}/articles/${article_id}`)).status).toBe(404);
    expect((await manage('GET', '/articles?deleted=true')).articles.map((one: { uid: string }) => one.uid)).toContain(
      uid,
    );
    // A late repeat of the first request, and a change.
    for (const title of ['About 1', 'Changed'])
      expect(await p.offer('1', { title })).toMatchObject({ state: 'gone', article_id: null });
    const [{ id, state }] = (await manage('GET', `/source-items?source_id=${p.id}`)).source_items;
    expect(state).toBe('gone');
    await manage('PUT', `/source-items/${id}/approval`, {}, 409);
    expect((await p.send('DELETE', '/articles/unknown')).status).toBe(404);
    const { rows } = await app.pool.query(
      `select actor_kind, action, noun from audit_entry where noun = 'source_item' and noun_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ actor_kind: 'key', action: 'withdraw', noun: 'source_item' }]);
  });

  it('leaves the article of another partner, and lets another partner offer the story', async () => {
    const [a, b, c] = [await partner({ approval: 'auto' }), await partner({ approval: 'auto' }), await partner()];
    const url = 'https://news.example/story';
    const first = await a.offer('1', { url });
    expect((await b.offer('1', { title: 'Same page', url })).state).toBe('duplicate');
    expect((await b.send('DELETE', '/articles/1')).status).toBe(204);
    expect((await articleOf(first.uid)).state).toBe('published');
    await a.send('DELETE', '/articles/1');
    expect((await c.offer('1', { url })).state).toBe('held');
  });
});

it('erasure deletes an article, and it is not taken again', async () => {
  const p = await partner({ approval: 'auto' });
  const { uid } = await p.offer('1', { title: 'Marker5c', author: 'Erika Erased' });
  await manage('POST', '/erasures', { erasure: { person: 'Erika Erased' } }, 202);
  expect(await p.offer('2', { title: 'More', author: 'Erika Erased' })).toMatchObject({ state: 'erased', uid: null });
  expect(uid).not.toBeNull();
});

describe('lines', () => {
  const lines = (p: Partner, ...all: unknown[]) =>
    app.request('POST', '/v1/guest/articles', {
      token: p.token,
      rawBody: all.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    });

  it.each([
    ['revoked', 'delete from api_key where name = $1'],
    ['expired', "update api_key set expires_at = now() - interval '1 second' where name = $1"],
  ])('are refused one by one after the key was %s', async (_, end) => {
    const p = await partner({ approval: 'auto' });
    const line = (id: string) =>
      new TextEncoder().encode(`${JSON.stringify({ external_id: id, title: `Line ${id}` })}\n`);
    const body = new ReadableStream<Uint8Array>({
      async start(sends) {
        sends.enqueue(line('1'));
        const isTaken = () => count('source_item', `source_id = ${p.id}`);
        await expect.poll(isTaken, { timeout: 20_000 }).toBe(1);
        await app.pool.query(end, [p.name]);
        for (const id of ['2', '3']) sends.enqueue(line(id));
        sends.close();
      },
    });
    const headers = { authorization: `Bearer ${p.token}`, 'content-type': 'application/x-ndjson' };
    const sent = { method: 'POST', body, headers, duplex: 'half' };
    const response = await fetch(`${app.url}/v1/guest/articles`, sent as RequestInit);
    const { results } = (await response.json()) as Reply['body'];
    expect(results.map(({ status }: { status: number }) => status)).toEqual([200, 401, 401]);
    expect(await count('source_item', `source_id = ${p.id}`)).toBe(1);
  });

  it('succeed or fail one by one', async () => {
    const p = await partner({ approval: 'auto' });
    const { status, body } = await lines(
      p,
      { external_id: '1', title: 'One', body: '<script>x</script><p>Yes</p>' },
      '{"external_id": ',
      { external_id: '2' },
      { external_id: '1', title: 'One, changed', body: '<p>Yes</p>' },
    );
    expect(status).toBe(200);
    expect(body.results.map(({ line, status: of }: { line: number; status: number }) => [line, of])).toEqual([
      ...[
        [1, 200],
        [2, 422],
        [3, 422],
        [4, 200],
      ],
    ]);
    expect(body.results[2].error).toContain('title');
    const { uid } = await p.read('1');
    expect(await articleOf(uid)).toMatchObject({ title: 'One, changed', body: '<p>Yes</p>' });
  });

  it('are at most 500', async () => {
    const p = await partner();
    const many = Array.from({ length: 503 }, (_, n) => ({ external_id: `${n}`, title: '' }));
    const { body } = await lines(p, ...many);
    expect([body.results.length, body.results.at(-1).error]).toEqual([501, expect.stringContaining('more than 500')]);
  });
});

describe('pictures', () => {
  it('can be shown by the articles of the partner who sent them, and by no other', async () => {
    const [a, b] = [await partner({ approval: 'auto' }), await partner({ approval: 'auto' })];
    const data = (await picture()).toString('base64');
    const sent = await a.send('POST', '/media', { media_item: { data, name: 'Pier.png', alt_text: 'A pier' } });
    expect(sent.status, sent.text).toBe(201);
    const { path, url, mime } = sent.body.media_item;
    expect([mime, Object.keys(sent.body.media_item).sort()]).toEqual([
      'image/jpeg',
      ['height', 'mime', 'path', 'size', 'url', 'width'],
    ]);
    const { rows } = await app.pool.query("select actor_kind, action from audit_entry where noun = 'media_item'");
    expect(rows).toEqual([{ actor_kind: 'key', action: 'create' }]);
    expect((await fetch(url)).status).toBe(404);
    const stolen = await b.offer('1', { cover_url: path, body: `<p>Look</p><img src="${url}">` });
    expect(await articleOf(stolen.uid)).toMatchObject({ cover_url: null, body: '<p>Look</p>' });
    expect((await fetch(url)).status).toBe(404);
    const made = await a.offer('1', { title: 'With picture', cover_url: url, body: `<p>Look</p><img src="${path}">` });
    const shown = await articleOf(made.uid);
    expect([shown.cover_url, shown.body]).toEqual([path, `<p>Look</p><img src="${path}">`]);
    expect((await fetch(url)).status).toBe(200);
  });

  it('have room beside those of forms, and of one partner beside those of another', async () => {
    const [a, b] = [await partner(), await partner()];
    const status = async (p: typeof a, width: number) =>
      (await p.send('POST', '/media', { media_item: { data: (await picture('png', width, 40)).toString('base64') } }))
        .status;
    const grow = (origin: string, gib: number) =>
      app.pool.query(
        `with one as (update media set origin = $1 where id = (
           select media_id from source_media where source_id = $2 order by 1 desc limit 1) returning sha256)
         update blob set size = $3::bigint * 1073741824 from one where blob.sha256 = one.sha256`,
        [origin, a.id, gib],
      );
    expect(await status(a, 61)).toBe(201);
    await grow('form', 3);
    expect(await status(a, 62)).toBe(201);
    await grow('guest', 2);
    expect([await status(a, 63), await status(b, 64)]).toEqual([507, 201]);
    await grow('guest', 3);
    expect(await status(b, 65)).toBe(507);
    await grow('guest', 0);
  });

  it('are all that is accepted', async () => {
    const p = await partner();
    const pdf = Buffer.from('%PDF-1.7 x').toString('base64');
    expect((await p.send('POST', '/media', { media_item: { data: pdf } })).status).toBe(415);
    const form = new FormData();
    form.set('file', new Blob(['%PDF-1.7 x'.padEnd(5_000)]), 'x.pdf');
    const headers = { authorization: `Bearer ${p.token}` };
    expect((await fetch(`${app.url}/v1/guest/media`, { method: 'POST', body: form, headers })).status).toBe(415);
    expect((await p.send('POST', '/media', { media_item: { name: 'x' } })).status).toBe(422);
  });

  it('with the bytes of another partner are files of their own, which say nothing of those', async () => {
    const [a, b] = [await partner(), await partner()];
    const data = (await picture('png', 123, 77)).toString('base64');
    const sent = async (one: Partner, name: string) =>
      (await one.send('POST', '/media', { media_item: { data, name } })).body.media_item.path as string;
    const secret = await sent(a, 'secret-merger.png');
    const [own, again] = [await sent(b, 'mine.png'), await sent(b, 'other.png')];
    expect([own.includes('secret'), own.includes('mine'), again]).toEqual([false, true, own]);
    expect(await sent(a, 'third.png')).toBe(secret);
    const { rows } = await app.pool.query(
      'select count(distinct sha256)::int as blobs, count(*)::int as items from media where name ~ $1',
      ['^(secret-merger|mine|other|third)-'],
    );
    expect(rows).toEqual([{ blobs: 1, items: 2 }]);
  });
});

it('an id in the body of a PUT is the one in the address', async () => {
  const p = await partner();
  const put = (fields: object) => p.send('PUT', '/articles/zz', { article: { title: 'Two ids', ...fields } });
  const other = await put({ external_id: 'yy' });
  expect([other.status, other.body.problems[0].path]).toEqual([422, '/external_id']);
  expect(await count('source_item', `source_id = ${p.id}`)).toBe(0);
  expect([(await put({ external_id: 'zz' })).status, (await put({})).status]).toEqual([200, 200]);
});

describe('keys and sources', () => {
  it('belong together: a key has one source, and no other right', async () => {
    const { source } = await manage('POST', '/sources', {
      source: { kind: 'guest_api', name: 'P', section_id: section },
    });
    const { source: feed } = await manage('POST', '/sources', {
      source: { url: 'https://feed.example/x', section_id: section },
    });
    const key = (fields: object) =>
      app.manage(
        'POST',
        '/api-keys',
        { api_key: { name: 'x', scopes: ['guest:write'], site_ids: [site], ...fields } },
        422,
      );
    const path = async (fields: object) => (await key(fields)).problems[0].path;
    expect(await path({})).toBe('/source_id');
    expect(await path({ source_id: feed.id })).toBe('/source_id');
    expect(await path({ source_id: 999_999 })).toBe('/source_id');
    expect(await path({ source_id: source.id, site_ids: [] })).toBe('/site_ids');
    expect(await path({ source_id: source.id, scopes: ['guest:write', 'admin'] })).toBe('/scopes');
    expect(await path({ source_id: source.id, scopes: ['admin'] })).toBe('/source_id');
    const p = await partner();
    expect((await app.get(`/v1/manage/sites/${site}/articles`, { token: p.token })).status).toBe(403);
    expect((await app.get('/v1/guest/articles/1', { token: ADMIN })).status).toBe(403);
  });

  it('of another partner see nothing of each other', async () => {
    const [a, b] = [await partner(), await partner()];
    await a.offer('1');
    expect((await b.send('GET', '/articles/1')).status).toBe(404);
    expect((await b.send('DELETE', '/articles/1')).status).toBe(404);
  });

  it('that are paused take nothing before the body is read, but give back', async () => {
    const p = await partner();
    await p.offer('1');
    await manage('PATCH', `/sources/${p.id}`, { source: { active: false } });
    expect((await p.send('POST', '/articles', { nonsense: 1 })).status).toBe(409);
    expect((await p.send('GET', '/articles/1')).status).toBe(200);
    expect((await p.send('DELETE', '/articles/1')).status).toBe(204);
    await manage('PATCH', `/sources/${p.id}`, { source: { active: true } });
    expect((await p.offer('2')).state).toBe('held');
  });

  it('that are deleted end the key with the source', async () => {
    const p = await partner();
    await manage('DELETE', `/sources/${p.id}`);
    expect((await p.send('POST', '/articles', { nonsense: 1 })).status).toBe(403);
  });

  it('have the fields of their kind', async () => {
    const bad = async (source: object) =>
      (await manage('POST', '/sources', { source: { section_id: section, ...source } }, 422)).problems[0].path;
    expect(await bad({ kind: 'guest_api' })).toBe('/name');
    expect(await bad({ kind: 'guest_api', name: 'x', url: 'https://feed.example/y' })).toBe('/url');
    expect(await bad({ name: 'x' })).toBe('/url');
    expect(await bad({ url: 'https://feed.example/y', allowed_fields: ['body'] })).toBe('/allowed_fields');
    const p = await partner();
    await manage('POST', `/sources/${p.id}/poll`, {}, 409);
    const { source } = await manage('GET', `/sources/${p.id}`);
    expect(source).toMatchObject({ kind: 'guest_api', url: null, next_poll_at: null, state: 'active' });
    await manage('PATCH', `/sources/${p.id}`, { source: { ...source, name: 'Renamed' } });
    await manage('PATCH', `/sources/${p.id}`, { source: { kind: 'feed' } }, 422);
    expect(await count('job', `kind = 'intake.poll' and payload ->> 'id' = '${p.id}'`)).toBe(0);
  });
});

it('a partner has 60 requests a minute, by its key, and a refusal closes before the body', async () => {
  const limited = await testApp({ guestLimit: 2 }, { database: app.database });
  const p = await partner();
  const ask = () => limited.request('POST', '/v1/guest/articles', { token: p.token, body: { nonsense: 1 } });
  expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([422, 422, 429]);
});
