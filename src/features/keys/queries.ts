import { sql } from 'kysely';
import type { Sites, SourceOfKey } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import type { Site } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';

export interface KeyRow {
  id: number;
  name: string;
  scopes: string[];
  all_sites: boolean;
  site_ids: number[];
  /** The source that it writes for, on its one site. */
  source_id: number | null;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  /** False for a key that was imported without its hash. */
  is_usable: boolean;
}

const keyColumns = sql`id, name, scopes, all_sites, created_at, expires_at, last_used_at, key_hash is not null as is_usable,
  array(select site_id from api_key_site where api_key_id = api_key.id order by site_id) as site_ids,
  (select source_id from api_key_source where api_key_id = api_key.id) as source_id`;

export type KeyHolder = Pick<KeyRow, 'id' | 'name' | 'scopes' | 'all_sites' | 'site_ids'> & {
  source: SourceOfKey | null;
};

/**
 * The key's owner and the requested site in one round trip: a content API request
 * makes two in total. Either may be missing.
 */
export async function holderAndSite(
  db: Db | Tx,
  hash: Buffer | null,
  siteId: number | null,
): Promise<{ holder: KeyHolder | null; site: Site | null }> {
  const { rows } = await sql<Site & { holder: KeyHolder | null }>`
    select site.*, (
      select json_build_object('id', id, 'name', api_key.name, 'scopes', scopes, 'all_sites', all_sites,
        'site_ids', array(select site_id from api_key_site where api_key_id = api_key.id),
        'source', (select json_build_object('site_id', site_id, 'id', source_id) from api_key_source where api_key_id = api_key.id))
      from api_key where key_hash = ${hash}::bytea and (expires_at is null or expires_at > now())
    ) as holder
    from (select) as nothing left join site on site.id = ${siteId}::bigint`.execute(db);
  const { holder = null, ...site } = rows[0] ?? { id: null };
  return { holder, site: site.id === null ? null : (site as Site) }; // an outer join without a match has a null id
}

/** A revocation waits until the transaction has ended; after it, or after the key's end, this is false. */
export async function isKeyValid(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from api_key where id = ${id} and (expires_at is null or expires_at > clock_timestamp()) for key share`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function keyById(db: Db | Tx, id: number, sites: Sites): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select ${keyColumns} from api_key where id = ${id} and ${within(sites)}`.execute(db);
  return rows[0];
}

export async function keyPage(db: Db | Tx, sites: Sites, limit: number | null, offset: number): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select ${keyColumns} from api_key where ${within(sites)} order by id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function keyCount(db: Db | Tx, sites: Sites): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from api_key where ${within(sites)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** A caller bound to sites sees the keys that reach no further than those sites. */
function within(sites: Sites) {
  if (sites === 'all') return sql`true`;
  return sql`not all_sites and not exists (
    select from api_key_site where api_key_id = api_key.id and site_id <> all(${[...sites]}::bigint[]))`;
}
