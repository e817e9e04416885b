/** An import of a whole installation that is killed at any point, and run again, ends as one that was not. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ground, lines } from '../../src/transfer/testing/transfer.ts';
import { freshDatabase } from '../app.ts';
import { masthead } from '../command.ts';
import { databaseUrl, withClient } from '../database.ts';
import { dataFolder, kill, launch } from '../process.ts';
import { randomNumbers, seed } from '../random.ts';

const [ENTRIES, ITEMS, FILES, KILLS] = [6_000, 3_000, 8, 8];
const PASSPHRASE = 'eleven grey gulls inland';

async function installation() {
  const where = await freshDatabase();
  const env = { DATABASE_URL: databaseUrl(where), DATA_DIR: dataFolder(), MASTHEAD_PASSPHRASE: PASSPHRASE };
  const rows = async (sql: string) => (await withClient(where, (client) => client.query(sql))).rows;
  return { env, rows };
}

function everything(): string {
  const entries = Array.from({ length: ENTRIES }, (_, number) => ({
    campaign_entry: {
      ...{ site_id: 1, campaign_id: 5, id: number + 10, item_type: 'twitter', item_id: String(number) },
      published_at: new Date(Date.UTC(2026, 0, 1 + (number % 60))).toISOString(),
      user: { id: (number % 90) + 1, user_id: String(number % 90) },
      ...{ stat1: number, stat2: 1, stat3: null, followers: number, text: `Post #tag${number % 7}` },
    },
  }));
  const users = Array.from({ length: 90 }, (_, number) => ({
    campaign_user: {
      ...{ site_id: 1, campaign_id: 5, user_type: 'twitter', user_id: String(number), username: `u${number}` },
      ...{ followers: number, profile_at: '2026-01-01T00:00:00Z', followers_at: '2026-01-01T00:00:00Z' },
    },
  }));
  const people = Array.from({ length: 20 }, (_, number) => ({
    person: {
      id: number + 1,
      email: `p${number}@example.com`,
      name: `P${number}`,
      roles: [{ site_id: 1, role: 'author' }],
    },
  }));
  const own = [{ campaign: { site_id: 1, id: 5, name: 'C' } }, ...entries, ...users, ...ledger()];
  return lines(...ground(), ...people, ...own);
}

/** Of a source that is never polled: its next poll is far away. */
function ledger(): object[] {
  const [of, at] = [{ site_id: 1, source_id: 3 }, '2026-01-01T00:00:00.000Z'];
  const hash = (number: number) => number.toString(16).padStart(64, '0');
  const items = Array.from({ length: ITEMS }, (_, number) => ({
    source_item: {
      ...{ ...of, external_key: hash(number), id: number + 1, external_id: String(number), title: `Item ${number}` },
      ...{ state: number % 9 ? 'skipped' : 'erased', content_hash: hash(number), seen_at: at, changed_at: at },
      identities: [{ kind: 'url', key: hash(number), seen_at: new Date().toISOString() }],
    },
  }));
  const settings = { url: 'https://feed.example/a.xml' };
  return [
    { erased_key: { site_id: 1, hash: hash(7) } },
    { blocked: { site_id: 1, id: 4, kind: 'word', value: 'lottery', created_at: at } },
    {
      source: {
        ...{ site_id: 1, id: 3, name: 'Feed', section_id: 1, settings, cursor: { etag: '"1"', full_at: at } },
        ...{ next_poll_at: '2099-01-01T00:00:00.000Z', created_at: at, updated_at: at },
      },
    },
    { intake_rule: { site_id: 1, id: 2, name: 'Rule', action: 'hold', match: {}, source_id: 3, created_at: at } },
    ...items,
    { erasure: { site_id: 1, id: 6, requested_by: 'import', requested_at: at, done_at: at, items: 1 } },
  ];
}

it(`killed ${KILLS} times, everything arrives once (seed ${seed})`, async () => {
  const random = randomNumbers(seed);
  const [from, to] = [await installation(), await installation()];
  const folder = dataFolder();
  for (let number = 0; number < FILES; number++) writeFileSync(join(folder, `${number}.pdf`), `%PDF-1.7 ${number}`);
  await masthead(['import', '-'], from.env, everything());
  await masthead(['media', 'import', folder, '--site', '1'], from.env);
  const [path, again] = [join(folder, 'all.ndjson'), join(folder, 'again.ndjson')];
  expect((await masthead(['export', path, '--with-secrets'], from.env)).code).toBe(0);

  const done = async () => Number((await to.rows('select coalesce(max(lines), 0) as lines from import'))[0].lines);
  const progress = async () => [await done(), (await to.rows('select count(*) as held from blob'))[0].held].join();
  for (let times = 0; times < KILLS; times++) {
    const before = await progress();
    const { child, ended } = launch(['import', path], to.env);
    const isOver = ended.then(() => true);
    // At some point after it has done something.
    await expect
      .poll(async () => (await progress()) !== before || Promise.race([isOver, false]), { interval: 5 })
      .toBe(true);
    await new Promise((resolve) => setTimeout(resolve, random() * 300));
    kill(child.pid ?? 0, 'SIGKILL');
    await ended;
  }
  const last = await masthead(['import', path], to.env);
  expect([last.code, last.err]).toEqual([0, expect.any(String)]);
  expect((await masthead(['export', again, '--with-secrets'], to.env)).code).toBe(0);
  const text = (file: string) =>
    readFileSync(file, 'utf8')
      .replaceAll(/,?"sealed":"[^"]*"/g, '')
      .split('\n')
      .slice(1);
  expect(text(again)).toEqual(text(path));
  const verified = await masthead(['campaign', 'verify'], to.env);
  expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('90 users: as computed')]);
  expect(await to.rows('select from import')).toEqual([]);
});
