/** Says for a minute that a moderator looks at a pending article, so that another one takes the next. It does not lock the article. */
import { sql } from 'kysely';
import { type ClaimedBy, conflict } from '../../core/errors.ts';
import type { Actor } from '../../core/rights.ts';
import { utc } from '../../core/time.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { type PendingRow, pendingByUid } from './queries.ts';

const SECONDS = 60;
/** Claims that ended by themselves and that one claim deletes. */
const BATCH = 20;

export interface Claim {
  claimed_by: string;
  claimed_until: string;
}

export async function claimPending(db: Db | Tx, siteId: number, uid: string, caller: Actor): Promise<Claim> {
  const by = caller.name ?? '';
  return transaction(db, async (tx) => {
    const article = await pendingByUid(tx, siteId, uid);
    const until = await (article.item_id === null
      ? claimArticle(tx, siteId, article.uid, by)
      : claimItem(tx, siteId, article, by));
    if (!until) throw taken(await pendingByUid(tx, siteId, uid));
    return { claimed_by: by, claimed_until: utc(until) };
  });
}

function taken({ claimed_by, claimed_by_name }: PendingRow) {
  const facts: ClaimedBy = { claimed_by: claimed_by ?? '', claimed_by_name };
  return conflict(`${claimed_by_name ?? claimed_by ?? 'Someone'} looks at this article just now.`, facts);
}

/** The claim of its item, which `source-items/{id}/claim` sets too. */
async function claimItem(tx: Tx, siteId: number, { item_id }: PendingRow, by: string): Promise<Date | undefined> {
  const { rows } = await sql<{ claimed_until: Date }>`
    update source_item set claimed_by = ${by}, claimed_until = now() + ${SECONDS} * interval '1 second'
    where site_id = ${siteId} and id = ${item_id} and (claimed_by is null or claimed_by = ${by} or claimed_until < now())
    returning claimed_until`.execute(tx);
  return rows[0]?.claimed_until;
}

async function claimArticle(tx: Tx, siteId: number, uid: string, by: string): Promise<Date | undefined> {
  await sql`
    delete from article_claim where site_id = ${siteId} and uid in (
      select uid from article_claim where site_id = ${siteId} and claimed_until < now() and uid <> ${uid}
      order by claimed_until limit ${BATCH} for update skip locked)`.execute(tx);
  const { rows } = await sql<{ claimed_until: Date }>`
    insert into article_claim (site_id, uid, claimed_by, claimed_until)
    values (${siteId}, ${uid}, ${by}, now() + ${SECONDS} * interval '1 second')
    on conflict (site_id, uid) do update set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
      where article_claim.claimed_by = excluded.claimed_by or article_claim.claimed_until < now()
    returning claimed_until`.execute(tx);
  return rows[0]?.claimed_until;
}

/** Also after the decision, when the article is no longer pending. */
export async function releasePending(db: Db | Tx, siteId: number, uid: string, caller: Actor): Promise<void> {
  const called = sql`(select uid from article where site_id = ${siteId} and ${uid.includes('-') ? sql`uid = ${uid}` : sql`id = ${Number(uid)}`})`;
  await transaction(db, async (tx) => {
    await sql`
      update source_item set claimed_by = null, claimed_until = null
      where site_id = ${siteId} and uid = ${called} and claimed_by = ${caller.name}`.execute(tx);
    await sql`
      delete from article_claim where site_id = ${siteId} and uid = ${called} and claimed_by = ${caller.name}`.execute(
      tx,
    );
  });
}
