import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';

export interface PresenceRow {
  site_id: number;
  uid: string;
  actor: string;
  name: string | null;
  field: string | null;
  since: Date;
  /** Of the article: authors see only their own. */
  created_by: string | null;
}

/** Who has articles of these sites open, in the order of opening. */
export async function presenceRows(db: Db | Tx, siteIds: number[], uid: string | null = null): Promise<PresenceRow[]> {
  const { rows } = await sql<PresenceRow>`
    select presence.site_id, presence.uid, actor, name, field, since, article.created_by
    from presence join article on article.site_id = presence.site_id and article.uid = presence.uid and deleted_at is null
    where presence.site_id = any(${siteIds}::bigint[]) and (${uid}::uuid is null or presence.uid = ${uid}) and expires_at > now()
    order by presence.site_id, presence.uid, since, actor limit 5000`.execute(db);
  return rows;
}
