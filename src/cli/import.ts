import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { badUsage, dataTrouble, EX_DATAERR, unreadableFile } from '../core/errors.ts';
import { type ImportOptions, type ImportResult, importLines } from '../transfer/import.ts';
import { type Command, idArgument, parsed, print, table, withDatabase } from './command.ts';
import { count, progressOn, rate } from './progress.ts';

export const importFile: Command = {
  summary: 'import content from a file written by export',
  help: `Usage: masthead import FILE [--site ID] [--strict] [--dry-run] [--notify] [--restart]

Reads NDJSON as \`masthead export\` writes it, from FILE (.gz is decompressed) or from
standard input when FILE is -. Ids are kept; a line with an id that exists changes that
item. Invalid lines are reported by number, the others are imported. If an import was
interrupted, run it again with the same file: it continues where it stopped.
An empty database is migrated first, as by \`masthead start\`.

  --site ID    import only lines of this site; others are reported
  --strict     all or nothing: one invalid line, and nothing is imported
  --dry-run    report what would happen and change nothing
  --notify     notify receivers; otherwise changes appear only in the change feed
  --restart    start an interrupted import from the beginning

The exit code is 65 if lines were invalid. See docs/import-export.md.`,
  async run(args) {
    const { values, positionals } = parsed(args, {
      site: { type: 'string' },
      strict: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      notify: { type: 'boolean', default: false },
      restart: { type: 'boolean', default: false },
    });
    const [file, ...more] = positionals;
    if (!file || more.length > 0) throw badUsage('Name one file to import, or - for standard input.');
    const options = {
      siteId: values.site === undefined ? null : idArgument(values.site, '--site'),
      isStrict: values.strict,
      isTrial: values['dry-run'],
      isNotifying: values.notify,
      isRestarted: values.restart,
    };
    const input = await opened(file);
    const result = await withDatabase(({ db }) => run(input, options, (all) => importLines(db, input.bytes, all)), {
      schema: 'made',
    });
    print(summary(result, options));
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

type Chosen = Pick<ImportOptions, 'siteId' | 'isStrict' | 'isTrial' | 'isNotifying' | 'isRestarted'>;

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

function summary({ counts, bad, resumedAt, isKept }: ImportResult, { isTrial }: Chosen): string {
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
    ...(bad > 0 ? [`${count(bad)} invalid line(s), see above.`] : []),
    isTrial ? 'This was a dry run: nothing was changed.' : isKept ? 'Imported.' : 'Nothing was imported.',
  ].join('\n');
}
