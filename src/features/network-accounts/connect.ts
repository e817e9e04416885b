/** Accounts that a person has connected at their network: their tokens are renewed, and never pasted. */
import { sql } from 'kysely';
import { conflict } from '../../core/errors.ts';
import type { Network } from '../../core/intake/networks/networks.ts';
import { OAUTH, renewalTime, type Tokens } from '../../core/intake/networks/oauth.ts';
import { lockSiteRow } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';
import { MOST_ACCOUNTS, PASTED, type Request, recordAccount, refuseUnfit, type Sealing } from './commands.ts';
import { type AccountRow, accountById, accountCount, accountIfAny, noSuchAccount } from './queries.ts';

export interface Connected {
  network: Network;
  name: string;
  server: string | null;
  external_id: string | null;
  monthly_cap: number | null;
  tokens: Tokens;
  /** `user:` or `client:` and an id; null if the network did not say. */
  caller: string | null;
  connected_as: string | null;
  is_demo: boolean;
}

/** Another person’s consent would read other posts under the same name. */
export class OtherAccount extends Error {}

/** The columns of an account that has these tokens. */
export function tokenColumns({ seal }: Sealing, network: Network, tokens: Tokens, now: Date) {
  const { access, refresh, until, refreshUntil } = tokens;
  const renewal = OAUTH[network]?.renewal ?? null;
  const renewer = renewal === 'exchange' ? access : renewal === null ? null : refresh;
  const isRenewed = renewer !== null;
  // Of a token that is exchanged in time, and of one that is not renewed at all, its own end is that of the connection.
  const end = renewal === 'exchange' || !isRenewed ? until : refreshUntil;
  return {
    token: seal(access),
    refresh_token: renewer === null ? null : seal(renewer),
    token_until: isRenewed ? until : null,
    renew_at: isRenewed && until ? renewalTime(until, now) : null,
    expires_at: end,
  };
}

export async function connectAccount(
  tx: Tx,
  sealing: Sealing,
  { site, caller }: Request,
  { tokens, ...connected }: Connected,
  now: Date,
): Promise<AccountRow> {
  const { network, name, server, external_id, monthly_cap } = connected;
  refuseUnfit(network, { server, external_id, monthly_cap, hasToken: true });
  await lockSiteRow(tx, site.id);
  if ((await accountCount(tx, site.id)) >= MOST_ACCOUNTS)
    throw conflict(`A site has at most ${MOST_ACCOUNTS} accounts.`);
  const made = await tx
    .insertInto('network_account')
    .values({
      ...{ site_id: site.id, id: sql<number>`draw_id('network_account_id', null)`, name, is_demo: connected.is_demo },
      ...{ network, server, external_id, monthly_cap, way: 'oauth', caller: connected.caller },
      ...{ connected_as: connected.connected_as, ...tokenColumns(sealing, network, tokens, now) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = await withCaller(tx, await accountById(tx, site.id, made.id));
  await recordAccount(tx, caller, 'create', null, row);
  return row;
}

/** The state is that of a new account: the person has just been at the network. */
export async function reconnectAccount(
  tx: Tx,
  sealing: Sealing,
  { site, caller }: Request,
  id: number,
  { tokens, external_id, server, ...connected }: Omit<Connected, 'network' | 'name' | 'monthly_cap' | 'is_demo'>,
  now: Date,
): Promise<AccountRow> {
  const current = await accountIfAny(tx, site.id, id, sql`for update`);
  if (!current) throw noSuchAccount();
  refuseOther(current, { caller: connected.caller, external_id, server });
  await tx
    .updateTable('network_account')
    .set({
      ...{ ...PASTED, session: null, way: 'oauth', connected_as: connected.connected_as ?? current.connected_as },
      ...{ caller: connected.caller ?? current.caller, external_id: external_id ?? current.external_id },
      ...tokenColumns(sealing, current.network, tokens, now),
      ...{ state: 'ok', doubted_at: null, last_error: null, version: current.version + 1, updated_at: sql`now()` },
      state_since: current.state === 'ok' ? current.state_since : now,
    })
    .where('site_id', '=', site.id)
    .where('id', '=', id)
    .execute();
  const after = await withCaller(tx, await accountById(tx, site.id, id));
  await recordAccount(tx, caller, 'change', current, after);
  return after;
}

/** A network that does not say whose token it is: requests of the account are counted by themselves. */
async function withCaller(tx: Tx, row: AccountRow): Promise<AccountRow> {
  if (row.caller !== null) return row;
  const caller = `account:${row.site_id}:${row.id}`;
  await sql`
    update network_account set caller = ${caller} where site_id = ${row.site_id} and id = ${row.id}`.execute(tx);
  return { ...row, caller };
}

type Asked = Pick<Connected, 'caller' | 'external_id' | 'server'>;

function refuseOther({ caller, external_id, server }: AccountRow, now: Asked): void {
  // Someone has named another server since the consent began.
  const isElsewhere = server !== now.server;
  const isUser = caller?.startsWith('user:') && now.caller?.startsWith('user:');
  const isOtherUser = isUser && caller !== now.caller;
  const isOtherPage = external_id !== null && now.external_id !== null && external_id !== now.external_id;
  if (isElsewhere || isOtherPage || (external_id === null && isOtherUser)) throw new OtherAccount();
}

/** Nothing renews it, and nothing is read with it, until a person connects it again. Returns the account before. */
export async function forgetTokens(tx: Tx, { site_id, id }: Pick<AccountRow, 'site_id' | 'id'>): Promise<void> {
  const { renew_failures: _, way: __, caller: ___, connected_as: ____, ...kept } = PASTED;
  await tx
    .updateTable('network_account')
    .set({ ...kept, token: null, session: null, expires_at: null })
    .where('site_id', '=', site_id)
    .where('id', '=', id)
    .execute();
}
