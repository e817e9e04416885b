/**
 * `masthead import` of an archive, against COPY of the same rows into the same tables with their indexes and references.
 * Each pair imports one part, so that the tables grow on both sides alike.
 */
import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';
import { ARCHIVE, type DataSet } from '../archive/sets.ts';
import { type Bench, type Case, inPairs, WrongAnswer } from '../case.ts';
import { ROOT } from '../root.ts';

const LEAST = 0.3;
const MAIN = join(ROOT, 'dist/cli/main.js');
/** The rows of an article in each table, referenced tables first; `$part` is the range of ids. */
const TABLES: Record<string, string> = {
  article: 'id between $part',
  article_revision: `uid in (select uid from article where site_id = ${ARCHIVE} and id between $part)`,
  published_article: 'id between $part',
  published_article_tag: 'id between $part',
  published_article_author: 'id between $part',
  article_search: 'id between $part',
  article_event: 'article_id between $part',
};
/** Rows that articles refer to; the import creates them with its first part. */
const BEFORE = ['site', 'article_category', 'section', 'author'];

export const importArchive: Case = {
  name: 'import',
  title: 'import of an archive',
  reference: 'COPY into the same tables and indexes',
  bar: `≥ ${LEAST}`,
  async run(bench) {
    const source = await bench.data.medium();
    const parts = await exportedParts(bench, source, bench.scale.pairs + 1);
    const [imported, copied] = [await emptyDatabase(bench), await emptyDatabase(bench)];
    const { subject, reference } = await inPairs(
      bench,
      (pair) => imports(imported, parts, pair),
      (pair) => copies(imported, copied, parts, pair),
      { isSubjectFirst: true },
    );
    return [{ figure: 'articles/s', subject, reference, bar: { least: LEAST } }];
  },
};

interface Part {
  file: string;
  first: number;
  last: number;
}

/** The archive's export split into parts; the first also has everything that articles refer to. */
export async function exportedParts(bench: Bench, source: DataSet, count: number): Promise<Part[]> {
  const whole = join(bench.scratch, 'archive.ndjson');
  await masthead(source, 'export', whole, '--site', String(ARCHIVE));
  const each = Math.ceil(source.articles / count);
  const parts = Array.from({ length: count }, (_, part) => ({
    file: join(bench.scratch, `part-${part}.ndjson`),
    first: part * each + 1,
    last: Math.min((part + 1) * each, source.articles),
  }));
  const files = parts.map(({ file }) => createWriteStream(file));
  for await (const line of createInterface({ input: createReadStream(whole) })) {
    const id = line.startsWith('{"article":') ? Number(JSON.parse(line).article.id) : 1;
    // The last line marks a complete file, which no part is.
    if (!/^\{"(masthead|end)"/.test(line)) files[Math.floor((id - 1) / each)]?.write(`${line}\n`);
  }
  await Promise.all(files.map((file) => new Promise((resolve) => file.end(resolve))));
  rmSync(whole);
  return parts;
}

async function imports(database: DataSet, parts: Part[], pair: number): Promise<number> {
  const part = parts[pair];
  if (!part) throw new Error(`There is no part ${pair}.`);
  const began = performance.now();
  await masthead(database, 'import', part.file);
  return rate(part, began);
}

/** Returns articles per second. COPY writes the rows that the import made of the same part. */
async function copies(from: DataSet, to: DataSet, parts: Part[], pair: number): Promise<number> {
  const part = parts[pair];
  if (!part) throw new Error(`There is no part ${pair}.`);
  return withClients(from, to, async (source, target) => {
    const folder = (await source.query('show data_directory')).rows[0].data_directory;
    const range = `${part.first} and ${part.last}`;
    const tables = [...(pair === 0 ? BEFORE : []), ...Object.keys(TABLES)];
    const columns = await columnsOf(source, tables);
    const fileOf = (table: string) => `${folder}/bench-copy-${table}`;
    for (const table of tables) {
      const rows = `select ${columns.get(table)} from ${table} where ${(TABLES[table] ?? 'true').replace('$part', range)}`;
      await source.query(`copy (${rows}) to '${fileOf(table)}'`);
    }
    const began = performance.now();
    await target.query('begin');
    for (const table of tables) await target.query(`copy ${table} (${columns.get(table)}) from '${fileOf(table)}'`);
    await target.query('commit');
    // Flush the GIN pending list: an import has done so when it ends.
    await target.query("select gin_clean_pending_list('article_search_tsv')");
    const result = rate(part, began);
    for (const table of tables) rmSync(fileOf(table));
    await requireSame(source, target);
    return result;
  });
}

/** The columns that COPY can write: some are generated. */
async function columnsOf(client: pg.Client, tables: string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ table: string; columns: string }>(
    `select attrelid::regclass::text as table, string_agg(quote_ident(attname), ', ' order by attnum) as columns
     from pg_attribute
     where attrelid = any($1::regclass[]) and attnum > 0 and not attisdropped and attgenerated = '' group by attrelid`,
    [tables],
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

const rate = ({ first, last }: Part, began: number) => (last - first + 1) / ((performance.now() - began) / 1000);

async function requireSame(source: pg.Client, target: pg.Client): Promise<void> {
  const served = async (client: pg.Client) =>
    (await client.query("select count(*) || ' ' || coalesce(max(id), 0) as served from published_article")).rows[0]
      .served;
  if ((await served(source)) !== (await served(target)))
    throw new WrongAnswer('The import and the copy do not hold the same articles.');
}

async function withClients<T>(
  from: DataSet,
  to: DataSet,
  work: (source: pg.Client, target: pg.Client) => Promise<T>,
): Promise<T> {
  const [source, target] = [new pg.Client(from.url), new pg.Client(to.url)];
  await Promise.all([source.connect(), target.connect()]);
  try {
    return await work(source, target);
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}

export async function emptyDatabase(bench: Bench): Promise<DataSet> {
  const database = await bench.data.empty();
  bench.defer(() => bench.data.drop(database));
  return database;
}

export async function masthead({ url }: DataSet, ...args: string[]): Promise<void> {
  const { PATH = '', HOME = '' } = process.env;
  await promisify(execFile)(process.execPath, [MAIN, ...args], { env: { PATH, HOME, DATABASE_URL: url } });
}
