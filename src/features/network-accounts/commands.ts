/** Creates, changes and deletes accounts in social networks. Tokens are sealed before they are stored. */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { NetworkAccountChange, NewNetworkAccount } from '../../contract/network-account.ts';
import type { AuditAction } from '../../core/audit.ts';
import { conflict, invalidBody, type Problem } from '../../core/errors.ts';
import { type AccountFields, accountProblems, type Network } from '../../core/intake/networks/networks.ts';
import { type Actor, refuseGivenId } from '../../core/rights.ts';
import { parseInstant } from '../../core/time.ts';
import { refuseStale } from '../../core/versions.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { lockSiteRow, type Site } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { type AccountRow, accountById, accountCount, accountIfAny, noSuchAccount } from './queries.ts';

export interface Request {
  site: Pick<Site, 'id'>;
  caller: Actor;
  ifMatch?: string | undefined;
}

export interface Sealing {
  seal(text: string): Buffer;
}

export const MOST_ACCOUNTS = 100;
const UNIQUE_VIOLATION = '23505';
const IN_USE = '23503';

export async function createAccount(
  db: Db | Tx,
  { seal }: Sealing,
  { site, caller }: Request,
  { id, ...input }: Static<typeof NewNetworkAccount>,
): Promise<AccountRow> {
  refuseGivenId(id, caller, site.id);
  const { network, name, token = null, expires_at = null } = input;
  const { server = null, external_id = null, monthly_cap = null } = input;
  refuseUnfit(network, { server, external_id, monthly_cap, hasToken: token !== null });
  const sealed = (text: string | null) => (text === null ? null : seal(text));
  return transaction(db, async (tx) => {
    await lockSiteRow(tx, site.id);
    if ((await accountCount(tx, site.id)) >= MOST_ACCOUNTS)
      throw conflict(`A site has at most ${MOST_ACCOUNTS} accounts.`);
    const made = await tx
      .insertInto('network_account')
      .values({
        ...{ site_id: site.id, id: sql<number>`draw_id('network_account_id', ${id ?? null})` },
        ...{ network, name, server, external_id, monthly_cap, expires_at: timeOf(expires_at), token: sealed(token) },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = await accountById(tx, site.id, made.id);
    await recordAccount(tx, caller, 'create', null, row);
    return row;
  }).catch((error) => {
    throw error.code === UNIQUE_VIOLATION ? conflict(`There is an account with this id already: ${id}.`) : error;
  });
}

/** A request with a new token decides about the state: until then it stays. */
export async function changeAccount(
  db: Db | Tx,
  { seal }: Sealing,
  { site, caller, ifMatch }: Request,
  id: number,
  input: Static<typeof NetworkAccountChange>,
): Promise<AccountRow> {
  return transaction(db, async (tx) => {
    const current = await lockedAccount(tx, site.id, id);
    refuseStale(ifMatch, current.version, 'network account');
    if (input.network !== undefined && input.network !== current.network)
      throw invalidBody([{ path: '/network', message: 'cannot be changed' }]);
    if (Object.keys(input).length === 0) return current;
    const { token, expires_at, name = current.name } = input;
    const { server = current.server, monthly_cap = current.monthly_cap } = input;
    const { external_id = current.external_id } = input;
    const hasToken = token === undefined ? current.token !== null : token !== null;
    refuseUnfit(current.network, { server, external_id, monthly_cap, hasToken });
    const isNewToken = token !== undefined;
    const isElsewhere = server !== current.server;
    if (isElsewhere && !isNewToken && current.token !== null) throw invalidBody([tokenProblem(current)]);
    const isOther = isNewToken || isElsewhere || external_id !== current.external_id;
    const sealed = (text: string | null) => (text === null ? null : seal(text));
    await tx
      .updateTable('network_account')
      .set({
        ...{ name, server, external_id, monthly_cap, version: current.version + 1, updated_at: sql`now()` },
        ...(isOther ? { session: null } : {}),
        ...(isNewToken || isElsewhere ? PASTED : {}),
        ...(isNewToken ? { token: sealed(token), doubted_at: null, expires_at: null } : {}),
        ...(expires_at === undefined ? {} : { expires_at: timeOf(expires_at) }),
      })
      .where('site_id', '=', site.id)
      .where('id', '=', id)
      .execute();
    const after = await accountById(tx, site.id, id);
    await recordAccount(tx, caller, 'change', current, after);
    return after;
  });
}

/** The server of a token is the only one that may see it. */
function tokenProblem({ way }: AccountRow): Problem {
  const again = 'is needed again for another server';
  return { path: '/token', message: way === 'oauth' ? `${again}: send null, then connect the account again` : again };
}

export async function deleteAccount(db: Db | Tx, { site, caller, ifMatch }: Request, id: number): Promise<void> {
  await transaction(db, async (tx) => {
    const current = await lockedAccount(tx, site.id, id);
    refuseStale(ifMatch, current.version, 'network account');
    await tx.deleteFrom('network_account').where('site_id', '=', site.id).where('id', '=', id).execute();
    await recordAccount(tx, caller, 'delete', current, null);
  }).catch((error) => {
    throw error.code === IN_USE ? conflict('A source uses this account; delete the source first.') : error;
  });
}

/** What a consent at the network has left. */
export const PASTED = {
  ...{ way: 'token' as const, refresh_token: null, token_until: null, renew_at: null, renew_failures: 0 },
  ...{ renew_doubted_at: null, renewing_until: null, caller: null, connected_as: null },
};

const timeOf = (text: string | null) => (text === null ? null : parseInstant(text));

export function refuseUnfit(network: Network, fields: AccountFields): void {
  const problems = accountProblems(network, fields).map(([name, message = '']) => ({ path: `/${name}`, message }));
  if (problems.length > 0) throw invalidBody(problems);
}

export async function lockedAccount(tx: Tx, siteId: number, id: number): Promise<AccountRow> {
  const row = await accountIfAny(tx, siteId, id, sql`for update`);
  if (!row) throw noSuchAccount();
  return row;
}

export async function recordAccount(
  tx: Tx,
  caller: Actor,
  action: AuditAction,
  before: AccountRow | null,
  after: AccountRow | null,
): Promise<void> {
  const { id, site_id } = (after ?? before) as AccountRow; // one of them is there
  await recordChange(tx, caller, { action, noun: 'network_account', id, sites: [site_id], before, after });
}
