import { join } from 'node:path';
import { logErasures, loggedLines } from '../backup/erasure-log.ts';
import { restoreHeld } from '../backup/restore.ts';
import type { StoredBackup } from '../backup/stored.ts';
import { badUsage } from '../core/errors.ts';
import { commandLine } from '../core/rights.ts';
import { kysely } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { replayErasures } from '../features/erasures/log.ts';
import { pauseRestored, releaseRestored } from '../features/webhooks/after-restore.ts';
import { holdRestored, releaseIntake } from '../intake/hold.ts';
import { mediaSettings } from '../start.ts';
import { refuseServer, size } from './backup.ts';
import { madeDataFolder, withBackup } from './backup-place.ts';
import { type Command, config, parsed, print, withDatabase } from './command.ts';
import { count, progressOn } from './progress.ts';

export const restore: Command = {
  summary: 'restore a backup of the embedded database and of the media',
  help: `Usage: masthead restore BACKUP
       masthead restore --release

Restores a backup that \`masthead backup\` made into the data folder, which must have no
database: move the old one away first. Every file is compared with its hash. BACKUP is a folder,
or s3://BUCKET/PATH/NAME. What was erased since, as the erasure log beside the backups says, is
erased again. Settings of PostgreSQL are not restored. Functions and triggers of the database are,
and run: restore only backups that you trust as you trust the database itself.

A restored installation is held: its webhooks are paused and intake publishes nothing, because
a copy must not notify receivers, or collect items, beside the original.

  --release   makes the webhooks active again that were paused by the restore, and releases
              the hold of intake. Notifications that waited are sent then.`,
  async run(args) {
    const { values, positionals } = parsed(args, { release: { type: 'boolean', default: false } });
    refuseServer();
    if (values.release) {
      if (positionals.length > 0) throw badUsage('--release takes no backup.');
      return release();
    }
    const [path, ...more] = positionals;
    if (!path || more.length > 0) throw badUsage('Name one backup.');
    await withBackup(path, restoreFrom);
  },
};

async function restoreFrom(stored: StoredBackup): Promise<void> {
  const progress = progressOn(process.stderr);
  let [webhooks, erased] = [0, 0];
  const dataDir = madeDataFolder();
  await restoreHeld(stored, {
    ...{ dataDir, mediaFolder: mediaSettings(config()).folder },
    onProgress: (done, total) => progress.show(size(done), total === 0 ? null : done / total),
    async hold(pool) {
      await migrate(pool);
      await holdRestored(kysely(pool), { caller: commandLine });
      webhooks = await pauseRestored(kysely(pool), commandLine);
      erased = await replayErasures(kysely(pool), commandLine, loggedLines(stored.folder));
    },
  }).finally(() => progress.end());
  print(`Restored ${stored.name} into ${dataDir}.`);
  print(`It is held: ${count(webhooks)} webhook(s) are paused, no source is asked, and intake publishes nothing.`);
  // A later restore of a later backup needs it too.
  await logErasures(join(dataDir, 'backups'), loggedLines(stored.folder));
  if (erased > 0)
    print(`The erasure log names ${count(erased)} item(s) of it: the service erases them when it starts.`);
  print('Look at it, then release it with `masthead restore --release`.');
  if (stored.summary.needs_secret_key) print('It needs the SECRET_KEY that was set when the backup was made.');
}

async function release(): Promise<void> {
  const webhooks = await withDatabase(async ({ db }) => {
    await releaseIntake(db, { caller: commandLine }, null);
    return releaseRestored(db, commandLine);
  });
  print(`Released: ${count(webhooks)} webhook(s) are active again, sources are asked, and intake publishes.`);
}
