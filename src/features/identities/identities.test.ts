/** OpenID Connect against a real provider, oidc-provider, with faults. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Reply, type TestApp, testApp } from '../../../test/app.ts';
import { masthead } from '../../../test/command.ts';
import { CLIENT, type TestProvider, testProvider } from '../../../test/oidc-provider.ts';
import { addPerson, PASSWORD } from '../../../test/people.ts';
import { toConfig } from '../../config.ts';
import { createOidc, type Identity, type Oidc, type OidcSettings } from './oidc.ts';

let app: TestApp;
let provider: TestProvider;
const settings: OidcSettings = {
  ...CLIENT,
  issuer: '',
  name: 'Example login',
  scopes: 'openid email',
  linkByEmail: false,
};
const warnings: string[] = [];
/** Faults of the provider. */
let said: Partial<Identity> = {};

beforeAll(async () => {
  provider = await testProvider();
  settings.issuer = provider.issuer;
  const allowedOrigins = new Set([provider.issuer]);
  const guard = { resolve: async (host: string) => [host], allowPrivate: false, allowedOrigins };
  // Patient: the machine may be busy.
  const oidc = createOidc(settings, { guard, warn: (message) => warnings.push(message), timeoutMs: 60_000 });
  const identity: Oidc['identity'] = async (...flow) => ({ ...(await oidc.identity(...flow)), ...said });
  app = await testApp({ oidc: { ...oidc, identity } });
  provider.allow(`${app.url}/v1/manage/oidc/callback`);
  await provider.rotateKeys();
});

let people = 0;
beforeEach(async () => {
  people++;
  provider.account = { sub: `subject-${people}`, email: `p${people}@example.com`, email_verified: true };
  provider.isDown = false;
  provider.idTokenSeconds = 600;
  provider.hidesKeys = false;
  settings.linkByEmail = false;
  said = {};
  await app.pool.query('delete from sign_in_attempt');
});

/** Keeps all cookies, as a browser does. */
function tab() {
  const cookies = new Map<string, string>();
  const request = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { origin: app.url, ...(cookie ? { cookie } : {}) };
    const reply = await app.request(method, path, { body, headers });
    for (const set of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return reply;
  };
  const begin = async (path = '/oidc/sign-ins', body: unknown = { authorization: { return_to: '/newsroom?x=1' } }) => {
    const reply = await request('POST', `/v1/manage${path}`, body);
    expect(reply.status, reply.text).toBe(201);
    return reply.body.authorization.url as string;
  };
  /** What is left of the address that the browser is sent to in the end. */
  const finish = async (back: URL) => {
    const reply = await request('GET', back.href.slice(app.url.length));
    expect(reply.status, reply.text).toBe(302);
    return (reply.headers.get('location') ?? '').slice(app.url.length);
  };
  const me = async () => (await request('GET', '/v1/manage/me')).body?.person?.email as string | undefined;
  return { request, begin, finish, me, cookies };
}

type Tab = ReturnType<typeof tab>;

/** All of a flow. */
async function flow(browser: Tab, path?: string): Promise<string> {
  return browser.finish(await provider.walk(await browser.begin(path)));
}

/** Someone who is signed in with the password. */
async function someone() {
  const { id, email } = await addPerson(app, []);
  const browser = tab();
  await browser.request('POST', '/v1/manage/sessions', { session: { email, password: PASSWORD } });
  return { id, email, browser };
}

async function linked() {
  const person = await someone();
  expect(await flow(person.browser, '/me/identities')).toBe('/newsroom?x=1');
  return person;
}

describe('a person', () => {
  it('is linked in a session, and signs in at the provider from then on', async () => {
    const { email, browser } = await linked();
    expect(await browser.me()).toBe(email);
    const { identities } = (await browser.request('GET', '/v1/manage/me/identities')).body;
    expect(identities).toMatchObject([{ issuer: provider.issuer, email: provider.account.email }]);
    const other = tab();
    expect(await flow(other)).toBe('/newsroom?x=1');
    expect(await other.me()).toBe(email);
    expect((await app.get('/v1/manage/sign-in')).body.sign_in.oidc).toEqual({ name: 'Example login' });
  });

  it('does not sign in without a link, with any address, unless the operator trusts it', async () => {
    const { email } = await someone();
    provider.account.email = email;
    const other = tab();
    expect(await flow(other)).toBe('/newsroom?x=1&sign_in_error=unknown');
    expect(await other.me()).toBeUndefined();
    settings.linkByEmail = true;
    provider.account.email_verified = false;
    expect(await flow(other)).toContain('sign_in_error=unknown');
    provider.account.email_verified = true;
    expect(await flow(other)).toBe('/newsroom?x=1');
    expect(await other.me()).toBe(email);
    // A second subject with the same address is someone else.
    provider.account.sub = `other-${people}`;
    expect(await flow(tab())).toContain('sign_in_error=unknown');
  });

  it('is known by issuer and subject: the same subject at another issuer is someone else', async () => {
    const { id } = await someone();
    await app.pool.query("insert into identity (person_id, issuer, subject) values ($1, 'https://other.example', $2)", [
      id,
      provider.account.sub,
    ]);
    const other = tab();
    expect(await flow(other)).toContain('sign_in_error=unknown');
    expect(await other.me()).toBeUndefined();
  });

  it('who is linked by the address loses the other sessions; people of the demo are never linked so', async () => {
    settings.linkByEmail = true;
    const { id, email, browser } = await someone();
    provider.account.email = email;
    await app.pool.query('update person set is_demo = true where id = $1', [id]);
    expect(await flow(tab())).toContain('sign_in_error=unknown');
    expect(await browser.me()).toBe(email);
    await app.pool.query('update person set is_demo = false where id = $1', [id]);
    const other = tab();
    expect(await flow(other)).toBe('/newsroom?x=1');
    expect([await other.me(), await browser.me()]).toEqual([email, undefined]);
  });

  it('who is linked by the address keeps no credential that someone else may have set before', async () => {
    settings.linkByEmail = true;
    const owner = tab();
    const { email: boss } = await addPerson(app, [{ site_id: null, role: 'owner' }]);
    await owner.request('POST', '/v1/manage/sessions', { session: { email: boss, password: PASSWORD } });
    const victim = `invited-${people}@example.com`;
    const invitation = { email: victim, roles: [{ site_id: null, role: 'editor' }] };
    const made = (await owner.request('POST', '/v1/manage/invitations', { invitation })).body.invitation;
    // Someone else got hold of the link, and waits with a password and a passkey.
    const [thief, acceptance] = [tab(), { name: 'Thief', password: PASSWORD }];
    const accepted = `/v1/manage/invitations/${made.token}/acceptance`;
    expect((await thief.request('POST', accepted, { acceptance })).status).toBe(201);
    const { id } = (await thief.request('GET', '/v1/manage/me')).body.person;
    await app.pool.query(
      `insert into passkey (person_id, credential_id, public_key, sign_count, transports, name, rp_id, is_synced)
       values ($1, 'stolen', '0', 0, '{}', 'Thief', 'localhost', false)`,
      [id],
    );
    provider.account.email = victim;
    const holder = tab();
    expect(await flow(holder)).toBe('/newsroom?x=1');
    expect([await holder.me(), await thief.me()]).toEqual([victim, undefined]);
    const again = await tab().request('POST', '/v1/manage/sessions', {
      session: { email: victim, password: PASSWORD },
    });
    expect(again.status).toBe(401);
    const { rows } = await app.pool.query('select from passkey where person_id = $1', [id]);
    expect(rows).toEqual([]);
    const { rows: entries } = await app.pool.query(
      `select noun || ' ' || action as entry from audit_entry where actor_kind = 'person' and actor_id = $1`,
      [id],
    );
    expect(entries.map(({ entry }) => entry)).toEqual(
      expect.arrayContaining(['identity create', 'passkey delete', 'person reset_password']),
    );
  });

  it('is linked only in the session that began it', async () => {
    const [first, second] = [await someone(), await someone()];
    const url = await first.browser.begin('/me/identities');
    // The browser has the session of someone else now, while the first one is still open.
    for (const [name, value] of second.browser.cookies) first.browser.cookies.set(name, value);
    expect(await first.browser.finish(await provider.walk(url))).toContain('sign_in_error=expired');
    expect(await first.browser.me()).toBe(second.email);
    const { rows } = await app.pool.query('select from identity where person_id = any($1)', [[first.id, second.id]]);
    expect(rows).toEqual([]);
  });

  it('counts as confirmed only if the provider says that the sign-in is new', async () => {
    const { browser } = await linked();
    const hour = 3_600_000;
    for (const [authenticatedAt, status] of [
      [new Date(), 201],
      [new Date(Date.now() - hour), 403],
      [null, 403],
    ] as const) {
      said = { authenticatedAt };
      const other = tab();
      expect(await flow(other)).toBe('/newsroom?x=1');
      expect((await other.request('POST', '/v1/manage/me/identities')).status).toBe(status);
      if (status === 201) continue;
      // Nor does a confirmation by it.
      expect(await flow(other, '/sessions/current/confirmation/oidc')).toContain('sign_in_error=not_fresh');
      expect((await other.request('POST', '/v1/manage/me/identities')).status).toBe(403);
    }
    expect(await browser.me()).toBeDefined();
  });

  it('cannot take the identity of another, nor link without a session that was confirmed', async () => {
    await linked();
    const { id, browser } = await someone();
    expect(await flow(browser, '/me/identities')).toContain('sign_in_error=taken');
    await app.pool.query("update session set confirmed_at = now() - interval '11 minutes' where person_id = $1", [id]);
    expect((await browser.request('POST', '/v1/manage/me/identities')).status).toBe(403);
    expect((await tab().request('POST', '/v1/manage/me/identities')).status).toBe(401);
  });

  it('ends the other sessions by linking and unlinking, and keeps the last way to sign in', async () => {
    const { id, email, browser } = await someone();
    const other = tab();
    await other.request('POST', '/v1/manage/sessions', { session: { email, password: PASSWORD } });
    const before = [...browser.cookies.values()];
    await flow(browser, '/me/identities');
    expect(await other.me()).toBeUndefined();
    expect([...browser.cookies.values()]).not.toEqual(before);
    const { identities } = (await browser.request('GET', '/v1/manage/me/identities')).body;
    const path = `/v1/manage/me/identities/${identities[0].id}`;
    await app.pool.query('update person set password_hash = null where id = $1', [id]);
    expect((await browser.request('DELETE', path)).status).toBe(409);
    await app.pool.query("update person set password_hash = 'x' where id = $1", [id]);
    expect((await browser.request('DELETE', path)).status).toBe(204);
    expect(await flow(tab())).toContain('sign_in_error=unknown');
    const { rows } = await app.pool.query(
      "select action from audit_entry where noun = 'identity' and actor_id = $1 order by id",
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['create', 'delete']);
  });

  it('confirms a session by signing in at the provider again', async () => {
    const { id, browser } = await linked();
    await app.pool.query("update session set confirmed_at = now() - interval '11 minutes' where person_id = $1", [id]);
    expect((await browser.request('POST', '/v1/manage/me/identities')).status).toBe(403);
    const url = await browser.begin('/sessions/current/confirmation/oidc');
    expect(url).toMatch(/prompt=login.*max_age=0|max_age=0.*prompt=login/);
    expect(await browser.finish(await provider.walk(url))).toBe('/newsroom?x=1');
    expect((await browser.request('POST', '/v1/manage/me/identities')).status).toBe(201);
    // Someone else at the provider confirms nothing.
    provider.account.sub = `stranger-${people}`;
    expect(await flow(browser, '/sessions/current/confirmation/oidc')).toContain('sign_in_error=refused');
  });
});

describe('a callback', () => {
  it('counts once, in the browser that began, within ten minutes', async () => {
    await linked();
    const browser = tab();
    const back = await provider.walk(await browser.begin());
    expect(await tab().finish(back)).toBe('/?sign_in_error=expired');
    const again = await provider.walk(await browser.begin());
    const replaying = tab();
    for (const [name, value] of browser.cookies) replaying.cookies.set(name, value);
    expect(await browser.finish(again)).toBe('/newsroom?x=1');
    expect(await replaying.finish(again)).toBe('/?sign_in_error=expired');
    const late = tab();
    const lateBack = await provider.walk(await late.begin());
    await app.pool.query("update sign_in_challenge set created_at = now() - interval '601 seconds'");
    expect(await late.finish(lateBack)).toBe('/?sign_in_error=expired');
    expect(await tab().finish(new URL(`${app.url}/v1/manage/oidc/callback`))).toBe('/?sign_in_error=expired');
  });

  it.each<[string, (url: URL) => void, (back: URL) => void]>([
    ['with another nonce', (url) => url.searchParams.set('nonce', 'other'), () => {}],
    ['with another PKCE challenge', (url) => url.searchParams.set('code_challenge', 'A'.repeat(43)), () => {}],
    ['of another issuer', () => {}, (back) => back.searchParams.set('iss', 'https://evil.example')],
    ['with another code', () => {}, (back) => back.searchParams.set('code', 'x')],
    ['with an error', () => {}, (back) => back.searchParams.set('error', 'access_denied')],
  ])('%s is refused', async (_name, onWay, onReturn) => {
    await linked();
    const browser = tab();
    const url = new URL(await browser.begin());
    onWay(url);
    const back = await provider.walk(url.href);
    onReturn(back);
    expect(await browser.finish(back)).toBe('/newsroom?x=1&sign_in_error=refused');
    expect(await browser.me()).toBeUndefined();
  });

  it('with the code of another sign-in of the same browser is refused, used or not', async () => {
    await linked();
    const browser = tab();
    const [first, unused] = [await provider.walk(await browser.begin()), await provider.walk(await tab().begin())];
    expect(await browser.finish(first)).toBe('/newsroom?x=1');
    await browser.request('DELETE', '/v1/manage/sessions/current');
    for (const { searchParams } of [first, unused]) {
      const back = await provider.walk(await browser.begin());
      back.searchParams.set('code', searchParams.get('code') ?? '');
      expect(await browser.finish(back)).toContain('sign_in_error=refused');
    }
    expect(await browser.me()).toBeUndefined();
  });

  it('with an expired ID token is refused', async () => {
    await linked();
    provider.idTokenSeconds = -600;
    expect(await flow(tab())).toContain('sign_in_error=refused');
    expect(warnings.at(-1)).toMatch(/exp/);
  });

  it('with a token that is signed with another key than the published ones is refused', async () => {
    await linked();
    provider.hidesKeys = true;
    const browser = tab();
    expect(await flow(browser)).toContain('sign_in_error=refused');
    expect(await browser.me()).toBeUndefined();
  });

  it('is right after the provider has changed its keys', async () => {
    const { email } = await linked();
    await provider.rotateKeys();
    const browser = tab();
    expect(await flow(browser)).toBe('/newsroom?x=1');
    expect(await browser.me()).toBe(email);
  });

  it('says so while the provider is down', async () => {
    await linked();
    const browser = tab();
    const back = await provider.walk(await browser.begin());
    provider.isDown = true;
    expect(await browser.finish(back)).toBe('/newsroom?x=1&sign_in_error=unavailable');
  });
});

describe('a provider', () => {
  it('that is down, or in a private network that nobody set, is reported when someone signs in', async () => {
    const resolve = async (host: string) => [host];
    for (const [issuer, allowed] of [
      ['http://127.0.0.1:9', ['http://127.0.0.1:9']],
      [provider.issuer, []],
    ] as const) {
      const guard = { resolve, allowPrivate: false, allowedOrigins: new Set<string>(allowed) };
      const oidc = createOidc({ ...settings, issuer }, { guard, warn: () => {}, timeoutMs: 60_000 });
      const other = await testApp({ oidc }, { database: app.database });
      const reply = await other.request('POST', '/v1/manage/oidc/sign-ins', { headers: { origin: other.url } });
      expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
    }
  });

  it('is set by settings that belong together', () => {
    const issuer = { OIDC_ISSUER: 'https://login.example.com/' };
    const { oidc } = toConfig({ ...issuer, OIDC_CLIENT_ID: 'x' });
    expect(oidc).toMatchObject({ issuer: 'https://login.example.com', clientSecret: null, name: 'login.example.com' });
    expect(() => toConfig(issuer)).toThrow(/OIDC_CLIENT_ID/);
    expect(() => toConfig({ OIDC_CLIENT_ID: 'x' })).toThrow(/OIDC_ISSUER/);
    const plain = { OIDC_ISSUER: 'http://login.example.com', OIDC_CLIENT_ID: 'x', SERVICE_ENV: 'production' };
    expect(() => toConfig(plain)).toThrow(/https/);
    expect(() => toConfig({ ...issuer, OIDC_CLIENT_ID: 'x', OIDC_SCOPES: 'email' })).toThrow(/openid/);
  });

  it('is checked by the doctor', async () => {
    const env = { DATA_DIR: join(tmpdir(), 'masthead-nowhere'), PORT: '0', OIDC_CLIENT_ID: 'x' };
    const found = async (issuer: string) => (await masthead(['doctor'], { ...env, OIDC_ISSUER: issuer })).out;
    expect(await found(provider.issuer)).toContain(`ok     provider    ${provider.issuer} answers`);
    const nobody = await found('http://127.0.0.1:9');
    expect(nobody).toMatch(/^WRONG {2}provider +OIDC_ISSUER http:\/\/127\.0\.0\.1:9 does not answer/m);
    // It answers, and names another issuer.
    expect(await found(`${provider.issuer}/other`)).toMatch(/^WRONG {2}provider/m);
    expect((await masthead(['doctor'], { DATA_DIR: env.DATA_DIR, PORT: '0' })).out).not.toContain('provider');
  });

  it('is not there without settings', async () => {
    const none = await testApp({}, { database: app.database });
    const reply = await none.request('POST', '/v1/manage/oidc/sign-ins', { headers: { origin: none.url } });
    expect([reply.status, reply.body.error]).toEqual([404, expect.stringContaining('OIDC_ISSUER')]);
  });

  it('sends the browser back only to pages of this service', async () => {
    const addresses = ['//evil.example', 'https://evil.example', '/\\evil.example', '/x\n'];
    addresses.push(
      '///evil.example',
      '/\t/evil.example',
      '\\\\evil.example',
      'http:evil.example',
      'javascript:alert(1)',
      'x',
    );
    for (const return_to of addresses)
      expect((await tab().request('POST', '/v1/manage/oidc/sign-ins', { authorization: { return_to } })).status).toBe(
        422,
      );
  });

  it('leaves no codes, secrets or tokens in the log', () => {
    expect(app.log.join() + warnings.join()).not.toMatch(/secret-of-the-client|eyJ|code=/);
  });
});
