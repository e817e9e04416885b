/** One change to the backups of a database at a time, and what is left of changes that were killed. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { alreadyInUse } from '../core/errors.ts';

/** In front of the name of a backup that is being made or deleted. */
export const PARTIAL = '.partial-';

/** Until the session ends. */
export async function lockBackups(session: pg.ClientBase): Promise<void> {
  const { rows } = await session.query(
    "select pg_try_advisory_lock(hashtextextended('masthead backup', 0)) as is_ours",
  );
  if (!rows[0].is_ours) throw alreadyInUse('Another backup of this database is being made.');
}

/** We hold the lock, so a process that began one of this database was killed. */
export async function removeAbandoned(folder: string, system: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(`${PARTIAL}${system}-`)) await rm(join(folder, name), { recursive: true, force: true });
}
