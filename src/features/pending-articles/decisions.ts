/** What was decided about submissions (intake/submissions.ts). */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { decisionFilters, NewArticleDecision } from '../../contract/article-decision.ts';
import { notFound } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';

export interface DecisionRow {
  id: number;
  uid: string;
  title: string;
  outcome: Static<typeof NewArticleDecision>['outcome'];
  note: string;
  decided_by: string;
  decided_by_name: string | null;
  decided_at: Date;
  /** Whether the article is in the trash by this decision. */
  is_in_trash: boolean;
}

type Filter = { [Name in keyof typeof decisionFilters]?: Static<(typeof decisionFilters)[Name]> };

/** Newest first; for authors only those about articles that they have created. */
export async function decisionPage(
  db: Db | Tx,
  siteId: number,
  { uid, trash, max_id }: Filter,
  { createdBy = null, limit }: { createdBy?: string | null | undefined; limit: number },
): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select ${COLUMNS} from article_decision decision join article using (site_id, uid)
    where site_id = ${siteId} and (${uid ?? null}::uuid is null or uid = ${uid ?? null})
      and (${trash === undefined} or deleted_at = decided_at)
      and (${max_id ?? null}::bigint is null or decision.id < ${max_id ?? null})
      and (${createdBy}::text is null or created_by = ${createdBy})
    order by decision.id desc limit ${limit}`.execute(db);
  return rows;
}

// A rejection and its deletion are of one transaction.
const COLUMNS = sql`
  decision.id, uid, title, outcome, note, decided_by, decided_at, coalesce(deleted_at = decided_at, false) as is_in_trash,
  case
    when decided_by ~ '^person:[0-9]{1,15}$' then (select name from person where person.id = substr(decided_by, 8)::bigint)
    when decided_by ~ '^key:[0-9]{1,15}$' then (select name from api_key where api_key.id = substr(decided_by, 5)::bigint)
  end as decided_by_name`;

export async function decisionById(tx: Tx, siteId: number, id: number): Promise<DecisionRow> {
  const { rows } = await sql<DecisionRow>`
    select ${COLUMNS} from article_decision decision join article using (site_id, uid)
    where site_id = ${siteId} and decision.id = ${id}`.execute(tx);
  return rows[0] as DecisionRow; // it was inserted in this transaction
}

export async function lastDecision(tx: Tx, siteId: number, address: string): Promise<DecisionRow> {
  const called = address.includes('-') ? sql`uid = ${address}` : sql`article.id = ${Number(address)}`;
  const { rows } = await sql<DecisionRow>`
    select ${COLUMNS} from article_decision decision join article using (site_id, uid)
    where site_id = ${siteId} and ${called} order by decision.id desc limit 1`.execute(tx);
  if (!rows[0]) throw notFound('Nothing was decided about such an article.');
  return rows[0];
}
