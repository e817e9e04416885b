import type { Static } from 'typebox';
import type { NetworkAccount } from '../../contract/network-account.ts';
import { utc } from '../../core/time.ts';
import type { AccountRow, AccountSource, BudgetRow } from './queries.ts';

type Wire = Static<typeof NetworkAccount>;

const WARNED_MS = 14 * 86_400_000;
const MICROS_PER_CENT = 10_000;

export interface Around {
  budgets: BudgetRow[];
  sources: AccountSource[];
}

export function networkAccount(row: AccountRow, { budgets, sources }: Around, now: Date): Wire {
  const { network, expires_at, last_ok_at } = row;
  const money = budgets.find(({ bucket }) => bucket === 'money');
  return {
    id: row.id,
    site_id: row.site_id,
    network,
    name: row.name,
    server: row.server,
    external_id: row.external_id,
    expires_at: expires_at && utc(expires_at),
    monthly_cap: row.monthly_cap,
    has_token: row.token !== null,
    way: row.way,
    connected_as: row.connected_as,
    sources: sources.map(({ id, name, active }) => ({ id, name, active })),
    state: stateOf(row, now),
    state_since: utc(row.state_since),
    last_ok_at: last_ok_at && utc(last_ok_at),
    last_error: row.last_error,
    spent: row.monthly_cap !== null ? Math.ceil((money?.used ?? 0) / MICROS_PER_CENT) : null,
    budgets: budgets
      .filter(({ bucket }) => bucket !== 'money')
      .map(({ bucket, used, ceiling, resets_at }) => ({ bucket, used, ceiling, resets_at: utc(resets_at) })),
    created_at: utc(row.created_at),
    updated_at: utc(row.updated_at),
  };
}

/** A date that comes near is shown before any request fails. */
function stateOf(row: AccountRow, now: Date): Wire['state'] {
  const { state, expires_at } = row;
  if (state !== 'ok' || !expires_at) return state as Wire['state']; // checked by the table
  if (expires_at <= now) return 'expired';
  if (isRenewedInTime(row)) return 'ok';
  return expires_at.getTime() - now.getTime() < WARNED_MS ? 'expiring' : 'ok';
}

/** The token itself is exchanged before it ends: nobody needs to act unless that fails. */
const isRenewedInTime = ({ renew_at, renew_failures, token_until, expires_at }: AccountRow) =>
  renew_at !== null && renew_failures === 0 && token_until?.getTime() === expires_at?.getTime();
