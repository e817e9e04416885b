/** Addresses that files had in an earlier system, such as `/files/2019/harbour.jpg`: they lead to the items of the library. */
import { sql } from 'kysely';
import { type FileAddress, parseFile } from '../../core/media-address.ts';
import type { Db } from '../../db/connect.ts';

const LONGEST = 1_000;

/** The first address of a file stays: a folder may have copies of it. */
export async function noteLegacyPath(db: Db, siteId: number, id: number, path: string): Promise<void> {
  if (path.length > LONGEST) return;
  await sql`update media set legacy_path = ${path} where site_id = ${siteId} and id = ${id} and legacy_path is null`.execute(
    db,
  );
}

/** The present address, of the oldest site that has one. By site, because the index begins with it. */
export async function fileOfLegacyPath(db: Db, path: string): Promise<FileAddress | null> {
  // PostgreSQL stores no NUL in text.
  if (path.length > LONGEST || path.includes('\0')) return null;
  const { rows } = await sql<{ path: string }>`
    select '/files/' || dir || '/' || media.name || '.' || ext as path
    from site join media on media.site_id = site.id and legacy_path = ${path}
    order by site.id, media.id limit 1`.execute(db);
  return rows[0] ? parseFile(rows[0].path) : null;
}
