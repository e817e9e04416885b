/** Partners who send articles with a key of a source, and what is checked before anything of a request is read. */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { GuestArticle } from '../../contract/guest.ts';
import { conflict, forbidden, RequestError } from '../../core/errors.ts';
import type { Actor, SourceOfKey } from '../../core/rights.ts';
import { utc } from '../../core/time.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import { type ItemRow, itemsOf, waitingBytes } from './queries.ts';

export const NO_SOURCE = 'This needs a key of a source, with the scope guest:write.';
export const PAUSED = 'This source is paused: nothing is taken at present.';
/** Bytes of files that nothing uses yet, of all partners and of one source. Forms have a room of their own. */
const MOST_WAITING = { all: 2 * 1024 ** 3, source: 1024 ** 3 };

/** A paused source takes nothing, but its partner can still read and withdraw. */
export async function admitGuest(db: Db | Tx, { source }: Actor, sends: 'nothing' | 'article' | 'file'): Promise<void> {
  if (!source) throw forbidden(NO_SOURCE);
  const { rows } = await sql<{ active: boolean }>`
    select active from source where site_id = ${source.site_id} and id = ${source.id} and kind = 'guest_api'`.execute(
    db,
  );
  if (!rows[0]) throw forbidden(NO_SOURCE);
  if (sends !== 'nothing' && !rows[0].active) throw conflict(PAUSED);
  if (sends === 'file') await refuseWaiting(db, source);
}

/** Files that nothing uses must not fill the disk. */
async function refuseWaiting(db: Db | Tx, source: SourceOfKey): Promise<void> {
  const [all, own] = [await waitingBytes(db, 'guest'), await waitingBytes(db, 'guest', source)];
  if (all > MOST_WAITING.all || own > MOST_WAITING.source)
    throw new RequestError(507, 'Too many files wait for an article; offer the articles, or try again later.');
}

/** The source of a caller that `admitGuest` let in. */
export function sourceOf({ source }: Actor): SourceOfKey {
  if (!source) throw forbidden(NO_SOURCE);
  return source;
}

/** From now on its items may show the file, private or not. Returns whether they could not before. */
export async function noteFile(db: Db | Tx, { site_id, id }: SourceOfKey, mediaId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into source_media (site_id, source_id, media_id) values (${site_id}, ${id}, ${mediaId})
    on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

export async function forgetFile(tx: Tx, { site_id, id }: SourceOfKey, mediaId: number): Promise<void> {
  await sql`
    delete from source_media where site_id = ${site_id} and source_id = ${id} and media_id = ${mediaId}`.execute(tx);
}

export type OfferRow = ItemRow & { article_id: number | null };

/** An item of a source, by the id that the partner gave it. */
export async function offerRow(db: Db | Tx, { site_id, id }: SourceOfKey, key: string): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`
    select item.*, (
      select article.id from article where article.site_id = item.site_id and article.uid = item.uid
        and article.state = 'published' and article.deleted_at is null) as article_id
    from ${itemsOf(site_id)} where source_id = ${id} and external_key = decode(${key}, 'hex')`.execute(db);
  return rows[0];
}

/** Of another source's item, and of an editor's words, a partner learns nothing. */
export function guestArticle(row: OfferRow, externalId: string): Static<typeof GuestArticle> {
  const { title, state, uid, article_id, upstream } = row;
  return {
    external_id: externalId,
    ...{ title, state: state as ItemState, reason: reasonOf(row), uid: state === 'duplicate' ? null : uid, article_id }, // checked by the table
    has_pending_change: upstream !== null,
    ...{ received_at: utc(row.seen_at), changed_at: utc(row.changed_at) },
  };
}

type ItemState = Static<typeof GuestArticle>['state'];

function reasonOf({ state, reason, decided_by }: OfferRow): string | null {
  if (state === 'duplicate') return 'The site has the same article already.';
  if (state === 'rejected' && decided_by !== null) return 'An editor rejected it.';
  return state === 'held' ? (reason ?? 'An editor looks at it before it is published.') : reason;
}
