import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { badUsage, unreadableFile } from '../core/errors.ts';
import { type Actor, type AuditRun, commandLine } from '../core/rights.ts';
import { recordChange } from '../db/audit.ts';
import { transaction } from '../db/transaction.ts';
import { readArchive, writeArchive } from '../features/media/archive.ts';
import { noteLegacyPath } from '../features/media/legacy.ts';
import { localFile } from '../features/media/local-file.ts';
import { moveObjects } from '../features/media/move.ts';
import { receiveFile } from '../features/media/receive.ts';
import { type MediaTools, openMediaTools, openStorage } from '../features/media/tools.ts';
import { mediaSettings } from '../start.ts';
import { type Command, config, idArgument, parsed, print, withDatabase } from './command.ts';
import { writingArchive } from './media-archive.ts';
import { count, progressOn } from './progress.ts';

export const media: Command = {
  summary: 'move, export and import the files of the library',
  help: `Usage: masthead media move --to s3|disk
       masthead media export FILE.tar [--site ID]
       masthead media import FILE.tar
       masthead media import FOLDER --site ID

move    moves all files to the bucket of S3_URL, or back to this disk. The service serves both
        meanwhile; set MEDIA_STORAGE to the new place first. Interrupted, run it again.
export  writes the items and their files as a tar archive, in addition to \`masthead export\`.
import  reads such an archive, after \`masthead import\`; existing items do not change.
        Every file of a folder becomes an item of the site; FOLDER/2019/harbour.jpg also answers
        at /files/2019/harbour.jpg, its address in an earlier system.`,
  async run(args) {
    const [action, ...rest] = args;
    const { values, positionals } = parsed(rest, { to: { type: 'string' }, site: { type: 'string' } });
    const [path, ...more] = positionals;
    const siteId = values.site === undefined ? null : idArgument(values.site, '--site');
    if (more.length > 0) throw badUsage('Name one file or folder.');
    if (action === 'move') return move(values.to);
    if (action !== 'export' && action !== 'import') throw badUsage('Expected move, export or import.');
    if (!path) throw badUsage(`Name what to ${action}.`);
    if (action === 'export') return exportArchive(path, siteId);
    const isFolder = await stat(path).then((found) => found.isDirectory(), unreadable(path));
    if (!isFolder) return importArchive(path);
    if (siteId === null) throw badUsage('Name the site for the files of the folder: --site ID.');
    return importFolder(path, siteId);
  },
};

const unreadable = (path: string) => (error: NodeJS.ErrnoException) => {
  throw unreadableFile(path, error.code);
};

async function move(to: string | undefined): Promise<void> {
  if (to !== 's3' && to !== 'disk') throw badUsage('--to must be s3 or disk.');
  const settings = mediaSettings(config());
  if (!settings.s3) throw badUsage('Set S3_URL, S3_KEY and S3_SECRET: the files are moved to that bucket, or from it.');
  const bucket = openStorage({ ...settings, isAlone: true, storedIn: 's3' });
  const disk = openStorage({ ...settings, s3: null });
  const progress = progressOn(process.stderr);
  const [from, target] = to === 's3' ? [disk, bucket] : [bucket, disk];
  const caller = inOneEntry('move');
  const moved = await withDatabase(async ({ db }) => {
    const record = (files: number) =>
      transaction(db, (tx) =>
        recordChange(tx, caller, {
          action: 'move',
          noun: 'installation',
          id: null,
          sites: 'all',
          counts: { [`files to ${to}`]: files },
        }),
      );
    // First, so that an interrupted move has an entry too.
    await record(0);
    const sum = await moveObjects(from, target, join(settings.folder, 'work'), (so_far) =>
      progress.show(`${count(so_far)} files`, null),
    ).finally(() => progress.end());
    await record(sum);
    return sum;
  });
  print(`Moved ${count(moved)} file(s) to ${to}.`);
}

/** The changes of one run are one entry of the audit log. */
function inOneEntry(action: AuditRun['action']): Actor {
  return { ...commandLine, run: { key: `media ${randomUUID()}`, noun: 'installation', action } };
}

/** With the image processes, for the time of the command. */
async function withTools<T>(work: (tools: MediaTools) => Promise<T>): Promise<T> {
  const tools = openMediaTools(mediaSettings(config()), (line) => void process.stderr.write(`${line}\n`));
  return work(tools).finally(() => tools.images.stop());
}

async function exportArchive(path: string, siteId: number | null): Promise<void> {
  const siteIds = siteId === null ? null : [siteId];
  const storage = openStorage(mediaSettings(config()));
  const { items, files } = await withDatabase(({ db }) =>
    writingArchive(path, (write) => writeArchive(db, { storage }, siteIds, write)),
  );
  print(`Wrote ${count(items)} item(s) with ${count(files)} file(s).`);
}

async function importArchive(path: string): Promise<void> {
  const { items, files, known } = await withDatabase(({ db }) =>
    withTools((tools) =>
      readArchive(db, tools, createReadStream(path, { highWaterMark: 256 * 1024 }), inOneEntry('import')),
    ),
  );
  print(
    `Imported ${count(items)} item(s) and ${count(files)} file(s); ${count(known)} item(s) exist already, or their site does not.`,
  );
}

async function importFolder(folder: string, siteId: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  let imported = 0;
  const caller = inOneEntry('import');
  await withDatabase(({ db }) =>
    withTools(async (tools) => {
      for (const path of paths.sort()) {
        try {
          const item = { siteId, origin: 'import' as const, caller, fields: {} };
          const { id } = await receiveFile(db, tools, await localFile(path, basename(path)), item);
          await noteLegacyPath(db, siteId, id, `/files/${relative(folder, path).split(sep).join('/')}`);
          imported += 1;
        } catch (error) {
          if ((error as { status?: number }).status !== 415) throw error;
          process.stderr.write(`${path}: ${(error as Error).message}\n`);
        }
      }
    }),
  );
  print(`Imported ${count(imported)} of ${count(paths.length)} file(s).`);
}
