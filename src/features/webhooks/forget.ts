import { sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';

/**
 * Erasure: receivers may answer with what they were sent. Their answers go, and those that are on their way are refused, since their
 * lanes have another claim: what is still to be sent is sent anew.
 */
export async function forgetAnswers(tx: Tx, siteId: number, articleId: number | null): Promise<void> {
  await sql`
    update webhook_lane lane set claim = null, next_at = now() from webhook
    where webhook.site_id = ${siteId} and lane.site_id = webhook.site_id and lane.webhook_id = webhook.id
      and lane.article_id = ${articleId} and claim is not null`.execute(tx);
  await sql`
    update webhook_attempt attempt set answer = null from webhook, webhook_delivery delivery
    where webhook.site_id = ${siteId} and delivery.site_id = webhook.site_id and delivery.webhook_id = webhook.id
      and delivery.article_id = ${articleId} and attempt.site_id = delivery.site_id
      and attempt.webhook_id = delivery.webhook_id and attempt.delivery_id = delivery.id and answer is not null`.execute(
    tx,
  );
}
