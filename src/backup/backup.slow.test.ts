/** Backups of a running embedded database: made under load, killed half-way, damaged, verified and restored. */
import { appendFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN } from '../../test/app.ts';
import { atFileEnd } from '../../test/at-file-end.ts';
import { withClient } from '../../test/database.ts';
import { dataFolder, launch, masthead, type Service, startService } from '../../test/process.ts';
import { randomNumbers, seed } from '../../test/random.ts';
import { openEmbedded } from '../db/embedded/open.ts';

const KILLS = 8;
const LONGEST_BACKUP_MS = 2_500;
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const env = { DATA_DIR: dataFolder(), LOG_LEVEL: 'warn', WEBHOOK_ALLOW_PRIVATE: '1', DEMO: '0' };
const folder = join(env.DATA_DIR, 'backups');
const received: string[] = [];
let service: Service;
let file = '';

const manage = async (at: Service, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${at.url}/v1/manage${path}`, {
    method,
    headers: {
      authorization: `Bearer ${ADMIN}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  return (await response.json()) as any;
};
const publish = async (title: string): Promise<string> =>
  (await manage(service, 'POST', '/sites/1/articles', { article: { title, section_id: 1, state: 'published' } }))
    .article.uid;
const run = async (args: string[], more: Record<string, string> = {}) => masthead(args, { ...env, ...more });
const done = async (args: string[], more: Record<string, string> = {}) => {
  const { code, out, err } = await run(args, more);
  expect(code, out + err).toBe(0);
  return out;
};
const names = () =>
  readdirSync(folder)
    .filter((name) => /^\d{4}-/.test(name))
    .sort();
const newest = () => join(folder, names().at(-1) ?? '');

beforeAll(async () => {
  const receiver = createServer((request, response) => {
    request.resume();
    received.push(String(request.headers['webhook-id']));
    response.end();
  }).listen(0, '127.0.0.1');
  atFileEnd(async () => void receiver.close());
  service = await startService(env);
  await manage(service, 'POST', '/sites', { site: { id: 1, name: 'Posten', url: 'https://p.example' } });
  await manage(service, 'POST', '/sites/1/sections', { section: { name: 'News' } });
  const { port } = receiver.address() as AddressInfo; // a TCP server's address
  await manage(service, 'POST', '/sites/1/webhooks', { webhook: { url: `http://127.0.0.1:${port}/` } });
  const form = new FormData();
  form.set('file', new Blob([PIXEL], { type: 'image/png' }), 'pixel.png');
  const upload = await fetch(`${service.url}/v1/manage/sites/1/media`, {
    ...{ method: 'POST', body: form, headers: { authorization: `Bearer ${ADMIN}` } },
  });
  expect(upload.status).toBe(201);
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  file = new URL(((await upload.json()) as any).media_item.url).pathname;
});

/** Writers that stop when the work ends; returns what was acknowledged before it began. */
async function underLoad(work: () => Promise<unknown>): Promise<string[]> {
  const acknowledged = [await publish('first'), await publish('second')];
  let isDone = false;
  const writer = async (n: number) => {
    while (!isDone) await publish(`during ${n}`);
  };
  const writers = [1, 2, 3].map(writer);
  await work().finally(() => {
    isDone = true;
  });
  await Promise.all(writers);
  return acknowledged;
}

/** A slot that stays keeps the log of the server for ever. */
async function slots(): Promise<number> {
  const server = await openEmbedded(env.DATA_DIR, { purpose: 'command', log: () => {} });
  const { rowCount } = await withClient(server.connection, (client) =>
    client.query('select from pg_replication_slots'),
  );
  await server.stop();
  return rowCount ?? 0;
}

describe('a backup', () => {
  it('of a service at work has all that was acknowledged before, and is restored held', async () => {
    const acknowledged = await underLoad(() => done(['backup']));
    expect(await done(['backup', 'verify'])).toMatch(/is good: \d+ tables, [\d,]+ rows, 1 files of the library\./);
    // A new machine has no data folder.
    const other = { DATA_DIR: join(dataFolder(), 'new') };
    expect(await done(['backup', 'verify', newest()], other)).toContain('is good');
    expect(await done(['restore', newest()], other)).toContain('It is held: 1 webhook(s) are paused');
    const restored = await startService({ ...env, ...other });
    for (const uid of acknowledged) await manage(restored, 'GET', `/sites/1/articles/${uid}`);
    const bytes = await (await fetch(restored.url + file)).arrayBuffer();
    expect(Buffer.from(bytes)).toEqual(Buffer.from(await (await fetch(service.url + file)).arrayBuffer()));
    const { webhooks } = await manage(restored, 'GET', '/sites/1/webhooks');
    expect(webhooks).toMatchObject([{ active: false, pause_reason: 'restore' }]);
    expect((await manage(restored, 'GET', '/intake/hold')).hold.held).toBe(true);
    await expect
      .poll(async () => (await manage(service, 'GET', '/sites/1/webhooks')).webhooks[0].health.pending)
      .toBe(0);
    const before = received.length;
    const article = { title: 'Of the copy', section_id: 1, state: 'published' };
    await manage(restored, 'POST', '/sites/1/articles', { article });
    expect(received.length).toBe(before);
    expect(await done(['restore', '--release'], other)).toContain('1 webhook(s) are active again');
    await expect.poll(() => received.length).toBeGreaterThan(before);
    expect((await manage(restored, 'GET', '/intake/hold')).hold.held).toBe(false);
    restored.child.kill('SIGTERM');
    expect((await restored.ended).code).toBe(0);
  });

  it('of a service at rest has as many rows as the database, and shares the files of the library', async () => {
    await expect
      .poll(async () => (await manage(service, 'GET', '/sites/1/webhooks')).webhooks[0].health.pending)
      .toBe(0);
    await done(['backup']);
    expect(await done(['backup', 'verify', newest()])).toMatch(/is good/);
    const blobs = readdirSync(join(folder, 'media'), { recursive: true, withFileTypes: true });
    expect(blobs.filter((entry) => entry.isFile())).toHaveLength(1);
    expect((await done(['backup', 'list'])).trim().split('\n')).toHaveLength(names().length + 1);
  });

  it('that is killed half-way is never taken for one, and the next one removes it', async () => {
    const random = randomNumbers(seed);
    for (let round = 0; round < KILLS; round++) {
      const { child, ended } = launch(['backup'], env);
      const timer = setTimeout(() => child.kill('SIGKILL'), random() * LONGEST_BACKUP_MS);
      await ended;
      clearTimeout(timer);
    }
    await done(['backup']);
    expect(readdirSync(folder).filter((name) => name.startsWith('.partial'))).toEqual([]);
    for (const name of names()) expect(await done(['backup', 'verify', join(folder, name)])).toContain('is good');
    expect(await slots()).toBe(0);
  });

  it('that was damaged is refused by verify and by restore, which leaves nothing', async () => {
    const path = newest();
    const other = { DATA_DIR: dataFolder() };
    const refused = async (words: string) => {
      for (const command of [
        ['backup', 'verify', path],
        ['restore', path],
      ]) {
        const { code, err } = await run(command, other);
        expect([code, err]).toEqual([65, expect.stringContaining(words)]);
      }
      expect(readdirSync(other.DATA_DIR)).toEqual([]);
    };
    const page = join(path, 'postgres/global/pg_control');
    const good = readFileSync(page);
    writeFileSync(page, Buffer.concat([Buffer.from([good[0] === 1 ? 2 : 1]), good.subarray(1)]));
    await refused('is damaged');
    rmSync(page);
    await refused('is missing');
    writeFileSync(page, good);
    appendFileSync(join(path, 'files.ndjson'), '\n');
    await refused('was changed or damaged');
    renameSync(join(path, 'backup.json'), join(path, 'x'));
    await refused('is not a complete backup');
    renameSync(join(path, 'x'), join(path, 'backup.json'));
  });
});

it('without a service is compared row by row with what was counted', async () => {
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
  let verified = '';
  // A clean-up of the server itself may come in between: then it is not compared.
  for (let tries = 0; tries < 3 && !verified.includes('as many'); tries++) {
    await done(['backup']);
    verified = await done(['backup', 'verify']);
  }
  expect(verified).toContain('The rows are as many as there were.');
  const summary = join(newest(), 'backup.json');
  const { rows, ...other } = JSON.parse(readFileSync(summary, 'utf8'));
  writeFileSync(summary, JSON.stringify({ ...other, rows: { ...rows, article: rows.article + 1 } }));
  const { code, err } = await run(['backup', 'verify']);
  expect([code, err]).toEqual([65, expect.stringContaining('The restored table article has')]);
});

it('is refused over a database, and for a server of one’s own', async () => {
  const { code, err } = await run(['restore', join(folder, names()[0] ?? '')]);
  expect([code, err]).toEqual([75, expect.stringContaining('There is a database in')]);
  const server = await run(['backup'], { DATABASE_URL: 'postgres://u@127.0.0.1/none' });
  expect([server.code, server.err]).toEqual([64, expect.stringContaining('pg_dump')]);
  expect(readdirSync(env.DATA_DIR).filter((name) => name.startsWith('restoring'))).toEqual([]);
});

it('is restored once by two at once, and cleans up after one that was killed', async () => {
  const other = { DATA_DIR: dataFolder() };
  const path = join(folder, names()[0] ?? '');
  const killed = launch(['restore', path], { ...env, ...other });
  setTimeout(() => killed.child.kill('SIGKILL'), 1_000);
  await killed.ended;
  const both = await Promise.all([run(['restore', path], other), run(['restore', path], other)]);
  expect(both.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(readdirSync(other.DATA_DIR).filter((name) => name.startsWith('restoring'))).toEqual([]);
  expect(await done(['site', 'list'], other)).toContain('Posten');
});

it('says in a sentence where it cannot write', async () => {
  const file = join(env.DATA_DIR, 'a-file');
  writeFileSync(file, '');
  const { code, err } = await run(['backup', join(file, 'below')]);
  expect([code, err]).toEqual([74, expect.stringMatching(/below cannot be written: ENOTDIR\.\n$/)]);
});

it('is not made of a database that does not exist, nor is one created', async () => {
  const other = { DATA_DIR: dataFolder() };
  const { code, err } = await run(['backup'], other);
  expect([code, err]).toEqual([65, expect.stringContaining('There is no database in')]);
  expect(readdirSync(other.DATA_DIR)).toEqual([]);
});
