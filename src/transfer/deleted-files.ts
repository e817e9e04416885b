/** Addresses of files that were deleted although texts name them: what is served shows nothing there, here and after a move. */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { text } from '../contract/common.ts';
import { parseFile } from '../core/media-address.ts';
import type { Tx } from '../db/transaction.ts';
import { siteId } from './format.ts';
import { keyset, type LineOutcome, type Noun } from './noun.ts';

const AT_ONCE = 1_000;

const DeletedLine = Type.Object(
  { site_id: siteId, path: text('Its address, such as /files/sites/1/harbour-0123456789ab.jpg.', { maxLength: 200 }) },
  { additionalProperties: false },
);
type DeletedLine = Static<typeof DeletedLine>;

export const deletedFiles: Noun<DeletedLine> = {
  key: 'deleted_file',
  schema: DeletedLine,
  async *pages(tx, { id }) {
    for await (const rows of keyset<DeletedLine>((after) => deletedAfter(tx, id, after?.path ?? ''))) yield rows;
  },
  siteOf: ({ site_id }) => site_id,
  names: ({ path }) => [path],
  async importBatch(tx, { siteId: site_id }, lines) {
    const paths = lines.map(({ path }) => path).filter((path) => isOf(site_id, path));
    // A file that is here was not deleted here.
    const { rows } = await sql<{ path: string }>`
      insert into deleted_media (site_id, path)
      select ${site_id}, path from unnest(${paths}::text[]) as path
      where not exists (select from media where media.site_id = ${site_id}
        and (media.former_paths @> array[path] or '/files/' || media.dir || '/' || media.name || '.' || media.ext = path))
      on conflict do nothing returning path`.execute(tx);
    const written = new Set(rows.map(({ path }) => path));
    return lines.map(({ path }): LineOutcome => {
      if (!isOf(site_id, path)) return { reason: 'path is not the address of a file of this site' };
      return written.has(path) ? 'new' : 'same';
    });
  },
};

const isOf = (site: number, path: string) => parseFile(path)?.dir === `sites/${site}`;

async function deletedAfter(tx: Tx, site: number, after: string): Promise<DeletedLine[]> {
  const { rows } = await sql<DeletedLine>`
    select site_id, path from deleted_media where site_id = ${site} and path > ${after}
    order by path limit ${AT_ONCE}`.execute(tx);
  return rows;
}
