/** The people of the demo, and `masthead demo`. */
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
import { signIn as trySignIn } from './people.ts';

let app: TestApp;
let env: Record<string, string>;
beforeAll(async () => {
  app = await testApp();
  env = { DATABASE_URL: databaseUrl(app.database) };
});

const signIn = (email: string, password: string) => trySignIn(app, email, password);

describe('the people of the demo', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'masthead-demo-people-'));
  atFileEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const settings = (more: Record<string, string> = {}): Config => toConfig({ DEMO: '1', DATA_DIR: dataDir, ...more });
  const people = (config = settings()) => demoPeople(kysely(app.pool), createPasswords(), config);

  it('exist only in demo mode, with the same passwords after a restart', async () => {
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
    expect((await app.get('/v1/manage/setup')).body.setup).toEqual({
      ...{ is_open: true, has_demo: true, has_people: false },
    });
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
    await app.manage('DELETE', `/sites/${site}`);
    expect(await fillDemo(kysely(app.pool), app.media)).toBe(false);
  });

  it('are not added to a site that is not the demo’s', async () => {
    const real = await testApp();
    await real.manage('POST', '/sites', { site: { id: 1, name: 'Mine', url: 'https://mine.example' } });
    expect(await demoPeople(kysely(real.pool), createPasswords(), settings())).toEqual([]);
    expect((await masthead(['demo', 'remove'], { DATABASE_URL: databaseUrl(real.database) })).code).toBe(1);
    await real.manage('GET', '/sites/1');
  });
});
