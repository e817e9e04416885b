/** While the database refuses every write, reading works, `/readyz` and `/metrics` say why, and it recovers by itself. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ADMIN, testApp } from '../app.ts';
import { withClient } from '../database.ts';
import { startService } from '../process.ts';

const headers = { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' };
const text = '<p>A long story about the harbour, told again and again.</p>'.repeat(5_000);

const write = (url: string) =>
  fetch(`${url}/v1/manage/sites/1/pages`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ page: { name: 'Harbour', body: text } }),
  });

/** What `/readyz` and `/metrics` say. */
async function told(url: string): Promise<[number, string, boolean]> {
  const ready = await fetch(`${url}/readyz`);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const { writes } = (await ready.json()) as { writes: string };
  return [ready.status, writes, /^masthead_writes_failing 1$/m.test(metrics)];
}

/** Writes until writes fail, checks that reads work, and after `repair` sends nothing: the service must notice by itself. */
async function failsAndRecovers(url: string, reason: string, repair: () => unknown): Promise<void> {
  await expect.poll(async () => (await write(url)).status).toBe(503);
  const refused = await write(url);
  expect(refused.headers.get('retry-after')).toBe('30');
  expect(((await refused.json()) as { error: string }).error).toContain(reason);
  expect(await told(url)).toEqual([200, `failing: ${reason}`, true]);
  expect((await fetch(`${url}/v1/sites/1/pages`)).status).toBe(200);
  await repair();
  await expect.poll(() => told(url)).toEqual([200, 'ok', false]);
  expect((await write(url)).status).toBe(201);
}

const disk = smallDisk();
describe.skipIf(!disk)('on a full disk (skipped without root and mount: it needs a small tmpfs)', () => {
  it('writes are refused, and work again once there is space', async () => {
    const service = await startService({ DATA_DIR: join(disk ?? '', 'data'), LOG_LEVEL: 'silent' });
    const site = { site: { name: 'Harbour', url: 'https://harbour.example' } };
    await fetch(`${service.url}/v1/manage/sites`, { method: 'POST', headers, body: JSON.stringify(site) });
    expect(await told(service.url)).toEqual([200, 'ok', false]);
    const fill = join(disk ?? '', 'fill');
    spawnSync('dd', ['if=/dev/zero', `of=${fill}`, 'bs=1k'], { stdio: 'ignore' });
    await failsAndRecovers(service.url, 'the disk of the database is full', () => rmSync(fill));
    service.child.kill('SIGTERM');
    expect((await service.ended).code).toBe(0);
  });
});

it('a read-only database is noticed, and so is its recovery', async () => {
  const app = await testApp({}, { isWorking: true });
  await app.site();
  const { database } = app.database;
  const set = (value: string) =>
    withClient({ ...app.database, database: 'postgres' }, async (client) => {
      await client.query(`alter database ${database} set default_transaction_read_only = ${value}`);
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
    });
  await set('on');
  await failsAndRecovers(app.url, 'the database is read-only', () => set('off'));
});

function smallDisk(): string | null {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return null;
  const folder = mkdtempSync(join(tmpdir(), 'masthead-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', folder], { stdio: 'ignore' });
  afterAll(() => {
    if (mounted.status === 0) execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  if (mounted.status !== 0) return null;
  chmodSync(folder, 0o755);
  return folder;
}
