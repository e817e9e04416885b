/**
 * One PostgreSQL for the whole test run: the embedded one in a folder of its own, or the server that
 * MASTHEAD_TEST_DATABASE_URL names. The migrated schema is a template; every test file gets a database made from it.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openPool } from '../src/db/connect.ts';
import { openEmbedded } from '../src/db/embedded/open.ts';
import { migrate } from '../src/db/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    server: pg.ClientConfig;
    template: string;
  }
}

const log = (level: string, message: string) => {
  if (level !== 'info') process.stderr.write(`test database: ${message}\n`);
};

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await testServer();
  const template = `masthead_template_${process.pid}`;
  await withClient(server, async (client) => {
    await client.query(`create database ${template} encoding 'UTF8' template template0`);
  });
  const pool = openPool({ ...server, database: template }, 'command', log);
  await migrate(pool);
  await pool.end();
  project.provide('server', server);
  project.provide('template', template);
  return async () => {
    await withClient(server, (client) => client.query(`drop database ${template}`));
    await stop();
  };
}

async function testServer(): Promise<{ server: pg.ClientConfig; stop: () => Promise<void> }> {
  const url = process.env.MASTHEAD_TEST_DATABASE_URL;
  if (url) return { server: connectionOf(new URL(url)), stop: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'masthead-test-'));
  // As root the server runs under another account, which needs search permission on the folder.
  await chmod(folder, 0o711);
  const embedded = await openEmbedded(folder, {
    purpose: 'command',
    log,
    // Tests of crash safety run their own server.
    settings: { synchronous_commit: 'off', fsync: 'off', full_page_writes: 'off' },
  });
  const stop = async () => {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { server: embedded.connection, stop };
}

function connectionOf(url: URL): pg.ClientConfig {
  return {
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
  };
}

export async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** As a connection URL for processes. */
export function databaseUrl({ user, password, host, port, database }: pg.ClientConfig): string {
  const secret = encodeURIComponent(String(password ?? ''));
  return `postgres://${user}:${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`;
}
