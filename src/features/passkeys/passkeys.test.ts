/** Passkeys, with an authenticator in software. test/journeys/passkeys.slow.test.ts does the same in a real browser. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { Authenticator, type Faults } from '../../../test/authenticator.ts';
import { addPerson, type Browser, browserOf, PASSWORD } from '../../../test/people.ts';

let app: TestApp;
let origin: string;
beforeAll(async () => {
  app = await testApp();
  origin = app.url.replace('127.0.0.1', 'localhost');
});

const DONE: Record<string, number> = { GET: 200, POST: 201, PATCH: 200, PUT: 200, DELETE: 204 };

/** A request of a page at localhost: no browser has passkeys for a number. */
async function page(browser: Browser, method: string, path: string, body?: unknown, status = DONE[method]) {
  const reply = await browser.request(method, `/v1/manage${path}`, body, { headers: { origin } });
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBe(status);
  return reply.body;
}

async function someone(): Promise<Browser> {
  const { id, email } = await addPerson(app, []);
  const browser = browserOf(app, id, email);
  await page(browser, 'POST', '/sessions', { session: { email, password: PASSWORD } });
  return browser;
}

async function added(browser: Browser, authenticator = new Authenticator(), name = 'Laptop') {
  const { passkey_options } = await page(browser, 'POST', '/me/passkeys/options');
  const credential = authenticator.create(passkey_options, origin);
  const { passkey } = await page(browser, 'POST', '/me/passkeys', { passkey: { name, credential } });
  return { authenticator, passkey };
}

async function options(email?: string) {
  return (await page(browserOf(app), 'POST', '/sessions/passkey-options', email && { passkey_request: { email } }))
    .passkey_options;
}

/** Signs in from a new browser. */
async function signIn(
  authenticator: Authenticator,
  { email, ...faults }: Faults & { email?: string } = {},
  status = 201,
) {
  const browser = browserOf(app);
  const credential = authenticator.get(await options(email), origin, faults);
  const body = await page(browser, 'POST', '/sessions/passkey', { credential }, status);
  return { browser, body, credential };
}

const outdate = (browser: Browser) =>
  app.pool.query("update session set confirmed_at = now() - interval '11 minutes' where person_id = $1", [browser.id]);

describe('a passkey', () => {
  it('is added by a signed-in person, and signs in without an address', async () => {
    const browser = await someone();
    const { passkey_options } = await page(browser, 'POST', '/me/passkeys/options');
    expect(passkey_options).toMatchObject({
      rp: { id: 'localhost', name: 'Masthead' },
      user: { name: browser.email },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const authenticator = new Authenticator();
    const credential = authenticator.create(passkey_options, origin);
    const { passkey } = await page(browser, 'POST', '/me/passkeys', { passkey: { name: ' Laptop ', credential } });
    expect(passkey).toMatchObject({ name: 'Laptop', host: 'localhost', is_synced: false, last_used_at: null });
    const { browser: other, body } = await signIn(authenticator);
    expect(body.person).toMatchObject({ id: browser.id, email: browser.email });
    expect((await page(other, 'GET', '/me')).person.id).toBe(browser.id);
    const { passkeys } = await page(other, 'GET', '/me/passkeys');
    expect(passkeys).toEqual([{ ...passkey, last_used_at: expect.stringMatching(/Z$/) }]);
  });

  it('that several devices share does not count, and signs in again and again', async () => {
    const { authenticator } = await added(await someone(), new Authenticator({ isCounting: false }));
    await signIn(authenticator);
    await signIn(authenticator);
  });

  it('is asked for with an address, which must be its own', async () => {
    const [one, other] = [await someone(), await someone()];
    const { authenticator } = await added(one);
    await signIn(authenticator, { email: one.email.toUpperCase() });
    await signIn(authenticator, { email: other.email }, 401);
    await signIn(authenticator, { email: 'nobody@example.com' }, 401);
  });

  it('does not reveal who has an account or a passkey', async () => {
    const browser = await someone();
    await added(browser);
    const asked = async (email?: string) => ({ ...(await options(email)), challenge: '' });
    expect(await asked(browser.email)).toEqual(await asked('nobody@example.com'));
    expect(await asked()).toEqual({ ...(await asked(browser.email)), allowCredentials: [] });
  });

  it('is renamed and removed only by its person', async () => {
    const [browser, other] = [await someone(), await someone()];
    const { authenticator, passkey } = await added(browser);
    const path = `/me/passkeys/${passkey.id}`;
    for (const [method, body] of [
      ['PATCH', { passkey: { name: 'Mine' } }],
      ['DELETE', undefined],
    ] as const)
      await page(other, method, path, body, 404);
    expect((await page(browser, 'PATCH', path, { passkey: { name: 'Key ring' } })).passkey.name).toBe('Key ring');
    await page(browser, 'PATCH', path, { passkey: { name: ' ' } }, 422);
    await page(browser, 'DELETE', path);
    expect((await page(browser, 'GET', '/me/passkeys')).passkeys).toEqual([]);
    await signIn(authenticator, {}, 401);
  });

  it('is added and removed only shortly after the session was confirmed', async () => {
    const browser = await someone();
    const { passkey } = await added(browser);
    const { passkey_options } = await page(browser, 'POST', '/me/passkeys/options');
    const credential = new Authenticator().create(passkey_options, origin);
    await outdate(browser);
    const refused = await page(browser, 'POST', '/me/passkeys/options', undefined, 403);
    expect(refused.needs_confirmation).toBe(true);
    await page(browser, 'POST', '/me/passkeys', { passkey: { name: 'x', credential } }, 403);
    await page(browser, 'DELETE', `/me/passkeys/${passkey.id}`, undefined, 403);
    await page(browser, 'PUT', '/sessions/current/confirmation', { confirmation: { password: PASSWORD } });
    await page(browser, 'DELETE', `/me/passkeys/${passkey.id}`);
  });

  it('ends the other sessions when it is added and when it is removed, and makes a copied cookie worthless', async () => {
    const browser = await someone();
    const signedInElsewhere = async () => {
      const other = browserOf(app);
      await page(other, 'POST', '/sessions', { session: { email: browser.email, password: PASSWORD } });
      return other;
    };
    const isOut = async (cookie: string) => (await app.get('/v1/manage/me', { headers: { cookie } })).status === 401;
    const [first, copied] = [await signedInElsewhere(), browser.cookie];
    const { passkey } = await added(browser);
    expect([await isOut(first.cookie), await isOut(copied), await isOut(browser.cookie)]).toEqual([true, true, false]);
    const [second, copiedAgain] = [await signedInElsewhere(), browser.cookie];
    await page(browser, 'DELETE', `/me/passkeys/${passkey.id}`);
    expect([await isOut(second.cookie), await isOut(copiedAgain), await isOut(browser.cookie)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is not removed while it is the only way to sign in', async () => {
    const browser = await someone();
    const { passkey } = await added(browser);
    await app.pool.query('update person set password_hash = null where id = $1', [browser.id]);
    const { error } = await page(browser, 'DELETE', `/me/passkeys/${passkey.id}`, undefined, 409);
    expect(error).toContain('last credential');
    // One that was made for another host does not sign in here.
    const { passkey: other } = await added(browser);
    await app.pool.query("update passkey set rp_id = 'elsewhere.example' where id = $1", [other.id]);
    await page(browser, 'DELETE', `/me/passkeys/${passkey.id}`, undefined, 409);
    await app.pool.query("update passkey set rp_id = 'localhost' where id = $1", [other.id]);
    await page(browser, 'DELETE', `/me/passkeys/${passkey.id}`);
  });

  it('is one of at most 20, and each is added once', async () => {
    const browser = await someone();
    const { authenticator } = await added(browser);
    const { passkey_options } = await page(browser, 'POST', '/me/passkeys/options');
    expect(passkey_options.excludeCredentials).toEqual([
      { id: authenticator.id.toString('base64url'), type: 'public-key', transports: ['internal'] },
    ]);
    const again = authenticator.create(passkey_options, origin);
    await page(browser, 'POST', '/me/passkeys', { passkey: { name: 'x', credential: again } }, 409);
    // Nor by someone else.
    const other = await someone();
    const theirs = authenticator.create((await page(other, 'POST', '/me/passkeys/options')).passkey_options, origin);
    await page(other, 'POST', '/me/passkeys', { passkey: { name: 'x', credential: theirs } }, 409);
    await app.pool.query(
      `insert into passkey (person_id, credential_id, public_key, sign_count, transports, rp_id, name, is_synced)
       select $1, int8send(n), '', 0, '{}', 'localhost', 'x', false from generate_series($1 * 1000, $1 * 1000 + 18) as n`,
      [browser.id],
    );
    const last = new Authenticator().create(
      (await page(browser, 'POST', '/me/passkeys/options')).passkey_options,
      origin,
    );
    expect(
      (await page(browser, 'POST', '/me/passkeys', { passkey: { name: 'x', credential: last } }, 409)).error,
    ).toContain('20');
  });
});

describe('a wrong answer to sign in', () => {
  let browser: Browser;
  let authenticator: Authenticator;
  beforeAll(async () => {
    browser = await someone();
    ({ authenticator } = await added(browser));
  });

  it.each<[string, Faults | (() => Faults)]>([
    ['to no challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['without a challenge', { challenge: '' }],
    ['made on another page', { origin: 'https://evil.example' }],
    ['made on another port', { origin: 'http://localhost:1' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without a person', { isAbsent: true }],
    ['without a PIN, finger or face', { isUnverified: true }],
    ['in a frame of another page', { crossOrigin: true }],
    ['that adds a key', { type: 'webauthn.create' }],
    ['with the account of another', { userHandle: Buffer.alloc(16).toString('base64url') }],
    ['signed by another key', () => ({ signer: new Authenticator() })],
  ])('%s is refused with the same words', async (_name, faults) => {
    const { body, browser: other } = await signIn(authenticator, typeof faults === 'function' ? faults() : faults, 401);
    expect(body.error).toMatch(/^This passkey cannot sign in/);
    expect(other.cookie).toBe('');
    await app.pool.query('delete from sign_in_attempt');
    await signIn(authenticator);
  });

  it('of an authenticator that nobody has is refused', async () => {
    const { body } = await signIn(new Authenticator(), {}, 401);
    expect(body.error).toMatch(/^This passkey cannot sign in/);
  });

  it('is one that was given before', async () => {
    const { credential } = await signIn(authenticator);
    await page(browserOf(app), 'POST', '/sessions/passkey', { credential }, 401);
  });

  it('uses the challenge up', async () => {
    const asked = await options();
    const wrong = authenticator.get(asked, origin, { isUnverified: true });
    await page(browserOf(app), 'POST', '/sessions/passkey', { credential: wrong }, 401);
    const right = authenticator.get(asked, origin);
    await page(browserOf(app), 'POST', '/sessions/passkey', { credential: right }, 401);
  });

  it('given twice at once signs in once', async () => {
    const credential = authenticator.get(await options(), origin);
    const attempts = [1, 2, 3].map(() =>
      browserOf(app).request('POST', '/v1/manage/sessions/passkey', { credential }, { headers: { origin } }),
    );
    expect((await Promise.all(attempts)).map(({ status }) => status).sort()).toEqual([201, 401, 401]);
  });

  it('comes more than five minutes later', async () => {
    const asked = await options();
    await app.pool.query("update sign_in_challenge set created_at = now() - interval '301 seconds'");
    const credential = authenticator.get(asked, origin);
    await page(browserOf(app), 'POST', '/sessions/passkey', { credential }, 401);
  });

  it('answers a challenge of another page of this service', async () => {
    // Both pages are ours in development, and each has passkeys of its own.
    const credential = authenticator.get(await options(), app.url);
    const reply = await browserOf(app).request('POST', '/v1/manage/sessions/passkey', { credential });
    expect(reply.status).toBe(401);
  });

  it('answers a challenge that was made to confirm a session', async () => {
    const { passkey_options } = await page(browser, 'POST', '/sessions/current/confirmation/passkey-options');
    const credential = authenticator.get(passkey_options, origin);
    await page(browserOf(app), 'POST', '/sessions/passkey', { credential }, 401);
  });

  it('is counted for the passkey and the network, and right ones are not', async () => {
    await app.pool.query('delete from sign_in_attempt');
    for (let at = 0; at < 12; at++) await signIn(authenticator);
    for (let at = 0; at < 10; at++) await signIn(authenticator, { isUnverified: true }, 401);
    await signIn(authenticator, {}, 429);
    await signIn(new Authenticator(), {}, 401);
    await app.pool.query('delete from sign_in_attempt');
  });

  it('is malformed', async () => {
    for (const credential of [{}, { id: '!', rawId: '!', type: 'public-key', response: {} }, 'x', null])
      await page(browserOf(app), 'POST', '/sessions/passkey', { credential }, 422);
    const bytes = Buffer.from('{"challenge":{}}').toString('base64url');
    const response = { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes };
    await page(
      browserOf(app),
      'POST',
      '/sessions/passkey',
      { credential: { id: 'AA', rawId: 'AA', type: 'public-key', response } },
      401,
    );
  });
});

describe('a decreasing counter', () => {
  it('ends the passkey and every session of the person', async () => {
    const browser = await someone();
    const { authenticator, passkey } = await added(browser);
    await signIn(authenticator, { count: 7 });
    await signIn(authenticator, { count: 7 }, 401);
    expect((await browser.request('GET', '/v1/manage/me')).status).toBe(401);
    await signIn(authenticator, { count: 8 }, 401);
    await page(browser, 'POST', '/sessions', { session: { email: browser.email, password: PASSWORD } });
    const { passkeys } = await page(browser, 'GET', '/me/passkeys');
    expect(passkeys).toMatchObject([{ id: passkey.id, is_copied: true }]);
  });

  it('counts only with the right signature', async () => {
    const browser = await someone();
    const { authenticator } = await added(browser);
    await signIn(authenticator, { count: 7 });
    await signIn(authenticator, { count: 3, signer: new Authenticator() }, 401);
    await signIn(authenticator, { count: 8 });
  });
});

describe('a wrong answer to add a passkey', () => {
  it.each<[string, Faults]>([
    ['to no challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['made on another page', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without a PIN, finger or face', { isUnverified: true }],
    ['in a frame of another page', { crossOrigin: true }],
    ['that signs in', { type: 'webauthn.get' }],
  ])('%s is refused', async (_name, faults) => {
    const browser = await someone();
    const { passkey_options } = await page(browser, 'POST', '/me/passkeys/options');
    const credential = new Authenticator().create(passkey_options, origin, faults);
    await page(browser, 'POST', '/me/passkeys', { passkey: { name: 'x', credential } }, 422);
    expect((await page(browser, 'GET', '/me/passkeys')).passkeys).toEqual([]);
  });

  it('is one to the challenge of another session, or given twice', async () => {
    const [browser, other] = [await someone(), await someone()];
    const { passkey_options } = await page(browser, 'POST', '/me/passkeys/options');
    const credential = new Authenticator().create(passkey_options, origin);
    await page(other, 'POST', '/me/passkeys', { passkey: { name: 'x', credential } }, 422);
    await page(browser, 'POST', '/me/passkeys', { passkey: { name: 'x', credential } }, 422);
    const { passkey_options: next } = await page(browser, 'POST', '/me/passkeys/options');
    const right = new Authenticator().create(next, origin);
    await page(browser, 'POST', '/me/passkeys', { passkey: { name: 'x', credential: right } });
    await page(browser, 'POST', '/me/passkeys', { passkey: { name: 'x', credential: right } }, 422);
  });

  it('is not one with an attestation, which is not looked at: a certificate could name an address to fetch', async () => {
    const browser = await someone();
    const { passkey_options } = await page(browser, 'POST', '/me/passkeys/options');
    const attStmt = new Map<string, unknown>([
      ['alg', -7],
      ['sig', Buffer.from('x')],
      ['x5c', [Buffer.from('x')]],
    ]);
    const authenticator = new Authenticator();
    const credential = authenticator.create(passkey_options, origin, { attestation: { fmt: 'packed', attStmt } });
    await page(browser, 'POST', '/me/passkeys', { passkey: { name: 'x', credential } });
    await signIn(authenticator);
  });
});

describe('a session', () => {
  it('is confirmed with a passkey of its person, for ten minutes', async () => {
    const [browser, other] = [await someone(), await someone()];
    const { authenticator } = await added(browser);
    const { authenticator: foreign } = await added(other);
    const confirm = async (by: Authenticator, status?: number) => {
      const { passkey_options } = await page(browser, 'POST', '/sessions/current/confirmation/passkey-options');
      const credential = by.get(passkey_options, origin);
      await page(browser, 'PUT', '/sessions/current/confirmation', { confirmation: { credential } }, status);
    };
    await outdate(browser);
    await confirm(foreign, 401);
    await page(browser, 'POST', '/me/passkeys/options', undefined, 403);
    await confirm(authenticator);
    await page(browser, 'POST', '/me/passkeys/options');
    // An answer to a challenge for signing in is another thing.
    const credential = authenticator.get(await options(), origin);
    await page(browser, 'PUT', '/sessions/current/confirmation', { confirmation: { credential } }, 401);
    await page(browser, 'PUT', '/sessions/current/confirmation', { confirmation: {} }, 422);
    await page(browser, 'PUT', '/sessions/current/confirmation', { confirmation: { credential, password: 'x' } }, 422);
  });

  it('of the browser before ends when a passkey signs in', async () => {
    const browser = await someone();
    const { authenticator } = await added(browser);
    const before = browser.cookie;
    const credential = authenticator.get(await options(), origin);
    await page(browser, 'POST', '/sessions/passkey', { credential });
    expect(browser.cookie).not.toBe(before);
    expect((await app.get('/v1/manage/me', { headers: { cookie: before } })).status).toBe(401);
  });
});

it('everything that passkeys do is in the audit log, in the transaction that does it', async () => {
  const browser = await someone();
  const { rows: start } = await app.pool.query('select max(id) as id from audit_entry');
  const { authenticator, passkey } = await added(browser);
  await page(browser, 'PATCH', `/me/passkeys/${passkey.id}`, { passkey: { name: 'Key ring' } });
  await signIn(authenticator);
  const { passkey_options } = await page(browser, 'POST', '/sessions/current/confirmation/passkey-options');
  const confirmation = { credential: authenticator.get(passkey_options, origin) };
  await page(browser, 'PUT', '/sessions/current/confirmation', { confirmation });
  await page(browser, 'DELETE', `/me/passkeys/${passkey.id}`);
  const { authenticator: copied } = await added(browser);
  await signIn(copied, { count: 5 });
  await signIn(copied, { count: 4 }, 401);
  const { rows } = await app.pool.query(
    'select action, noun, title, before, after from audit_entry where actor_id = $1 and id > $2 order by id',
    [browser.id, start[0].id],
  );
  const expected = ['create passkey', 'change passkey', 'sign_in person', 'confirm person', 'delete passkey'];
  const copy = ['create passkey', 'sign_in person', 'change passkey'];
  expect(rows.map(({ action, noun }) => `${action} ${noun}`)).toEqual([...expected, ...copy]);
  expect(rows[1]).toMatchObject({ title: 'Key ring', before: { name: 'Laptop' }, after: { name: 'Key ring' } });
  expect(rows.at(-1).after).toHaveProperty('copied_at');
  expect(JSON.stringify(rows)).not.toMatch(/credential|public_key/);
});

describe('challenges', () => {
  it('need a host name and https', async () => {
    const asked = async (from: string, publicUrl = from) => {
      const elsewhere = await testApp({ publicUrl: () => publicUrl, isProduction: true }, { database: app.database });
      return elsewhere.request('POST', '/v1/manage/sessions/passkey-options', { headers: { origin: from } });
    };
    const numbered = await browserOf(app).request('POST', '/v1/manage/sessions/passkey-options');
    expect([numbered.status, numbered.body.error]).toEqual([409, expect.stringContaining('localhost')]);
    expect((await asked('http://news.example')).body.error).toContain('https');
    expect((await asked('https://[2001:db8::1]')).status).toBe(409);
    expect((await asked('https://news.example')).body.passkey_options.rpId).toBe('news.example');
    expect((await asked('http://localhost:4000', 'https://news.example')).status).toBe(403);
  });

  it('are limited for each network', async () => {
    await app.pool.query(
      `insert into sign_in_challenge (hash, method, purpose, network, origin)
       select int8send(n), 'passkey', 'sign_in', '127.0.0.1', $1 from generate_series(1, 500) as n`,
      [origin],
    );
    const reply = await browserOf(app).request('POST', '/v1/manage/sessions/passkey-options', undefined, {
      headers: { origin },
    });
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '60']);
    await app.pool.query('delete from sign_in_challenge');
    await options();
  });

  it('and keys of passkeys never reach the log', () => {
    expect(app.log.join()).not.toMatch(/clientDataJSON|attestationObject|"signature"/);
  });
});
