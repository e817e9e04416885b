/** Whether a new database has every row and every counter of the old one. */
import type pg from 'pg';
import { dataTrouble } from '../../core/errors.ts';
import { PLAIN_TEXT, quoted, sequencesOf, tablesOf } from './tables.ts';

type OnProgress = (words: string, share: number | null) => void;

export interface Compared {
  tables: number;
  rows: number;
}

interface Content {
  rows: number;
  /** Of all rows as text, in any order. */
  hash: string;
}

export async function refuseDifference(from: pg.Pool, to: pg.Pool, onProgress: OnProgress): Promise<Compared> {
  const [source, target] = [await from.connect(), await to.connect()];
  try {
    for (const client of [source, target]) await client.query(PLAIN_TEXT);
    const tables = await tablesOf(source);
    const total = tables.reduce((sum, { bytes }) => sum + bytes, 0);
    let [rows, done] = [0, 0];
    for (const { name, bytes } of tables) {
      onProgress(`comparing ${name}`, done / total);
      rows += await sameRows(source, target, name);
      done += bytes;
    }
    const [old, made] = [await sequencesOf(source), await sequencesOf(target)];
    if (JSON.stringify(old) !== JSON.stringify(made)) throw different('the counters of ids');
    return { tables: tables.length, rows };
  } finally {
    source.release(true);
    target.release(true);
  }
}

/** Both servers at once. */
async function sameRows(source: pg.ClientBase, target: pg.ClientBase, table: string): Promise<number> {
  const [old, made] = await Promise.all([contentOf(source, table), contentOf(target, table)]);
  if (old.rows !== made.rows || old.hash !== made.hash) throw different(`the table ${table}`);
  return old.rows;
}

async function contentOf(client: pg.ClientBase, table: string): Promise<Content> {
  const { rows } = await client.query<Content>(
    `select count(*)::float8 as rows, coalesce(sum(('x' || left(md5(whole_row::text), 15))::bit(60)::bigint), 0)::text as hash
     from ${quoted(table)} as whole_row`,
  );
  return rows[0] ?? { rows: 0, hash: '' };
}

const different = (what: string) =>
  dataTrouble(`In the new database ${what} differ(s) from the old one. The old one is unchanged and still in use.`);
