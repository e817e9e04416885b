/** PASSWORD_SIGN_IN=0: no route accepts a password. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { atFileEnd } from '../../../test/at-file-end.ts';
import { Authenticator } from '../../../test/authenticator.ts';
import { masthead } from '../../../test/command.ts';
import { databaseUrl } from '../../../test/database.ts';
import { addPerson, type Browser, browserOf, PASSWORD } from '../../../test/people.ts';
import { toConfig } from '../../config.ts';
import { start } from '../../start.ts';
import { createPasswords } from '../accounts/passwords.ts';

const OWNER = [{ site_id: null, role: 'owner' as const }];
const DONE: Record<string, number> = { GET: 200, POST: 201, PATCH: 200, PUT: 200, DELETE: 204 };

/** With passwords and without, on one database. */
let on: TestApp;
let off: TestApp;
beforeAll(async () => {
  on = await testApp();
  off = await testApp({ passwords: createPasswords(false) }, { database: on.database });
});

const originOf = (app: TestApp) => app.url.replace('127.0.0.1', 'localhost');

async function page(
  app: TestApp,
  browser: Browser,
  method: string,
  path: string,
  body?: unknown,
  status = DONE[method],
) {
  const reply = await browser.request(method, `/v1/manage${path}`, body, { headers: { origin: originOf(app) } });
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBe(status);
  return reply.body;
}

async function addPasskey(app: TestApp, browser: Browser): Promise<Authenticator> {
  const authenticator = new Authenticator();
  const { passkey_options } = await page(app, browser, 'POST', '/me/passkeys/options');
  const credential = authenticator.create(passkey_options, originOf(app));
  await page(app, browser, 'POST', '/me/passkeys', { passkey: { name: 'Laptop', credential } });
  return authenticator;
}

/** An answer to a challenge of the application without passwords. */
async function answer(authenticator: Authenticator) {
  const { passkey_options } = await page(off, browserOf(off), 'POST', '/sessions/passkey-options');
  return authenticator.get(passkey_options, originOf(off));
}

/** Someone with a password, a passkey, and a session of the application without passwords. */
async function someone(roles: Parameters<typeof addPerson>[1] = []) {
  const { id, email } = await addPerson(on, roles);
  const first = browserOf(on, id, email);
  await page(on, first, 'POST', '/sessions', { session: { email, password: PASSWORD } });
  const authenticator = await addPasskey(on, first);
  const browser = browserOf(off, id, email);
  await page(off, browser, 'POST', '/sessions/passkey', { credential: await answer(authenticator) });
  return { id, email, authenticator, browser };
}

describe('without passwords', () => {
  it('the API lists the enabled ways to sign in', async () => {
    expect((await off.get('/v1/manage/sign-in')).body).toEqual({
      sign_in: { password: false, passkey: true, oidc: null },
    });
    expect((await on.get('/v1/manage/sign-in')).body).toEqual({
      sign_in: { password: true, passkey: true, oidc: null },
    });
  });

  it('a right password signs in, confirms and changes nothing, and is not even counted', async () => {
    const { email, browser } = await someone();
    const { error } = await page(
      off,
      browserOf(off),
      'POST',
      '/sessions',
      { session: { email, password: PASSWORD } },
      403,
    );
    expect(error).toContain('PASSWORD_SIGN_IN=0');
    await page(off, browser, 'PUT', '/sessions/current/confirmation', { confirmation: { password: PASSWORD } }, 403);
    const change = { current_password: PASSWORD, password: 'nine loud gulls at dawn' };
    await page(off, browser, 'PUT', '/me/password', { password_change: change }, 403);
    expect((await on.pool.query('select from sign_in_attempt')).rows).toEqual([]);
    await page(on, browserOf(on), 'POST', '/sessions', { session: { email, password: PASSWORD } });
  });

  it('sessions that began with a password have ended; others go on, and all count again with passwords', async () => {
    const { id, email } = await addPerson(on, []);
    const [before, proved] = [browserOf(on, id, email), browserOf(on, id, email)];
    await page(on, before, 'POST', '/sessions', { session: { email, password: PASSWORD } });
    const authenticator = await addPasskey(on, before);
    const here = browserOf(off, id, email);
    await page(off, here, 'POST', '/sessions/passkey', { credential: await answer(authenticator) });
    // The name of the cookie contains the address of the application.
    const name = here.cookie.split('=')[0];
    const moved = (browser: Browser) => {
      const same = browserOf(off, id, email);
      same.cookie = `${name}=${browser.cookie.split('=')[1]}`;
      return same;
    };
    for (const path of ['/me', '/sessions', '/sites']) await page(off, moved(before), 'GET', path, undefined, 401);
    await page(off, moved(before), 'PATCH', '/me', { person: { name: 'Eve' } }, 401);
    await page(off, moved(before), 'POST', '/me/passkeys/options', undefined, 401);
    expect((await page(off, here, 'GET', '/sessions')).sessions).toHaveLength(1);
    await page(on, before, 'GET', '/me');
    // An invitation that the session of a password accepts begins another one.
    const invitation = { email, roles: [{ site_id: await on.site(), role: 'author' }] };
    const { token } = (await on.manage('POST', '/invitations', { invitation })).invitation;
    await page(off, moved(before), 'POST', `/invitations/${token}/acceptance`, { acceptance: {} }, 401);
    proved.cookie = before.cookie;
    await page(on, proved, 'POST', `/invitations/${token}/acceptance`, { acceptance: {} });
    await page(off, moved(proved), 'GET', '/me', undefined, 401);
  });

  it('setup is refused', async () => {
    const empty = await testApp({ passwords: createPasswords(false) });
    await empty.pool.query("insert into setup (code) values ('ABCD-EFGH-JKLM')");
    const setup = { code: 'ABCD-EFGH-JKLM', name: 'Ida', email: 'ida@example.com', password: PASSWORD };
    const reply = await browserOf(empty).request('POST', '/v1/manage/setup', { setup });
    expect([reply.status, reply.body.error]).toEqual([403, expect.stringContaining('PASSWORD_SIGN_IN=0')]);
  });

  it('an invited person gives a name, and adds a passkey at once', async () => {
    const invitation = { email: 'new@example.com', roles: OWNER };
    const { token } = (await off.manage('POST', '/invitations', { invitation })).invitation;
    const accept = (body: object, status?: number, browser = browserOf(off)) =>
      page(off, browser, 'POST', `/invitations/${token}/acceptance`, { acceptance: body }, status);
    await accept({ name: 'Nora', password: 'nine loud gulls at dawn' }, 403);
    await accept({}, 422);
    const browser = browserOf(off);
    const { person } = await accept({ name: 'Nora' }, 201, browser);
    const authenticator = await addPasskey(off, browser);
    const again = await page(off, browserOf(off), 'POST', '/sessions/passkey', {
      credential: await answer(authenticator),
    });
    expect(again.person.id).toBe(person.id);
    // Where passwords are on, one is needed.
    const { token: other } = (
      await on.manage('POST', '/invitations', { invitation: { ...invitation, email: 'o@example.com' } })
    ).invitation;
    await page(on, browserOf(on), 'POST', `/invitations/${other}/acceptance`, { acceptance: { name: 'O' } }, 422);
  });

  it('a known person accepts an invitation with a passkey, or in a confirmed session of their own', async () => {
    const [one, stranger] = [await someone(), await someone()];
    const site = await on.site();
    const invite = async () => {
      const invitation = { email: one.email, roles: [{ site_id: site, role: 'author' }] };
      return (await off.manage('POST', '/invitations', { invitation })).invitation.token as string;
    };
    const accept = (token: string, body: object, status: number, browser = browserOf(off)) =>
      page(off, browser, 'POST', `/invitations/${token}/acceptance`, { acceptance: body }, status);
    const first = await invite();
    await accept(first, { password: PASSWORD }, 403);
    await accept(first, {}, 401);
    await accept(first, {}, 401, stranger.browser);
    await accept(first, { credential: await answer(stranger.authenticator) }, 401);
    await accept(first, { credential: await answer(one.authenticator) }, 201);
    const second = await invite();
    await page(off, one.browser, 'POST', '/sessions/passkey', { credential: await answer(one.authenticator) });
    await on.pool.query("update session set confirmed_at = now() - interval '11 minutes' where person_id = $1", [
      one.id,
    ]);
    await accept(second, {}, 401, one.browser);
    await on.pool.query('update session set confirmed_at = now() where person_id = $1', [one.id]);
    await accept(second, {}, 201, one.browser);
    expect((await page(off, one.browser, 'GET', '/me')).person.roles).toMatchObject([
      { site_id: site, role: 'author' },
    ]);
  });

  it('a reset signs in once, so that the person adds a passkey', async () => {
    const { id, browser: before } = await someone();
    const { token } = (await off.manage('POST', `/people/${id}/password-reset`)).password_reset;
    const path = `/password-resets/${token}`;
    await page(off, browserOf(off), 'POST', path, { password_reset: { password: 'nine loud gulls at dawn' } }, 403);
    const browser = browserOf(off, id);
    expect((await page(off, browser, 'POST', path)).person.id).toBe(id);
    expect((await before.request('GET', '/v1/manage/me')).status).toBe(401);
    await addPasskey(off, browser);
    await page(off, browserOf(off), 'POST', path, undefined, 404);
    const { token: other } = (await on.manage('POST', `/people/${id}/password-reset`)).password_reset;
    await page(on, browserOf(on), 'POST', `/password-resets/${other}`, undefined, 422);
  });
});

describe('an owner who can sign in', () => {
  it('stays, and is needed at start', async () => {
    const alone = await testApp({ passwords: createPasswords(false) });
    const folder = mkdtempSync(join(tmpdir(), 'masthead-start-'));
    atFileEnd(() => rmSync(folder, { recursive: true, force: true }));
    const env = {
      DATABASE_URL: databaseUrl(alone.database),
      DATA_DIR: folder,
      PORT: '0',
      PASSWORD_SIGN_IN: '0',
      LOG_LEVEL: 'silent',
    };
    const starting = () => start(toConfig(env)).then((running) => running.stop());
    await expect(starting()).rejects.toMatchObject({
      exitCode: 78,
      message: expect.stringContaining('PASSWORD_SIGN_IN=0'),
    });
    const { id } = await addPerson(alone, OWNER);
    await addPerson(alone, OWNER);
    await expect(starting()).rejects.toMatchObject({ exitCode: 78 });
    const { rows } = await alone.pool.query(
      `insert into passkey (person_id, credential_id, public_key, sign_count, transports, rp_id, name, is_synced)
       values ($1, 'x', 'x', 0, '{}', 'elsewhere.example', 'x', false) returning id`,
      [id],
    );
    await expect(starting()).rejects.toMatchObject({ exitCode: 78 });
    await alone.pool.query("update passkey set rp_id = 'localhost', copied_at = now() where id = $1", [rows[0].id]);
    await expect(starting()).rejects.toMatchObject({ exitCode: 78 });
    await alone.pool.query('update passkey set copied_at = null where id = $1', [rows[0].id]);
    await starting();
    // The other owner has only a password: this one may not leave.
    await alone.manage('DELETE', `/people/${id}`, undefined, 409);
    await alone.manage('PATCH', `/people/${id}`, { person: { roles: [] } }, 409);
  });

  it('may have an identity at the provider instead, at the one that is set', async () => {
    const alone = await testApp({ passwords: createPasswords(false) });
    const folder = mkdtempSync(join(tmpdir(), 'masthead-start-'));
    atFileEnd(() => rmSync(folder, { recursive: true, force: true }));
    const passwordless = { PORT: '0', PASSWORD_SIGN_IN: '0', LOG_LEVEL: 'silent' };
    const env = { DATABASE_URL: databaseUrl(alone.database), DATA_DIR: folder, ...passwordless };
    const provider = (issuer: string) => ({ ...env, OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'x' });
    const starting = (settings: Record<string, string>) => start(toConfig(settings)).then((running) => running.stop());
    const [owner, editor] = [await addPerson(alone, OWNER), await addPerson(alone, [])];
    const link = (id: number, issuer: string) =>
      alone.pool.query("insert into identity (person_id, issuer, subject) values ($1, $2, 'x' || $3)", [
        id,
        issuer,
        id,
      ]);
    const here = 'https://login.example.com';
    await link(editor.id, here);
    await link(owner.id, 'https://elsewhere.example.com');
    await expect(starting(provider(here))).rejects.toMatchObject({ exitCode: 78 });
    await link(owner.id, here);
    // Nothing is asked of the provider at start.
    await starting(provider(here));
    await expect(starting(env)).rejects.toMatchObject({ exitCode: 78 });
  });

  it('the command line creates a link for a person who is locked out', async () => {
    const env = { DATABASE_URL: databaseUrl(on.database), PASSWORD_SIGN_IN: '0' };
    const { id, email } = await addPerson(on, OWNER);
    const refused = await masthead(['person', 'reset-password', email], env);
    expect([refused.code, refused.err]).toEqual([64, expect.stringContaining('reset-link')]);
    const link = await masthead(['person', 'reset-link', email], env);
    expect(link.code).toBe(0);
    const token = /^http:\/\/localhost:4000\/newsroom\/password-resets\/([\w-]+)$/.exec(link.out.trim())?.[1];
    expect((await page(off, browserOf(off), 'POST', `/password-resets/${token}`)).person.id).toBe(id);
    const given = ['--email', 'rescue@example.com', '--name', 'R', '--role', 'owner'];
    const created = await masthead(['person', 'create', ...given], env);
    const { person } = await page(
      off,
      browserOf(off),
      'POST',
      `/password-resets/${created.out.trim().split('/').at(-1)}`,
    );
    expect(person).toMatchObject({ email: 'rescue@example.com', roles: [{ site_id: null, role: 'owner' }] });
    expect((await masthead(['person', 'reset-link', 'nobody@example.com'], env)).code).toBe(1);
  });
});
