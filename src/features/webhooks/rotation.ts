/**
 * Changes a secret without losing a notification. The interface's header has one signature, so a new secret is staged
 * (it signs `webhook-signature` too), promoted (it signs the interface's header, the old one stays beside it for a day)
 * and the old one retired.
 */
import { sql } from 'kysely';
import { conflict } from '../../core/errors.ts';
import type { Actor } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { lockedWebhook, recordWebhook, update } from './commands.ts';
import type { WebhookRow } from './queries.ts';
import { newSecret, type Secrets } from './secrets.ts';

/** The webhook, and the actor that changes its secret. */
interface SecretRequest {
  caller: Actor;
  siteId: number;
  id: number;
}

const PREVIOUS_SIGNS = sql`interval '24 hours'`;

export async function stageSecret(
  db: Db | Tx,
  secrets: Secrets,
  request: SecretRequest,
  { secret = newSecret(), isPromoted }: { secret?: string | undefined; isPromoted: boolean },
): Promise<string> {
  await transaction(db, async (tx) => {
    const current = await lockedWebhook(tx, request.siteId, request.id);
    const staged = { ...current, next_secret: secrets.seal(secret), version: current.version + 1 };
    await update(tx, current, { next_secret: staged.next_secret, ...saved(current) });
    if (isPromoted) await promote(tx, staged);
    await recordWebhook(tx, request.caller, isPromoted ? 'promote_secret' : 'stage_secret', current, current);
  });
  return secret;
}

export async function promoteSecret(db: Db | Tx, { caller, siteId, id }: SecretRequest): Promise<void> {
  await transaction(db, async (tx) => {
    const current = await lockedWebhook(tx, siteId, id);
    await promote(tx, current);
    await recordWebhook(tx, caller, 'promote_secret', current, current);
  });
}

async function promote(tx: Tx, current: WebhookRow): Promise<void> {
  if (!current.next_secret) throw conflict('No new secret is staged; stage one first.');
  await update(tx, current, {
    secret: current.next_secret,
    next_secret: null,
    previous_secret: current.secret,
    previous_until: sql`now() + ${PREVIOUS_SIGNS}`,
    promoted_at: sql`now()`,
    is_proven: false,
    ...saved(current),
  });
}

export async function retireSecret(db: Db | Tx, { caller, siteId, id }: SecretRequest): Promise<void> {
  await transaction(db, async (tx) => {
    const current = await lockedWebhook(tx, siteId, id);
    if (!current.previous_secret) throw conflict('There is no previous secret.');
    await update(tx, current, { previous_secret: null, previous_until: null, ...saved(current) });
    await recordWebhook(tx, caller, 'retire_secret', current, current);
  });
}

function saved({ version }: WebhookRow) {
  return { version: version + 1, updated_at: sql`now()` };
}
