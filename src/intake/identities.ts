/** Claims the keys of an item over all sources of a site: of two items with the same key, the first one has it. */
import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import type { StoredContent } from './ledger.ts';

export interface Owner {
  source_id: number;
  external_key: Buffer;
  uid: string | null;
  title: string;
  /** Its page was seen less than 30 days ago in the same source: the source gave it another id. */
  is_renamed: boolean;
}

interface Claimant {
  site_id: number;
  source_id: number;
  external_key: Buffer;
}

const RENAMED_DAYS = 30;

/**
 * The item that has one of the keys already, or null. Concurrent claimants wait for each other's commit. An item whose article an editor
 * has rejected or deleted, or that its source withdrew, gives its keys up, so that a bad copy does not keep the story of another source away. Within a source it keeps
 * them, unless a person approves: a rejected item must not return under another id.
 */
export async function claimKeys(
  tx: Tx,
  item: Claimant,
  raw: StoredContent,
  { now, isApproved }: { now: Date; isApproved: boolean },
): Promise<Owner | null> {
  const keys = [['text', raw.text_key] as const, ['url', raw.url_key] as const].filter(([, key]) => key !== null);
  for (const [kind, key] of keys) {
    await sql`
      insert into item_identity as held (site_id, kind, key, source_id, external_key, seen_at)
      values (${item.site_id}, ${kind}, decode(${key}, 'hex'), ${item.source_id}, ${item.external_key}, ${now})
      on conflict (site_id, kind, key) do update
        set source_id = excluded.source_id, external_key = excluded.external_key, seen_at = excluded.seen_at
        where (held.source_id <> excluded.source_id or ${isApproved}) and exists (
          select from source_item owner
          left join article on article.site_id = owner.site_id and article.uid = owner.uid and article.deleted_at is null
          where owner.site_id = held.site_id and owner.source_id = held.source_id and owner.external_key = held.external_key
            and (owner.state in ('rejected', 'gone') or (owner.uid is not null and article.uid is null)))`.execute(tx);
  }
  const { rows } = await sql<Owner>`
    select owner.source_id, owner.external_key, owner.uid, owner.title,
      held.kind = 'url' and owner.source_id = ${item.source_id}
        and owner.seen_at > ${now}::timestamptz - ${RENAMED_DAYS} * interval '1 day' as is_renamed
    from unnest(${keys.map(([kind]) => kind)}::text[], ${keys.map(([, key]) => key)}::text[]) as claimed (kind, key)
    join item_identity held on held.site_id = ${item.site_id} and held.kind = claimed.kind and held.key = decode(claimed.key, 'hex')
    join source_item owner on owner.site_id = held.site_id and owner.source_id = held.source_id and owner.external_key = held.external_key
    where (owner.source_id, owner.external_key) <> (${item.source_id}, ${item.external_key}::bytea)
    order by held.kind desc limit 1`.execute(tx);
  return rows[0] ?? null;
}
