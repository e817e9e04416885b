import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from './app.ts';
import { masthead } from './command.ts';
import { databaseUrl } from './database.ts';
import { signedIn, signIn as trySignIn } from './people.ts';

let app: TestApp;
let env: Record<string, string>;
beforeAll(async () => {
  app = await testApp();
  env = { DATABASE_URL: databaseUrl(app.database) };
});

const signIn = (email: string, password: string) => trySignIn(app, email, password);

describe('masthead person', () => {
  it('adds a person who can sign in, closes setup with an owner of all sites, lists people and resets a password', async () => {
    const site = await app.site();
    const given = ['--email', 'Ida@example.com', '--name', 'Ida Holm', '--role', 'editor', '--site', String(site)];
    const created = await masthead(['person', 'create', ...given], env);
    expect([created.code, created.out]).toEqual([0, expect.stringMatching(/^[2-9a-z]{5}(-[2-9a-z]{5}){3}\n$/)]);
    const first = await signIn('ida@example.com', created.out.trim());
    expect(first.status).toBe(201);
    const isOpen = async () => (await first.browser.manage('GET', '/setup')).setup.is_open;
    expect((await first.browser.manage('GET', '/setup')).setup).toMatchObject({ is_open: true, has_people: true });
    const all = ['--email', 'bo@example.com', '--name', 'Bo Ek', '--role', 'owner'];
    expect((await masthead(['person', 'create', ...all], env)).code).toBe(0);
    expect(await isOpen()).toBe(false);
    const { out } = await masthead(['person', 'list'], env);
    expect(out).toMatch(new RegExp(`Ida Holm +ida@example.com +editor:${site} +20`));
    const reset = await masthead(['person', 'reset-password', 'IDA@example.com'], env);
    expect(reset.code).toBe(0);
    expect((await first.browser.request('GET', '/v1/manage/me')).status).toBe(401);
    expect((await signIn('ida@example.com', created.out.trim())).status).toBe(401);
    expect((await signIn('ida@example.com', reset.out.trim())).status).toBe(201);
  });

  it('removes the passkeys of someone, ends the sessions, and records it', async () => {
    const site = await app.site();
    const owner = await signedIn(app, [{ site_id: site, role: 'owner' }]);
    const other = await signedIn(app, [{ site_id: site, role: 'owner' }]);
    await app.pool.query(
      `insert into passkey (person_id, credential_id, public_key, sign_count, transports, rp_id, name, is_synced)
       select person, name::bytea, 'x', 0, '{}', 'localhost', name, false
       from (values ($1::bigint, 'Laptop'), ($1, 'Phone'), ($2, 'Of the other')) as passkeys(person, name)`,
      [owner.id, other.id],
    );
    const { code, out } = await masthead(['person', 'remove-passkeys', owner.email.toUpperCase()], env);
    expect([code, out]).toEqual([0, expect.stringContaining('2 passkeys were removed')]);
    expect((await app.pool.query('select name from passkey')).rows).toEqual([{ name: 'Of the other' }]);
    expect((await owner.request('GET', '/v1/manage/me')).status).toBe(401);
    // Another owner of the same site reads it in the log.
    const { entries } = await other.manage('GET', '/audit?noun=passkey');
    expect(entries).toMatchObject([
      { action: 'delete', title: 'Phone', actor_kind: 'command line' },
      { action: 'delete', title: 'Laptop', actor_kind: 'command line', site_ids: [site] },
    ]);
    expect((await masthead(['person', 'remove-passkeys', owner.email], env)).out).toContain('0 passkeys were');
  });

  it.each([
    [['remove-passkeys', 'nobody@example.com'], 1, 'no person'],
    [['create', '--email', 'x', '--name', 'X', '--role', 'owner'], 64, '--email'],
    [['create', '--email', 'x@example.com', '--name', 'X', '--role', 'king'], 64, '--role'],
    [['create', '--email', 'x@example.com', '--name', 'X', '--role', 'owner', '--site', '999'], 1, 'site'],
    [['create', '--email', 'ida@example.com', '--name', 'X', '--role', 'owner'], 1, 'already'],
    [['reset-password', 'nobody@example.com'], 1, 'no person'],
    [['reset-password'], 64, 'e-mail'],
    [['promote'], 64, 'Expected'],
  ])('refuses %j', async (args, code, words) => {
    const ended = await masthead(['person', ...args], env);
    expect([ended.code, ended.err]).toEqual([code, expect.stringContaining(words)]);
  });
});
