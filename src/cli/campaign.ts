import { createReadStream } from 'node:fs';
import { manageApi } from '../contract/routes.ts';
import { badUsage, dataTrouble, EX_DATAERR, type Problem, RequestError, unreadableFile } from '../core/errors.ts';
import { commandLine } from '../core/rights.ts';
import { campaignRow, campaignRows } from '../features/campaigns/queries.ts';
import { writeLines } from '../features/entries/streams.ts';
import { verifyCampaign } from '../features/rollups/verify.ts';
import { brandedRow } from '../http/branded-fields.ts';
import { linesReader } from '../http/lines.ts';
import { type Command, config, idArgument, parsed, print, table, withDatabase } from './command.ts';

const MOST_SHOWN = 20;

export const campaign: Command = {
  summary: 'list campaigns, import entries, verify figures',
  help: `Usage: masthead campaign list
       masthead campaign import --campaign ID [--strict] FILE
       masthead campaign verify [--campaign ID]

import   writes the entries of FILE, one JSON object per line (\`-\`: standard input), in
         the format of the management API. Invalid lines are reported and skipped; the
         exit code is then 65. You can interrupt it and run it again: entries that exist
         already do not change.
verify   computes all figures from the entries and compares them with the stored ones;
         the exit code is 1 if some differ. Figures of days that have just changed are
         updated within seconds; until then those days are not compared.

  --campaign ID   the campaign; verify without it: all of them
  --strict        write nothing when one line is invalid`,
  async run(args) {
    const [action, ...rest] = args;
    if (action === 'list') return list(rest);
    if (action === 'import') return importEntries(rest);
    if (action === 'verify') return verify(rest);
    throw badUsage('Expected list, import or verify.');
  },
};

async function list(args: string[]): Promise<void> {
  if (parsed(args, {}).positionals.length > 0) throw badUsage('campaign list takes no arguments.');
  await withDatabase(async ({ db }) => {
    const rows = (await campaignRows(db, 'all')).map((row) => [
      String(row.id),
      row.name,
      String(row.site_id),
      row.networks.join(',') || 'none',
      row.last_update_at.toISOString(),
    ]);
    print(table([['ID', 'NAME', 'SITE', 'NETWORKS', 'LAST UPDATE'], ...rows]));
  });
}

async function importEntries(args: string[]): Promise<void> {
  const { values, positionals } = parsed(args, {
    campaign: { type: 'string' },
    strict: { type: 'boolean', default: false },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw badUsage('Name one file, or - for standard input.');
  const id = idArgument(values.campaign, '--campaign');
  const lines = linesOf(file);
  await withDatabase(async ({ db }) => {
    await campaignRow(db, id, 'all');
    const result = await writeLines(db, id, lines, {
      caller: commandLine,
      now: new Date(),
      isStrict: values.strict,
      onBatch: ({ created, updated, unchanged, refused }) => progress(created + updated + unchanged + refused),
    }).catch(refuseLines);
    for (const { line, problems } of result.errors) printLine(line, problems);
    const { created, updated, unchanged, refused } = result;
    print(`${created} created, ${updated} updated, ${unchanged} unchanged, ${refused} refused.`);
    if (refused > 0) process.exitCode = EX_DATAERR;
  });
}

function printLine(line: number | string, problems: Problem[]): void {
  const words = problems.map(({ path, message }) => `${path.slice(1)} ${message}`.trim()).join('; ');
  process.stderr.write(`line ${line}: ${words}\n`);
}

/** A strict import is refused as a whole; the paths of its problems begin with the number of the line. */
function refuseLines(error: unknown): never {
  const problems = error instanceof RequestError ? error.details.problems : undefined;
  if (!problems) throw error;
  for (const { path, message } of problems) {
    const [, line = '', ...rest] = path.split('/');
    printLine(line, [{ path: `/${rest.join('/')}`, message }]);
  }
  throw dataTrouble('Some lines are invalid, so nothing was written.');
}

/** The same schema as the management API's, with the operator's word in its names. */
function linesOf(file: string) {
  const { row, inward } = brandedRow(manageApi.campaignEntries.write, config().wireWord);
  if (!row.options.line) throw badUsage('Entries cannot be read by lines.');
  return linesReader(row.options.line, inward)(readable(file));
}

/** Opened when it is read: an error before a listener is attached would crash Node. */
async function* readable(file: string): AsyncIterable<Buffer> {
  try {
    yield* file === '-' ? process.stdin : createReadStream(file);
  } catch (error) {
    throw unreadableFile(file, (error as NodeJS.ErrnoException).code);
  }
}

function progress(lines: number): void {
  process.stderr.write(`${lines} lines\n`);
}

async function verify(args: string[]): Promise<void> {
  const { values } = parsed(args, { campaign: { type: 'string' } });
  await withDatabase(async ({ db }) => {
    const asked = values.campaign === undefined ? null : idArgument(values.campaign, '--campaign');
    const campaigns = asked === null ? await campaignRows(db, 'all') : [await campaignRow(db, asked, 'all')];
    for (const { id, name } of campaigns) {
      const { days, staleDays, months, users, differences } = await verifyCampaign(db, id);
      const state = differences.length === 0 ? 'as computed' : `${differences.length} differences`;
      const waiting = staleDays > 0 ? ` (${staleDays} of them not yet updated)` : '';
      print(`campaign ${id} “${name}”: ${days} days${waiting}, ${months} months, ${users} users: ${state}`);
      for (const difference of differences.slice(0, MOST_SHOWN)) print(`  ${difference}`);
      if (differences.length > 0) process.exitCode = 1;
    }
  });
}
