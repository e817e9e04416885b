/** What requests say about an account: nothing, if someone has changed it since they were made. */
import { sql } from 'kysely';
import { timer } from '../../core/rights.ts';
import { utc } from '../../core/time.ts';
import { recordChange } from '../../db/audit.ts';
import type { Tx } from '../../db/transaction.ts';
import { type AccountRow, accountIfAny } from './queries.ts';

/** A refusal that may be passing counts when it is repeated after this long. */
const DOUBT_MS = 5 * 60_000;

const STATES: Record<string, AccountRow['state']> = {
  token_expired: 'expired',
  token_invalid: 'invalid',
  password_changed: 'password_changed',
  account_locked: 'locked',
  permission_missing: 'permission_missing',
  quota_exhausted: 'quota',
};

/** As the requests were made. */
type Asked = Pick<AccountRow, 'site_id' | 'id' | 'version'>;

export async function accountSucceeded(tx: Tx, asked: Asked, now: Date): Promise<void> {
  const before = await lockedIfSame(tx, asked);
  if (!before) return;
  await sql`
    update network_account set last_ok_at = ${now}, doubted_at = null, last_error = null, state = 'ok',
      state_since = case when state = 'ok' then state_since else ${now} end
    where site_id = ${before.site_id} and id = ${before.id}`.execute(tx);
  if (before.state !== 'ok') await changed(tx, before, 'ok');
}

export interface AccountRefusal {
  code: string;
  message: string;
  details: string;
  isDefinite: boolean;
}

/** Failures that say nothing about the account are stored, and change no state. */
export async function accountRefused(
  tx: Tx,
  asked: Asked,
  { code, message, details, isDefinite }: AccountRefusal,
  now: Date,
): Promise<void> {
  const before = await lockedIfSame(tx, asked);
  if (!before) return;
  const told = STATES[code];
  const isSure = isDefinite || (before.doubted_at !== null && now.getTime() - before.doubted_at.getTime() >= DOUBT_MS);
  const state = told && (isSure || before.state !== 'ok') ? told : before.state;
  await sql`
    update network_account set last_error = ${JSON.stringify({ code, message, details, at: utc(now) })}::jsonb,
      doubted_at = case when ${told !== undefined} then coalesce(doubted_at, ${now}) else doubted_at end,
      state = ${state}, state_since = case when state = ${state} then state_since else ${now} end
    where site_id = ${before.site_id} and id = ${before.id}`.execute(tx);
  if (state !== before.state) await changed(tx, before, state);
}

async function lockedIfSame(tx: Tx, { site_id, id, version }: Asked): Promise<AccountRow | undefined> {
  const now = await accountIfAny(tx, site_id, id, sql`for no key update`);
  return now?.version === version ? now : undefined;
}

/** The table changes the flags of campaigns (a trigger). */
async function changed(tx: Tx, before: AccountRow, state: string): Promise<void> {
  const { site_id, id } = before;
  const action = state === 'ok' ? ('change' as const) : ('fail' as const);
  const after = { ...before, state };
  await recordChange(tx, timer, { action, noun: 'network_account', id, sites: [site_id], before, after });
}
