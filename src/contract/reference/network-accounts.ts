/** Accounts in social networks in the management API: words and examples, under the names of the rows. */
import type { manageApi } from '../routes.ts';
import type { OperationsOf } from './operation.ts';
import { EXAMPLE_TOKEN } from './token.ts';

const created = { after: ['networkAccounts.create'] };

export const networkAccountOperations: OperationsOf<Pick<typeof manageApi, 'networkAccounts'>> = {
  networkAccounts: {
    networks: {
      summary: 'List connectable networks',
      about:
        'The networks where a person can connect an account by signing in there, and what the operator must set for that. docs/trackers.md has more.',
      example: {},
    },
    authorize: {
      summary: 'Create an authorization to connect an account',
      about:
        'Returns the address at the network where the person consents. The network sends the browser back to this service, which stores the tokens encrypted and redirects to `return_to` with `connected` (the id of the account), `choice` (a token: several pages can be chosen) or `connect_error` in the address. It needs a session, and counts once, within ten minutes, for this session alone. With `account_id` an account is connected again.',
      example: {
        body: { network: 'x', name: 'Harbour Post', monthly_cap: 5_000, return_to: '/newsroom' },
        after: ['setup.create'],
      },
    },
    choices: {
      summary: 'List what can be connected',
      about:
        'The pages or accounts that the person administers, where the network sent the browser back with `choice` in the address. Only for the session that began.',
      example: { path: { token: EXAMPLE_TOKEN }, after: ['setup.create'] },
    },
    choose: {
      summary: 'Set the account to connect',
      about: 'Connects one of the choices. The authorization counts once.',
      example: {
        path: { token: EXAMPLE_TOKEN },
        body: { external_id: '17841400000000000' },
        after: ['setup.create'],
      },
    },
    callback: {
      summary: 'Finish a network authorization',
      about:
        'The network redirects the browser here. The service stores the tokens and redirects to `return_to`. If that fails, `connect_error` in the address has the reason: `expired`, `denied` (the person refused), `refused`, `unavailable`, `forbidden` (the role is gone), `other` (another account than before), `nothing` (no page to choose), `limited`.',
      example: { query: { code: 'SplxlOBeZQQYbYS6WxSbIA', state: 'af0ifjsldkjWk2Zr0Yx7cQn1TbLh6GdEu3MfAo8RiPq' } },
    },
    disconnect: {
      summary: 'Disconnect a network account',
      about:
        'Forgets the tokens of the account and pauses its sources. What they collected stays. The account can be connected again.',
      example: { after: ['networkAccounts.change'] },
    },
    list: {
      summary: 'List network accounts',
      about: 'The accounts of the site in social networks, with their states and budgets. Tokens are never shown.',
      example: created,
    },
    create: {
      summary: 'Create a network account',
      about:
        'Adds an account for sources of the kind `media_tracker`. X needs a `token` and a `monthly_cap`, Mastodon a `server`, Instagram and Facebook a `token` and an `external_id`. The token is stored encrypted; the next poll of a source shows whether it works. Only owners may do this. docs/trackers.md has the rules.',
      example: { body: { network: 'mastodon', name: 'Harbour Post', server: 'mastodon.social' } },
    },
    read: {
      summary: 'Read a network account',
      about: 'One account: its state, what was spent this month, and the requests of the present windows.',
      example: created,
    },
    change: {
      summary: 'Change a network account',
      about:
        'Saves the fields in the body. A new `token` makes its sources due at once; the state changes when a request with it has succeeded.',
      example: { body: { name: 'Harbour Post at sea' }, after: ['networkAccounts.read', 'networkAccounts.list'] },
    },
    remove: {
      summary: 'Delete a network account',
      about: 'Deletes the account with its token. 409 while a source uses it.',
      example: { after: ['networkAccounts.disconnect'] },
    },
  },
};
