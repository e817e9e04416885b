import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { NewApiKey } from '../../contract/manage.ts';
import type { AuditSites } from '../../core/audit.ts';
import { forbidden, invalidBody, notFound } from '../../core/errors.ts';
import { type Actor, mayGrant, sitesWith } from '../../core/rights.ts';
import { parseInstant } from '../../core/time.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { type KeyRow, keyById } from './queries.ts';

const KEY_BYTES = 32;
const FOREIGN_KEY_VIOLATION = '23503';

/** A key has 256 random bits, so a plain hash cannot be reversed. */
export function keyHash(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

const newKey = () => `mh_${randomBytes(KEY_BYTES).toString('base64url')}`;

/** Creates a key. Only the result contains the key itself. */
export async function createKey(
  db: Db | Tx,
  input: Static<typeof NewApiKey>,
  caller: Actor,
  now: Date,
): Promise<KeyRow & { key: string }> {
  const siteIds = input.site_ids ?? [];
  if (!mayGrant(caller, input.scopes, siteIds.length === 0 ? 'all' : siteIds)) {
    throw forbidden('You can give a key only rights and sites that you have yourself.');
  }
  refuseUnboundGuest(input);
  refusePast(input.expires_at, now);
  const key = newKey();
  const row = await transaction(db, async (tx) => {
    const { id } = await tx
      .insertInto('api_key')
      .values({
        id: sql<number>`draw_id('api_key_id', null)`,
        name: input.name,
        scopes: input.scopes,
        all_sites: siteIds.length === 0,
        key_hash: keyHash(key),
        expires_at: input.expires_at ? parseInstant(input.expires_at) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await bindToSites(tx, id, siteIds);
    if (input.source_id) await bindToSource(tx, id, siteIds[0] ?? 0, input.source_id);
    const made = await keyById(tx, id, 'all');
    if (!made) throw noSuchKey();
    await recordChange(tx, caller, { action: 'create', noun: 'api_key', id, sites: auditSites(made), after: made });
    return made;
  });
  return { ...row, key };
}

/** A new key with the same rights; the old one is invalid from the next request on. */
export async function renewKey(db: Db | Tx, id: number, caller: Actor): Promise<KeyRow & { key: string }> {
  const key = newKey();
  return transaction(db, async (tx) => {
    const row = await keyById(tx, id, sitesWith(caller, 'keys', 'write'));
    if (!row) throw noSuchKey();
    await tx
      .updateTable('api_key')
      .set({ key_hash: keyHash(key) })
      .where('id', '=', id)
      .execute();
    await recordChange(tx, caller, { action: 'renew', noun: 'api_key', id, sites: auditSites(row), after: row });
    return { ...row, key };
  });
}

/** Revokes a key from the next request on. */
export async function deleteKey(db: Db | Tx, id: number, caller: Actor): Promise<void> {
  await transaction(db, async (tx) => {
    const row = await keyById(tx, id, sitesWith(caller, 'keys', 'write'));
    if (!row) throw noSuchKey();
    const { numDeletedRows } = await tx.deleteFrom('api_key').where('id', '=', id).executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw noSuchKey(); // someone else was faster
    await recordChange(tx, caller, { action: 'delete', noun: 'api_key', id, sites: auditSites(row), before: row });
  });
}

const auditSites = ({ all_sites, site_ids }: KeyRow): AuditSites => (all_sites ? 'all' : site_ids);

/** Records the use of keys to the minute: a busy key costs one small write a minute. */
export async function noteUse(db: Db | Tx, id: number): Promise<void> {
  await sql`update api_key set last_used_at = date_trunc('minute', now())
            where id = ${id} and last_used_at is distinct from date_trunc('minute', now())`.execute(db);
}

export const noSuchKey = () => notFound('There is no such API key.');

/** The key of a partner offers articles for one source, and nothing else. */
function refuseUnboundGuest({ scopes, site_ids = [], source_id = null }: Static<typeof NewApiKey>): void {
  const problem = (path: string, message: string) => invalidBody([{ path, message }]);
  if (!scopes.includes('guest:write')) {
    if (source_id !== null) throw problem('/source_id', 'is only for a key with the scope guest:write');
    return;
  }
  if (scopes.length > 1) throw problem('/scopes', 'must have no other scope beside guest:write');
  if (source_id === null) throw problem('/source_id', 'is needed for the scope guest:write');
  if (site_ids.length !== 1) throw problem('/site_ids', 'must be the site of the source');
}

async function bindToSource(tx: Tx, id: number, siteId: number, sourceId: number): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into api_key_source (api_key_id, site_id, source_id)
    select ${id}, site_id, id from source where site_id = ${siteId} and id = ${sourceId} and kind = 'guest_api'`.execute(
    tx,
  );
  if (numAffectedRows !== 1n)
    throw invalidBody([{ path: '/source_id', message: 'names no source of this site of the kind guest_api' }]);
}

function refusePast(expiresAt: string | null | undefined, now: Date): void {
  const at = expiresAt ? parseInstant(expiresAt) : null;
  if (at && at <= now) throw invalidBody([{ path: '/expires_at', message: 'is in the past' }]);
}

export async function bindToSites(tx: Tx, id: number, siteIds: number[]): Promise<void> {
  if (siteIds.length === 0) return;
  const rows = siteIds.map((site_id) => ({ api_key_id: id, site_id }));
  try {
    await tx.insertInto('api_key_site').values(rows).execute();
  } catch (error) {
    if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error;
    throw invalidBody([{ path: '/site_ids', message: 'names a site that does not exist' }]);
  }
}
