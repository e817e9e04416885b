/** Records who has an article open. It does not lock the article. */
import { sql } from 'kysely';
import { conflict, notFound } from '../../core/errors.ts';
import type { Actor } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import { deleteRows } from '../../db/rows.ts';
import type { Site } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';

/** Clients repeat it every 20 seconds. */
const SECONDS = 45;
/** Articles that one caller has open at a time. */
const MOST = 50;
const BATCH = 2_000;

export interface NewPresence {
  uid: string;
  field?: string | null | undefined;
  active?: boolean | undefined;
}

export async function notePresence(
  db: Db | Tx,
  { site, caller, createdBy }: { site: Site; caller: Actor; createdBy: string | null },
  { uid, field = null, active = true }: NewPresence,
): Promise<void> {
  const actor = caller.name ?? '';
  await transaction(db, async (tx) => {
    await refuseUnknown(tx, site.id, uid, createdBy);
    if (!active) {
      await sql`delete from presence where site_id = ${site.id} and uid = ${uid} and actor = ${actor}`.execute(tx);
      return;
    }
    const { rows } = await sql<{ open: number }>`
      select count(*) as open from presence
      where site_id = ${site.id} and actor = ${actor} and uid <> ${uid} and expires_at > now()`.execute(tx);
    if ((rows[0]?.open ?? 0) >= MOST) throw conflict(`You have ${MOST} articles open already; close one first.`);
    await sql`
      insert into presence (site_id, uid, actor, name, field, expires_at)
      values (${site.id}, ${uid}, ${actor}, ${caller.label}, ${field}, now() + make_interval(secs => ${SECONDS}))
      on conflict (site_id, uid, actor) do update set name = excluded.name, field = excluded.field,
        since = case when presence.expires_at > now() then presence.since else now() end, expires_at = excluded.expires_at`.execute(
      tx,
    );
  });
}

/** For authors, articles of others do not exist. */
async function refuseUnknown(tx: Tx, siteId: number, uid: string, createdBy: string | null): Promise<void> {
  const { rows } = await sql`
    select from article where site_id = ${siteId} and uid = ${uid} and deleted_at is null
      and (${createdBy}::text is null or created_by = ${createdBy})`.execute(tx);
  if (rows.length === 0) throw notFound('There is no such article.');
}

export async function deleteOldPresence(tx: Tx): Promise<boolean> {
  return (await deleteRows(tx, 'presence', sql`expires_at < now()`, BATCH)) === BATCH;
}
