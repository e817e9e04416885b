/** What was made for one server of an account is sent to no other, whenever someone changes the account. */
import { beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp, webhookTools } from '../../test/app.ts';
import { kysely } from '../db/connect.ts';
import { transaction } from '../db/transaction.ts';
import { accountById } from '../features/network-accounts/queries.ts';
import { accountRefused, accountSucceeded } from '../features/network-accounts/states.ts';
import { bluesky } from '../networks/bluesky.ts';
import { type Asking, NetworkProblem, type Sessions } from '../networks/connector.ts';
import { networkTools } from './network-tools.ts';
import { askRenewed } from './renewing.ts';
import { askInSession, type Send } from './sessions.ts';

const { secrets } = webhookTools();
const ASKING: Asking = { bucket: 'all', path: '/xrpc/app.bsky.feed.searchPosts' };
const OVER = { code: 'token_expired' as const, message: 'It has expired.', isDefinite: false };

let app: TestApp;
let site: number;
beforeAll(async () => {
  app = await testApp({ webhooks: webhookTools() });
  site = await app.site();
});

const made = async (fields: object) =>
  (await app.manage('POST', `/sites/${site}/network-accounts`, { network_account: { name: 'A', ...fields } }))
    .network_account.id as number;
const moved = (id: number, server: string) =>
  app.manage('PATCH', `/sites/${site}/network-accounts/${id}`, { network_account: { server, token: `of-${server}` } });
const rowOf = (id: number) => accountById(kysely(app.pool), site, id);

/** A server, the tokens that it got, and whether it refuses them as expired. */
function server(name: string) {
  const got: string[] = [];
  const state = { isOver: false, signedIn: async () => {} };
  const send: Send = async (asking, token) => {
    got.push(token ?? `password ${(asking.post as { password?: string }).password}`);
    if (asking.path.includes('Session')) {
      await state.signedIn();
      return answer({ accessJwt: `access-${name}`, refreshJwt: `refresh-${name}` });
    }
    if (state.isOver) throw new NetworkProblem(OVER);
    return answer({});
  };
  return { got, state, send };
}
const answer = (body: unknown) => ({ body, charge: async () => {} });

it('of Bluesky: a session stays with its server', async () => {
  const id = await made({
    network: 'bluesky',
    server: 'first.example',
    external_id: 'ida.example',
    token: 'of-first.example',
  });
  const [old, next] = [server('old.example'), server('new.example')];
  await moved(id, 'old.example');
  const asker = async (send: Send) =>
    askInSession(kysely(app.pool), secrets, await rowOf(id), bluesky.sessions as Sessions, send);
  const before = await asker(old.send);
  await before(ASKING);
  // A poll that began before goes on while the account has another server, and a session of that one.
  await moved(id, 'new.example');
  await (await asker(next.send))(ASKING);
  for (const isOver of [false, true]) {
    old.state.isOver = isOver;
    await expect(before(ASKING)).rejects.toThrow('The account was changed while it was read');
  }
  expect(old.got).toEqual(['password of-old.example', 'access-old.example']);
  // One that signs in while the account is changed leaves no session for the other server.
  const third = server('third.example');
  await moved(id, 'third.example');
  third.state.signedIn = async () => void (await moved(id, 'new.example'));
  await (await asker(third.send))(ASKING);
  await (await asker(next.send))(ASKING);
  expect(next.got.filter((token) => !token.includes('new.example'))).toEqual([]);
});

it('of others: a token that someone gave for another server is not sent to this one', async () => {
  const id = await made({ network: 'mastodon', server: 'old.example', token: 'of-old.example' });
  const before = { ...(await rowOf(id)), refresh_token: secrets.seal('refresh') };
  const old = server('old.example');
  old.state.isOver = true;
  const tools = networkTools({ ...webhookTools(), secrets }, {}, { linkedinVersion: '202601' });
  const ask = askRenewed(kysely(app.pool), tools, before, old.send);
  await moved(id, 'new.example');
  await expect(ask(ASKING)).rejects.toThrow('The account was changed while it was read');
  expect(old.got).toEqual(['of-old.example']);
});

it('what a server says about its own token does not count for the next one', async () => {
  const id = await made({ network: 'mastodon', server: 'old.example', token: 'of-old.example' });
  const before = await rowOf(id);
  const refusal = { code: 'token_invalid', message: 'It answered 401.', details: '', isDefinite: true };
  const db = kysely(app.pool);
  const told = (asked: typeof before) => transaction(db, (tx) => accountRefused(tx, asked, refusal, new Date()));
  await moved(id, 'new.example');
  await told(before);
  expect(await rowOf(id)).toMatchObject({ state: before.state, last_error: null });
  await told(await rowOf(id));
  expect(await rowOf(id)).toMatchObject({ state: 'invalid', last_error: { code: 'token_invalid' } });
  await transaction(db, (tx) => accountSucceeded(tx, before, new Date()));
  expect((await rowOf(id)).state).toBe('invalid');
});
