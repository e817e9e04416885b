/** Accounts in social networks, without their tokens: after a move they need new ones. */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { id, instant, nullable } from '../contract/common.ts';
import { NetworkAccount } from '../contract/network-account.ts';
import { accountProblems, NETWORKS } from '../core/intake/networks/networks.ts';
import { isStoredAlike } from '../core/stored-json.ts';
import { parseInstant, utc } from '../core/time.ts';
import { lockSiteRow, type Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import { MOST_ACCOUNTS, PASTED } from '../features/network-accounts/commands.ts';
import { type AccountRow, accountCount, accountIfAny } from '../features/network-accounts/queries.ts';
import { siteId, version } from './format.ts';
import { keyset, type LineOutcome, type Noun } from './noun.ts';
import { moveSequence } from './sequences.ts';

const { network, name, server, external_id, monthly_cap } = NetworkAccount.properties;
const AccountLine = Type.Object(
  {
    site_id: siteId,
    id: id('The id, which is kept.'),
    ...{ network, name },
    server: Type.Optional(server),
    external_id: Type.Optional(external_id),
    monthly_cap: Type.Optional(monthly_cap),
    expires_at: Type.Optional(nullable(instant('When its token expires.'))),
    state_since: Type.Optional(instant('Since when its state is what it is.')),
    version: Type.Optional(version),
    created_at: Type.Optional(instant('When it was created.')),
    updated_at: Type.Optional(instant('When someone last changed it.')),
  },
  { additionalProperties: false },
);
type AccountLine = Static<typeof AccountLine>;

const AT_ONCE = 200;

export const networkAccounts: Noun<AccountLine> = {
  key: 'network_account',
  schema: AccountLine,
  async *pages(tx, site) {
    for await (const rows of keyset<AccountRow>((after) => accountsAfter(tx, site, after?.id ?? 0)))
      yield rows.map(line);
  },
  siteOf: ({ site_id }) => site_id,
  names: (value) => [String(value.id)],
  async importBatch(tx, context, lines) {
    await lockSiteRow(tx, context.siteId);
    const outcomes: LineOutcome[] = [];
    for (const value of lines) outcomes.push(await importAccount(tx, value));
    await moveSequence(tx, context, 'network_account_id', lines);
    return outcomes;
  },
};

async function importAccount(tx: Tx, line: AccountLine): Promise<LineOutcome> {
  const { site_id, id, network, name, server = null, external_id = null, monthly_cap = null } = line;
  const needsToken = NETWORKS[network].account.token === 'needed';
  // It gets its token here.
  const [problem] = accountProblems(network, { server, external_id, monthly_cap, hasToken: needsToken });
  if (problem) return { reason: problem.join(' ') };
  const current = await accountIfAny(tx, site_id, id, sql`for update`);
  if (current && current.network !== network) return { reason: `id ${id} belongs to an account of ${current.network}` };
  const columns = { name, server, external_id, monthly_cap };
  if (current) return changeAccount(tx, current, columns);
  if ((await accountCount(tx, site_id)) >= MOST_ACCOUNTS)
    return { reason: `a site has at most ${MOST_ACCOUNTS} accounts` };
  await tx
    .insertInto('network_account')
    .values({
      ...{ site_id, id, network, ...columns, version: line.version ?? 1, expires_at: at(line.expires_at) },
      state: needsToken ? 'invalid' : 'ok',
      state_since: (needsToken ? null : at(line.state_since)) ?? sql<Date>`now()`,
      created_at: at(line.created_at) ?? sql<Date>`now()`,
      updated_at: at(line.updated_at) ?? sql<Date>`now()`,
    })
    .execute();
  return 'new';
}

const at = (text: string | null | undefined) => (text ? parseInstant(text) : null);

async function changeAccount(tx: Tx, current: AccountRow, columns: object): Promise<LineOutcome> {
  const changes = Object.entries(columns).filter(
    ([name, value]) => !isStoredAlike(current[name as keyof AccountRow], value),
  );
  if (changes.length === 0) return 'same';
  const isElsewhere = changes.some(([name]) => name === 'server');
  await tx
    .updateTable('network_account')
    .set({
      ...(isElsewhere ? withoutTokens(current) : {}),
      ...{ ...Object.fromEntries(changes), version: current.version + 1, updated_at: sql`now()` },
    })
    .where('site_id', '=', current.site_id)
    .where('id', '=', current.id)
    .execute();
  return 'changed';
}

/** A token is for its server alone. */
function withoutTokens({ network }: AccountRow) {
  const state = NETWORKS[network].account.token === 'needed' ? { state: 'invalid', state_since: sql<Date>`now()` } : {};
  return { ...PASTED, token: null, session: null, expires_at: null, ...state };
}

function line(row: AccountRow): object {
  const { site_id, id, network, name, server, external_id, monthly_cap, expires_at, version } = row;
  return {
    ...{
      site_id,
      id,
      network,
      name,
      server,
      external_id,
      monthly_cap,
      version,
      expires_at: expires_at && utc(expires_at),
    },
    ...{ state_since: utc(row.state_since), created_at: utc(row.created_at), updated_at: utc(row.updated_at) },
  };
}

async function accountsAfter(tx: Tx, { id }: Site, after: number): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select * from network_account where site_id = ${id} and id > ${after} order by id limit ${AT_ONCE}`.execute(tx);
  return rows;
}
