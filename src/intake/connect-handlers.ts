/** Routes of network accounts that ask networks, or change the sources of an account. */
import type { Static } from 'typebox';
import type { ConnectableNetwork, NewNetworkAuthorization } from '../contract/network-account.ts';
import type { manageApi } from '../contract/routes.ts';
import { conflict, invalidBody, notFound, type Problem, tooMany, unavailable } from '../core/errors.ts';
import { accountProblems, NETWORK_NAMES, type Network } from '../core/intake/networks/networks.ts';
import { OAUTH } from '../core/intake/networks/oauth.ts';
import { personActor } from '../core/rights.ts';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { Passwords } from '../features/accounts/passwords.ts';
import { sessionAndSite } from '../features/accounts/queries.ts';
import { tokenHash } from '../features/accounts/sessions.ts';
import { signedIn } from '../features/accounts/signed-in.ts';
import { type Handlers, Redirected, type RequestClient } from '../features/handler.ts';
import { changeAccount } from '../features/network-accounts/commands.ts';
import { shownAccount } from '../features/network-accounts/handlers.ts';
import { accountById } from '../features/network-accounts/queries.ts';
import { refuseServer } from '../features/network-accounts/servers.ts';
import { NetworkProblem } from '../networks/connector.ts';
import {
  beginConnecting,
  choose,
  completeConnecting,
  type Holder,
  type Place,
  pendingChoice,
  type Returned,
} from './connecting.ts';
import { disconnectAccount } from './disconnecting.ts';
import { clientOf, isTown, type NetworkTools } from './network-tools.ts';
import { pollTrackersOf } from './trackers-of.ts';

export interface SignInTools {
  passwords: Pick<Passwords, 'areOn'>;
  publicUrl(): string;
}

type Api = typeof manageApi.networkAccounts;
type Asked = Static<typeof NewNetworkAuthorization>;
type Connectable = Static<typeof ConnectableNetwork>;

const CALLBACK = '/v1/manage/network-accounts/callback';
const HOME = '/newsroom';
const REST_S = 60;

export const connectHandlers =
  (tools: NetworkTools) =>
  ({ passwords, publicUrl }: SignInTools): Omit<Handlers<Api>, 'list' | 'create' | 'read' | 'remove'> => {
    const shown = shownAccount(tools.secrets);
    const place = (): Place => ({ redirectUri: publicUrl() + CALLBACK, website: publicUrl() });
    return {
      async networks(_, { site }) {
        const facts = (network: Connectable['network']) => ({
          ...readiness(tools, network, site.id),
          ...{ network, settings: settingsOf(network), redirect_uri: place().redirectUri },
        });
        return { networks: NETWORK_NAMES.filter(isConnectable).map(facts) };
      },
      async authorize(db, asked) {
        const { personId: _, ...holder } = signedIn(asked);
        const begun = await begunOf(db, tools, asked.site.id, asked.body);
        const url = await inWords(begun.network, () => beginConnecting(outer(db), tools, begun, holder, place()));
        return { authorization: { url } };
      },
      async callback(db, { query, client }) {
        const holderOf = (siteId: number) => sessionHolder(db, client, siteId, passwords);
        return redirection(publicUrl(), await completeConnecting(outer(db), tools, query, holderOf, place()));
      },
      async choices(db, { site, params, sessionId }) {
        const of = { siteId: site.id, sessionId: sessionId ?? 0, token: params.token };
        const pending = await pendingChoice(outer(db), of);
        if (!pending) throw noSuchChoice();
        const { network, ...offered } = pending;
        return { authorization: { ...offered, network: connectable(network) } };
      },
      async choose(db, asked) {
        const { site, params, body, now } = asked;
        const holder = signedIn(asked);
        const id = await choose(outer(db), tools, { site, holder, token: params.token }, body.external_id);
        if (id === null) throw noSuchChoice();
        return shown(db, await accountById(db, site.id, id), now);
      },
      async change(db, asked) {
        refuseServer(asked.body, tools.servers);
        const row = await changeAccount(db, tools.secrets, asked, asked.params.id, asked.body);
        if (asked.body.token) await pollTrackersOf(db, row);
        return shown(db, row, asked.now);
      },
      async disconnect(db, asked) {
        await transaction(db, (tx) => disconnectAccount(tx, tools.secrets, asked, asked.params.id));
        return undefined;
      },
    };
  };

const noSuchChoice = () => notFound('There is no such authorization, or it has expired: connect the account again.');

/** These rows take no Idempotency-Key that would open a transaction: their answers show secrets, and networks are slow. */
const outer = (db: Db | Tx) => db as Db; // by the options of the rows

const isConnectable = (network: Network): network is Connectable['network'] => OAUTH[network] !== undefined;
const connectable = (network: Network) => network as Connectable['network']; // authorizations are of no other

function settingsOf(network: Network): string[] {
  return network === 'mastodon' ? [] : ['ID', 'SECRET'].map((part) => `${network.toUpperCase()}_CLIENT_${part}`);
}

function readiness(tools: NetworkTools, network: Network, siteId: number) {
  const isDemo = isTown(tools, network, siteId);
  const isReady = network === 'mastodon' || clientOf(tools, network, isDemo) !== null;
  return { is_ready: isReady, is_simulated: isDemo || tools.urls[network] !== undefined };
}

/** What a new account is made of, or one that is connected again. */
async function begunOf(db: Db | Tx, tools: NetworkTools, siteId: number, body: Asked) {
  const { account_id = null, return_to = HOME } = body;
  const known = account_id === null ? null : await accountById(db, siteId, account_id);
  const network = known?.network ?? body.network;
  if (network === undefined) throw invalidBody([{ path: '/network', message: 'is needed for a new account' }]);
  if (!isConnectable(network))
    throw conflict('This network has no page to connect at: give the account a password of an app.');
  const { name = '', server = null, monthly_cap = null } = known ?? body;
  const fields = { name, server, monthly_cap };
  const problems = known ? [] : problemsOf(network, fields);
  if (problems.length > 0) throw invalidBody(problems);
  refuseServer(fields, tools.servers);
  const isDemo = known?.is_demo ?? isTown(tools, network, siteId, server);
  return { site_id: siteId, network, fields, account_id, return_to, is_demo: isDemo };
}

/** The page of the network may be chosen later, so it is not asked for. */
function problemsOf(
  network: Network,
  { name, ...fields }: { name: string; server: string | null; monthly_cap: number | null },
): Problem[] {
  const unfit = accountProblems(network, { ...fields, hasToken: true }).filter(([field]) => field !== 'external_id');
  const unnamed = name === '' ? [{ path: '/name', message: 'is needed for a new account' }] : [];
  return [...unnamed, ...unfit.map(([field, message = '']) => ({ path: `/${field}`, message }))];
}

/** A person reads these: nobody is at the network yet. */
async function inWords<T>(network: Network, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (problem) {
    if (!(problem instanceof NetworkProblem)) throw problem;
    const settings = settingsOf(network).join(' and ');
    if (problem.code === 'forbidden') throw conflict(`The operator has not set ${settings}, which this network needs.`);
    if (problem.code === 'rate_limited') throw tooMany(problem.retryAfter || REST_S);
    if (problem.code === 'network_unavailable') throw unavailable('The server does not answer; try again in a moment.');
    throw invalidBody([{ path: '/server', message: 'is no server of the network, or takes no new apps' }]);
  }
}

/** The person whose session the browser has, with the roles of now. */
async function sessionHolder(
  db: Db | Tx,
  client: RequestClient,
  siteId: number,
  passwords: SignInTools['passwords'],
): Promise<Holder | null> {
  const { holder } = await sessionAndSite(db, client.sessionTokens.map(tokenHash), siteId, passwords);
  if (!holder) return null;
  const { person_id: id, name, roles } = holder;
  return { sessionId: holder.session_id, caller: personActor({ id, name, roles }, client) };
}

/** Back to the page that began; the address has the account, the choice or the reason. */
function redirection(publicUrl: string, { returnTo, id, choice, refusal }: Returned): Redirected {
  const url = new URL(returnTo, publicUrl);
  if (id !== undefined) url.searchParams.set('connected', String(id));
  if (choice !== undefined) url.searchParams.set('choice', choice);
  if (refusal !== undefined) url.searchParams.set('connect_error', refusal);
  return new Redirected(`${publicUrl}${url.pathname}${url.search}`);
}
