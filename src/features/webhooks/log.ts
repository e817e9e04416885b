/** The log of deliveries is kept for 30 days. */
import { sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';

const AT_ONCE = 1_000;

/**
 * Removes the oldest deliveries of each webhook with their attempts, and answers whether there may be more. Ids grow with
 * time, so the oldest stand first in the index; what waits stays, however old it is.
 */
export async function forgetPart(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ forgotten: number }>`
    with old as materialized (
      select old.site_id, old.webhook_id, old.id from webhook cross join lateral (
        select * from webhook_delivery delivery
        where delivery.site_id = webhook.site_id and delivery.webhook_id = webhook.id
          and delivery.settled_at < now() - interval '30 days'
        order by delivery.id limit ${sql.lit(AT_ONCE)}
      ) as old limit ${sql.lit(AT_ONCE)}
    ), forgotten as (
      delete from webhook_delivery delivery using old
      where delivery.site_id = old.site_id and delivery.webhook_id = old.webhook_id and delivery.id = old.id
    ), attempts as (
      delete from webhook_attempt attempt using old
      where attempt.site_id = old.site_id and attempt.webhook_id = old.webhook_id and attempt.delivery_id = old.id
    )
    select count(*) as forgotten from old`.execute(tx);
  return (rows[0]?.forgotten ?? 0) === AT_ONCE;
}
