/** Accounts in social networks, in the management API. Tokens go in and never come out. */
import { Type } from 'typebox';
import { flag, id, instant, integer, nullable, oneOf, plain, readOnly, SERVER, TOKEN, text, title } from './common.ts';
import { NewAuthorization } from './identities.ts';
import { change, creation } from './manage.ts';

/** As in core/intake/networks/networks.ts. */
export const TRACKED_NETWORKS = [
  'x',
  'mastodon',
  'instagram',
  'facebook',
  'linkedin',
  'bluesky',
  'youtube',
  'tiktok',
] as const;
export const ACCOUNT_STATES = [
  'ok',
  'expiring',
  'expired',
  'invalid',
  'password_changed',
  'locked',
  'permission_missing',
  'quota',
] as const;
const LARGEST_CAP = 100_000_000;

const AccountError = Type.Object(
  {
    code: text('The reason in one word.', { examples: ['token_invalid'] }),
    message: plain('The reason in one sentence.'),
    details: plain('What the network answered, as JSON.', { examples: ['{"status":401}'] }),
    at: instant('When.'),
  },
  { title: 'NetworkAccountError' },
);
const Budget = Type.Object(
  {
    bucket: text('The kind of request.', { examples: ['search'] }),
    used: integer('Requests of the present window.', { examples: [3] }),
    ceiling: integer('Requests that the network allows in it.', { examples: [450] }),
    resets_at: instant('When the window ends.'),
  },
  { title: 'NetworkBudget' },
);

const AccountSource = Type.Object(
  {
    id: id('Source id.'),
    name: plain('Its name.'),
    active: flag('Whether it reads at present.'),
  },
  { title: 'NetworkAccountSource' },
);

export const NetworkAccount = Type.Object(
  {
    id: id('Account id.', readOnly),
    site_id: id('The site.', readOnly),
    network: oneOf([...TRACKED_NETWORKS], 'The network. It cannot be changed.'),
    name: title('A name for editors.', { maxLength: 200, examples: ['Harbour Post'] }),
    server: nullable(
      text(
        'Of `mastodon` and `bluesky`: the host of the server that is asked, such as `mastodon.social` or `bsky.social`. With another server, an account that has a token needs a new one.',
        {
          pattern: SERVER,
          maxLength: 260,
          default: null,
          examples: ['mastodon.social'],
        },
      ),
    ),
    external_id: nullable(
      text(
        'The id of the account in its network, for networks that need it; others have none. Of `instagram` the id of the professional account, of `facebook` the id or name of the page.',
        {
          pattern: TOKEN,
          maxLength: 200,
          default: null,
          examples: ['17841400000000000'],
        },
      ),
    ),
    expires_at: nullable(
      instant('When the token expires; null (default) if that is unknown. A new token resets it.', { default: null }),
    ),
    monthly_cap: nullable(
      Type.Integer({
        description:
          'Of `x`, which needs it: the most that may be spent in a calendar month (UTC), in US cents. It is never exceeded.',
        minimum: 0,
        maximum: LARGEST_CAP,
        default: null,
        examples: [5_000],
      }),
    ),
    has_token: flag('Whether it has a token. Tokens are stored encrypted and never shown.', readOnly),
    way: oneOf(
      ['token', 'oauth'],
      'How it got its token. `token`: someone has pasted it. `oauth`: someone has consented at the network; such a token is renewed before it ends, where the network allows that.',
      readOnly,
    ),
    connected_as: nullable(
      plain('The name of the account in its network, as the network said when it was connected; null if it did not.', {
        ...readOnly,
        examples: ['@harbour_post'],
      }),
    ),
    sources: Type.Array(AccountSource, { ...readOnly, description: 'The sources that ask with it.' }),
    state: oneOf(
      [...ACCOUNT_STATES],
      '`expiring`: the token expires within 14 days. `expired`, `invalid`, `password_changed`: it needs a new token. `locked`: its owner must act at the network. `permission_missing`: the token may not read this. `quota`: the network’s quota or credits are used up.',
      readOnly,
    ),
    state_since: instant('Since when.', readOnly),
    last_ok_at: nullable(instant('When a request last succeeded.', readOnly)),
    last_error: Type.Unsafe<{ code: string; message: string; details: string; at: string } | null>({
      ...nullable(AccountError),
      ...readOnly,
      description: 'Why the last request failed; null if it succeeded.',
    }),
    spent: nullable(
      integer('Of `x`: what was spent or reserved in this calendar month (UTC), in US cents, rounded up.', readOnly),
    ),
    budgets: Type.Array(Budget, { ...readOnly, description: 'Requests of the present windows.' }),
    created_at: instant('When the account was created.', readOnly),
    updated_at: instant('When someone last changed the account.', readOnly),
  },
  { title: 'NetworkAccount' },
);

/** Networks where accounts are connected by the consent of a person. */
const CONNECTED_NETWORKS = ['x', 'mastodon', 'instagram', 'facebook', 'linkedin', 'youtube', 'tiktok'] as const;

export const ConnectableNetwork = Type.Object(
  {
    network: oneOf([...CONNECTED_NETWORKS], 'The network.'),
    is_ready: flag('Whether accounts can be connected: the settings have a client, or the network needs none.'),
    is_simulated: flag('Whether it is a simulated network, for trials and the demo.'),
    settings: Type.Array(plain('A setting.', { examples: ['X_CLIENT_ID'] }), {
      description: 'The settings of the operator that have the client.',
      examples: [['X_CLIENT_ID', 'X_CLIENT_SECRET']],
    }),
    redirect_uri: text('The address that the client must be allowed to return to, at the pages of the network.', {
      examples: ['https://news.example.com/v1/manage/network-accounts/callback'],
    }),
  },
  { title: 'ConnectableNetwork' },
);

export const NewNetworkAuthorization = Type.Object(
  {
    network: Type.Optional(
      oneOf([...CONNECTED_NETWORKS], 'The network of a new account. It needs this or `account_id`.', {
        examples: ['x'],
      }),
    ),
    account_id: Type.Optional(id('The account that is connected again; it stays what it is.')),
    name: Type.Optional(
      title('A name for editors; a new account needs one.', { maxLength: 200, examples: ['Harbour Post'] }),
    ),
    server: Type.Optional(NetworkAccount.properties.server),
    monthly_cap: Type.Optional(NetworkAccount.properties.monthly_cap),
    return_to: NewAuthorization.properties.return_to,
  },
  { title: 'NewNetworkAuthorization', additionalProperties: false },
);

const NetworkChoice = Type.Object(
  {
    external_id: text('The id in the network.', { examples: ['17841400000000000'] }),
    name: plain('The name in the network.', { examples: ['Harbour Post'] }),
  },
  { title: 'NetworkChoice' },
);
export const NetworkChoices = Type.Object(
  {
    network: oneOf([...CONNECTED_NETWORKS], 'The network.'),
    name: plain('The name that the account will have.'),
    choices: Type.Array(NetworkChoice, { description: 'The pages or accounts that the person administers.' }),
  },
  { title: 'NetworkChoices' },
);
export const ChosenNetworkAccount = Type.Object(
  { external_id: text('The id of the choice.', { pattern: TOKEN, maxLength: 200, examples: ['17841400000000000'] }) },
  { title: 'ChosenNetworkAccount', additionalProperties: false },
);

const token = nullable(
  plain(
    'The access token: of X the bearer token of an app, of Instagram and Facebook one of a user or a page, of Bluesky the password of an app, of YouTube an API key; Mastodon needs none for public posts. docs/trackers.md has those of others. Write only.',
    {
      pattern: TOKEN,
      minLength: 1,
      maxLength: 4_000,
      writeOnly: true,
      examples: ['AAAAAAAAAAAAAAAAAAAAAExample'],
    },
  ),
);
const Written = Type.Object({ ...NetworkAccount.properties, token }, { title: 'NetworkAccount' });
export const NewNetworkAccount = creation(Written, ['network', 'name']);
export const NetworkAccountChange = change(Written);
