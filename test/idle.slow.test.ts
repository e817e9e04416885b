/** A service without requests and work asks the database at most three questions a second, whatever parts it has. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { openEmbedded } from '../src/db/embedded/open.ts';
import { ADMIN } from './app.ts';
import { atFileEnd } from './at-file-end.ts';
import { databaseUrl, withClient } from './database.ts';
import { dataFolder, startService } from './process.ts';

const SECONDS = 60;
/** The bar. */
const MOST_A_SECOND = 3;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A server that counts its statements. */
async function countingServer(): Promise<pg.ClientConfig> {
  const settings = { shared_preload_libraries: 'pg_stat_statements' };
  const embedded = await openEmbedded(dataFolder(), { purpose: 'command', log: () => {}, settings });
  atFileEnd(() => embedded.stop());
  return embedded.connection;
}

/** A receiver of notifications. */
async function receiver(): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(204).end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atFileEnd(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // a TCP server's address
}

/** Milliseconds of CPU; null where /proc does not say. */
function cpuOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

it('is quiet when idle', async () => {
  const connection = await countingServer();
  const service = await startService({
    DATABASE_URL: databaseUrl(connection),
    DATA_DIR: dataFolder(),
    WEBHOOK_ALLOW_PRIVATE: '1',
  });
  const ask = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' };
    const response = await fetch(`${service.url}/v1/manage${path}`, { method, headers, body: JSON.stringify(body) });
    expect([path, response.status]).toEqual([path, 201]);
  };
  await ask('POST', '/sites', { site: { id: 1, name: 'P', url: 'https://p.example' } });
  await ask('POST', '/sites/1/sections', { section: { id: 1, name: 'News' } });
  await ask('POST', '/sites/1/webhooks', { webhook: { url: await receiver() } });
  const article = { title: 'Waits', section_id: 1, state: 'published' };
  await ask('POST', '/sites/1/articles', { article });
  expect((await fetch(`${service.url}/v1/sites/1/articles`)).status).toBe(200);

  await withClient(connection, async (client) => {
    await client.query('create extension pg_stat_statements');
    // The article is indexed, and schedules of the first minute have run.
    await sleep(40_000);
    await client.query('select pg_stat_statements_reset()');
    const before = cpuOf(service.child.pid ?? 0);
    await sleep(SECONDS * 1_000);
    const after = cpuOf(service.child.pid ?? 0);
    const { rows } = await client.query<{ calls: number; query: string }>(
      `select calls::int, query from pg_stat_statements where query not like '%pg_stat_statements%' order by calls desc`,
    );
    const calls = rows.reduce((sum, row) => sum + row.calls, 0);
    const share =
      before !== null && after !== null ? `, ${((after - before) / SECONDS / 10).toFixed(2)} % of a core` : '';
    console.info(`idle: ${(calls / SECONDS).toFixed(2)} statements a second${share}`);
    const most = rows.slice(0, 10).map((row) => `${row.calls} × ${row.query.replaceAll(/\s+/g, ' ').slice(0, 100)}`);
    expect(calls, most.join('\n')).toBeLessThanOrEqual(MOST_A_SECOND * SECONDS);
    // It does ask: a pulse that has ended would look quiet, too.
    expect(calls).toBeGreaterThan(SECONDS / 2);
  });
});
