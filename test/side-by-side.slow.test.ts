/**
 * Two releases on one database, as during a rolling upgrade and after going back: this one, and the same with a migration more, which
 * says that earlier programs work on it. While one is stopped and started, the other serves.
 */
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, it } from 'vitest';
import { ADMIN } from './app.ts';
import { atFileEnd } from './at-file-end.ts';
import { databaseUrl } from './database.ts';
import { emptyDatabase } from './empty-database.ts';
import { nouns } from './nouns.ts';
import { launch, masthead, type Service, startService } from './process.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Of each of the four phases; the bar is ten minutes in all, `SIDE_BY_SIDE_S=150`. */
const SECONDS = Number(process.env.SIDE_BY_SIDE_S ?? 12);

const EXPANDING = `-- expand: what a later release might add
alter table article add column mood text not null default '';
alter table section add column sort_key bigint;
create table mood_of_day (site_id bigint not null, day date not null, mood text not null, primary key (site_id, day));
create index article_mood on article (site_id, mood) where mood <> '';
`;
const CONTRACTING = `-- contract 9001: no program since writes it
alter table section drop column sort_key;
`;

/** This program with more migrations; returns the file to start. */
function laterRelease(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-later-'));
  atFileEnd(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ['dist', 'migrations', 'public', 'package.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  for (const part of ['node_modules', 'docs']) symlinkSync(join(ROOT, part), join(folder, part));
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, 'migrations', name), sql);
  return join(folder, 'dist/cli/main.js');
}

/** How many answers had each status, by what was asked. */
type Seen = Map<string, number>;
const seen: Seen = new Map();
let created = 0;

async function ask({ url }: Service, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${ADMIN}`, ...(body ? { 'content-type': 'application/json' } : {}) };
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  const kind = `${method} ${path.replaceAll(/[0-9a-f-]{36}|\d+/g, 'N')} ${response.status}`;
  // With what went wrong.
  const shown = response.ok ? kind : `${kind} ${text.slice(0, 300)}`;
  seen.set(shown, (seen.get(shown) ?? 0) + 1);
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  return response.ok && text ? (JSON.parse(text) as any) : null;
}

/** Writes and reads every noun, articles and entries, each request at the next of the processes. */
async function load(services: Service[], seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1_000;
  let turn = 0;
  const next = () => services[turn++ % services.length] as Service; // there is at least one
  const manage = '/manage/sites/1';
  const rounds = [
    async () => {
      for (const { path, one, least, full, slug } of nouns) {
        const unique = path === 'featured-item-containers' ? { identifier: `c${++created}` } : {};
        const made = await ask(next(), 'POST', `${manage}/${path}`, { [one]: { ...least, ...unique } });
        const { [slug ?? '']: _slug, identifier: _identifier, ...changes } = full;
        const place = `${manage}/${path}/${made?.[one].id}`;
        await ask(next(), 'PATCH', place, { [one]: changes });
        await ask(next(), 'GET', `/sites/1/${path}`);
        await ask(next(), 'DELETE', place);
      }
    },
    async () => {
      const article = { title: `Fog ${++created}`, section_id: 1, body: '<p>Sea.</p>', state: 'published' };
      const made = await ask(next(), 'POST', `${manage}/articles`, { article });
      const place = `${manage}/articles/${made?.article.uid}`;
      await ask(next(), 'PATCH', place, { article: { body: '<p>Sea and rain.</p>' } });
      await ask(next(), 'PUT', `${place}/publication`);
      await ask(next(), 'GET', `/sites/1/articles/${made?.article.id}`);
      await ask(next(), 'GET', '/sites/1/articles?count=20');
      await ask(next(), 'GET', '/sites/1/search/articles?q=fog');
      await ask(next(), 'DELETE', `${place}/publication`);
      await ask(next(), 'GET', `${manage}/articles?count=20`);
    },
    async () => {
      const entries = [{ item_type: 'twitter', item_id: String(++created), published_at: '2026-03-01T00:00:00Z' }];
      await ask(next(), 'POST', '/manage/campaigns/1/entries', { entries });
      await ask(next(), 'GET', '/campaigns/1/campaign_report');
      await ask(next(), 'GET', '/campaigns/1/entries?count=20');
    },
  ];
  await Promise.all(
    rounds.map(async (round) => {
      while (Date.now() < end) await round();
    }),
  );
}

async function stopped({ child, ended }: Service): Promise<void> {
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
}

it('work side by side, in both directions, and refuse what they cannot work with', async () => {
  const DATABASE_URL = databaseUrl({ ...inject('server'), database: await emptyDatabase() });
  const env = { DATABASE_URL, LOG_LEVEL: 'error', DRAIN_S: '0' };
  const later = laterRelease({ '9001_mood.sql': EXPANDING });
  const here = await startService(env);
  await ask(here, 'POST', '/manage/sites', { site: { id: 1, name: 'P', url: 'https://p.example' } });
  await ask(here, 'POST', '/manage/sites/1/sections', { section: { id: 1, name: 'News' } });
  await ask(here, 'POST', '/manage/campaigns', { campaign: { id: 1, service_site_id: 1, name: 'C' } });

  // The later release starts, and migrates, under load on this one.
  const [there] = await Promise.all([startService(env, later), load([here], SECONDS)]);
  await load([here, there], SECONDS);
  // This one is restarted on the schema of the later one.
  await Promise.all([stopped(here), load([there], SECONDS / 2)]);
  const [again] = await Promise.all([startService(env), load([there], SECONDS / 2)]);
  const { out } = await masthead(['migrate', '--status'], env);
  expect(out).toContain('This program is older than the schema (9001_mood.sql), and works on it.');
  // The later release is taken back.
  await Promise.all([stopped(there), load([again], SECONDS)]);

  const failed = [...seen].filter(([kind]) => !/ 2\d\d$/.test(kind));
  const answers = [...seen.values()].reduce((sum, count) => sum + count, 0);
  console.info(`${answers} answers of two releases side by side, ${failed.length} kinds of failures`);
  expect(failed).toEqual([]);
  expect(answers).toBeGreaterThan(200);

  // The release after that drops what this one may still use.
  const last = laterRelease({ '9001_mood.sql': EXPANDING, '9002_no_sort_key.sql': CONTRACTING });
  await stopped(await startService(env, last));
  await stopped(await startService(env, later));
  const refused = await launch(['start'], { ...env, PORT: '0' }).ended;
  expect(refused).toMatchObject({ code: 69, err: expect.stringContaining('9002_no_sort_key.sql') });
  await stopped(again);
});
