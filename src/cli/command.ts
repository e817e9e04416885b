/** A command of the `masthead` program, and its helpers. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Config, readEnv, toConfig } from '../config.ts';
import { badUsage, databaseUnavailable } from '../core/errors.ts';
import { type Database, openDatabase } from '../db/connect.ts';
import { defaultDataDir, pgdataOf, tryDataDir } from '../db/embedded/data-folder.ts';
import { migrate, migrationStates, pendingSentence } from '../db/migrate.ts';
import { problemsOf } from '../http/validate.ts';

export interface Command {
  summary: string;
  help: string;
  run(args: string[]): Promise<void>;
}

type Options = NonNullable<Parameters<typeof parseArgs>[0]>['options'];

/** Parses the arguments of a command; a mistake prints the usage. */
export function parsed<O extends NonNullable<Options>>(args: string[], options: O) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    // Node adds advice on positional arguments, which no command here takes.
    throw badUsage((error as Error).message.split('. To specify')[0] ?? '');
  }
}

export const config = (): Config => toConfig(readEnv());

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The schema that a command needs: an up-to-date one, one that is created in an empty database, or any. */
type SchemaNeed = 'current' | 'made' | 'any';

/** Opens the database for the time of a command: the running one, or the embedded one started just for this. */
export async function withDatabase<T>(
  work: (database: Database) => Promise<T>,
  { schema = 'current' }: { schema?: SchemaNeed } = {},
): Promise<T> {
  if (schema === 'current') refuseMissing(config());
  else printFolder(config());
  const log = (level: string, message: string) => process.stderr.write(`${level}: ${message}\n`);
  const database = await openDatabase({
    ...config(),
    purpose: 'command',
    log: (level, message) => (level === 'info' ? undefined : log(level, message)),
  });
  try {
    if (schema !== 'any') await prepareSchema(database, schema);
    return await work(database);
  } finally {
    await database.stop();
  }
}

/** Without this, a command that lacks the settings of the service would make an empty installation in another folder. */
function refuseMissing({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl) return;
  const folder = tryDataDir(dataDir ?? defaultDataDir(process.cwd()));
  if (existsSync(pgdataOf(folder))) return;
  throw databaseUnavailable(
    `There is no database in ${folder}. Set DATA_DIR or DATABASE_URL as your service has it; if there is none yet, start it first.`,
  );
}

/** A command that may create the embedded database says where: for root that may be another folder than ./data. */
function printFolder({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl) return;
  process.stderr.write(`The database is in ${tryDataDir(dataDir ?? defaultDataDir(process.cwd()))}.\n`);
}

/** A database that is not empty is migrated only by its operator, who knows what else runs on it. */
async function prepareSchema({ pool }: Database, need: SchemaNeed): Promise<void> {
  const states = await migrationStates(pool);
  const pending = pendingSentence(states);
  if (need === 'made' && states.every(({ appliedAt }) => appliedAt === null)) return void (await migrate(pool));
  if (pending) throw databaseUnavailable(pending);
}

/** Columns as wide as their widest cell. */
export function table(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** `masthead key revoke 3`: a whole number of at least 1. */
export function idArgument(text: string | undefined, name: string): number {
  if (text === undefined || !/^[1-9][0-9]{0,15}$/.test(text))
    throw badUsage(`${name} must be a whole number of at least 1.`);
  return Number(text);
}

/** Validates the command line by the schemas of the management API: `section_id` of a body is `--section` here. */
export function refuseMisfit(schema: Parameters<typeof problemsOf>[0], input: object): void {
  const problems = problemsOf(schema, input).map(({ path, message }) => `${optionOf(path)} ${message}`);
  if (problems.length > 0) throw badUsage(`${problems.join('; ')}.`);
}

function optionOf(path: string): string {
  const [, name = ''] = path.split('/');
  return `--${name.replace(/_id$|s$/, '').replaceAll('_', '-')}`;
}

/** Listens from the start: a signal that arrives before there is something to stop takes effect later. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
  });
}
