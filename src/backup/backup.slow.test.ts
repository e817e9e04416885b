/** Backups of a running embedded database: made under load, killed half-way, damaged, verified and restored. */
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
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
let polls = 0;
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
    if (request.method === 'GET') {
      polls += 1;
      return void response.end('<rss version="2.0"><channel><title>Harbour</title></channel></rss>');
    }
    received.push(String(request.headers['webhook-id']));
    response.end();
  }).listen(0, '127.0.0.1');
  atFileEnd(async () => void receiver.close());
  service = await startService(env);
  await manage(service, 'POST', '/sites', { site: { id: 1, name: 'Posten', url: 'https://p.example' } });
  await manage(service, 'POST', '/sites/1/sections', { section: { name: 'News' } });
  const { port } = receiver.address() as AddressInfo; // a TCP server's address
  await manage(service, 'POST', '/sites/1/webhooks', { webhook: { url: `http://127.0.0.1:${port}/` } });
  const source = { url: `http://127.0.0.1:${port}/feed`, section_id: 1 };
  await manage(service, 'POST', '/sites/1/sources', { source });
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

const hashed = (text: string) => ({
  bytes: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
});

/** As someone does who can write to the backups: with the right hash of the list. */
function relist(path: string, text: string): void {
  const summary = join(path, 'backup.json');
  writeFileSync(join(path, 'files.ndjson'), text);
  writeFileSync(summary, JSON.stringify({ ...JSON.parse(readFileSync(summary, 'utf8')), list: hashed(text) }));
}

/** Writes files into a backup with the right hashes; returns what takes them out again. */
function plant(path: string, files: Record<string, string>): () => void {
  const lines = readFileSync(join(path, 'files.ndjson'), 'utf8').trimEnd().split('\n');
  const before = Object.keys(files).map((name) => [join(path, name), textIfAny(join(path, name))] as const);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  const others = lines.filter((line) => !(JSON.parse(line).path in files));
  const planted = Object.entries(files).map(([name, text]) => JSON.stringify({ path: name, ...hashed(text) }));
  relist(path, `${[...others, ...planted].join('\n')}\n`);
  return () => {
    for (const [place, text] of before) text === null ? rmSync(place) : writeFileSync(place, text);
    relist(path, `${lines.join('\n')}\n`);
  };
}

const textIfAny = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null);

describe('a backup', () => {
  it('of a service at work has all that was acknowledged before, and is restored held', async () => {
    const acknowledged = await underLoad(() => done(['backup']));
    expect(await done(['backup', 'verify'])).toMatch(/is good: \d+ tables, [\d,]+ rows, 1 files of the library\./);
    // A new machine has no data folder.
    const other = { DATA_DIR: join(dataFolder(), 'new') };
    expect(await done(['backup', 'verify', newest()], other)).toContain('is good');
    expect(await done(['restore', newest()], other)).toContain('It is held: 1 webhook(s) are paused');
    const restored = await startService({ ...env, ...other });
    const source = async () => (await manage(restored, 'GET', '/sites/1/sources')).sources[0];
    const { last_poll_at } = await source();
    await manage(restored, 'POST', '/sites/1/sources/1/poll', {});
    for (const uid of acknowledged) await manage(restored, 'GET', `/sites/1/articles/${uid}`);
    const bytes = await (await fetch(restored.url + file)).arrayBuffer();
    expect(Buffer.from(bytes)).toEqual(Buffer.from(await (await fetch(service.url + file)).arrayBuffer()));
    const { webhooks } = await manage(restored, 'GET', '/sites/1/webhooks');
    expect(webhooks).toMatchObject([{ active: false, pause_reason: 'restore' }]);
    expect((await manage(restored, 'GET', '/intake/hold')).hold.held).toBe(true);
    expect((await run(['doctor'], other)).out).toMatch(
      /held +after a restore no source is asked, intake publishes nothing, and 1 webhook\(s\) are paused/,
    );
    await expect
      .poll(async () => (await manage(service, 'GET', '/sites/1/webhooks')).webhooks[0].health.pending)
      .toBe(0);
    const [before, asked] = [received.length, polls];
    const article = { title: 'Of the copy', section_id: 1, state: 'published' };
    await manage(restored, 'POST', '/sites/1/articles', { article });
    expect(received.length).toBe(before);
    expect([(await source()).last_poll_at, polls]).toEqual([last_poll_at, asked]);
    expect(await done(['restore', '--release'], other)).toContain('1 webhook(s) are active again');
    await expect.poll(() => received.length).toBeGreaterThan(before);
    await expect.poll(() => polls, { timeout: 90_000 }).toBeGreaterThan(asked);
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
    const list = readFileSync(join(path, 'files.ndjson'), 'utf8').trimEnd();
    for (const line of ['null', 'garbage', '{"path":5}']) {
      relist(path, `${list}\n${line}\n`);
      await refused('has a line that names no file');
    }
    relist(path, `${list}\n`);
  });

  it('runs no command that was planted in its settings, now or later', async () => {
    const path = newest();
    const ran = join(dataFolder(), 'ran');
    const touch = `'touch ${ran}; false'`;
    const planted = `archive_mode = on\narchive_command = ${touch}\nrestore_command = ${touch}\nssl = on
ssl_passphrase_command = ${touch}\narchive_timeout = 1\n`;
    const settings = ['postgresql.conf', 'postgresql.auto.conf', 'pg_hba.conf', 'pg_ident.conf', 'standby.signal'];
    const undo = plant(path, Object.fromEntries(settings.map((name) => [`postgres/${name}`, planted])));
    expect(await done(['backup', 'verify', path], { DATA_DIR: dataFolder() })).toContain('is good');
    const other = { DATA_DIR: dataFolder() };
    await done(['restore', path], other);
    const restored = await startService({ ...env, ...other });
    await manage(restored, 'GET', '/intake/hold');
    const server = await openEmbedded(other.DATA_DIR, { purpose: 'command', log: () => {} });
    const { rows } = await withClient(server.connection, (client) =>
      client.query(
        "select name, setting from pg_settings where sourcefile is not null or name = 'archive_mode' order by name",
      ),
    );
    await server.stop();
    restored.child.kill('SIGTERM');
    await restored.ended;
    expect(rows).toContainEqual({ name: 'archive_mode', setting: 'off' });
    expect(rows).toHaveLength(6);
    expect(existsSync(ran)).toBe(false);
    for (const name of settings)
      expect(textIfAny(join(other.DATA_DIR, 'postgres', name)) ?? '', name).not.toContain('touch');
    undo();
  });

  it.each([
    ['tablespace_map', '16384 /etc\n', 'names a tablespace'],
    ['pg_tblspc/16384/x', 'x', 'names a tablespace'],
    ['../media/blobs/x', 'x', 'names a file outside of the backup'],
  ])('with %s is refused', async (name, text, reason) => {
    const undo = plant(newest(), { [`postgres/${name}`]: text });
    const { code, err } = await run(['backup', 'verify', newest()], { DATA_DIR: dataFolder() });
    expect([code, err]).toEqual([65, expect.stringContaining(reason)]);
    undo();
  });
});

it('without a service is compared row by row with what was counted', async () => {
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
  // Who has which article open is lost with each restart, so no backup has it.
  const server = await openEmbedded(env.DATA_DIR, { purpose: 'command', log: () => {} });
  await withClient(server.connection, (client) =>
    client.query(
      `insert into presence (site_id, uid, actor, expires_at) select site_id, uid, 'key:1', now() + interval '1 day' from article limit 1`,
    ),
  );
  await server.stop();
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
