/** Claims the keys of an item over all sources of a site: of two items with the same key, the first one has it. */
import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import type { ItemRow } from '../features/sources/queries.ts';
import { settle } from './item-row.ts';
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

type Keys = (readonly [kind: string, key: string | null])[];

const RENAMED_DAYS = 30;

/**
 * The item that has one of the keys already, or null. Concurrent claimants wait for each other's commit. An item whose article an editor
 * has rejected or deleted, or that its source withdrew, gives its keys up, so that a bad copy does not keep the story of another source away. Within a source it keeps
 * them, unless a person approves: a rejected item must not return under another id. One that nobody has approved gives them up to an item
 * that is trusted more, and stays held.
 */
export async function claimKeys(
  tx: Tx,
  item: Claimant,
  raw: StoredContent,
  { now, isApproved, trust = 'none' }: { now: Date; isApproved: boolean; trust?: Trust },
): Promise<Owner | null> {
  const keys = [['text', raw.text_key] as const, ['url', raw.url_key] as const].filter(([, key]) => key !== null);
  if (await claimFree(tx, item, keys, now)) return null;
  const displaced = await unapproved(tx, item, keys, trust);
  const ids = displaced.map(({ id }) => id);
  await sql`
    ${inserted(item, keys, now)}
    on conflict (site_id, kind, key) do update
      set source_id = excluded.source_id, external_key = excluded.external_key, seen_at = excluded.seen_at
      where (held.source_id <> excluded.source_id or ${isApproved}) and exists (
        select from source_item owner
        left join article on article.site_id = owner.site_id and article.uid = owner.uid and article.deleted_at is null
        where owner.site_id = held.site_id and owner.source_id = held.source_id and owner.external_key = held.external_key
          and (owner.id = any(${ids}::bigint[]) or owner.state in ('rejected', 'gone') or (owner.uid is not null and article.uid is null)))`.execute(
    tx,
  );
  const { rows } = await sql<Owner>`
    select owner.source_id, owner.external_key, owner.uid, owner.title,
      held.kind = 'url' and owner.source_id = ${item.source_id}
        and owner.seen_at > ${now}::timestamptz - ${RENAMED_DAYS} * interval '1 day' as is_renamed
    from unnest(${keys.map(([kind]) => kind)}::text[], ${keys.map(([, key]) => key)}::text[]) as claimed (kind, key)
    join item_identity held on held.site_id = ${item.site_id} and held.kind = claimed.kind and held.key = decode(claimed.key, 'hex')
    join source_item owner on owner.site_id = held.site_id and owner.source_id = held.source_id and owner.external_key = held.external_key
    where (owner.source_id, owner.external_key) <> (${item.source_id}, ${item.external_key}::bytea)
    order by held.kind desc limit 1`.execute(tx);
  const owner = rows[0] ?? null;
  if (!owner) for (const one of displaced) await settle(tx, one, { reason: displacedBy(item) });
  return owner;
}

/** The usual case, in one statement: no item has one of the keys. */
async function claimFree(tx: Tx, item: Claimant, keys: Keys, now: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`${inserted(item, keys, now)} on conflict do nothing`.execute(tx);
  return Number(numAffectedRows) === keys.length;
}

/** All claim in the same order, so that two items never wait for each other. */
const inserted = (item: Claimant, keys: Keys, now: Date) => sql`
  insert into item_identity as held (site_id, kind, key, source_id, external_key, seen_at)
  select ${item.site_id}, kind, decode(key, 'hex'), ${item.source_id}, ${item.external_key}, ${now}
  from unnest(${keys.map(([kind]) => kind)}::text[], ${keys.map(([, key]) => key)}::text[]) with ordinality as claimed (kind, key, n)
  order by n`;

/** Without its title: it may be erased later. */
const displacedBy = ({ source_id }: Claimant) =>
  `Source ${source_id} brought the same later, and it was taken from there.`;

/** Which unapproved items do not keep an item away: those of all sources, those of sources that anybody can send to, or none. */
export type Trust = 'all' | 'sent' | 'none';

/**
 * The items that have the keys, and that no editor has approved or edited. They are locked: an approval at the same time waits, or counts.
 */
async function unapproved(tx: Tx, item: Claimant, keys: Keys, trust: Trust) {
  if (trust === 'none') return [];
  const isSent = sql`not exists (
    select from source where source.site_id = owner.site_id and source.id = owner.source_id and source.kind = 'feed')`;
  const { rows } = await sql<ItemRow>`
    select owner.* from unnest(${keys.map(([kind]) => kind)}::text[], ${keys.map(([, key]) => key)}::text[]) as claimed (kind, key)
    join item_identity held on held.site_id = ${item.site_id} and held.kind = claimed.kind and held.key = decode(claimed.key, 'hex')
    join source_item owner on owner.site_id = held.site_id and owner.source_id = held.source_id and owner.external_key = held.external_key
    join article on article.site_id = owner.site_id and article.uid = owner.uid
    where owner.source_id <> ${item.source_id} and owner.state = 'held' and owner.decided_by is null
      and article.state = 'pending' and article.version = owner.taken_version and ${trust === 'all' ? sql`true` : isSent}
    order by owner.id for update of owner`.execute(tx);
  return rows;
}
