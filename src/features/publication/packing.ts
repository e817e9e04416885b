/** The packed form of published documents (core/packed.ts). A form of another text than the current one is stale and not served. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { packed, storedForm } from '../../core/packed.ts';
import type { Tx } from '../../db/transaction.ts';

/** Documents per transaction. */
const AT_ONCE = 100;

/** The columns of a document's packed form. */
export function packedRow(doc: string): { packed: Buffer; packed_hash: string } {
  return { packed: storedForm(packed(doc)), packed_hash: hashOf(doc) };
}

/** As `doc_hash`, which PostgreSQL makes. */
const hashOf = (doc: string) => createHash('md5').update(doc).digest('hex');

/**
 * Packs documents whose packed form is missing or stale: those of earlier programs, and those that SQL has changed. Returns
 * whether there may be more. It waits for no other writer; what one has locked is left to the next run.
 */
export async function packStale(tx: Tx, atOnce = AT_ONCE): Promise<boolean> {
  const { rows } = await sql<{ site_id: number; id: number; doc: string }>`
    select site_id, id, doc from published_article
    where packed_hash is distinct from doc_hash limit ${sql.lit(atOnce)} for update skip locked`.execute(tx);
  if (rows.length === 0) return false;
  const forms = rows.map(({ doc }) => storedForm(packed(doc)));
  await sql`
    update published_article old set packed = new.packed, packed_hash = doc_hash
    from unnest(${rows.map((row) => row.site_id)}::bigint[], ${rows.map((row) => row.id)}::bigint[],
      ${forms}::bytea[]) as new(site_id, id, packed)
    where old.site_id = new.site_id and old.id = new.id`.execute(tx);
  return rows.length === atOnce;
}
