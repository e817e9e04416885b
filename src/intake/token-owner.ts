/** Whose tokens a consent gave, asked at the network before there is an account. */
import type { Network } from '../core/intake/networks/networks.ts';
import type { Client, Tokens } from '../core/intake/networks/oauth.ts';
import { USER_PRICE } from '../core/intake/networks/x.ts';
import type { Db } from '../db/connect.ts';
import type { Authorization } from '../features/network-accounts/authorizations.ts';
import { MONEY, moneyKey, reserve } from '../features/network-accounts/budget.ts';
import { type AccountRow, accountIfAny } from '../features/network-accounts/queries.ts';
import { NetworkProblem } from '../networks/connector.ts';
import { IDENTIFY, type Identity } from '../networks/identify.ts';
import { factsOf } from '../networks/oauth.ts';
import { askerOf } from './asking.ts';
import type { NetworkTools } from './network-tools.ts';

/** The least that X can charge for saying whose token it is, in cents. */
const LEAST_CAP = 1;
const MICROS_PER_CENT = 10_000;

/** A network that does not say whose token it is keeps no account from being connected, unless pages must be chosen or it refuses the token. */
export async function identityOf(
  db: Db,
  tools: NetworkTools,
  asked: Authorization,
  tokens: Tokens,
  client: Client,
): Promise<Identity> {
  const { network, fields, account_id } = asked;
  const identify = IDENTIFY[network];
  const isAffordable = fields.monthly_cap === null || fields.monthly_cap >= LEAST_CAP;
  if (!identify || !isAffordable) return NOBODY;
  const known = account_id === null ? undefined : await accountIfAny(db, asked.site_id, account_id);
  const account = provisional(tools, asked, tokens, callerOf(network, null, client), known);
  try {
    return await identify(askerOf(db, tools, account));
  } catch (problem) {
    const isNeeded = network === 'instagram' || network === 'facebook';
    if (!(problem instanceof NetworkProblem) || isNeeded || DEAD.includes(problem.code)) throw problem;
    return NOBODY;
  }
}

const NOBODY: Identity = { id: null, name: null, choices: null };
const DEAD = ['token_expired', 'token_invalid', 'password_changed', 'account_locked'];

/** As the account will be, to ask with it before it is there. Money is counted where there is an account already. */
function provisional(
  { secrets }: NetworkTools,
  { site_id, network, fields, is_demo }: Authorization,
  { access }: Tokens,
  caller: string | null,
  known: AccountRow | undefined,
): AccountRow {
  const asked = {
    site_id,
    network,
    server: fields.server,
    is_demo,
    way: 'oauth' as const,
    caller,
    token: secrets.seal(access),
  };
  const nothing = {
    refresh_token: null,
    external_id: null,
    id: known?.id ?? 0,
    monthly_cap: known?.monthly_cap ?? null,
  };
  return { ...(known ?? ({} as AccountRow)), ...asked, ...nothing }; // askerOf reads these alone
}

/** X has charged for saying whose token it is, before there was an account to count it at. */
export async function countIdentity(db: Db, row: AccountRow): Promise<void> {
  if (row.monthly_cap === null || row.monthly_cap < LEAST_CAP) return;
  const ceiling = row.monthly_cap * MICROS_PER_CENT;
  await reserve(db, [{ key: moneyKey(row), bucket: MONEY, amount: USER_PRICE, ceiling, window: 'month' }]);
}

/** Whom the network counts requests by; null if it did not say. */
export function callerOf(network: Network, id: string | null, client: Client): string | null {
  if (factsOf(network).countedBy === 'client') return `client:${client.id}`;
  return id === null ? null : `user:${id}`;
}
