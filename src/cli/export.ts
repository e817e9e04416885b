import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { badUsage, diskFailure } from '../core/errors.ts';
import type { Db } from '../db/connect.ts';
import type { Tx } from '../db/transaction.ts';
import { writeArchive } from '../features/media/archive.ts';
import { openStorage } from '../features/media/tools.ts';
import { secretsInUse } from '../features/webhooks/secrets.ts';
import { mediaSettings, version } from '../start.ts';
import { exportLines } from '../transfer/export.ts';
import { newFileSecrets } from '../transfer/secrets.ts';
import { type Command, config, idArgument, parsed, table, withDatabase } from './command.ts';
import { archiveOf, writingArchive } from './media-archive.ts';
import { PASSPHRASE_HELP, passphraseGiven, passphraseOptions } from './passphrase.ts';
import { count, progressOn, rate } from './progress.ts';

export const exportFile: Command = {
  summary: 'export content to a file for import',
  help: `Usage: masthead export [FILE] [--site ID…] [--with-secrets] [--without-media]

Writes all sites, people and API keys, or the given sites, as NDJSON: one item per line, with
the API's field names, from one snapshot of the database. FILE is compressed if its name
ends in .gz; without FILE, or with -, the lines are written to standard output. The files of
the library are written beside it: posten.media.tar for posten.ndjson.gz.

  --site ID                only this site, without people and keys; repeatable
  --with-secrets           also hashes of passwords and keys, and secrets of webhooks,
                           encrypted with a passphrase
  --without-media          no files and no lines of media; always so on standard output
${PASSPHRASE_HELP}

docs/import-export.md describes the lines.`,
  async run(args) {
    const { values, positionals } = parsed(args, {
      ...passphraseOptions,
      site: { type: 'string', multiple: true },
      'with-secrets': { type: 'boolean', default: false },
      'without-media': { type: 'boolean', default: false },
    });
    const [file = '-', ...more] = positionals;
    if (more.length > 0) throw badUsage('Name one file to write, or none for standard output.');
    const siteIds = values.site?.map((id) => idArgument(id, '--site')) ?? null;
    const passphrase = values['with-secrets']
      ? await passphraseGiven(values['passphrase-file'], { isNew: true })
      : null;
    await withDatabase(async ({ db }) => {
      const secrets = passphrase === null ? undefined : await sealing(db, passphrase);
      const archive = file === '-' || values['without-media'] ? null : archiveOf(file);
      const writeMedia = archive === null ? undefined : (tx: Tx, ids: number[]) => exportMedia(archive, tx, ids);
      const options = { siteIds, version, now: new Date(), secrets, writeMedia };
      const counts = await writing(file, (write) => exportLines(db, { ...options, write }));
      if (file === '-' && !values['without-media'])
        process.stderr.write('It has no media: name a file to export them too.\n');
      const rows = Object.entries(counts).map(([noun, lines]) => [noun, count(lines)]);
      process.stderr.write(`${table([['', 'LINES'], ...rows])}\n`);
    });
  },
};

/** The archive gets its name before the lines: with the file under its name, everything is there. */
async function exportMedia(path: string, tx: Tx, siteIds: number[]): Promise<void> {
  const storage = openStorage(mediaSettings(config()));
  const { items, files } = await writingArchive(path, (write) => writeArchive(tx, { storage }, siteIds, write));
  process.stderr.write(`${path}: ${count(items)} item(s) with ${count(files)} file(s)\n`);
}

async function sealing(db: Db, passphrase: string) {
  return { ...(await newFileSecrets(passphrase)), webhookSecrets: await secretsInUse(db, config().secretKey) };
}

/** A file gets its name only when it is complete. */
async function writing<T>(file: string, work: (write: (text: string) => Promise<void>) => Promise<T>): Promise<T> {
  if (file === '-') return through(process.stdout, false, work).catch((error) => refuse('Standard output', error));
  const part = `${file}.part`;
  try {
    const result = await through(createWriteStream(part), /\.gz$/i.test(file), work);
    await rename(part, file);
    return result;
  } catch (error) {
    await rm(part, { force: true });
    return refuse(file, error);
  }
}

/** Describes an error of the system in a sentence. */
function refuse(target: string, error: unknown): never {
  const { code, syscall } = error as NodeJS.ErrnoException;
  throw syscall ? diskFailure(`${target} cannot be written: ${code}.`) : error;
}

async function through<T>(
  target: Writable,
  isPacked: boolean,
  work: (write: (text: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const source = new PassThrough();
  const written = isPacked
    ? pipeline(source, createGzip(), target)
    : pipeline(source, target, { end: target !== process.stdout });
  // Its error is thrown where it is awaited.
  written.catch(() => {});
  const [progress, began] = [progressOn(process.stderr), Date.now()];
  let lines = 0;
  const write = async (text: string) => {
    lines += text.split('\n').length - 1;
    progress.show(rate(lines, 'lines', Date.now() - began), null);
    if (!source.write(text)) await Promise.race([new Promise((resolve) => source.once('drain', resolve)), written]);
  };
  try {
    const result = await work(write);
    source.end();
    await written;
    return result;
  } catch (error) {
    source.destroy();
    await written.catch((reason) => {
      throw reason.code === 'ERR_STREAM_PREMATURE_CLOSE' ? error : reason;
    });
    throw error;
  } finally {
    progress.end();
  }
}
