/** Every route of the contract × every role and scope × the own and another site. The table here is written by hand, from docs/people.md. */
import { beforeAll, describe, expect, it } from 'vitest';
import { analyticsApi, contentApi, manageApi } from '../src/contract/routes.ts';
import type { Row } from '../src/contract/row.ts';
import type { Role } from '../src/core/rights.ts';
import { rowsOf } from '../src/http/bind.ts';
import { type Reply, type TestApp, testApp } from './app.ts';
import { addPerson, browserOf, PASSWORD, signedIn } from './people.ts';
import { sized } from './random.ts';

const ROLES = ['owner', 'editor', 'author', 'analyst'] as const;
const SCOPES = ['content:read', 'analytics:read', 'manage:read', 'manage:write', 'guest:write', 'admin'] as const;
type Holder = (typeof ROLES)[number] | (typeof SCOPES)[number];

const OWNERS: Holder[] = ['owner', 'admin'];
const EDITORS: Holder[] = [...OWNERS, 'editor', 'manage:write'];
const READERS: Holder[] = [...EDITORS, 'manage:read'];

/** Who may call what; the first match counts. */
const TABLE: [call: RegExp, holders: Holder[]][] = [
  [/ \/v1\/guest\//, ['guest:write']],
  [/^GET \/v1\/campaigns/, ['owner', 'editor', 'analyst', 'analytics:read', 'admin']],
  [/^GET \/v1\/manage\/sites\/:site_id\/articles\/:uid\/results$/, [...READERS, 'analyst']],
  [/^GET \/v1\/manage\/campaigns/, [...READERS, 'analyst']],
  [/ \/v1\/manage\/campaigns/, EDITORS],
  [/ \/v1\/manage\/(api-keys|people|invitations|audit)/, OWNERS],
  [/^GET \/v1\/manage\/intake\/hold/, READERS],
  // Owners of all sites only.
  [/ \/v1\/manage\/intake\/hold/, []],
  [/^POST \/v1\/manage\/(sites|demo\/removal)$/, []],
  [/^GET \/v1\/manage\/operations$/, []],
  [/^GET \/v1\/manage\/demo$/, OWNERS],
  [/^DELETE \/v1\/manage\/sites\/:site_id$/, OWNERS],
  [/^PATCH \/v1\/manage\/sites\/:site_id$/, [...OWNERS, 'manage:write']],
  // A session alone counts.
  [/^GET \/v1\/manage\/sites\/:site_id\/network-accounts\/authorizations/, ['owner', 'editor']],
  [/ \/v1\/manage\/sites\/:site_id\/network-accounts\/authorizations/, ['owner']],
  [
    /^GET \/v1\/manage\/sites\/:site_id\/(webhooks|sources|network-accounts|source-items|pending-articles|intake-rules|blocked|erasures|intake\/hold)/,
    READERS,
  ],
  [/ \/v1\/manage\/sites\/:site_id\/network-accounts/, OWNERS],
  [/ \/v1\/manage\/sites\/:site_id\/webhooks/, EDITORS],
  [/ \/v1\/manage\/sites\/:site_id\/articles\/:uid\/(publication(\/restoration)?|pins|recheck)$/, EDITORS],
  [/^GET \/v1\/manage\/sites(\/:site_id)?$/, [...READERS, 'author', 'analyst']],
  [/^GET \/v1\/manage\/sites/, [...READERS, 'author']],
  [/^\S+ \/v1\/manage\/sites\/:site_id\/(articles|media|presence)/, [...EDITORS, 'author']],
  [/ \/v1\/manage\/sites\/:site_id\/./, EDITORS],
];

const rows = [...rowsOf(analyticsApi), ...rowsOf(manageApi)].map(({ row }) => row);
const guarded = rows.filter(({ right }) => right !== 'open' && right !== 'self');

/** A site with what the routes are called for. */
interface Place {
  site: number;
  campaign: number;
  article: string;
  key: number;
  person: number;
  invitation: number;
}

let app: TestApp;
let own: Place;
let other: Place;
const callers = new Map<Holder, (method: string, path: string, body: unknown, raw?: string) => Promise<Reply>>();
/** An article that the author has created. */
let drafted: string;

beforeAll(async () => {
  app = await testApp();
  [own, other] = [await place(), await place()];
  for (const role of ROLES) await signInAs(role);
  for (const scope of SCOPES) {
    const source_id = scope === 'guest:write' ? await guestSource() : null;
    const { api_key } = await app.manage('POST', '/api-keys', {
      api_key: { name: scope, scopes: [scope], site_ids: [own.site], source_id },
    });
    callers.set(scope, (method, path, body, rawBody) =>
      app.request(method, path, { token: api_key.key, body, ...(rawBody && { rawBody }), headers: STALE }),
    );
  }
});

async function guestSource(): Promise<number> {
  const { sections } = await app.manage('GET', `/sites/${own.site}/sections`);
  const source = { kind: 'guest_api', name: 'Partner', section_id: sections[0].id };
  return (await app.manage('POST', `/sites/${own.site}/sources`, { source })).source.id;
}

/** Where a route would delete something, this keeps it: the version is another one. */
const STALE = { 'if-match': '"999999"' };

async function signInAs(role: Role): Promise<void> {
  const browser = await signedIn(app, [{ site_id: own.site, role }]);
  callers.set(role, (method, path, body, rawBody) =>
    browser.request(method, path, body, { ...(rawBody && { rawBody }), headers: STALE }),
  );
  if (role !== 'author') return;
  const { sections } = await browser.manage('GET', `/sites/${own.site}/sections`);
  const article = { title: 'Draft', section_id: sections[0].id };
  drafted = (await browser.manage('POST', `/sites/${own.site}/articles`, { article })).article.uid;
}

async function place(): Promise<Place> {
  const site = await app.site();
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'S' } });
  const article = { title: 'Of others', section_id: section.id };
  const invitation = { email: 'x@example.com', roles: [{ site_id: site, role: 'author' }] };
  const api_key = { name: 'x', scopes: ['content:read'], site_ids: [site] };
  return {
    site,
    campaign: (await app.manage('POST', '/campaigns', { campaign: { name: 'C', service_site_id: site } })).campaign.id,
    article: (await app.manage('POST', `/sites/${site}/articles`, { article })).article.uid,
    key: (await app.manage('POST', '/api-keys', { api_key })).api_key.id,
    person: (await addPerson(app, [{ site_id: site, role: 'author' }])).id,
    invitation: (await app.manage('POST', '/invitations', { invitation })).invitation.id,
  };
}

const callOf = ({ method, path }: Row) => `${method} ${path}`;

function addressOf({ path }: Row, at: Place, holder: Holder): string {
  const ids: Record<string, string | number> = {
    site_id: at.site,
    campaign_id: at.campaign,
    uid: holder === 'author' && at === own ? drafted : at.article,
    id: path.includes('/api-keys/') ? at.key : path.includes('/people/') ? at.person : at.invitation,
  };
  const isOfSite = path.includes(':site_id');
  return path.replace(/:(\w+)/g, (_, name: string) =>
    String(name === 'id' && isOfSite ? 999_999 : (ids[name] ?? 999_999)),
  );
}

/** Bodies are invalid: authorized callers get another error than 401 and 403, and nothing changes. */
async function isAdmitted(row: Row, holder: Holder, at: Place): Promise<boolean> {
  const call = callers.get(holder);
  if (!call) throw new Error(`Nobody is ${holder}.`);
  const { status, body } = await call(row.method, addressOf(row, at, holder), row.body ? { nonsense: 1 } : undefined);
  expect(status, `${holder}: ${callOf(row)}`).toBeLessThan(500);
  if (status === 401 || status === 403) return false;
  return !(status === 404 && /no such (site|campaign|API key|person|invitation)/.test(body?.error));
}

async function admitted(row: Row, at: Place): Promise<Holder[]> {
  const holders = [...ROLES, ...SCOPES];
  const results = await Promise.all(holders.map((holder) => isAdmitted(row, holder, at)));
  return holders.filter((_, index) => results[index]).sort();
}

/** Deleting a key or an invitation cannot be kept from happening: those are called last, and never for the same one twice. */
const isDestructive = (row: Row) => row.method === 'DELETE' && /\/(api-keys|invitations)\//.test(row.path);
const names = (all: Row[]) => all.map((row) => [callOf(row), row] as const);

const STRONGEST: Holder[] = ['owner', 'admin', 'editor', 'manage:write', 'author', 'manage:read', 'analyst'];
/** All in `npm run test:slow`. Otherwise those with the most rights. */
const tried = (holders: Holder[]) =>
  sized(0, 1) ? holders : STRONGEST.filter((one) => holders.includes(one)).slice(0, 2);

describe('on the own site', () => {
  it.each(names(guarded.filter((row) => !isDestructive(row))))('%s', async (call, row) => {
    const entry = TABLE.find(([pattern]) => pattern.test(call));
    expect(entry, 'the route is in no line of the table').toBeDefined();
    expect(await admitted(row, own)).toEqual([...(entry?.[1] ?? [])].sort());
  });

  it.each(names(guarded.filter(isDestructive)))('%s', async (_call, row) => {
    for (const holder of [...ROLES, ...SCOPES])
      expect([holder, await isAdmitted(row, holder, await place().then((at) => reached(at)))]).toEqual([
        holder,
        OWNERS.includes(holder),
      ]);
  });

  /** A key and an invitation of the own site, new for each call. */
  async function reached(at: Place): Promise<Place> {
    await app.pool.query('update api_key_site set site_id = $1 where api_key_id = $2', [own.site, at.key]);
    await app.pool.query('update invitation_role set site_id = $1 where invitation_id = $2', [own.site, at.invitation]);
    return at;
  }
});

describe('on another site every caller is refused', () => {
  const bound = guarded.filter(({ path, right }) => path.includes(':') && right !== 'guest');
  it.each(names(bound))('%s', async (_call, row) => {
    const holders = tried([...ROLES, ...SCOPES]);
    const results = await Promise.all(holders.map((holder) => isAdmitted(row, holder, other)));
    expect(holders.filter((_, index) => results[index])).toEqual([]);
  });
});

describe('who lacks the right is refused before anything of the request is judged', () => {
  const HOSTILE = '{"article": [}\u0000';
  const QUERY = '?count=-1&page=x&fields=%ff&promote=perhaps&autosave=perhaps&section_id=x';
  const refused = async (row: Row, holder: Holder, at: Place) => {
    const reply = await callers.get(holder)?.(row.method, addressOf(row, at, holder) + QUERY, undefined, HOSTILE);
    expect([401, 403, 404], `${holder}: ${callOf(row)}: ${reply?.text}`).toContain(reply?.status);
  };
  it.each(names(guarded.filter(({ body }) => body)))('%s', async (call, row) => {
    const allowed = TABLE.find(([pattern]) => pattern.test(call))?.[1] ?? [];
    const holders = [...ROLES, ...SCOPES];
    for (const holder of tried(holders.filter((one) => !allowed.includes(one)))) await refused(row, holder, own);
    // Partners have the source of their key, and no site in the address.
    if (row.path.includes(':') && row.right !== 'guest')
      for (const holder of tried(holders)) await refused(row, holder, other);
    const { status } = await app.request(row.method, addressOf(row, own, 'editor') + QUERY, { rawBody: HOSTILE });
    expect(status).toBe(401);
  });
});

describe('lists without a site show the caller’s sites', () => {
  const listed = async (holder: Holder, path: string, many: string): Promise<number[]> => {
    const reply = await callers.get(holder)?.('GET', `${path}?count=100`, undefined);
    return reply?.body[many].map(({ id }: { id: number | string }) => Number(id));
  };
  it.each([
    ['/v1/manage/sites', 'sites', 'site'],
    ['/v1/manage/campaigns', 'campaigns', 'campaign'],
    ['/v1/campaigns', 'campaigns', 'campaign'],
    ['/v1/manage/api-keys', 'api_keys', 'key'],
    ['/v1/manage/people', 'people', 'person'],
  ] as const)('%s', async (path, many, one) => {
    const holders: Holder[] = path.startsWith('/v1/manage') ? ['owner', 'admin'] : ['owner', 'analyst'];
    for (const holder of holders) {
      const ids = await listed(holder, path, many);
      if (one !== 'key') expect(ids).toContain(own[one]);
      expect(ids).not.toContain(other[one]);
    }
  });
});

describe('open and personal routes', () => {
  it('is exactly this', () => {
    const of = (right: string) =>
      rows
        .filter((row) => row.right === right)
        .map(callOf)
        .sort();
    expect(of('open')).toEqual([
      'GET /v1/manage/invitations/:token/acceptance',
      'GET /v1/manage/network-accounts/callback',
      'GET /v1/manage/oidc/callback',
      'GET /v1/manage/password-resets/:token',
      'GET /v1/manage/setup',
      'GET /v1/manage/sign-in',
      'GET /v1/previews/:token',
      'POST /v1/manage/invitations/:token/acceptance',
      'POST /v1/manage/oidc/sign-ins',
      'POST /v1/manage/password-resets/:token',
      'POST /v1/manage/sessions',
      'POST /v1/manage/sessions/passkey',
      'POST /v1/manage/sessions/passkey-options',
      'POST /v1/manage/setup',
    ]);
    expect(of('self').every((call) => /^\S+ \/v1\/manage\/(me|sessions)/.test(call))).toBe(true);
    expect(rowsOf(contentApi).every(({ row }) => row.right === 'published')).toBe(true);
  });

  it.each(names(rows.filter(({ right }) => right === 'self')))('%s is for people of any role', async (_call, row) => {
    const path = row.path.replace(':id', '999999');
    const body = row.body ? { nonsense: 1 } : undefined;
    const { email } = await addPerson(app, []);
    const browser = browserOf(app);
    await browser.manage('POST', '/sessions', { session: { email, password: PASSWORD } });
    expect([401, 403]).not.toContain((await browser.request(row.method, path, body)).status);
    for (const scope of SCOPES) expect((await callers.get(scope)?.(row.method, path, body))?.status).toBe(403);
    expect((await app.request(row.method, path, { body })).status).toBe(401);
  });

  it.each(names(guarded))('%s is refused to strangers and to people without a role', async (_call, row) => {
    const nobody = await nobodySignedIn();
    const body = row.body ? { nonsense: 1 } : undefined;
    expect((await app.request(row.method, addressOf(row, own, 'editor'), { body })).status).toBe(401);
    expect((await nobody.request(row.method, addressOf(row, own, 'editor'), body)).status).toBe(403);
  });

  let someone: ReturnType<typeof signedIn> | undefined;
  function nobodySignedIn() {
    someone ??= signedIn(app, []);
    return someone;
  }
});
