/** The tables and sequences of a database, as an upgrade copies and compares them. */
import type pg from 'pg';

export interface Table {
  name: string;
  bytes: number;
}

interface Sequence {
  name: string;
  last: string;
  is_called: boolean;
}

/** Rows as text mean the same to both servers, however their files of settings differ. */
export const PLAIN_TEXT =
  "set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1; set bytea_output = 'hex'; set xmlbinary = 'base64'";

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Rows of unlogged tables do not outlive a crash either. */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname as name, pg_table_size(oid)::float8 as bytes from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by relname collate "C"`,
  );
  return rows;
}

/** Those that are stored; generated ones are computed anew. */
export async function columnsOf(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [quoted(table)],
  );
  return rows.map(({ name }) => name);
}

export async function sequencesOf(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname collate "C"`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const { rows: found } = await client.query(`select last_value::text as last, is_called from ${quoted(name)}`);
    sequences.push({ name, ...found[0] });
  }
  return sequences;
}
