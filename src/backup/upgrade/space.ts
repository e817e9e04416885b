/** Whether the disk has room for a second database. */
import { statfs } from 'node:fs/promises';
import type pg from 'pg';
import { diskFailure } from '../../core/errors.ts';

/** The new database, and a table at a time as text, which is not compressed. */
const TIMES = 2;
/** An empty database and its log. */
const LEAST_BYTES = 512 * 1024 ** 2;
const MEBIBYTE = 1024 ** 2;

export async function requireSpace(from: pg.Pool, folder: string): Promise<void> {
  const { rows } = await from.query('select pg_database_size(current_database())::float8 as bytes');
  const { bavail, bsize } = await statfs(folder);
  refuseLittle(rows[0].bytes, bavail * bsize, folder);
}

export function refuseLittle(bytes: number, free: number, folder: string): void {
  const needed = TIMES * bytes + LEAST_BYTES;
  if (free >= needed) return;
  const [has, needs] = [free, needed].map((one) => Math.ceil(one / MEBIBYTE));
  throw diskFailure(
    `The upgrade makes a second database beside the old one: it needs ${needs} MiB on the disk of ${folder}, which has ${has}. Nothing was changed.`,
  );
}
