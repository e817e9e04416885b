/** What the command line and the timer leave in the audit log. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { emptyTrash, testSites } from '../src/features/articles/testing/test-site.ts';
import { lines } from '../src/transfer/testing/transfer.ts';
import { type TestApp, testApp } from './app.ts';
import { masthead } from './command.ts';
import { databaseUrl } from './database.ts';
import { dataFolder } from './process.ts';
import { s3Server } from './s3/server.ts';

let app: TestApp;
let env: Record<string, string>;
beforeAll(async () => {
  app = await testApp({}, { isWorking: true });
  env = { DATABASE_URL: databaseUrl(app.database), WEBHOOK_ALLOW_PRIVATE: '1' };
});
const { place, add } = testSites(() => app);

const SOON = { timeout: 60_000 };
const entries = async (where: string) =>
  (await app.pool.query(`select * from audit_entry where ${where} order by id`)).rows;
const byCommand = () => entries("actor_kind = 'command line'");
const run = async (args: string[], input = '') => {
  const ended = await masthead(args, env, input);
  expect(ended.code, ended.err).toBe(0);
  return ended.out.trim();
};

describe('a command', () => {
  it.each([
    ['site create', ['site', 'create', '--name', 'S', '--url', 'https://s.example'], 'create site'],
    ['key create', ['key', 'create', '--name', 'K', '--scope', 'content:read'], 'create api_key'],
    ['key revoke', ['key', 'revoke', '1'], 'delete api_key'],
    [
      'person create',
      ['person', 'create', '--email', 'i@example.com', '--name', 'Ida', '--role', 'owner'],
      'create person',
    ],
    ['person reset-password', ['person', 'reset-password', 'i@example.com'], 'set_password person'],
    ['webhook add', ['webhook', 'add', '--site', '1', '--url', 'https://127.0.0.1/x'], 'create webhook'],
    ['webhook pause', ['webhook', 'pause', '1'], 'change webhook'],
    ['replay', ['replay', '--webhook', '1', '--since', '2026-01-01'], 'replay webhook'],
    ['webhook remove', ['webhook', 'remove', '1'], 'delete webhook'],
  ])('masthead %s writes one entry, without its output', async (_name, args, words) => {
    const before = await byCommand();
    const printed = await run(args);
    const [entry, ...others] = (await byCommand()).slice(before.length);
    expect(others).toEqual([]);
    expect(`${entry.action} ${entry.noun}`).toBe(words);
    expect(entry).toMatchObject({ actor_id: null, actor_name: null, address: null, request_id: null });
    if (!printed.includes(' ')) expect(JSON.stringify(entry)).not.toContain(printed);
  });

  it('masthead import leaves one entry with counts, a dry run and a refused one none', async () => {
    const line = (id: number) => ({ author: { id, site_id: 1, firstname: 'A', lastname: 'B' } });
    const { out } = await masthead(['export', '-', '--site', '1'], env);
    const [header = '', ...rest] = out.trim().split('\n');
    const file = (count: number, more: object[] = []) =>
      `${[header.replace(/("created_at":")[^"]+/, `$1${new Date(count).toISOString()}`), ...rest.slice(0, -1), ...Array.from({ length: count }, (_, n) => JSON.stringify(line(n + 1))), ...more.map((one) => JSON.stringify(one)), rest.at(-1)].join('\n')}\n`;
    const imports = () => entries("action = 'import'");
    await masthead(['import', '-', '--dry-run'], env, file(3));
    await masthead(['import', '-', '--strict'], env, file(4, [{ author: { id: 'x' } }]));
    expect(await imports()).toEqual([]);
    const ended = await masthead(['import', '-'], env, file(1_200));
    expect(ended.out).toContain('Imported.');
    const [entry, ...others] = await imports();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ actor_kind: 'command line', noun: 'installation', site_ids: [1] });
    expect(entry.counts).toMatchObject({ 'author new': 1_200 });
  });

  it('masthead import counts a site once', async () => {
    const ground = (name: string) => [
      { site: { id: 88, name, url: 'https://test.example' } },
      { section: { site_id: 88, id: 8_800, name } },
    ];
    const author = { author: { id: 8_801, site_id: 88, firstname: 'A', lastname: 'B' } };
    expect((await masthead(['import', '-'], env, lines(...ground('Old'), author))).code).toBe(0);
    expect((await masthead(['import', '-'], env, lines(...ground('New'), author))).code).toBe(0);
    const found = (await entries("action = 'import'")).filter(({ site_ids }) => site_ids.includes(88));
    expect(found.map(({ counts }) => counts)).toEqual([
      { 'site new': 1, 'section new': 1, 'author new': 1 },
      { 'site changed': 1, 'section changed': 1 },
    ]);
  });
});

describe('masthead media', () => {
  it('leaves one entry for a folder that it imports, and one for each move of the files', async () => {
    const [folder, { options }] = [dataFolder(), await s3Server()];
    for (const name of ['a', 'b']) writeFileSync(join(folder, `${name}.pdf`), `%PDF-1.7 minutes ${name}`);
    const { url, key, secret, region } = options;
    Object.assign(env, { DATA_DIR: dataFolder(), S3_URL: url, S3_KEY: key, S3_SECRET: secret, S3_REGION: region });
    const { site } = await place();
    const before = await byCommand();
    await run(['media', 'import', folder, '--site', String(site)]);
    await run(['media', 'move', '--to', 'disk']);
    await run(['media', 'move', '--to', 's3']);
    const found = (await byCommand()).slice(before.length);
    expect(found.map(({ action, noun, counts }) => [`${action} ${noun}`, counts])).toEqual([
      ['import installation', { 'media_item.create': 2 }],
      ['move installation', { 'files to disk': 2 }],
      ['move installation', { 'files to s3': 2 }],
    ]);
    expect(found.map(({ site_ids, all_sites }) => [site_ids, all_sites])).toEqual([
      [[site], false],
      [[], true],
      [[], true],
    ]);
    const legacy = await app.pool.query('select legacy_path from media where site_id = $1 order by 1', [site]);
    expect(legacy.rows.map(({ legacy_path }) => legacy_path)).toEqual(['/files/a.pdf', '/files/b.pdf']);
  });
});

describe('the timer', () => {
  it('writes an entry when it publishes an article, rejects one, and empties the trash', async () => {
    const at = await place();
    const { uid } = await add(at, { state: 'scheduled', publish_at: '2099-01-01T00:00:00Z' });
    const held = await add(at, { title: 'Held', state: 'scheduled', publish_at: '2099-01-01T00:00:00Z' });
    // Another article is served at the address of the second one.
    await add(at, { title: 'First', article_url: 'taken', state: 'published' });
    await app.pool.query('update published_article set article_url = $2 where site_id = $1', [
      at.site,
      held.article_url,
    ]);
    await app.pool.query("update job set run_at = now() where kind = 'articles.publish'");
    await app.pool.query("update job_lane set next_at = now() where kind = 'articles.publish'");
    const found = async () =>
      (await entries(`actor_kind = 'timer' and ${at.site} = any(site_ids)`)).map(({ action, noun, noun_id, after }) => [
        `${action} ${noun}`,
        noun_id,
        after?.state,
      ]);
    await expect.poll(async () => (await found()).length, SOON).toBe(2);
    expect((await found()).sort()).toEqual([
      ['hold article', held.uid, 'pending'],
      ['publish article', uid, 'published'],
    ]);
    await app.manage('DELETE', `/sites/${at.site}/articles/${held.uid}`);
    await emptyTrash(app);
    expect((await entries(`action = 'empty_trash' and site_id = ${at.site}`)).map(({ counts }) => counts)).toEqual([
      { articles: 1 },
    ]);
  });

  it('leaves an entry when an event begins to be served', async () => {
    const { site } = await place();
    const event = { name: 'Fair', start_date: '2099-05-01T08:00:00Z', published_at: '2099-01-01T00:00:00Z' };
    const { id } = (await app.manage('POST', `/sites/${site}/events`, { event })).event;
    await app.pool.query("update job set run_at = now() where kind = 'events.publish'");
    await app.pool.query("update job_lane set next_at = now() where kind = 'events.publish'");
    await expect
      .poll(() => entries(`actor_kind = 'timer' and noun = 'event'`), SOON)
      .toMatchObject([{ action: 'publish', noun_id: String(id), title: 'Fair' }]);
  });
});
