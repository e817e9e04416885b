/** Starting and stopping beside a database that is away or read-only, and behind a load balancer. */
import { cpSync, symlinkSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { freshDatabase } from './app.ts';
import { atFileEnd } from './at-file-end.ts';
import { databaseUrl, withClient } from './database.ts';
import { dataFolder, freePort, launch } from './process.ts';

let database: pg.ClientConfig & { database: string };
beforeAll(async () => {
  database = await freshDatabase();
});

/** A way to the database that can be opened and closed, as a proxy in front of a cluster does. */
async function gateTo({ host = '', port = 5432 }: pg.ClientConfig) {
  let isOpen = false;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    if (!isOpen) return socket.destroy();
    const there = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    sockets.add(socket);
    socket.on('error', () => there.destroy()).on('close', () => there.destroy());
    there.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    return socket.pipe(there).pipe(socket);
  });
  const at = await freePort();
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  atFileEnd(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { user, password, database: name } = database;
  const open = (value: boolean) => {
    isOpen = value;
  };
  return { open, url: `postgres://${user}:${encodeURIComponent(String(password ?? ''))}@127.0.0.1:${at}/${name}` };
}

async function begin(env: Record<string, string>) {
  const port = await freePort();
  const begun = launch(['start'], { PORT: String(port), LOG_LEVEL: 'warn', ...env });
  atFileEnd(() => void begun.child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  const status = (path: string) =>
    fetch(url + path).then(
      async (answer) => [answer.status, await answer.json()],
      () => ['no answer'],
    );
  return { ...begun, url, status };
}

it('waits for a database that is away and then read-only, is alive meanwhile, and drains before it stops', async () => {
  const gate = await gateTo(database);
  const { child, output, status, url, ended } = await begin({ DATABASE_URL: gate.url, DRAIN_S: '2' });
  await expect.poll(() => status('/healthz')).toEqual([200, { status: 'ok' }]);
  expect(await status('/readyz')).toEqual([503, { status: 'not ready', checks: { database: 'unavailable' } }]);
  // It has no cached answers yet.
  expect((await status('/readyz?exclude=database'))[0]).toBe(503);
  const answer = await fetch(`${url}/v1/sites/1`, { method: 'POST', body: 'x' });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(output()).toContain('Waiting for it, 300 seconds at most.');

  const readOnly = (value: string) =>
    withClient(database, (client) =>
      client.query(`alter database ${database.database} set default_transaction_read_only = ${value}`),
    );
  await readOnly('on');
  gate.open(true);
  await expect.poll(output).toMatch(/read-only transaction/);
  expect(await status('/healthz')).toEqual([200, { status: 'ok' }]);
  await withClient({ ...database, database: 'postgres' }, (client) =>
    client.query(`alter database ${database.database} reset default_transaction_read_only`),
  );
  await expect.poll(output).toContain('Masthead is ready');
  expect((await status('/readyz'))[0]).toBe(200);

  child.kill('SIGTERM');
  await expect.poll(() => status('/readyz'), { interval: 20 }).toEqual([503, { status: 'stopping', checks: {} }]);
  expect((await status('/readyz?exclude=database'))[0]).toBe(503);
  expect((await status('/v1/sites/1'))[0]).toBe(404);
  expect((await ended).code).toBe(0);
});

it('is stopped while it waits', async () => {
  const gate = await gateTo(database);
  const { child, output, ended } = await begin({ DATABASE_URL: gate.url });
  await expect.poll(output).toContain('Waiting for it');
  child.kill('SIGINT');
  const { code, out } = await ended;
  expect([code, out]).toEqual([0, expect.stringContaining('Masthead has stopped.')]);
});

it('gives up after DATABASE_WAIT, exit 69', async () => {
  const gate = await gateTo(database);
  const { ended } = await begin({ DATABASE_URL: gate.url, DATABASE_WAIT: '1' });
  const { code, err } = await ended;
  expect([code, err]).toEqual([69, expect.stringContaining('The database cannot be reached')]);
});

it('ends when its start fails after its workers have begun: here, its documentation is missing', async () => {
  const folder = dataFolder();
  const root = fileURLToPath(new URL('..', import.meta.url));
  for (const part of ['dist', 'public', 'migrations', 'package.json', 'schema.sql'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const env = {
    DATABASE_URL: databaseUrl(await freshDatabase()),
    PORT: '0',
    LOG_LEVEL: 'silent',
    DEMO: '1',
    DEMO_LIVE: '1',
  };
  const { child, ended } = launch(['start'], env, join(folder, 'dist/cli/main.js'));
  atFileEnd(() => void child.kill('SIGKILL'));
  const { code, err } = await ended;
  expect([code, err]).toEqual([70, expect.stringContaining('docs')]);
});
