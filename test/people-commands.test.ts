/** `masthead person` and `masthead demo`, and the people of the demo. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Config, toConfig } from '../src/config.ts';
import { kysely } from '../src/db/connect.ts';
import { fillDemo } from '../src/demo/fill.ts';
import { demoPeople } from '../src/demo/people.ts';
import { createPasswords } from '../src/features/accounts/passwords.ts';
import { type TestApp, testApp } from './app.ts';
import { atFileEnd } from './at-file-end.ts';
import { masthead } from './command.ts';
import { databaseUrl } from './database.ts';
import { browserOf, signedIn } from './people.ts';

let app: TestApp;
let env: Record<string, string>;
beforeAll(async () => {
  app = await testApp();
  env = { DATABASE_URL: databaseUrl(app.database) };
});

const signIn = async (email: string, password: string) => {
  const browser = browserOf(app);
  const { status } = await browser.request('POST', '/v1/manage/sessions', { session: { email, password } });
  return { browser, status };
};

describe('masthead person', () => {
  it('adds a person who can sign in, closes setup, lists people and resets a password', async () => {
    const site = await app.site();
    const given = ['--email', 'Ida@example.com', '--name', 'Ida Holm', '--role', 'editor', '--site', String(site)];
    const created = await masthead(['person', 'create', ...given], env);
    expect([created.code, created.out]).toEqual([0, expect.stringMatching(/^[2-9a-z]{5}(-[2-9a-z]{5}){3}\n$/)]);
    const first = await signIn('ida@example.com', created.out.trim());
    expect(first.status).toBe(201);
    expect((await first.browser.manage('GET', '/setup')).setup.is_open).toBe(false);
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

describe('the people of the demo', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'masthead-demo-people-'));
  atFileEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const settings = (more: Record<string, string> = {}): Config => toConfig({ DEMO: '1', DATA_DIR: dataDir, ...more });
  const people = (config = settings()) => demoPeople(kysely(app.pool), createPasswords(), config);

  it('exist only in demo mode, with the same passwords after a restart', async () => {
    app = await testApp();
    env = { DATABASE_URL: databaseUrl(app.database) };
    expect(await people()).toEqual([]);
    await fillDemo(kysely(app.pool), app.media);
    expect(await people(settings({ DEMO: '0' }))).toEqual([]);
    const added = await people();
    expect(added.map(({ role }) => role)).toEqual(['owner', 'editor', 'author', 'analyst']);
    expect(await people()).toEqual(added);
    expect(readFileSync(join(dataDir, 'demo-passwords.json'), 'utf8')).toContain(added[0]?.password);
    for (const { email, password, role } of added) {
      const { browser, status } = await signIn(email, password);
      expect([role, status]).toEqual([role, 201]);
      expect((await browser.manage('GET', '/me')).person.roles).toMatchObject([{ site_id: 1, role }]);
    }
    expect((await app.get('/v1/manage/setup')).body.setup).toEqual({ is_open: true, has_demo: true });
  });

  it('who write have the names of authors, for the byline of their articles', async () => {
    const { authors } = await app.manage('GET', '/sites/1/authors?count=100');
    const { rows } = await app.pool.query("select name from person where is_demo and email not like 'analyst@%'");
    expect(rows).toHaveLength(3);
    expect(authors.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(rows.map(({ name }) => name)),
    );
  });

  it('cannot sign in once the database is used outside development', async () => {
    const [owner] = await people();
    const { browser } = await signIn(owner?.email ?? '', owner?.password ?? '');
    expect(await people(settings({ SERVICE_ENV: 'production' }))).toEqual([]);
    expect((await browser.request('GET', '/v1/manage/me')).status).toBe(401);
    expect((await signIn(owner?.email ?? '', owner?.password ?? '')).status).toBe(401);
    expect((await app.get('/v1/manage/setup')).body.setup.has_demo).toBe(false);
    await people();
    expect((await signIn(owner?.email ?? '', owner?.password ?? '')).status).toBe(201);
  });

  it('go with the demo site and everything in it, and other sites stay', async () => {
    const site = await app.site({ url: 'https://mine.example' });
    const { api_key } = await app.manage('POST', '/api-keys', {
      api_key: { name: 'x', scopes: ['admin'], site_ids: [1] },
    });
    const refused = await masthead(['demo', 'remove'], env);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('API key')]);
    expect((await app.get('/v1/sites/1/articles')).body.articles.length).toBeGreaterThan(10);
    expect((await people()).length).toBe(4);
    await app.manage('DELETE', `/api-keys/${api_key.id}`);
    const removed = await masthead(['demo', 'remove'], env);
    expect([removed.code, removed.out]).toEqual([0, 'The demo is removed.\n']);
    expect((await app.manage('GET', '/sites')).sites.map(({ id }: { id: number }) => id)).toEqual([site]);
    expect((await app.pool.query('select from person')).rowCount).toBe(0);
    expect((await app.get('/v1/sites/1/articles')).status).toBe(404);
    expect((await masthead(['demo', 'remove'], env)).code).toBe(1);
    expect(await people()).toEqual([]);
  });

  it('are not added to a site that is not the demo’s', async () => {
    const real = await testApp();
    await real.manage('POST', '/sites', { site: { id: 1, name: 'Mine', url: 'https://mine.example' } });
    expect(await demoPeople(kysely(real.pool), createPasswords(), settings())).toEqual([]);
    expect((await masthead(['demo', 'remove'], { DATABASE_URL: databaseUrl(real.database) })).code).toBe(1);
    await real.manage('GET', '/sites/1');
  });
});
