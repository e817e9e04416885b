/** The log of deliveries is kept for 30 days. */
import { sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';

export interface DeliveryPosition {
  site_id: number;
  webhook_id: number;
  id: number;
}

const BATCH = 1_000;
const LIMIT = sql`now() - interval '30 days'`;

/**
 * Deletes old deliveries and their attempts among the next 1,000 deliveries of one webhook. Pending ones stay, however old
 * they are. A webhook is done when its next delivery is less than 30 days old: ids grow with time, so all later ones are too.
 */
export async function deleteOldDeliveries(tx: Tx, after: DeliveryPosition | null): Promise<DeliveryPosition | null> {
  const { site_id, webhook_id, id } = after ?? { site_id: 0, webhook_id: 0, id: 0 };
  const isBehind = sql`delivery.id > case when (webhook.site_id, webhook.id) = (${site_id}, ${webhook_id}) then ${id} else 0 end`;
  const { rows } = await sql<DeliveryPosition>`
    with page as materialized (
      select delivery.site_id, delivery.webhook_id, delivery.id, delivery.settled_at from (
        select webhook.site_id, webhook.id from webhook cross join lateral (
          select created_at from webhook_delivery delivery
          where delivery.site_id = webhook.site_id and delivery.webhook_id = webhook.id and ${isBehind}
          order by delivery.id limit 1
        ) as next
        where (webhook.site_id, webhook.id) >= (${site_id}, ${webhook_id}) and next.created_at < ${LIMIT}
        order by webhook.site_id, webhook.id limit 1
      ) as webhook cross join lateral (
        select * from webhook_delivery delivery
        where delivery.site_id = webhook.site_id and delivery.webhook_id = webhook.id and ${isBehind}
        order by delivery.id limit ${sql.lit(BATCH)}
      ) as delivery
    ), deliveries as (
      delete from webhook_delivery delivery using page
      where delivery.site_id = page.site_id and delivery.webhook_id = page.webhook_id and delivery.id = page.id
        and delivery.settled_at < ${LIMIT}
    ), attempts as (
      delete from webhook_attempt attempt using page
      where attempt.site_id = page.site_id and attempt.webhook_id = page.webhook_id and attempt.delivery_id = page.id
        and page.settled_at < ${LIMIT}
    )
    select site_id, webhook_id, id from page order by id desc limit 1`.execute(tx);
  return rows[0] ?? null;
}
