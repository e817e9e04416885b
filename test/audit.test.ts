/**
 * Every write route of the contract: a write leaves exactly one entry with the right actor, in its own transaction, and nothing
 * of a body or a secret. A new route fails until it has a line in `CALLS`.
 */
import { createHash } from 'node:crypto';
import type { TSchema } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { manageApi } from '../src/contract/routes.ts';
import type { Row } from '../src/contract/row.ts';
import { AUDIT_FIELDS } from '../src/core/audit.ts';
import { rowsOf } from '../src/http/bind.ts';
import { type Reply, type TestApp, testApp } from './app.ts';
import { addPerson, type Browser, browserOf, PASSWORD, signedIn } from './people.ts';
import { seed, sized } from './random.ts';

/** Planted in every field that must not be recorded. */
const MARKER = 'Marker7f3a';
const SECRET = `${MARKER} of nine quiet boats`;

interface Call {
  /** The path behind `/v1/manage`. */
  path: string;
  body?: Record<string, unknown>;
  by?: Browser;
  /** What the entry says. */
  entry: string;
}

let app: TestApp;
let owner: Browser;
let site: number;
let section: number;
/** Keys, tokens and secrets that answers have shown. */
const shown: string[] = [];

const of = (path: string) => `/sites/${site}${path}`;
const made = async (path: string, body: unknown, status?: number) =>
  Object.values<Reply['body']>(await owner.manage('POST', path, body, status))[0]; // under the one wrapper key
const article = (fields: object = {}) =>
  made(of('/articles'), { article: { title: 'Fog', section_id: section, body: '<p>b</p>', ...fields } });
const published = () => article({ state: 'published' });
const person = () => addPerson(app, [{ site_id: site, role: 'author' }]);
const campaign = () => made('/campaigns', { campaign: { name: 'C', service_site_id: site } });
const ENTRY = { item_type: 'twitter', published_at: '2026-01-01T00:00:00Z' };
const withEntry = async () => {
  const { id } = await campaign();
  await owner.manage('POST', `/campaigns/${id}/entries`, { entries: [{ ...ENTRY, item_id: '1' }] }, 200);
  return id;
};
const webhook = () => made(of('/webhooks'), { webhook: { url: 'https://hooks.example/x' } });
let feeds = 0;
const account = () =>
  made(of('/network-accounts'), { network_account: { network: 'mastodon', name: 'A', server: 'm.example' } });
const source = () => made(of('/sources'), { source: { url: `https://feeds.example/${++feeds}`, section_id: section } });
const intakeRule = () => made(of('/intake-rules'), { intake_rule: { name: 'R', match: {}, action: 'hold' } });
/** An item of a source, with its pending article. */
async function item(): Promise<number> {
  const [{ id }, { uid }] = [await source(), await article({ state: 'pending' })];
  const { rows } = await app.pool.query(
    `insert into source_item (site_id, source_id, external_key, external_id, title, state, content_hash, uid, taken_version, seen_at, changed_at)
     values ($1, $2, '\\x01', '1', 'Fog', 'held', '\\x02', $3, 1, now(), now()) returning id`,
    [site, id, uid],
  );
  return rows[0].id;
}
/** One that its source has changed since. */
async function changedItem(): Promise<number> {
  const id = await item();
  const upstream = { title: 'Fog 2', summary: '', body: '', base: '', url: null, author: '', tags: [], cover: null };
  await app.pool.query('update source_item set upstream = $2 where id = $1', [id, upstream]);
  return id;
}
/** A file that no image process has to look at. */
const file = () => Buffer.from(`%PDF-1.7 ${MARKER} ${++uploads}`).toString('base64');
const upload = () => made(of('/media'), { media_item: { data: file() } });
let uploads = 0;

const NOUNS: [path: string, noun: string, key: string, least: object][] = [
  ['/sections', 'section', 'section', { name: 'N' }],
  ['/authors', 'author', 'author', { firstname: 'A', lastname: 'B' }],
  ['/article-categories', 'article_category', 'category', { name: 'N' }],
  ['/featured-item-containers', 'featured_item_container', 'featured_item_container', { identifier: 'top', name: 'N' }],
  ['/pages', 'page', 'page', { name: 'N' }],
  ['/issues', 'issue', 'issue', { name: 'N' }],
  ['/events', 'event', 'event', { name: 'N', start_date: '2026-10-01T08:00:00Z' }],
];
const nounCalls = NOUNS.flatMap(([path, noun, key, least]) => {
  const one = async () => `${of(path)}/${(await made(of(path), { [key]: least })).id}`;
  const name = noun === 'author' ? { firstname: 'Z' } : { name: 'Z' };
  const route = `/v1/manage/sites/:site_id${path}`;
  return [
    [`POST ${route}`, async () => ({ path: of(path), body: least, entry: `create ${noun}` })],
    [`PATCH ${route}/:id`, async () => ({ path: await one(), body: name, entry: `change ${noun}` })],
    [`DELETE ${route}/:id`, async () => ({ path: await one(), entry: `delete ${noun}` })],
  ] as [string, () => Promise<Call>][];
});

const SITE = '/v1/manage/sites/:site_id';
const CALLS: [route: string, call: () => Promise<Call>][] = [
  [
    'POST /v1/manage/sites',
    async () => ({ path: '/sites', body: { name: 'S', url: 'https://s.example' }, entry: 'create site' }),
  ],
  [`PATCH ${SITE}`, async () => ({ path: `/sites/${site}`, body: { name: 'Z' }, entry: 'change site' })],
  [`DELETE ${SITE}`, async () => ({ path: `/sites/${await app.site()}`, entry: 'delete site' })],
  ...nounCalls,
  [
    `POST ${SITE}/articles`,
    async () => ({
      path: of('/articles'),
      body: { title: 'T', section_id: section, tags: ['x'] },
      entry: 'create article',
    }),
  ],
  [
    `POST ${SITE}/articles/batch`,
    async () => {
      const [a, b] = [await article(), await article()];
      const operations = [a, b].map(({ uid }) => ({ uid, action: 'publish' }));
      return { path: of('/articles/batch'), body: { operations }, entry: 'batch article' };
    },
  ],
  [
    `PATCH ${SITE}/articles/:uid`,
    async () => ({ path: of(`/articles/${(await article()).uid}`), body: { title: 'Z' }, entry: 'change article' }),
  ],
  [
    `DELETE ${SITE}/articles/:uid`,
    async () => ({ path: of(`/articles/${(await published()).uid}`), entry: 'delete article' }),
  ],
  [
    `PUT ${SITE}/articles/:uid/restoration`,
    async () => {
      const { uid } = await published();
      await owner.manage('DELETE', of(`/articles/${uid}`));
      return { path: of(`/articles/${uid}/restoration`), body: {}, entry: 'restore article' };
    },
  ],
  [
    `PUT ${SITE}/articles/:uid/publication`,
    async () => ({ path: of(`/articles/${(await article()).uid}/publication`), body: {}, entry: 'publish article' }),
  ],
  [
    `DELETE ${SITE}/articles/:uid/publication`,
    async () => ({ path: of(`/articles/${(await published()).uid}/publication`), entry: 'unpublish article' }),
  ],
  [
    `PUT ${SITE}/articles/:uid/pins`,
    async () => ({
      path: of(`/articles/${(await published()).uid}/pins`),
      body: { pinned_index: 3 },
      entry: 'change article',
    }),
  ],
  [
    `PUT ${SITE}/articles/:uid/publication/restoration`,
    async () => {
      const { uid } = await published();
      await owner.manage('PATCH', of(`/articles/${uid}`), { article: { title: 'Z' } });
      return { path: of(`/articles/${uid}/publication/restoration`), entry: 'restore article' };
    },
  ],
  [
    `POST ${SITE}/articles/:uid/recheck`,
    async () => ({ path: of(`/articles/${(await published()).uid}/recheck`), entry: 'recheck article' }),
  ],
  [
    `PUT ${SITE}/pins`,
    async () => ({
      path: of('/pins'),
      body: { pins: [{ uid: (await published()).uid, index: 1 }] },
      entry: 'change pins',
    }),
  ],
  [
    `PUT ${SITE}/articles/:uid/revisions/:number/restoration`,
    async () => {
      const { uid } = await article();
      await owner.manage('PATCH', of(`/articles/${uid}`), { article: { title: 'Z', body: `<p>${MARKER}</p>` } });
      return { path: of(`/articles/${uid}/revisions/1/restoration`), body: {}, entry: 'restore article' };
    },
  ],
  [
    `PUT ${SITE}/likes/:article_id`,
    async () => ({
      path: of(`/likes/${(await published()).id}`),
      body: { upvotes: 3, downvotes: 1 },
      entry: 'change like',
    }),
  ],
  [
    `PUT ${SITE}/issues/:id/articles`,
    async () => {
      const { id } = await made(of('/issues'), { issue: { name: 'I' } });
      return {
        path: of(`/issues/${id}/articles`),
        body: { article_ids: [(await published()).id] },
        entry: 'change issue',
      };
    },
  ],
  [
    `PUT ${SITE}/featured-item-containers/:id/articles`,
    async () => {
      const container = { identifier: 'x', name: 'I' };
      const { id } = await made(of('/featured-item-containers'), { featured_item_container: container });
      const body = { article_ids: [(await published()).id] };
      return { path: of(`/featured-item-containers/${id}/articles`), body, entry: 'change featured_item_container' };
    },
  ],
  [
    `POST ${SITE}/media`,
    async () => ({
      path: of('/media'),
      body: { data: file() },
      entry: 'create media_item',
    }),
  ],
  [
    `PATCH ${SITE}/media/:id`,
    async () => ({ path: of(`/media/${(await upload()).id}`), body: { title: 'Z' }, entry: 'change media_item' }),
  ],
  [
    `PUT ${SITE}/media/:id/file`,
    async () => ({
      path: of(`/media/${(await upload()).id}/file`),
      body: { data: file() },
      entry: 'change media_item',
    }),
  ],
  [`DELETE ${SITE}/media/:id`, async () => ({ path: of(`/media/${(await upload()).id}`), entry: 'delete media_item' })],
  [
    `POST ${SITE}/webhooks`,
    async () => ({
      path: of('/webhooks'),
      body: { url: `https://hooks.example/x?token=${MARKER}`, secret: SECRET },
      entry: 'create webhook',
    }),
  ],
  [
    `PATCH ${SITE}/webhooks/:id`,
    async () => ({ path: of(`/webhooks/${(await webhook()).id}`), body: { active: false }, entry: 'change webhook' }),
  ],
  [
    `DELETE ${SITE}/webhooks/:id`,
    async () => ({ path: of(`/webhooks/${(await webhook()).id}`), entry: 'delete webhook' }),
  ],
  [
    `POST ${SITE}/webhooks/:id/secret`,
    async () => ({
      path: of(`/webhooks/${(await webhook()).id}/secret?promote=true`),
      body: { secret: SECRET },
      entry: 'promote_secret webhook',
    }),
  ],
  [
    `PUT ${SITE}/webhooks/:id/secret/promotion`,
    async () => {
      const { id } = await webhook();
      await owner.manage('POST', of(`/webhooks/${id}/secret`), { secret: SECRET });
      return { path: of(`/webhooks/${id}/secret/promotion`), entry: 'promote_secret webhook' };
    },
  ],
  [
    `DELETE ${SITE}/webhooks/:id/secret/previous`,
    async () => {
      const { id } = await webhook();
      await owner.manage('POST', of(`/webhooks/${id}/secret?promote=true`), { secret: SECRET });
      return { path: of(`/webhooks/${id}/secret/previous`), entry: 'retire_secret webhook' };
    },
  ],
  [
    `POST ${SITE}/webhooks/:id/deliveries/:delivery_id/redelivery`,
    async () => {
      const { id } = await webhook();
      await published();
      const { deliveries } = await owner.manage('GET', of(`/webhooks/${id}/deliveries`));
      return { path: of(`/webhooks/${id}/deliveries/${deliveries[0].id}/redelivery`), entry: 'redeliver webhook' };
    },
  ],
  [
    'POST /v1/manage/campaigns/:campaign_id/links',
    async () => ({
      path: `/campaigns/${(await campaign()).id}/links`,
      body: { name: 'L', days: 7 },
      entry: 'create campaign_link',
    }),
  ],
  [
    'DELETE /v1/manage/campaigns/:campaign_id/links/:id',
    async () => {
      const { id } = await campaign();
      const link = await made(`/campaigns/${id}/links`, { campaign_link: { days: 7 } });
      return { path: `/campaigns/${id}/links/${link.id}`, entry: 'delete campaign_link' };
    },
  ],
  [
    `POST ${SITE}/articles/:uid/preview`,
    async () => ({ path: of(`/articles/${(await article()).uid}/preview`), entry: 'create preview' }),
  ],
  [
    `DELETE ${SITE}/articles/:uid/previews/:id`,
    async () => {
      const { uid } = await article();
      const { id } = await made(of(`/articles/${uid}/preview`), undefined);
      return { path: of(`/articles/${uid}/previews/${id}`), entry: 'delete preview' };
    },
  ],
  [
    `POST ${SITE}/webhooks/:id/test`,
    async () => ({ path: of(`/webhooks/${(await webhook()).id}/test`), body: {}, entry: 'test webhook' }),
  ],
  [
    `POST ${SITE}/webhooks/:id/replay`,
    async () => ({
      path: of(`/webhooks/${(await webhook()).id}/replay`),
      body: { since: '2026-01-01T00:00:00Z' },
      entry: 'replay webhook',
    }),
  ],
  [
    `POST ${SITE}/sources`,
    async () => ({
      path: of('/sources'),
      body: { url: `https://feeds.example/x?token=${MARKER}`, section_id: section },
      entry: 'create source',
    }),
  ],
  [
    `PATCH ${SITE}/sources/:id`,
    async () => ({ path: of(`/sources/${(await source()).id}`), body: { active: false }, entry: 'change source' }),
  ],
  [`DELETE ${SITE}/sources/:id`, async () => ({ path: of(`/sources/${(await source()).id}`), entry: 'delete source' })],
  [
    `POST ${SITE}/sources/:id/poll`,
    async () => ({ path: of(`/sources/${(await source()).id}/poll`), body: {}, entry: 'poll source' }),
  ],
  [
    `POST ${SITE}/sources/:id/address`,
    async () => {
      const email = { way: 'smtp', allow: [], unlisted: 'hold' };
      const { id } = await made(of('/sources'), {
        source: { kind: 'email', name: 'Desk', section_id: section, email },
      });
      return { path: of(`/sources/${id}/address`), body: {}, entry: 'renew source' };
    },
  ],
  [
    `POST ${SITE}/network-accounts`,
    async () => ({
      path: of('/network-accounts'),
      body: { network: 'x', name: 'A', token: MARKER, monthly_cap: 1 },
      entry: 'create network_account',
    }),
  ],
  [
    `PATCH ${SITE}/network-accounts/:id`,
    async () => ({
      path: of(`/network-accounts/${(await account()).id}`),
      body: { token: MARKER },
      entry: 'change network_account',
    }),
  ],
  [
    `DELETE ${SITE}/network-accounts/:id`,
    async () => ({ path: of(`/network-accounts/${(await account()).id}`), entry: 'delete network_account' }),
  ],
  [
    `DELETE ${SITE}/network-accounts/:id/token`,
    async () => ({ path: of(`/network-accounts/${(await account()).id}/token`), entry: 'change network_account' }),
  ],
  [
    `POST ${SITE}/sources/opml`,
    async () => ({
      path: of('/sources/opml'),
      body: {
        document: `<opml version="2.0"><body><outline xmlUrl="https://f.example/${MARKER}"/></body></opml>`,
        section_id: section,
      },
      entry: 'batch source',
    }),
  ],
  [
    `PUT ${SITE}/source-items/:id/approval`,
    async () => ({ path: of(`/source-items/${await item()}/approval`), body: {}, entry: 'approve source_item' }),
  ],
  [
    `DELETE ${SITE}/source-items/:id/approval`,
    async () => {
      const id = await item();
      await owner.manage('PUT', of(`/source-items/${id}/approval`), {});
      return { path: of(`/source-items/${id}/approval`), entry: 'withdraw source_item' };
    },
  ],
  [
    `PUT ${SITE}/source-items/:id/rejection`,
    async () => ({
      path: of(`/source-items/${await item()}/rejection`),
      body: { reason: 'No.' },
      entry: 'reject source_item',
    }),
  ],
  [
    `DELETE ${SITE}/source-items/:id/rejection`,
    async () => {
      const id = await item();
      await owner.manage('PUT', of(`/source-items/${id}/rejection`), {});
      return { path: of(`/source-items/${id}/rejection`), entry: 'withdraw source_item' };
    },
  ],
  [
    `PUT ${SITE}/pending-articles/:uid/decision`,
    async () => ({
      path: of(`/pending-articles/${(await article({ state: 'pending' })).uid}/decision`),
      body: { outcome: 'rejected', note: MARKER },
      entry: 'reject article',
    }),
  ],
  [
    `DELETE ${SITE}/pending-articles/:uid/decision`,
    async () => {
      const { uid } = await article({ state: 'pending' });
      await owner.manage('PUT', of(`/pending-articles/${uid}/decision`), { decision: { outcome: 'rejected' } });
      return { path: of(`/pending-articles/${uid}/decision`), entry: 'restore article' };
    },
  ],
  [
    `PUT ${SITE}/source-items/:id/upstream/application`,
    async () => ({ path: of(`/source-items/${await changedItem()}/upstream/application`), entry: 'apply source_item' }),
  ],
  [
    `PUT ${SITE}/source-items/:id/upstream/dismissal`,
    async () => ({ path: of(`/source-items/${await changedItem()}/upstream/dismissal`), entry: 'dismiss source_item' }),
  ],
  [
    `POST ${SITE}/source-items/decisions`,
    async () => ({
      path: of('/source-items/decisions'),
      body: { decisions: [{ id: await item(), decision: 'reject' }] },
      entry: 'batch source_item',
    }),
  ],
  [
    `POST ${SITE}/intake-rules`,
    async () => ({
      path: of('/intake-rules'),
      body: { name: 'R', match: {}, action: 'hold' },
      entry: 'create intake_rule',
    }),
  ],
  [
    `PATCH ${SITE}/intake-rules/:id`,
    async () => ({
      path: of(`/intake-rules/${(await intakeRule()).id}`),
      body: { active: false },
      entry: 'change intake_rule',
    }),
  ],
  [
    `DELETE ${SITE}/intake-rules/:id`,
    async () => ({ path: of(`/intake-rules/${(await intakeRule()).id}`), entry: 'delete intake_rule' }),
  ],
  [
    `POST ${SITE}/blocked`,
    async () => ({ path: of('/blocked'), body: { kind: 'word', value: 'w' }, entry: 'create blocked' }),
  ],
  [
    `DELETE ${SITE}/blocked/:id`,
    async () => {
      const { id } = await made(of('/blocked'), { blocked: { kind: 'word', value: `w${++feeds}` } });
      return { path: of(`/blocked/${id}`), entry: 'delete blocked' };
    },
  ],
  [
    `POST ${SITE}/erasures`,
    async () => ({ path: of('/erasures'), body: { person: `Max ${MARKER}` }, entry: 'erase erasure' }),
  ],
  [`PUT ${SITE}/intake/hold`, async () => ({ path: of('/intake/hold'), body: {}, entry: 'hold intake_hold' })],
  [`DELETE ${SITE}/intake/hold`, async () => ({ path: of('/intake/hold'), entry: 'release intake_hold' })],
  ['PUT /v1/manage/intake/hold', async () => ({ path: '/intake/hold', body: {}, entry: 'hold intake_hold' })],
  ['DELETE /v1/manage/intake/hold', async () => ({ path: '/intake/hold', entry: 'release intake_hold' })],
  [
    'POST /v1/manage/campaigns',
    async () => ({ path: '/campaigns', body: { name: 'C', service_site_id: site }, entry: 'create campaign' }),
  ],
  [
    'PATCH /v1/manage/campaigns/:campaign_id',
    async () => ({ path: `/campaigns/${(await campaign()).id}`, body: { name: 'Z' }, entry: 'change campaign' }),
  ],
  [
    'DELETE /v1/manage/campaigns/:campaign_id',
    async () => ({ path: `/campaigns/${(await campaign()).id}`, entry: 'delete campaign' }),
  ],
  [
    'POST /v1/manage/campaigns/:campaign_id/entries',
    async () => {
      const entries = [{ ...ENTRY, item_id: '2', text: MARKER }];
      return {
        path: `/campaigns/${(await campaign()).id}/entries`,
        body: { entries },
        entry: 'write_entries campaign',
      };
    },
  ],
  [
    'DELETE /v1/manage/campaigns/:campaign_id/entries/:entry_id',
    async () => {
      const id = await withEntry();
      const { rows } = await app.pool.query('select id from campaign_entry where campaign_id = $1', [id]);
      return { path: `/campaigns/${id}/entries/${rows[0].id}`, entry: 'delete_entries campaign' };
    },
  ],
  [
    'POST /v1/manage/campaigns/:campaign_id/entry-deletions',
    async () => {
      const entries = [{ item_type: 'twitter', item_id: '1' }];
      return {
        path: `/campaigns/${await withEntry()}/entry-deletions`,
        body: { entries },
        entry: 'delete_entries campaign',
      };
    },
  ],
  [
    'POST /v1/manage/api-keys',
    async () => ({ path: '/api-keys', body: { name: 'K', scopes: ['content:read'] }, entry: 'create api_key' }),
  ],
  [
    'DELETE /v1/manage/api-keys/:id',
    async () => {
      const { id } = await made('/api-keys', { api_key: { name: 'K', scopes: ['content:read'] } });
      return { path: `/api-keys/${id}`, entry: 'delete api_key' };
    },
  ],
  [
    'POST /v1/manage/sessions',
    async () => ({
      path: '/sessions',
      body: { email: (await person()).email, password: PASSWORD },
      by: browserOf(app),
      entry: 'sign_in person',
    }),
  ],
  [
    'PUT /v1/manage/sessions/current/confirmation',
    async () => ({ path: '/sessions/current/confirmation', body: { password: PASSWORD }, entry: 'confirm person' }),
  ],
  [
    'DELETE /v1/manage/sessions/current',
    async () => ({ path: '/sessions/current', by: await signedIn(app, []), entry: 'sign_out session' }),
  ],
  [
    'DELETE /v1/manage/sessions/:id',
    async () => {
      const by = await signedIn(app, []);
      const { rows } = await app.pool.query('select id from session where person_id = $1', [by.id]);
      return { path: `/sessions/${rows[0].id}`, by, entry: 'sign_out session' };
    },
  ],
  [
    'DELETE /v1/manage/sessions',
    async () => ({ path: '/sessions', by: await signedIn(app, []), entry: 'sign_out session' }),
  ],
  [
    'PATCH /v1/manage/me',
    async () => ({ path: '/me', body: { theme: 'dark' }, by: await signedIn(app, []), entry: 'change person' }),
  ],
  [
    'POST /v1/manage/me/saved-views',
    async () => ({ path: '/me/saved-views', body: view('New'), entry: 'create saved_view' }),
  ],
  [
    'DELETE /v1/manage/me/saved-views/:id',
    async () => {
      const { id } = await made('/me/saved-views', { saved_view: view('Old') });
      return { path: `/me/saved-views/${id}`, entry: 'delete saved_view' };
    },
  ],
  [
    'PUT /v1/manage/me/password',
    async () => ({
      path: '/me/password',
      body: { current_password: PASSWORD, password: SECRET },
      by: await signedIn(app, []),
      entry: 'set_password person',
    }),
  ],
  [
    'PATCH /v1/manage/people/:id',
    async () => ({
      path: `/people/${(await person()).id}`,
      body: { roles: [{ site_id: site, role: 'editor' }] },
      entry: 'change person',
    }),
  ],
  ['DELETE /v1/manage/people/:id', async () => ({ path: `/people/${(await person()).id}`, entry: 'delete person' })],
  [
    'POST /v1/manage/people/:id/password-reset',
    async () => ({ path: `/people/${(await person()).id}/password-reset`, entry: 'reset_password person' }),
  ],
  [
    'POST /v1/manage/invitations',
    async () => ({
      path: '/invitations',
      body: { email: 'a@example.com', roles: [{ site_id: site, role: 'author' }] },
      entry: 'create invitation',
    }),
  ],
  [
    'DELETE /v1/manage/invitations/:id',
    async () => ({ path: `/invitations/${(await invitation('b@example.com')).id}`, entry: 'delete invitation' }),
  ],
  [
    'POST /v1/manage/invitations/:token/acceptance',
    async () => {
      const { token } = await invitation('c@example.com');
      shown.push(token);
      const body = { name: 'Cara', password: SECRET };
      return { path: `/invitations/${token}/acceptance`, body, by: browserOf(app), entry: 'create person' };
    },
  ],
  [
    'POST /v1/manage/password-resets/:token',
    async () => {
      const { token } = await made(`/people/${(await person()).id}/password-reset`, undefined);
      return {
        path: `/password-resets/${token}`,
        body: { password: SECRET },
        by: browserOf(app),
        entry: 'set_password person',
      };
    },
  ],
];
const view = (name: string) => ({ site_id: site, name, search: 'state=draft' });
const invitation = (email: string) =>
  made('/invitations', { invitation: { email, roles: [{ site_id: site, role: 'author' }] } });

/** Setup is below. The removal of the demo is a job: test/demo.slow.test.ts. Answers of authenticators fit one request only: features/passkeys/passkeys.test.ts. Options, previews of sources and trials of rules change nothing. Presence, claims and collected items are not recorded; of partners, the rest is in src/intake/guests.test.ts. */
const ELSEWHERE = [
  'POST /v1/manage/demo/removal',
  'POST /v1/guest/articles',
  'PUT /v1/guest/articles/:external_id',
  'DELETE /v1/guest/articles/:external_id',
  'POST /v1/guest/media',
  'PUT /v1/manage/sites/:site_id/presence',
  'POST /v1/manage/sites/:site_id/sources/preview',
  'POST /v1/manage/sites/:site_id/intake-rules/trial',
  'PUT /v1/manage/sites/:site_id/source-items/:id/claim',
  'DELETE /v1/manage/sites/:site_id/source-items/:id/claim',
  'PUT /v1/manage/sites/:site_id/pending-articles/:uid/claim',
  'DELETE /v1/manage/sites/:site_id/pending-articles/:uid/claim',
  'POST /v1/manage/setup',
  'POST /v1/manage/sessions/passkey-options',
  'POST /v1/manage/sessions/passkey',
  'POST /v1/manage/sessions/current/confirmation/passkey-options',
  'POST /v1/manage/me/passkeys/options',
  'POST /v1/manage/oidc/sign-ins',
  // In src/intake/connecting.test.ts.
  'POST /v1/manage/sites/:site_id/network-accounts/authorizations',
  'PUT /v1/manage/sites/:site_id/network-accounts/authorizations/:token',
  'POST /v1/manage/me/identities',
  'POST /v1/manage/sessions/current/confirmation/oidc',
  'DELETE /v1/manage/me/identities/:id',
  'POST /v1/manage/me/passkeys',
  'PATCH /v1/manage/me/passkeys/:id',
  'DELETE /v1/manage/me/passkeys/:id',
];

const writes = rowsOf(manageApi)
  .map(({ row }) => row)
  .filter(({ method }) => method !== 'GET');
const callOf = ({ method, path }: Row) => `${method} ${path}`;

beforeAll(async () => {
  app = await testApp();
  owner = await signedIn(app, [{ site_id: null, role: 'owner' }]);
  site = await app.site();
  section = (await made(`/sites/${site}/sections`, { section: { name: 'News' } })).id;
  await app.pool.query(`create function refuse_entries() returns trigger language plpgsql as $$
    begin raise exception 'refused' using errcode = '23514'; end $$`);
});

const entries = async () =>
  (await app.pool.query('select *, changed_in::text as xid from audit_entry order by id')).rows;

/** Everything that a write may change; without what reading changes, and without what counts the attempts themselves. */
async function contents(): Promise<string> {
  statement ??= await contentsStatement();
  return (await app.pool.query(statement)).rows[0].hash;
}

let statement: string | undefined;
async function contentsStatement(): Promise<string> {
  const { rows } = await app.pool.query(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
       and table_name not in ('sign_in_attempt', 'audit_entry', 'lane_holder', 'job_schedule') order by 1`,
  );
  const uncounted = `array['content_version', 'changes_forgotten', 'last_seen_at', 'last_used_at']`;
  const hashes = rows.map(
    ({ name }) =>
      `select '${name}' || md5(string_agg((to_jsonb(t) - ${uncounted})::text, '' order by t::text)) as hash from ${name} t`,
  );
  return `select md5(string_agg(hash, '' order by hash)) as hash from (${hashes.join(' union all ')}) as tables`;
}

/** Fails at COMMIT, when everything else was done. */
async function withRefusedEntries<T>(work: () => Promise<T>): Promise<T> {
  await app.pool.query(`create constraint trigger refused after insert or update on audit_entry
    deferrable initially deferred for each row execute function refuse_entries()`);
  return work().finally(() => app.pool.query('drop trigger refused on audit_entry'));
}

const bodyOf = ({ body }: Row, given: Call['body']) => {
  if (!body || given === undefined) return undefined;
  const filled = body.isOptional ? given : { ...markedFields(body.schema), ...given };
  return body.key === null ? filled : { [body.key]: filled };
};

const RECORDED = new Set<string>(Object.values(AUDIT_FIELDS).flat());

/** Every text of a body that the log does not list, with the marker in it. */
function markedFields(schema: TSchema): Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Record<string, TSchema> };
  const marked = Object.entries(properties).map(([name, field]) => [
    name,
    RECORDED.has(name) ? undefined : markedValue(field),
  ]);
  return Object.fromEntries(marked.filter(([, value]) => value !== undefined));
}

function markedValue(given: TSchema): unknown {
  const schema = given as {
    type?: string;
    anyOf?: TSchema[];
    enum?: unknown;
    format?: string;
    pattern?: string;
    contentMediaType?: string;
  };
  if (schema.anyOf) return schema.anyOf.map(markedValue).find((value) => value !== undefined);
  if (schema.type === 'object') {
    const fields = markedFields(given);
    return Object.keys(fields).length > 0 && !(given as { required?: string[] }).required?.length ? fields : undefined;
  }
  if (schema.type !== 'string' || schema.enum || schema.pattern) return undefined;
  if (schema.contentMediaType === 'text/html') return `<p>${MARKER}</p>`;
  if (schema.format === undefined) return SECRET;
  return /uri|picture/.test(schema.format) ? `https://img.example/${MARKER}.jpg` : undefined;
}

/** Whatever looks like a key, a token or a secret. */
function collectSecrets(value: unknown): void {
  for (const [name, inner] of Object.entries(Object(value) as object)) {
    if (typeof inner === 'object') collectSecrets(inner);
    else if (/^(key|token|secret)$/.test(name)) shown.push(String(inner));
  }
}

/** Comparing the whole database takes long: `npm test` does it for a quarter of the routes, another one with each seed. */
const ONE_OF = sized(4, 1);
const isRefusedToo = (wanted: string) => (CALLS.findIndex(([route]) => route === wanted) + seed) % ONE_OF === 0;

describe('every write', () => {
  it('is tested here', () => {
    const tested = CALLS.map(([route]) => route);
    expect([...tested, ...ELSEWHERE].sort()).toEqual(writes.map(callOf).sort());
  });

  it.each(CALLS)('%s', async (route, prepare) => {
    const row = writes.find((one) => callOf(one) === route) as Row;
    const { path, body, by = owner, entry } = await prepare();
    const send = () =>
      by.request(row.method, `/v1/manage${path}`, bodyOf(row, body), { headers: { 'x-request-id': 'walk.1' } });
    const before = await entries();
    if (isRefusedToo(route)) {
      const unchanged = await contents();
      const refused = await withRefusedEntries(send);
      expect(refused.status, refused.text).toBe(500);
      expect(await entries()).toEqual(before);
      expect(await contents(), 'nothing was changed').toBe(unchanged);
    }

    const reply = await send();
    expect(reply.status, reply.text).toBe(row.status);
    collectSecrets(reply.body);
    const added = (await entries()).slice(before.length);
    expect(added.map(({ action, noun }) => `${action} ${noun}`)).toEqual([entry]);
    const actor = { actor_kind: 'person', address: '127.0.0.1', request_id: 'walk.1', actor_name: expect.any(String) };
    expect(added[0]).toMatchObject({ ...actor, ...(by === owner ? { actor_id: owner.id } : {}) });
    expect(added[0].actor_id).toBeGreaterThan(0);
  });
});

describe('the actor', () => {
  const last = async () => (await entries()).at(-1);

  it('of setup is the first person', async () => {
    const empty = await testApp();
    const { rows } = await empty.pool.query("insert into setup (code) values ('ABCD-EFGH-JKLM') returning code");
    const setup = { code: rows[0].code, name: 'Ida', email: 'ida@example.com', password: SECRET };
    await browserOf(empty).manage('POST', '/setup', { setup });
    const { rows: found } = await empty.pool.query('select * from audit_entry');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      actor_kind: 'person',
      actor_name: 'Ida',
      action: 'create',
      noun: 'person',
      all_sites: true,
    });
    expect(JSON.stringify(found)).not.toContain(MARKER);
  });

  it('is the key or the administrator’s token of the request', async () => {
    const key = await made('/api-keys', { api_key: { name: 'Feed', scopes: ['manage:write'], site_ids: [site] } });
    const body = { author: { firstname: 'A', lastname: 'B' } };
    await app.request('POST', `/v1/manage${of('/authors')}`, { token: key.key, body });
    expect(await last()).toMatchObject({
      actor_kind: 'key',
      actor_id: key.id,
      actor_name: 'Feed',
      site_ids: [site],
      site_id: site,
    });
    await app.manage('POST', of('/authors'), body);
    expect(await last()).toMatchObject({ actor_kind: 'admin token', actor_id: null, actor_name: null });
  });
});

it('a repeat with the same Idempotency-Key leaves no second entry', async () => {
  const before = (await entries()).length;
  const headers = { 'idempotency-key': 'walk' };
  for (const status of [201, 201])
    expect(
      (await owner.request('POST', `/v1/manage${of('/pages')}`, { page: { name: 'P' } }, { headers })).status,
    ).toBe(status);
  expect((await entries()).length).toBe(before + 1);
});

it('nothing of bodies and secrets is in the log', async () => {
  const cookies = [owner.cookie.split('=')[1] ?? ''];
  const secrets = [...shown, ...cookies].flatMap((secret) => {
    const hash = createHash('sha256').update(secret).digest();
    return [secret, hash.toString('hex'), hash.toString('base64')];
  });
  expect(shown.length).toBeGreaterThan(5);
  const { rows } = await app.pool.query('select string_agg(e::text, chr(10)) as text from audit_entry e');
  for (const secret of [MARKER, PASSWORD, '$argon2', ...secrets]) expect(rows[0].text).not.toContain(secret);
  // The marker was really sent.
  const { rows: articles } = await app.pool.query("select from article where written::text like '%' || $1 || '%'", [
    MARKER,
  ]);
  expect(articles.length).toBeGreaterThan(0);
});
