import { createReadStream, type ReadStream } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { badUsage, dataTrouble, EX_DATAERR, unreadableFile } from '../core/errors.ts';
import { commandLine } from '../core/rights.ts';
import type { Db } from '../db/connect.ts';
import { readArchive } from '../features/media/archive.ts';
import { mediaStorage } from '../features/media/tools.ts';
import { type Secrets, secretsInUse, secretsOfTrial } from '../features/webhooks/secrets.ts';
import { mediaSettings } from '../start.ts';
import { type ImportOptions, type ImportResult, importLines } from '../transfer/import.ts';
import { openFileSecrets, type SecretsHeader } from '../transfer/secrets.ts';
import { type Command, config, idArgument, parsed, print, table, withDatabase } from './command.ts';
import { archiveOf } from './media-archive.ts';
import { PASSPHRASE_HELP, passphraseGiven, passphraseOptions } from './passphrase.ts';
import { count, progressOn, rate } from './progress.ts';

export const importFile: Command = {
  summary: 'import content from a file written by export',
  help: `Usage: masthead import FILE [--site ID] [--strict] [--dry-run] [--notify] [--restart]
       [--without-secrets] [--media FILE | --without-media]

Reads NDJSON as \`masthead export\` writes it, from FILE (.gz is decompressed) or from
standard input when FILE is -. Ids are kept; a line with an id that exists changes that
item. Invalid lines are reported by number, the others are imported. If an import was
interrupted, run it again with the same file: it continues where it stopped.
Files of media are taken from the archive beside it: posten.media.tar for posten.ndjson.gz.
An empty database is migrated first, as by \`masthead start\`.

  --site ID                import only lines of this site; others are reported
  --strict                 all or nothing: one invalid line, and nothing is imported
  --dry-run                report what would happen and change nothing
  --notify                 notify receivers; otherwise changes appear only in the change feed
  --restart                start an interrupted import from the beginning
  --media FILE             the archive of media, if it is not beside FILE
  --without-media          ignore media
  --without-secrets        ignore the secrets of the file
${PASSPHRASE_HELP}

The exit code is 65 if lines were invalid. See docs/import-export.md.`,
  async run(args) {
    const { values, positionals } = parsed(args, {
      site: { type: 'string' },
      strict: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      notify: { type: 'boolean', default: false },
      restart: { type: 'boolean', default: false },
      media: { type: 'string' },
      'without-media': { type: 'boolean', default: false },
      'without-secrets': { type: 'boolean', default: false },
      ...passphraseOptions,
    });
    const [file, ...more] = positionals;
    if (!file || more.length > 0) throw badUsage('Name one file to import, or - for standard input.');
    const options = {
      siteId: values.site === undefined ? null : idArgument(values.site, '--site'),
      isStrict: values.strict,
      isTrial: values['dry-run'],
      isNotifying: values.notify,
      isRestarted: values.restart,
      openSecrets: async (header: SecretsHeader) => {
        if (values['without-secrets']) return null;
        return openFileSecrets(header, await passphraseGiven(values['passphrase-file'], { isNew: false }));
      },
    };
    if (values.media !== undefined && values['without-media'])
      throw badUsage('--media and --without-media exclude each other.');
    const archive = values['without-media'] ? null : await archiveFor(file, values.media);
    const input = await opened(file);
    const result = await withDatabase(
      ({ db }) => {
        const openMedia = mediaOpener(db, { archive, isLeftOut: values['without-media'], isTrial: options.isTrial });
        const all = { ...options, webhookSecrets: webhookSecrets(db, options.isTrial), openMedia };
        return run(input, all, (wanted) => importLines(db, input.bytes, wanted));
      },
      { schema: 'made' },
    );
    print(summary(result, options));
    for (const line of withoutSecrets(result)) print(line);
    if (result.bad > 0) process.exitCode = EX_DATAERR;
  },
};

interface Input {
  bytes: AsyncIterable<Buffer>;
  /** How much of it was read, from 0 to 1; null when its size is not known. */
  share(): number | null;
}

async function opened(file: string): Promise<Input> {
  if (file === '-') return { bytes: process.stdin, share: () => null };
  const size = await stat(file).then(
    ({ size }) => size,
    (error) => {
      throw unreadableFile(file, error.code);
    },
  );
  let raw: ReadStream | undefined;
  return {
    bytes: contents(file, (opened) => (raw = opened)),
    share: () => (size === 0 ? 1 : (raw?.bytesRead ?? 0) / size),
  };
}

/**
 * Opened when it is first read: an earlier error would be unhandled. A file that cannot be decompressed or read is invalid
 * input, not a fault of the program.
 */
async function* contents(file: string, onOpen: (raw: ReadStream) => void): AsyncGenerator<Buffer> {
  const raw = createReadStream(file, { highWaterMark: 256 * 1024 });
  onOpen(raw);
  try {
    yield* /\.gz$/i.test(file) ? pipeline(raw, createGunzip(), () => {}) : raw;
  } catch (error) {
    throw dataTrouble(`${file} cannot be read to its end: ${(error as Error).message}.`);
  }
}

/** The archive that is named, or the one beside the file; null when there is none. */
async function archiveFor(file: string, named: string | undefined): Promise<string | null> {
  const path = named ?? (file === '-' ? null : archiveOf(file));
  if (path === null) return null;
  const error = await access(path).then(
    () => null,
    (reason: NodeJS.ErrnoException) => reason,
  );
  if (error && (named !== undefined || error.code !== 'ENOENT')) throw unreadableFile(path, error.code);
  return error ? null : path;
}

interface MediaSource {
  archive: string | null;
  isLeftOut: boolean;
  isTrial: boolean;
}

/** Bytes are stored before the lines that need them. A file that has media is refused without its archive. */
function mediaOpener(db: Db, { archive, isLeftOut, isTrial }: MediaSource): NonNullable<ImportOptions['openMedia']> {
  return async (header) => {
    if (isLeftOut) return null;
    if (header?.media_items && archive === null)
      throw dataTrouble(
        `The file has ${count(header.media_items)} item(s) of media, but their archive is not beside it: name it with --media FILE, or add --without-media.`,
      );
    if (archive === null) return null;
    const { storage, workFolder } = mediaStorage(mediaSettings(config()));
    if (isTrial) return storage;
    const bytes = createReadStream(archive, { highWaterMark: 256 * 1024 });
    const { files } = await readArchive(db, { storage, workFolder }, bytes, commandLine, { isBytesAlone: true });
    process.stderr.write(`${archive}: ${count(files)} new file(s)\n`);
    return storage;
  };
}

/** Opened when a line needs it, once. */
function webhookSecrets(db: Db, isTrial: boolean): () => Promise<Secrets> {
  let opened: Promise<Secrets> | null = null;
  const open = isTrial ? secretsOfTrial : secretsInUse;
  return () => {
    opened ??= open(db, config().secretKey);
    return opened;
  };
}

type Chosen = Omit<ImportOptions, 'now' | 'onProgress' | 'onBadLine'>;

async function run(
  input: Input,
  options: Chosen,
  work: (all: ImportOptions) => Promise<ImportResult>,
): Promise<ImportResult> {
  const [progress, began] = [progressOn(process.stderr), Date.now()];
  let resumedAt: number | null = null;
  return work({
    ...options,
    now: () => new Date(),
    onProgress: ({ lines, bad }) => {
      resumedAt ??= lines;
      const words = rate(lines - resumedAt, 'lines', Date.now() - began);
      progress.show(`${words}${bad > 0 ? `, ${count(bad)} skipped` : ''}`, input.share());
    },
    onBadLine: (line, reason) => {
      progress.end();
      process.stderr.write(`Line ${line}: ${reason}\n`);
    },
  }).finally(() => progress.end());
}

/** Advice for rows that were imported without their secrets. */
function withoutSecrets({ counts, isKept, hasSecrets }: ImportResult): string[] {
  if (!isKept || hasSecrets) return [];
  const made = (noun: string) => counts[noun]?.new ?? 0;
  const advice = {
    person: 'people were imported without a password: set one with `masthead person reset-password EMAIL`.',
    api_key: 'API keys were imported without their hashes and do not work: `masthead key renew ID` creates a new key.',
    webhook:
      'webhooks were imported without their secrets and are paused: stage a new secret, give it to the receiver, then resume the webhook.',
    erased_key:
      'hashes of erased items and people were imported without their key: an item that was erased stays away under its id, but not from other sources or under another id. Import the file again with its secrets.',
  };
  return Object.entries(advice).flatMap(([noun, words]) => (made(noun) > 0 ? [`${count(made(noun))} ${words}`] : []));
}

function summary(
  { counts, bad, resumedAt, isKept, leftOut, resting }: ImportResult,
  { isTrial }: Pick<Chosen, 'isTrial'>,
): string {
  const rows = Object.entries(counts).map(([noun, of]) => [noun, ...[of.new, of.changed, of.same].map(count)]);
  const cleaned = Object.values(counts).reduce((sum, of) => sum + of.cleaned, 0);
  return [
    ...(resumedAt > 0 ? [`Continued after line ${count(resumedAt)}, where the import was interrupted.`] : []),
    ...(rows.length > 0 ? [table([['', 'NEW', 'CHANGED', 'SAME'], ...rows])] : []),
    ...Object.entries(counts).flatMap(([noun, { dropped = {} }]) =>
      Object.entries(dropped).map(
        ([field, lines]) => `Dropped an unknown field from ${count(lines)} ${noun} line(s): ${field}`,
      ),
    ),
    ...(cleaned > 0 ? [`HTML was sanitised in ${count(cleaned)} line(s).`] : []),
    ...(leftOut > 0 ? [`${count(leftOut)} line(s) of media were skipped.`] : []),
    ...(bad > 0 ? [`${count(bad)} invalid line(s), see above.`] : []),
    ...(isKept && resting > 0
      ? [`${count(resting)} source(s) stay paused: with a line missing, they could take old items again. Resume each.`]
      : []),
    isTrial ? 'This was a dry run: nothing was changed.' : isKept ? 'Imported.' : 'Nothing was imported.',
  ].join('\n');
}
