/** PgBouncer in front of the database: refused in transaction mode, and as good as the server itself in session mode. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { ADMIN, freshDatabase } from '../../test/app.ts';
import { atFileEnd } from '../../test/at-file-end.ts';
import { freePort, masthead, startService } from '../../test/process.ts';
import { databaseAccount } from './embedded/account.ts';

const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));
const missing = PGBOUNCER ? null : 'pgbouncer is not installed';

/** Returns the URL of the database through it. */
async function pooler(mode: string, database: pg.ClientConfig, settings = ''): Promise<string> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'masthead-pgbouncer-'));
  chmodSync(folder, 0o755);
  const { host, port: to, user, database: name } = { ...inject('server'), ...database };
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]\nx = host=${host} port=${to} user=${user} dbname=${name}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}
unix_socket_dir =\nauth_type = any\npool_mode = ${mode}\nmax_client_conn = 200\ndefault_pool_size = 60\n${settings}\n`,
  );
  // Only the account of the server may use its socket.
  const { uid, gid, switched } = databaseAccount(String(host));
  const account = switched ? { uid, gid } : {};
  const child = spawn(PGBOUNCER ?? '', ['-q', join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...account });
  atFileEnd(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  await expect.poll(() => accepts(port), { timeout: 30_000 }).toBe(true);
  return `postgres://anyone@127.0.0.1:${port}/x`;
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.destroy() !== undefined));
    socket.on('error', () => resolve(false));
  });

it.skipIf(missing)('in transaction or statement mode is refused by the service and by commands', async () => {
  const database = await freshDatabase();
  for (const mode of ['transaction', 'statement']) {
    const DATABASE_URL = await pooler(mode, database);
    for (const command of [['start'], ['site', 'list']]) {
      const { code, err } = await masthead(command, { DATABASE_URL, PORT: '0', DATABASE_WAIT: '9' });
      expect([mode, code, err]).toEqual([
        mode,
        78,
        expect.stringContaining('use session mode, or the server itself.\n'),
      ]);
    }
  }
  // Also with one session of the server for all.
  const DATABASE_URL = await pooler('transaction', database, 'max_db_connections = 1');
  expect((await masthead(['start'], { DATABASE_URL, PORT: '0', DATABASE_WAIT: '9' })).code).toBe(78);
});

it.skipIf(missing)('in session mode serves, works on the queue, and limits statements', async () => {
  const DATABASE_URL = await pooler('session', await freshDatabase());
  const env = { DATABASE_URL, DEMO: '0', LOG_LEVEL: 'warn', DATABASE_WAIT: '9' };
  const [one, other] = [await startService(env), await startService(env)];
  const ask = async (at: typeof one, method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${ADMIN}`, ...(body ? { 'content-type': 'application/json' } : {}) };
    const response = await fetch(`${at.url}/v1${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
    // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
    return (await response.json()) as any;
  };
  await ask(one, 'POST', '/manage/sites', { site: { id: 1, name: 'P', url: 'https://p.example' } });
  const { section } = await ask(one, 'POST', '/manage/sites/1/sections', { section: { name: 'News' } });
  const article = {
    title: 'Later',
    section_id: section.id,
    publish_at: new Date(Date.now() + 3_000),
    state: 'published',
  };
  await ask(one, 'POST', '/manage/sites/1/articles', { article });
  const titles = async () =>
    (await ask(other, 'GET', '/sites/1/articles')).articles.map((a: { title: string }) => a.title);
  await expect.poll(titles, { timeout: 120_000 }).toEqual(['Later']);
  expect(one.output() + other.output()).not.toMatch(/"level":[45]0/);

  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 1 });
  const { rows } = await pool.query(
    "select count(*)::int as n from pg_stat_activity where application_name = 'masthead serve' and datname = current_database()",
  );
  await pool.end();
  expect(rows[0].n).toBeGreaterThan(4);
  for (const service of [one, other]) service.child.kill('SIGTERM');
  expect([(await one.ended).code, (await other.ended).code]).toEqual([0, 0]);
});
