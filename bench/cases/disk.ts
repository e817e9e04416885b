/** What articles take on disk once they are imported, against the lines of their export. */
import { statSync } from 'node:fs';
import pg from 'pg';
import type { DataSet } from '../archive/sets.ts';
import type { Case } from '../case.ts';
import { emptyDatabase, exportedParts, masthead } from './import.ts';

const KILOBYTE = 1_000;
const THOUSAND = 1_000;

export const disk: Case = {
  name: 'disk',
  title: 'disk for 1,000 articles',
  reference: 'the lines of their export',
  bar: 'reported, no bar',
  async run(bench) {
    const source = await bench.data.small();
    const [part] = await exportedParts(bench, source, 1);
    if (!part) throw new Error('The export has no part.');
    const database = await emptyDatabase(bench);
    const before = await sizes(database);
    await masthead(database, 'import', part.file);
    const after = await sizes(database);
    const each = (bytes: number) => (bytes * THOUSAND) / KILOBYTE / (part.last - part.first + 1);
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    const tables = [...after.keys()].filter((name) => name.startsWith('table ')).sort((a, b) => grown(b) - grown(a));
    return [
      { figure: 'kB in the database', subject: [each(grown('database'))], reference: [each(statSync(part.file).size)] },
      { figure: 'kB written to the log (WAL)', subject: [each(grown('log'))] },
      ...tables
        .slice(0, LARGEST)
        .map((name) => ({ figure: `kB in ${name.slice('table '.length)}`, subject: [each(grown(name))] })),
    ];
  },
};

/** Tables that are shown, with their indexes. */
const LARGEST = 8;

async function sizes({ url }: DataSet): Promise<Map<string, number>> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; bytes: string }>(`
      select 'database' as name, pg_database_size(current_database())::text as bytes
      union all select 'log', pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text
      union all select 'table ' || relname, pg_total_relation_size(oid)::text from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`);
    return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
  } finally {
    await client.end();
  }
}
