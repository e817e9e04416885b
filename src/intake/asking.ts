/** Asks a network with an account: the budget is reserved and committed first, and corrected by what the network says. */
import { NETWORKS } from '../core/intake/networks/networks.ts';
import { type Failure, listOf, objectOf } from '../core/intake/networks/post.ts';
import type { Db } from '../db/connect.ts';
import {
  callerKey,
  correct,
  exhaust,
  MONEY,
  moneyKey,
  type Need,
  PAUSE_S,
  refund,
  reserve,
} from '../features/network-accounts/budget.ts';
import { claimName } from '../features/network-accounts/names.ts';
import type { AccountRow } from '../features/network-accounts/queries.ts';
import { request } from '../networks/client.ts';
import {
  type Answered,
  type Ask,
  type Asking,
  type Connector,
  NetworkProblem,
  type NetworkSettings,
} from '../networks/connector.ts';
import { CONNECTORS } from '../networks/connectors.ts';
import { baseOf, type NetworkTools } from './network-tools.ts';
import { askRenewed } from './renewing.ts';
import { askInSession } from './sessions.ts';

const MICROS_PER_CENT = 10_000;
/** Of requests that the network did not serve, and does not charge. After a 5xx or a timeout nobody knows. */
const REFUSALS = [401, 402, 403, 429];
/** A network that names no time. */
const REST_S = 900;

export function askerOf(db: Db, tools: NetworkTools, account: AccountRow, signal?: AbortSignal): Ask {
  const connector = CONNECTORS[account.network];
  const token = account.token && tools.secrets.open(account.token);
  const send = async (asking: Asking, bearer: string | null) => {
    if (bearer === null && NETWORKS[account.network].account.token === 'needed' && !connector.sessions)
      throw new NetworkProblem(NO_TOKEN);
    const base = baseOf(tools, account) ?? connector.url;
    const needs = needsOf(connector, account, token, asking, tools.settings);
    await claimed(db, connector, callerKey(account, token), asking);
    await reserved(db, account, needs);
    const { post } = asking;
    const keyParameter = account.way === 'token' ? connector.keyParameter : undefined;
    const query = keyParameter ? { ...asking.query, [keyParameter]: bearer ?? '' } : asking.query;
    const url = `${base}${asking.path}${query ? `?${new URLSearchParams(query)}` : ''}`;
    const own = { ...connector.headers?.(tools.settings), ...asking.headers };
    const { status, headers, body } = await request(tools.guard, url, keyParameter ? null : bearer, {
      headers: own,
      post,
      signal,
    });
    const [calls, money] = needs as [Need, Need?]; // by needsOf
    const announced = connector.announced(headers, new Date());
    if (announced) await correct(db, calls, announced);
    const failure = connector.failureOf(status, body) ?? (body === null ? NO_JSON : null);
    if (!failure) return answered(db, body, money);
    if (money && REFUSALS.includes(status)) await refund(db, money, money.amount);
    const details = JSON.stringify({ status, ...detailsOf(body) });
    const named = secondsUntil(announced?.resetsAt, headers['retry-after']);
    throw new NetworkProblem(failure, { details, retryAfter: await rested(db, calls, failure, named) });
  };
  if (connector.sessions) return askInSession(db, tools.secrets, account, connector.sessions, send);
  if (account.refresh_token) return askRenewed(db, tools, account, send, signal);
  return (asking) => send(asking, token);
}

/** Seconds in which the network is not asked; 0 if it did not refuse because of a quota. */
async function rested(db: Db, calls: Need, { code }: Failure, named: number): Promise<number> {
  const isDaily = typeof calls.window === 'object';
  if (code === 'quota_exhausted' && isDaily)
    return secondsUntil((await exhaust(db, calls, named)) ?? undefined, undefined);
  if (code !== 'rate_limited') return 0;
  // Of a day, it is a burst that was refused: the rest of the day is not used up.
  if (!isDaily) await exhaust(db, calls, named || REST_S);
  return named || REST_S;
}

const NO_TOKEN = {
  code: 'token_invalid' as const,
  message: 'The account has no token: connect it again, or give it one.',
  isDefinite: true,
};
const NO_JSON = {
  code: 'bad_response' as const,
  message: 'The network answered with something else than JSON.',
  isDefinite: false,
};

function needsOf(
  connector: Connector,
  account: AccountRow,
  token: string | null,
  asking: Asking,
  { daysEndIn }: NetworkSettings,
): Need[] {
  const { bucket, price = 0 } = asking;
  const limits = (account.way === 'oauth' && connector.userLimits) || connector.limits;
  const { ceiling = 0, window: named = REST_S } = limits[bucket] ?? {};
  const window = typeof named === 'object' && daysEndIn ? { dayIn: daysEndIn } : named;
  const key = callerKey(account, token);
  const calls: Need = { key, bucket, amount: 1, ceiling, window };
  if (account.monthly_cap === null || price === 0) return [calls];
  const cap = account.monthly_cap * MICROS_PER_CENT;
  return [calls, { key: moneyKey(account), bucket: MONEY, amount: price, ceiling: cap, window: 'month' }];
}

async function reserved(db: Db, account: AccountRow, needs: Need[]): Promise<void> {
  const spent = await reserve(db, needs);
  if (spent === null) return;
  const retryAfter = secondsUntil(spent.resetsAt, undefined);
  const isDaily = needs.some(({ bucket, window }) => bucket === spent.bucket && typeof window === 'object');
  throw new NetworkProblem(spentFailure(account, spent.bucket, isDaily && retryAfter > PAUSE_S), {
    ...{ retryAfter, isOwnLimit: true },
  });
}

function spentFailure(account: AccountRow, bucket: string, isDay: boolean): Failure {
  if (bucket === MONEY) {
    const message = `The rest of the monthly cap of ${dollars(account)} is too small.`;
    return { code: 'quota_exhausted', message, isDefinite: true };
  }
  const message = `The requests that the network allows ${isDay ? 'today' : 'in this window'} are used up.`;
  return { code: isDay ? 'quota_exhausted' : 'rate_limited', message, isDefinite: isDay };
}

/** The name holds a place in the network's limit of names. */
async function claimed(db: Db, { names }: Connector, key: string, { name }: Asking): Promise<void> {
  if (!names || name === undefined) return;
  const spent = await claimName(db, { key, ...names, name });
  if (spent === null) return;
  const message = `The network allows ${names.ceiling} ${names.bucket} in ${names.window / 86_400} days; they are used up.`;
  const options = { retryAfter: secondsUntil(spent.resetsAt, undefined), isOwnLimit: true, isOfTarget: true };
  throw new NetworkProblem({ code: 'rate_limited', message, isDefinite: false }, options);
}

const dollars = ({ monthly_cap }: AccountRow) => `$${((monthly_cap ?? 0) / 100).toFixed(2)}`;

const answered = (db: Db, body: unknown, money: Need | undefined): Answered => ({
  body,
  async charge(micros) {
    if (money) await refund(db, money, money.amount - micros);
  },
});

function secondsUntil(at: Date | undefined, header: string | undefined): number {
  const seconds = at ? (at.getTime() - Date.now()) / 1_000 : Number(header ?? 0);
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : 0;
}

/** Compact, and without anything that could be a secret. */
function detailsOf(body: unknown): object {
  const { type, title, code, serviceErrorCode, error, errors } = objectOf(body);
  const inner = objectOf(error);
  const [first = {}] = listOf(errors ?? inner.errors);
  const known = {
    ...{ type, title, serviceErrorCode, error, fbtrace_id: inner.fbtrace_id, reason: first.reason },
    ...{ code: code ?? wordOf(inner.code) ?? first.code, error_subcode: wordOf(inner.error_subcode) },
  };
  const plain = Object.entries(known).filter(([, value]) => ['string', 'number'].includes(typeof value));
  return Object.fromEntries(
    plain.map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, 200) : value]),
  );
}

const wordOf = (code: unknown) => (typeof code === 'number' ? String(code) : code);
