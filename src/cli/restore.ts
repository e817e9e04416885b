import { restoreHeld } from '../backup/restore.ts';
import { openBackup } from '../backup/stored.ts';
import { badUsage } from '../core/errors.ts';
import { commandLine } from '../core/rights.ts';
import { kysely } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { pauseRestored, releaseRestored } from '../features/webhooks/after-restore.ts';
import { holdAll, releaseIntake } from '../intake/hold.ts';
import { mediaSettings } from '../start.ts';
import { madeDataFolder, refuseServer, size } from './backup.ts';
import { type Command, config, parsed, print, withDatabase } from './command.ts';
import { count, progressOn } from './progress.ts';

export const restore: Command = {
  summary: 'restore a backup of the embedded database and of the media',
  help: `Usage: masthead restore BACKUP
       masthead restore --release

Restores a backup that \`masthead backup\` made into the data folder, which must have no
database: move the old one away first. Every file is compared with its hash.

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
    await restoreFrom(path);
  },
};

async function restoreFrom(path: string): Promise<void> {
  const stored = await openBackup(path);
  const progress = progressOn(process.stderr);
  let webhooks = 0;
  const dataDir = madeDataFolder();
  await restoreHeld(stored, {
    ...{ dataDir, mediaFolder: mediaSettings(config()).folder },
    onProgress: (done, total) => progress.show(size(done), total === 0 ? null : done / total),
    async hold(pool) {
      await migrate(pool);
      await holdAll(kysely(pool), { caller: commandLine });
      webhooks = await pauseRestored(kysely(pool), commandLine);
    },
  }).finally(() => progress.end());
  print(`Restored ${stored.name} into ${dataDir}.`);
  print(`It is held: ${count(webhooks)} webhook(s) are paused, and intake publishes nothing.`);
  print('Look at it, then release it with `masthead restore --release`.');
  if (stored.summary.needs_secret_key) print('It needs the SECRET_KEY that was set when the backup was made.');
}

async function release(): Promise<void> {
  const webhooks = await withDatabase(async ({ db }) => {
    await releaseIntake(db, { caller: commandLine }, null);
    return releaseRestored(db, commandLine);
  });
  print(`Released: ${count(webhooks)} webhook(s) are active again, and intake publishes.`);
}
