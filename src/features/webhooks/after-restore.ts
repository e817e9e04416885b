/** A restored copy must not send old notifications by itself: its webhooks are paused until an operator releases them. */
import { sql } from 'kysely';
import type { Actor } from '../../core/rights.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { beginAnew } from './commands.ts';
import type { WebhookRow } from './queries.ts';

const NOTICE =
  'The database was restored from a backup: the webhook is paused, and its deliveries wait until the operator releases it.';

export async function pauseRestored(db: Db, caller: Actor): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await sql`
      update webhook set active = false, pause_reason = 'restore', paused_at = now(), status_message = ${NOTICE}, status_message_at = now()
      where active returning id`.execute(tx);
    await record(tx, caller, 'restore', rows.length);
    return rows.length;
  });
}

/** Only those that the restore has paused. */
export async function releaseRestored(db: Db, caller: Actor): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<WebhookRow>`
      update webhook set active = true, pause_reason = null, paused_at = null, status_message = null, status_message_at = null
      where pause_reason = 'restore' returning *`.execute(tx);
    for (const row of rows) await beginAnew(tx, row);
    await record(tx, caller, 'release', rows.length);
    return rows.length;
  });
}

async function record(tx: Tx, caller: Actor, action: 'restore' | 'release', webhooks: number): Promise<void> {
  await recordChange(tx, caller, { action, noun: 'installation', id: null, sites: 'all', counts: { webhooks } });
}
