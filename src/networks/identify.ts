/** Whom a token belongs to, as the network says; and what the person can choose from, where one consent covers several accounts. */
import type { Network } from '../core/intake/networks/networks.ts';
import { listOf, objectOf, textOf } from '../core/intake/networks/post.ts';
import { USER_PRICE } from '../core/intake/networks/x.ts';
import type { Ask } from './connector.ts';
import { BUCKET, VERSION } from './graph.ts';

export interface Choice {
  external_id: string;
  name: string;
  /** Of the page itself; null: that of the person is used. */
  token: string | null;
}

export interface Identity {
  /** In its network; null if it did not say. */
  id: string | null;
  name: string | null;
  /** Null: there is nothing to choose. */
  choices: Choice[] | null;
}

const LONGEST_ID = 100;
const LONGEST_NAME = 200;
const LONGEST_TOKEN = 4_000;
const NOBODY: Identity = { id: null, name: null, choices: null };

const of = (id: unknown, name: unknown): Identity => ({
  ...{ id: textOf(id, LONGEST_ID) || null, name: textOf(name, LONGEST_NAME) || null, choices: null },
});

export const IDENTIFY: Partial<Record<Network, (ask: Ask) => Promise<Identity>>> = {
  async x(ask) {
    const { body, charge } = await ask({ bucket: 'me', path: '/2/users/me', price: USER_PRICE });
    await charge(USER_PRICE);
    const { id, username } = objectOf(objectOf(body).data);
    return of(id, username && `@${textOf(username, LONGEST_NAME)}`);
  },
  async mastodon(ask) {
    const { id, acct } = objectOf((await ask({ bucket: 'all', path: '/api/v1/accounts/verify_credentials' })).body);
    return of(id, acct && `@${textOf(acct, LONGEST_NAME)}`);
  },
  async youtube(ask) {
    const query = { part: 'snippet', mine: 'true' };
    const [first] = listOf(objectOf((await ask({ bucket: 'units', path: '/youtube/v3/channels', query })).body).items);
    return first ? of(first.id, objectOf(first.snippet).title) : NOBODY;
  },
  async tiktok(ask) {
    const query = { fields: 'open_id,display_name' };
    const { data } = objectOf((await ask({ bucket: 'user', path: '/v2/user/info/', query })).body);
    const { open_id, display_name } = objectOf(objectOf(data).user);
    return of(open_id, display_name);
  },
  async instagram(ask) {
    const pages = await pagesOf(ask, 'instagram_business_account{id,username}');
    const accounts = pages.flatMap(({ instagram_business_account: account }) => {
      const { id, username } = objectOf(account);
      const external_id = textOf(id, LONGEST_ID);
      return external_id === '' ? [] : [{ external_id, name: `@${textOf(username, LONGEST_NAME)}`, token: null }];
    });
    return { ...NOBODY, choices: accounts };
  },
  async facebook(ask) {
    const pages = await pagesOf(ask, 'access_token');
    const choices = pages.flatMap(({ id, name, access_token }) => {
      const [external_id, token] = [textOf(id, LONGEST_ID), textOf(access_token, LONGEST_TOKEN)];
      return external_id === '' || token === '' ? [] : [{ external_id, name: textOf(name, LONGEST_NAME), token }];
    });
    return { ...NOBODY, choices };
  },
};

/** The pages that the person administers; of more than 100, the first. */
async function pagesOf(ask: Ask, field: string) {
  const query = { fields: `id,name,${field}`, limit: '100' };
  const { body } = await ask({ bucket: BUCKET, path: `${VERSION}/me/accounts`, query });
  return listOf(objectOf(body).data);
}
