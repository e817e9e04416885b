import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type Reply, type TestApp, testApp } from '../../../test/app.ts';
import { emptyTrash, type TestSite, testSites } from '../articles/testing/test-site.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
const { addSection, place, published, showSection, unpublish } = testSites(() => app);

type Vote = 'up' | 'down' | 'none';
interface Voter {
  visitor?: string;
  cookie?: string;
  headers?: Record<string, string>;
}

const votingPlace = async (): Promise<TestSite> => {
  const at = await place();
  await app.manage('PATCH', `/sites/${at.site}`, { site: { voting_enabled: true } });
  return at;
};
const ask = ({ site }: TestSite, id: number, vote: unknown, { visitor, cookie, headers }: Voter = {}): Promise<Reply> =>
  app.request('POST', `/v1/sites/${site}/likes/${id}`, {
    body: { vote },
    headers: {
      ...(visitor === undefined ? {} : { 'x-visitor': visitor }),
      ...(cookie === undefined ? {} : { cookie }),
      ...headers,
    },
  });
/** Upvotes and downvotes after the vote. */
const votes = async (at: TestSite, id: number, vote: Vote, voter: Voter): Promise<[number, number]> => {
  const { status, text, body } = await ask(at, id, vote, voter);
  expect(status, text).toBe(200);
  return [body.like.upvotes, body.like.downvotes];
};
const cookieOf = (reply: Reply): string => reply.headers.get('set-cookie')?.split(';')[0] ?? '';

describe('a vote', () => {
  it('counts once for each visitor, can be changed and withdrawn, and repeated it changes nothing', async () => {
    const at = await votingPlace();
    const { id } = await published(at);
    const [ann, ben] = [{ visitor: 'ann' }, { visitor: 'ben' }];
    expect((await ask(at, id, 'up', ann)).body).toEqual({
      like: { article_id: id, upvotes: 1, downvotes: 0, score: 1 },
    });
    expect(await votes(at, id, 'up', ann)).toEqual([1, 0]);
    expect(await votes(at, id, 'down', ben)).toEqual([1, 1]);
    expect(await votes(at, id, 'down', ann)).toEqual([0, 2]);
    expect(await votes(at, id, 'none', ann)).toEqual([0, 1]);
    expect(await votes(at, id, 'none', ann)).toEqual([0, 1]);
    const other = await published(at);
    expect(await votes(at, other.id, 'up', ben)).toEqual([1, 0]);
    expect((await app.get(`/v1/sites/${at.site}/likes?fields=article_id,score`)).body.likes).toEqual([
      { article_id: other.id, score: 1 },
      { article_id: id, score: -1 },
    ]);
  });

  it('adds to imported counters, set before or after it', async () => {
    const at = await votingPlace();
    const { id } = await published(at);
    const setLikes = (upvotes: number, downvotes: number) =>
      app.manage('PUT', `/sites/${at.site}/likes/${id}`, { like: { upvotes, downvotes } });
    await setLikes(100, 7);
    expect(await votes(at, id, 'up', { visitor: 'ann' })).toEqual([101, 7]);
    expect((await setLikes(0, 9)).like).toEqual({ article_id: id, upvotes: 1, downvotes: 9, score: -8 });
    expect(await votes(at, id, 'none', { visitor: 'ann' })).toEqual([0, 9]);
    await setLikes(2_147_483_647, 0);
    expect(await votes(at, id, 'up', { visitor: 'ann' })).toEqual([2_147_483_648, 0]);
  });

  it('is accepted only where the site allows votes', async () => {
    const at = await place();
    const { id } = await published(at);
    const refused = await ask(at, id, 'up', { visitor: 'ann' });
    expect([refused.status, refused.body.error]).toEqual([403, 'This site does not accept votes.']);
    expect((await app.get(`/v1/sites/${at.site}`)).body.site.voting_enabled).toBe(false);
    const open = await app.site({ voting_enabled: true });
    expect((await app.manage('GET', `/sites/${open}`)).site.voting_enabled).toBe(true);
  });

  it('is for served articles; withdrawing a vote that was never given changes nothing', async () => {
    const at = await votingPlace();
    const hidden = await addSection(at.site, 'Hidden');
    const [gone, covered] = [await published(at), await published({ ...at, section: hidden })];
    await unpublish(at, gone.uid);
    await showSection(at.site, hidden, 'hidden');
    const elsewhere = await published(await votingPlace());
    for (const { id } of [gone, covered, elsewhere, { id: 999_999 }]) {
      const reply = await ask(at, id, 'up', { visitor: 'ann' });
      expect([reply.status, reply.body.error]).toEqual([404, 'There is no such article.']);
    }
    const { id, uid } = await published(at);
    const nobody = await ask(at, id, 'none');
    expect([nobody.body.like.score, cookieOf(nobody)]).toEqual([0, '']);
    expect(await votes(at, id, 'none', { visitor: 'ann' })).toEqual([0, 0]);
    expect((await app.get(`/v1/sites/${at.site}/likes`)).body.likes).toEqual([]);
    await votes(at, id, 'up', { visitor: 'ann' });
    await app.manage('DELETE', `/sites/${at.site}/articles/${uid}`);
    await emptyTrash(app);
    expect((await app.pool.query('select from article_vote where site_id = $1', [at.site])).rowCount).toBe(0);
  });

  it.each<[string, number, unknown, Voter]>([
    ['another word', 422, 'maybe', {}],
    ['nothing', 422, undefined, {}],
    ['a visitor without a name', 400, 'up', { visitor: '' }],
    ['a visitor with too long a name', 400, 'up', { visitor: 'v'.repeat(201) }],
    ['a form', 415, 'up', { headers: { 'content-type': 'text/plain' } }],
  ])('with %s is refused', async (_, status, vote, voter) => {
    const at = await votingPlace();
    const { id } = await published(at);
    expect((await ask(at, id, vote, voter)).status).toBe(status);
    expect((await app.get(`/v1/sites/${at.site}/likes`)).body.likes).toEqual([]);
  });
});

describe('a visitor without a name', () => {
  it('is recognised by a signed cookie', async () => {
    const at = await votingPlace();
    const { id } = await published(at);
    const first = await ask(at, id, 'up');
    expect(first.headers.get('set-cookie')).toMatch(
      /^masthead_visitor=[\w.-]+; Path=\/v1\/sites\/\d+\/likes; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
    );
    expect(first.headers.get('cache-control')).toBe('no-store');
    const cookie = cookieOf(first);
    const again = await ask(at, id, 'down', { cookie });
    expect([again.body.like.upvotes, again.body.like.downvotes, cookieOf(again)]).toEqual([0, 1, '']);
    const forged = await ask(at, id, 'down', { cookie: cookie.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')) });
    expect(forged.body.like.downvotes).toBe(2);
    expect(cookieOf(forged)).not.toBe('');
    const name = cookie.slice('masthead_visitor='.length).split('.')[0] ?? '';
    expect(await votes(at, id, 'none', { visitor: name })).toEqual([0, 2]);
    const { rows } = await app.pool.query('select visitor from article_vote where site_id = $1', [at.site]);
    expect(rows.map(({ visitor }) => visitor.length)).toEqual([32, 32]);
  });

  it('gets a partitioned cookie for pages of other sites, over https', async () => {
    const secure = await testApp({ publicUrl: () => 'https://api.example' });
    const { addSection: addSecureSection, published: publish } = testSites(() => secure);
    const site = await secure.site({ voting_enabled: true });
    const { id } = await publish({ site, section: await addSecureSection(site, 'News') });
    const cookie = async (from: string) =>
      (
        await secure.request('POST', `/v1/sites/${site}/likes/${id}`, {
          body: { vote: 'up' },
          headers: { 'sec-fetch-site': from },
        })
      ).headers.get('set-cookie');
    expect(await cookie('cross-site')).toMatch(/HttpOnly; SameSite=None; Partitioned; Secure$/);
    expect(await cookie('same-site')).toMatch(/HttpOnly; SameSite=Lax; Secure$/);
  });

  it('does not get another visitor’s response for the same Idempotency-Key', async () => {
    const at = await votingPlace();
    const { id } = await published(at);
    const headers = { 'idempotency-key': 'k' };
    const cookies = [cookieOf(await ask(at, id, 'up', { headers })), cookieOf(await ask(at, id, 'up', { headers }))];
    expect(new Set(cookies).size).toBe(2);
    expect(await votes(at, id, 'none', { visitor: 'x' })).toEqual([2, 0]);
  });
});

describe('many votes at once', () => {
  it('keep exact totals, also when a visitor votes twice at once', async () => {
    const at = await votingPlace();
    const { id } = await published(at);
    const cast = (visitor: string, vote: Vote) => votes(at, id, vote, { visitor });
    const visitors = Array.from({ length: 24 }, (_, number) => `v${number}`);
    const choice = (number: number): Vote => (number % 3 === 0 ? 'down' : 'up');
    await Promise.all(visitors.flatMap((name, number) => [cast(name, choice(number)), cast(name, choice(number))]));
    expect(await cast('late', 'none')).toEqual([16, 8]);
    await Promise.all(visitors.flatMap((name) => [cast(name, 'up'), cast(name, 'none'), cast(name, 'down')]));
    const { rows } = await app.pool.query(
      `select voted_up, voted_down,
         (select count(*) from article_vote where site_id = $1 and vote = 1) as up,
         (select count(*) from article_vote where site_id = $1 and vote = -1) as down
       from article_like where site_id = $1`,
      [at.site],
    );
    expect([rows[0].voted_up, rows[0].voted_down]).toEqual([rows[0].up, rows[0].down]);
    await Promise.all(visitors.map((name) => cast(name, 'none')));
    expect(await cast('late', 'none')).toEqual([0, 0]);
  });

  it('wait for no site or article lock, and do not raise the version', async () => {
    const at = await votingPlace();
    const { id } = await published(at);
    const version = async () =>
      (await app.pool.query('select content_version from site where id = $1', [at.site])).rows[0].content_version;
    const before = await version();
    const holder = await app.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('update site set content_version = content_version where id = $1', [at.site]);
      await holder.query('select from article where site_id = $1 for no key update', [at.site]);
      expect(await votes(at, id, 'up', { visitor: 'ann' })).toEqual([1, 0]);
      expect(await votes(at, id, 'down', { visitor: 'ann' })).toEqual([0, 1]);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(await version()).toBe(before);
  });

  it('are limited by client address', async () => {
    const limited = await testApp({ voteLimit: 2 });
    const site = await limited.site({ voting_enabled: true });
    const vote = (visitor: string) =>
      limited.request('POST', `/v1/sites/${site}/likes/1`, {
        token: ADMIN,
        body: { vote: 'up' },
        headers: { 'x-visitor': visitor, origin: 'https://page.example' },
      });
    expect((await vote('a')).headers.get('ratelimit-remaining')).toBe('1');
    await vote('b');
    const { status, headers } = await vote('c');
    expect([status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual([429, '2', '0']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('access-control-allow-origin')).toBe('https://page.example');
    expect((await limited.get(`/v1/sites/${site}/likes`)).headers.get('ratelimit-limit')).toBeNull();
  });
});

describe('a closed site', () => {
  it('requires its key', async () => {
    const at = await votingPlace();
    const { id } = await published(at);
    await app.manage('PATCH', `/sites/${at.site}`, { site: { api_key_required: true } });
    expect((await ask(at, id, 'up', { visitor: 'ann' })).status).toBe(401);
    const api_key = { name: 'w', scopes: ['content:read'], site_ids: [at.site] };
    const { key } = (await app.manage('POST', '/api-keys', { api_key })).api_key;
    const headers = { authorization: `SERVICE-API-KEY ${key}` };
    expect(await votes(at, id, 'up', { visitor: 'ann', headers })).toEqual([1, 0]);
  });
});

describe('pages of other origins', () => {
  const origin = 'https://page.example';
  const cors = ({ headers }: Reply) => [
    headers.get('access-control-allow-origin'),
    headers.get('access-control-allow-credentials'),
  ];

  it('may vote with cookies, after a preflight, and read errors', async () => {
    const at = await votingPlace();
    const { id } = await published(at);
    const preflight = await app.request('OPTIONS', `/v1/sites/${at.site}/likes/${id}`, {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-visitor',
      },
    });
    expect([preflight.status, ...cors(preflight)]).toEqual([204, origin, 'true']);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/Content-Type.*X-Visitor/);
    const voted = await ask(at, id, 'up', { headers: { origin } });
    expect([voted.status, ...cors(voted)]).toEqual([200, origin, 'true']);
    expect(voted.headers.get('vary')).toContain('Origin');
    expect(cors(await ask(at, id, 'maybe', { headers: { origin } }))).toEqual([origin, 'true']);
    expect(cors(await ask(at, id, 'up', { headers: { origin: 'null' } }))).toEqual(['*', null]);
    expect(cors(await ask(at, id, 'up'))).toEqual(['*', null]);
  });

  it('read content without cookies', async () => {
    const at = await votingPlace();
    const reply = await app.get(`/v1/sites/${at.site}/likes`, { headers: { origin } });
    expect([...cors(reply), reply.headers.get('vary')]).toEqual(['*', null, 'Accept-Encoding']);
  });
});
