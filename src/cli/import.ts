import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { badUsage, dataTrouble, EX_DATAERR, unreadableFile } from '../core/errors.ts';
import { type ImportOptions, type ImportResult, importLines } from '../transfer/import.ts';
import { type Command, idArgument, parsed, print, table, withDatabase } from './command.ts';
import { count, progressOn, rate } from './progress.ts';

export const importFile: Command = {
  summary: 'bring content in from a file that export wrote',
  help: `Usage: masthead import FILE [--site ID] [--strict] [--dry-run] [--notify] [--restart]

Reads NDJSON as \`masthead export\` writes it, from FILE (.gz is unpacked) or from standard
input when FILE is -. Things keep their ids; what is there already under its id is changed
to what the line says. Lines that do not fit are reported by number, the others go in.
When it was interrupted, run it again with the same file: it goes on where it was.
An empty database gets its tables first, as with \`masthead start\`.

  --site ID    take lines of this site only; others are reported
  --strict     all or nothing: one bad line, and nothing is imported
  --dry-run    say what would happen, and change nothing
  --notify     notify receivers of what is published; otherwise only the change feed has it
  --restart    begin an interrupted import anew

Exits 65 when lines were bad. docs/import-export.md tells the rest.`,
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
 * Opened when it is first read from: an error before that would have nobody to hear of it. What cannot be unpacked or read is
 * the file's fault, not the program's.
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
      progress.tell(`${words}${bad > 0 ? `, ${count(bad)} left aside` : ''}`, input.share());
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
    ...(resumedAt > 0 ? [`Went on behind line ${count(resumedAt)}, where the import was interrupted.`] : []),
    ...(rows.length > 0 ? [table([['', 'NEW', 'CHANGED', 'SAME'], ...rows])] : []),
    ...Object.entries(counts).flatMap(([noun, { dropped = {} }]) =>
      Object.entries(dropped).map(
        ([field, lines]) => `Dropped from ${count(lines)} ${noun} line(s), an unknown field: ${field}`,
      ),
    ),
    ...(cleaned > 0 ? [`HTML was made safe in ${count(cleaned)} line(s).`] : []),
    ...(bad > 0 ? [`${count(bad)} invalid line(s), named above.`] : []),
    isTrial ? 'This was a dry run: nothing was changed.' : isKept ? 'Imported.' : 'Nothing was imported.',
  ].join('\n');
}
