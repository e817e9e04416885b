import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { addPerson, type Browser, browserOf, PASSWORD, signedIn } from '../../../test/people.ts';
import { slowTest } from '../../../test/slow.ts';
import { tooMany } from '../../core/errors.ts';
import { AT_A_TIME, createPasswords, MOST_WAITING, type Passwords, queue } from '../accounts/passwords.ts';

let app: TestApp;
let site: number;
const verifications: boolean[] = [];
beforeAll(async () => {
  const real = patient();
  const counted: Passwords = {
    ...real,
    verify: (stored, password) =>
      real.verify(async () => {
        const found = typeof stored === 'function' ? await stored() : stored;
        verifications.push(found !== null);
        return found;
      }, password),
  };
  app = await testApp({ passwords: counted });
  site = await app.site();
});

/** The machine may be busy. */
const patient = () => createPasswords(true, 60_000);
/** Passwords that are hashed or wait to be. */
const MOST = AT_A_TIME + MOST_WAITING;

const owner = () => signedIn(app, [{ site_id: null, role: 'owner' }]);
const tokenOf = ({ cookie }: Browser) => cookie.split('=')[1] ?? '';
/** A request that carries the cookie of another browser. */
const stolen = (cookie: string, method = 'GET', path = '/v1/manage/me') =>
  app.request(method, path, { headers: { cookie, origin: app.url } });

describe('signing in', () => {
  it('sets a cookie that only this service reads, under a unique name', async () => {
    const { email } = await addPerson(app, []);
    const reply = await app.request('POST', '/v1/manage/sessions', {
      headers: { origin: app.url },
      body: { session: { email: ` ${email.toUpperCase()}`.trim(), password: PASSWORD } },
    });
    expect([reply.status, reply.body.person.email]).toEqual([201, email]);
    expect(reply.headers.get('set-cookie')).toMatch(
      /^masthead-[0-9a-f]{8}=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    );
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  it('under https uses a __Host- cookie', async () => {
    const secure = await testApp({ publicUrl: () => 'https://news.example' }, { database: app.database });
    const { email } = await addPerson(app, []);
    const reply = await secure.request('POST', '/v1/manage/sessions', {
      headers: { origin: 'https://news.example' },
      body: { session: { email, password: PASSWORD } },
    });
    expect(reply.headers.get('set-cookie')).toMatch(/^__Host-masthead-[0-9a-f]{8}=\S+ Path=\/; .*; Secure$/);
  });

  it('stores neither password nor token', async () => {
    const browser = await owner();
    const { rows } = await app.pool.query(
      "select session::text || encode(token_hash, 'escape') as stored from session",
    );
    expect(rows.some(({ stored }) => stored.includes(tokenOf(browser)))).toBe(false);
    expect(app.log.join()).not.toContain(tokenOf(browser));
    expect(app.log.join()).not.toContain(PASSWORD);
  });

  it('answers alike to a wrong password and to an unknown address, after one hash each', async () => {
    const { email } = await addPerson(app, []);
    const attempt = async (given: string) => {
      verifications.length = 0;
      const reply = await browserOf(app).request('POST', '/v1/manage/sessions', {
        session: { email: given, password: 'wrong' },
      });
      return {
        status: reply.status,
        text: reply.text,
        cookie: reply.headers.get('set-cookie'),
        hashes: verifications.length,
      };
    };
    const known = await attempt(email);
    expect(known).toMatchObject({ status: 401, cookie: null, hashes: 1 });
    expect(await attempt('nobody@example.com')).toEqual(known);
  });

  it('never takes over a token that was there before, and ends the session that it belonged to', async () => {
    const browser = await owner();
    const before = browser.cookie;
    await browser.manage('POST', '/sessions', { session: { email: browser.email, password: PASSWORD } });
    expect(browser.cookie).not.toBe(before);
    expect((await stolen(before)).status).toBe(401);
    const planted = `${before.split('=')[0]}=${'A'.repeat(43)}`;
    browser.cookie = planted;
    await browser.manage('POST', '/sessions', { session: { email: browser.email, password: PASSWORD } });
    expect(browser.cookie).not.toBe(planted);
    expect((await stolen(planted)).status).toBe(401);
  });

  it('is limited for each account and network, also with concurrent attempts, and not for other networks', async () => {
    const proxied = await testApp({ trustProxy: ['127.0.0.1'] }, { database: app.database });
    const { email } = await addPerson(app, []);
    const attempt = (password: string, from: string, to = proxied) =>
      to.request('POST', '/v1/manage/sessions', {
        headers: { origin: to.url, 'x-forwarded-for': from },
        body: { session: { email, password } },
      });
    const replies = await Promise.all(Array.from({ length: 15 }, () => attempt('wrong', '203.0.113.1')));
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), ...Array(5).fill(429)]);
    const refused = await attempt(PASSWORD, '203.0.113.1');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
    expect((await attempt(PASSWORD, '203.0.113.2')).status).toBe(201);
    const { rows } = await app.pool.query(
      "select count(*)::int as n from sign_in_attempt where network = '203.0.113.1'",
    );
    expect(rows[0].n).toBe(10);
    await app.pool.query("update sign_in_attempt set at = at - interval '16 minutes' where network = '203.0.113.1'");
    // Another process has not refused it a moment ago.
    const later = await testApp({ trustProxy: ['127.0.0.1'] }, { database: app.database });
    expect((await attempt(PASSWORD, '203.0.113.1', later)).status).toBe(201);
  });

  it('is limited for each network over all accounts', async () => {
    const network = '198.51.100.7';
    await app.pool.query(
      `insert into sign_in_attempt (network, account, at)
       select $1, int4send(n), now() - interval '50 minutes' from generate_series(1, 100) as n`,
      [network],
    );
    const proxied = await testApp({ trustProxy: ['127.0.0.1'] }, { database: app.database });
    const { email } = await addPerson(app, []);
    const reply = await proxied.request('POST', '/v1/manage/sessions', {
      headers: { origin: proxied.url, 'x-forwarded-for': network },
      body: { session: { email, password: PASSWORD } },
    });
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '3600']);
  });

  slowTest('is 429 when too many passwords wait to be hashed', async () => {
    const passwords = patient();
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.verify(null, 'x')));
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(60 - MOST);
    expect(results[59]).toMatchObject({ reason: { status: 429 } });
    await expect(passwords.verify(null, 'x')).resolves.toBe(false);
  });

  it('is 429 when a password waits too long to be hashed, and its place is free again', async () => {
    const inQueue = queue({ atATime: 1, mostWaiting: 1, longestMs: 10 });
    let end = () => {};
    const first = inQueue(() => new Promise<void>((resolve) => (end = resolve)));
    await expect(inQueue(async () => 'late')).rejects.toMatchObject({ status: 429 });
    const calm = queue({ atATime: 1, mostWaiting: 1, longestMs: 60_000 });
    let endOther = () => {};
    const other = calm(() => new Promise<void>((resolve) => (endOther = resolve)));
    const second = calm(async () => 'in time');
    await expect(calm(async () => 'too many')).rejects.toMatchObject({ status: 429 });
    end();
    endOther();
    await Promise.all([first, other]);
    expect([await second, await inQueue(async () => 'next')]).toEqual(['in time', 'next']);
  });

  it('over a limit sends no query and takes no place in the queue, for some seconds', async () => {
    const network = '198.51.100.9';
    await app.pool.query(
      `insert into sign_in_attempt (network, account) select $1, int4send(n) from generate_series(1, 100) as n`,
      [network],
    );
    let lookups = 0;
    const real = patient();
    const passwords: Passwords = {
      ...real,
      verify(...given) {
        lookups++;
        return real.verify(...given);
      },
    };
    const proxied = await testApp({ passwords, trustProxy: ['127.0.0.1'] }, { database: app.database });
    const attempt = async (from: string, email: string) =>
      proxied.request('POST', '/v1/manage/sessions', {
        headers: { origin: proxied.url, 'x-forwarded-for': from },
        body: { session: { email, password: 'wrong' } },
      });
    const replies = [];
    for (let n = 0; n < 5; n++) replies.push(await attempt(network, `person${n}@example.net`));
    expect(replies.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      Array(5).fill([429, '3600']),
    );
    expect(lookups).toBe(1);
    expect((await attempt('198.51.100.10', 'person1@example.net')).status).toBe(401);
    // Refusals are not written to the log one by one.
    const lines = proxied.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');
    const levels = (wanted: number) => lines.filter(({ status }) => status === wanted).map(({ level }) => level);
    expect(levels(429)).toHaveLength(5);
    // Slow ones are warnings.
    expect(levels(429).filter((level) => level === 30)).toEqual([]);
    expect(levels(401).filter((level) => level >= 30)).toHaveLength(1);
  });

  it('sends no query when too many wait', async () => {
    const passwords = patient();
    const busy = await testApp({ passwords }, { database: app.database });
    let end = () => {};
    const hanging = new Promise<null>((_, reject) => {
      end = () => reject(new Error('It ended.'));
    });
    const waiting = Promise.allSettled(Array.from({ length: MOST }, () => passwords.verify(() => hanging, 'x')));
    const numbered = async () =>
      (await app.pool.query(`select last_value from pg_sequences where sequencename = 'sign_in_attempt_id_seq'`)).rows;
    const before = await numbered();
    expect(before).toHaveLength(1);
    const session = { email: 'someone@example.org', password: 'wrong' };
    expect((await browserOf(busy).request('POST', '/v1/manage/sessions', { session })).status).toBe(429);
    expect(await numbered()).toEqual(before);
    end();
    await waiting;
    expect((await browserOf(busy).request('POST', '/v1/manage/sessions', { session })).status).toBe(401);
  });

  it('does not count attempts that were not checked, or whose password was right', async () => {
    const real = patient();
    let isFull = true;
    const passwords: Passwords = {
      ...real,
      hash: (password) => (isFull ? Promise.reject(tooMany(2)) : real.hash(password)),
      verify: (stored, password) =>
        isFull && password !== PASSWORD ? Promise.reject(tooMany(2)) : real.verify(stored, password),
    };
    const busy = await testApp({ passwords }, { database: app.database });
    const { email, id } = await addPerson(app, []);
    const counted = async () =>
      (await app.pool.query('select count(*)::int as n from sign_in_attempt where account = sha256($1)', [email]))
        .rows[0].n;
    const attempt = (password: string) =>
      browserOf(busy).request('POST', '/v1/manage/sessions', { session: { email, password } });
    expect([(await attempt('wrong')).status, await counted()]).toEqual([429, 0]);
    const browser = browserOf(busy, id, email);
    await browser.manage('POST', '/sessions', { session: { email, password: PASSWORD } });
    const change = { current_password: PASSWORD, password: 'nine loud gulls at dawn' };
    await browser.manage('PUT', '/me/password', { password_change: change }, 429);
    expect(await counted()).toBe(0);
    isFull = false;
    expect([(await attempt('wrong')).status, await counted()]).toEqual([401, 1]);
  });

  it('rejects bodies that are larger than anyone signs in with', async () => {
    const body = { session: { email: 'a@b', password: 'x'.repeat(20_000) } };
    expect((await browserOf(app).request('POST', '/v1/manage/sessions', body)).status).toBe(413);
  });

  it('does not replay answers to strangers who share an Idempotency-Key', async () => {
    const [one, two] = [await addPerson(app, []), await addPerson(app, [])];
    for (const { email } of [one, two]) {
      const body = { session: { email, password: PASSWORD } };
      const reply = await browserOf(app).request('POST', '/v1/manage/sessions', body, {
        headers: { 'idempotency-key': 'same' },
      });
      expect([reply.status, reply.body.person.email]).toEqual([201, email]);
    }
  });
});

describe('the Origin of a request with a session', () => {
  it.each([
    ['missing', undefined],
    ['another site', 'https://evil.example'],
    ['no page', 'null'],
    ['another port', 'http://127.0.0.1:1'],
    ['a longer name', 'http://127.0.0.1.evil.example'],
  ])('is refused when it is %s', async (_name, origin) => {
    const { cookie } = await owner();
    const headers = { cookie, ...(origin === undefined ? {} : { origin }) };
    const body = { site: { name: 'Mine', url: 'https://mine.example' } };
    for (const [method, path, sent] of [
      ['POST', '/v1/manage/sites', body],
      ['PATCH', '/v1/manage/me', { person: { name: 'X' } }],
      ['DELETE', '/v1/manage/sessions', undefined],
    ] as const) {
      const reply = await app.request(method, path, { headers, body: sent });
      expect([reply.status, reply.body.error]).toEqual([403, expect.stringContaining('PUBLIC_URL')]);
    }
    expect((await stolen(cookie)).status).toBe(200);
  });

  it.each(['/sessions', '/setup', '/invitations/x/acceptance', '/password-resets/x'])(
    'is checked where a session begins: %s',
    async (path) => {
      const reply = await app.request('POST', `/v1/manage${path}`, {
        body: {},
        headers: { origin: 'https://evil.example' },
      });
      expect([reply.status, reply.body.error]).toEqual([403, expect.stringContaining('PUBLIC_URL')]);
      expect((await app.request('POST', `/v1/manage${path}`, { body: {} })).status).toBe(403);
    },
  );

  it('may be a loopback name at the same port, in production only PUBLIC_URL', async () => {
    const { cookie } = await owner();
    const port = new URL(app.url).port;
    const strict = await testApp({ isProduction: true, publicUrl: () => app.url }, { database: app.database });
    const patch = (one: TestApp, origin: string) =>
      one.request('PATCH', '/v1/manage/me', { headers: { cookie, origin }, body: { person: { theme: 'dark' } } });
    expect((await patch(app, `http://localhost:${port}`)).status).toBe(200);
    expect((await patch(app, 'http://localhost:1')).status).toBe(403);
    const strictPort = new URL(strict.url).port;
    expect((await patch(strict, `http://localhost:${strictPort}`)).status).toBe(403);
    expect((await patch(strict, app.url)).status).toBe(200);
  });

  it('does not matter to reads, which other pages cannot see: no CORS header is sent', async () => {
    const listed = await testApp(
      { manageOrigins: ['https://app.example'], publicUrl: () => app.url },
      { database: app.database },
    );
    const { cookie } = await owner();
    for (const path of ['/v1/manage/me', '/v1/campaigns']) {
      const reply = await listed.get(path, { headers: { cookie, origin: 'https://app.example' } });
      expect(reply.status).toBe(200);
      expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(reply.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });
});

describe('a session', () => {
  it('ends with signing out, and the cookie is cleared', async () => {
    const browser = await owner();
    const { cookie } = browser;
    expect((await stolen(cookie)).status).toBe(200);
    await browser.manage('DELETE', '/sessions/current');
    expect(browser.cookie).toBe('');
    expect((await stolen(cookie)).status).toBe(401);
  });

  it('ends with all others by signing out everywhere', async () => {
    const browser = await owner();
    const other = browserOf(app);
    await other.manage('POST', '/sessions', { session: { email: browser.email, password: PASSWORD } });
    const { sessions } = await browser.manage('GET', '/sessions');
    expect(sessions.map(({ is_current }: { is_current: boolean }) => is_current).sort()).toEqual([false, true]);
    await browser.manage('DELETE', '/sessions');
    expect((await stolen(other.cookie)).status).toBe(401);
  });

  it('of a person is ended only by that person', async () => {
    const [browser, stranger] = [await owner(), await owner()];
    const { sessions } = await browser.manage('GET', '/sessions');
    await stranger.manage('DELETE', `/sessions/${sessions[0].id}`, undefined, 404);
    await browser.manage('DELETE', `/sessions/${sessions[0].id}`);
    expect((await browser.request('GET', '/v1/manage/me')).status).toBe(401);
  });

  it('ends after 12 hours without a request, and after 30 days', async () => {
    for (const column of ['last_seen_at', 'created_at']) {
      const browser = await owner();
      const age = column === 'created_at' ? '30 days' : '12 hours';
      await app.pool.query(`update session set ${column} = now() - $1::interval where person_id = $2`, [
        age,
        browser.id,
      ]);
      expect([column, (await browser.request('GET', '/v1/manage/me')).status]).toEqual([column, 401]);
    }
  });

  it('is not used beside a key, valid or not', async () => {
    const { cookie } = await owner();
    const ask = (authorization: string) => app.get('/v1/manage/me', { headers: { cookie, authorization } });
    expect((await ask('Bearer nonsense')).status).toBe(401);
    expect((await ask('Basic eDp5')).status).toBe(401);
    for (const path of ['/v1/campaigns', '/v1/manage/me', '/v1/manage/people'])
      expect((await app.get(`${path}?api_key=nonsense`, { headers: { cookie } })).status).toBe(401);
  });

  it('is found after other cookies of the same name, of which a few are tried', async () => {
    const browser = await owner();
    const { cookie } = browser;
    const bad = (count: number) => Array(count).fill(`${cookie.split('=')[0]}=${'A'.repeat(43)}`);
    expect((await stolen([...bad(1), cookie].join('; '))).status).toBe(200);
    expect((await stolen([...bad(4), cookie].join('; '))).status).toBe(200);
    expect((await stolen([...bad(5), cookie].join('; '))).status).toBe(401);
    browser.cookie = [...bad(1), cookie].join('; ');
    await browser.manage('POST', '/sessions', { session: { email: browser.email, password: PASSWORD } });
    expect((await stolen(cookie)).status).toBe(401);
  });

  it('does not open closed sites of the content API', async () => {
    const closed = await app.site({ api_key_required: true });
    const { cookie } = await owner();
    expect((await app.get(`/v1/sites/${closed}/authors`, { headers: { cookie } })).status).toBe(401);
    expect((await app.get(`/v1/manage/sites/${closed}/authors`, { headers: { cookie } })).status).toBe(200);
  });

  it('gives, changes and removes access only shortly after the password was sent', async () => {
    const browser = await owner();
    const { id } = await addPerson(app, []);
    const key = await app.manage('POST', '/api-keys', { api_key: { name: 'x', scopes: ['content:read'] } });
    const empty = await app.site();
    const deletions = [`/people/${id}`, `/api-keys/${key.api_key.id}`, `/sites/${empty}`];
    await app.pool.query("update session set confirmed_at = now() - interval '11 minutes' where person_id = $1", [
      browser.id,
    ]);
    for (const path of deletions) {
      const { error } = await browser.manage('DELETE', path, undefined, 403);
      expect(error).toContain('confirmation');
    }
    // A key would have rights that the session does not have.
    const newKey = { api_key: { name: 'x', scopes: ['admin'] } };
    await browser.manage('POST', '/api-keys', newKey, 403);
    await browser.manage('POST', `/people/${id}/password-reset`, {}, 403);
    // And so would another owner.
    const roles = [{ site_id: null, role: 'owner' }];
    const invitation = { invitation: { email: 'other@example.com', roles } };
    await browser.manage('POST', '/invitations', invitation, 403);
    await browser.manage('PATCH', `/people/${id}`, { person: { roles } }, 403);
    await browser.manage('PUT', '/sessions/current/confirmation', { confirmation: { password: 'wrong' } }, 401);
    await browser.manage('DELETE', deletions[0] ?? '', undefined, 403);
    await browser.manage('PUT', '/sessions/current/confirmation', { confirmation: { password: PASSWORD } });
    await browser.manage('POST', '/api-keys', newKey);
    await browser.manage('POST', '/invitations', invitation);
    await browser.manage('PATCH', `/people/${id}`, { person: { roles } });
    for (const path of deletions) await browser.manage('DELETE', path);
  });

  it('is not for keys', async () => {
    expect((await app.manage('GET', '/me', undefined, 403)).error).toContain('sign in');
    await app.manage('GET', '/sessions', undefined, 403);
  });
});

describe('a new password', () => {
  const NEXT = 'nine loud gulls at dawn';
  const change = (browser: Browser, current: string, password: string, status = 200) =>
    browser.manage('PUT', '/me/password', { password_change: { current_password: current, password } }, status);

  it('ends the other sessions, and makes a copied cookie of this one worthless', async () => {
    const browser = await owner();
    const other = browserOf(app);
    await other.manage('POST', '/sessions', { session: { email: browser.email, password: PASSWORD } });
    const copied = browser.cookie;
    await change(browser, PASSWORD, NEXT);
    expect((await stolen(copied)).status).toBe(401);
    expect((await stolen(other.cookie)).status).toBe(401);
    expect((await browser.request('GET', '/v1/manage/me')).status).toBe(200);
    const again = browserOf(app);
    await again.manage('POST', '/sessions', { session: { email: browser.email, password: PASSWORD } }, 401);
    await again.manage('POST', '/sessions', { session: { email: browser.email, password: NEXT } });
  });

  it('needs the current one', async () => {
    const browser = await owner();
    await change(browser, 'wrong', NEXT, 401);
    expect((await browser.request('GET', '/v1/manage/me')).status).toBe(200);
  });

  it.each([
    'short',
    'Password1234!',
    'P@ssw0rd2026!!',
    'aaaaaaaaaaaaaa',
    'abcdefghijklmnop',
    'Liverpool2026',
    'qwertyuiopas',
  ])('must be hard to guess: %s is not', async (weak) => {
    const { problems } = await change(await owner(), PASSWORD, weak, 422);
    expect(problems[0].path).toBe('/password');
  });
});

describe('the profile', () => {
  it('is read and changed by its person, with its roles and their sites', async () => {
    const browser = await signedIn(app, [{ site_id: site, role: 'author' }]);
    const { person } = await browser.manage('GET', '/me');
    expect(person).toMatchObject({ email: browser.email, theme: 'system', shortcuts: true });
    expect(person.roles).toEqual([{ site_id: site, role: 'author', site_name: 'Test' }]);
    const changed = await browser.manage('PATCH', '/me', { person: { ...person, language: 'fi', theme: 'dark' } });
    expect(changed.person).toMatchObject({ language: 'fi', theme: 'dark', email: browser.email });
    await browser.manage('PATCH', '/me', { person: { roles: [{ site_id: null, role: 'owner' }] } });
    expect((await browser.manage('GET', '/me')).person.roles).toEqual(person.roles);
  });
});
