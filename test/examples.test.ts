/**
 * Every operation of the reference has words and an example that works. The examples are sent to one demo, and the answers must be
 * those of src/contract/reference/answers.generated.ts, which the reference shows. `npm run examples` writes that file.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TSchema } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { STORED_URL, type StoredAnswer } from '../src/contract/reference/answer.ts';
import { answers } from '../src/contract/reference/answers.generated.ts';
import { operationId, operationOf } from '../src/contract/reference/operations.ts';
import { credential } from '../src/contract/reference/passkeys.ts';
import { peopleOperations } from '../src/contract/reference/people.ts';
import { exampleRequest, inSendingOrder, type NamedOperation } from '../src/contract/reference/request.ts';
import { EXAMPLE_TOKEN, EXAMPLE_UID } from '../src/contract/reference/token.ts';
import { analyticsApi, contentApi, manageApi } from '../src/contract/routes.ts';
import type { Row } from '../src/contract/row.ts';
import { kysely } from '../src/db/connect.ts';
import { fillDemo } from '../src/demo/fill.ts';
import { demoTools } from '../src/demo/removal.ts';
import type { Oidc } from '../src/features/identities/oidc.ts';
import { useMediaAddress } from '../src/features/media/settings.ts';
import { offerChoices } from '../src/features/network-accounts/authorizations.ts';
import { rowsOf } from '../src/http/bind.ts';
import { problemsOf } from '../src/http/validate.ts';
import { ADMIN, type Reply, type TestApp, testApp, webhookTools } from './app.ts';
import { Authenticator } from './authenticator.ts';

const NOW = new Date('2026-03-28T09:00:00Z');
const STORED = fileURLToPath(new URL('../src/contract/reference/answers.generated.ts', import.meta.url));
const IS_WRITING = process.env.WRITE_EXAMPLES === '1';
const HOW = 'CONTRIBUTING.md, “Adding a route”, says how.';

const TOKEN = EXAMPLE_TOKEN;

const ISSUER = 'https://login.example.com';
/** A provider that is never asked. */
const oidc: Oidc = {
  settings: {
    issuer: ISSUER,
    clientId: 'x',
    clientSecret: null,
    name: 'Example login',
    scopes: '',
    linkByEmail: false,
  },
  discover: async () => {},
  authorizationUrl: async () => `${ISSUER}/authorize?client_id=masthead&state=…`,
  identity: () => Promise.reject(new Error('No example comes back from the provider.')),
};

/** Fields whose values the database draws or stamps, and what the reference shows for them. */
const STAMP = '2026-03-28T09:00:00Z';
const VOLATILE: Record<string, string> = {
  uid: EXAMPLE_UID,
  owner_id: EXAMPLE_UID,
  key: 'mh_Zm9nIHVudGlsIG5vb24gYW5kIHRoZW4gc29tZQ',
  secret: 'whsec_Zm9nIHVudGlsIG5vb24gYW5kIHRoZW4gc29tZSBzdW4=',
  token: TOKEN,
  challenge: TOKEN,
  request_id: '0f3c5a7e9b1d2c4e-1f',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0',
  last_seen_at: STAMP,
  last_used_at: STAMP,
  expires_at: '2026-04-04T09:00:00Z',
  at: STAMP,
  created_at: STAMP,
  as_of: '4711:4711:',
  cursor: 'WyJ1cGRhdGVkIiwiMjAyNi0wMy0yOFQwOTowMDowMFoiXQ',
  updated_at: STAMP,
  last_update_at: '2026-03-28T09:00:00.000Z',
  paused_at: STAMP,
  oldest_pending_at: STAMP,
  promoted_at: STAMP,
  previous_until: '2026-03-29T09:00:00Z',
  next_poll_at: STAMP,
  held_at: STAMP,
  state_since: STAMP,
  requested_at: STAMP,
  decided_at: STAMP,
  claimed_until: STAMP,
  changed_at: STAMP,
  received_at: STAMP,
  until: STAMP,
  since: STAMP,
  started_at: STAMP,
  // Decoders of other platforms may see other pixels.
  thumbhash: 'lYcEBQD4l3eIeHh4iIiIeIh3d3d3',
  color: '#5a7d8c',
};
/** Of the answer about operations. */
const MACHINE = {
  version: '0.2.0',
  node: '20.20.2',
  postgresql: '18.4',
  database_bytes: 48_000_000,
  disk: { free_bytes: 96_000_000_000, total_bytes: 256_000_000_000 },
  jobs: { waiting: 0, late_seconds: 0, failed: 0 },
  problems: [],
};
/** A tweet’s `created_at` is no stamp: it has no zone. The change feed’s cursor is always the same. */
const isStamp = (text: string) => !/^[0-9.]+$/.test(text) && (text.endsWith('Z') || !/^20\d\d-/.test(text));
/** The colours of other nouns are given. */
const isGiven = (name: string, path: string) =>
  (name === 'color' && !path.startsWith('media_item')) || (name === 'since' && path.startsWith('replay'));
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Ids that authenticators and the database draw. */
const RANDOM_ID = /^passkey_options\.(user|excludeCredentials|allowCredentials)\.id$/;
const PREVIEW_LINK = /\/previews\/[\w-]{43}$/;
/** Of an address at a network. */
const PROOF = /\b(state|code_challenge)=[\w-]{43}/g;
const SHARED_LINK = /mhl_[\w-]{43}$/;
/** The demo has no feeds. */
const CONTENT = {
  ...{
    title: 'Fog lottery',
    summary: '',
    body: '<p>Win.</p>',
    base: 'https://example.com/',
    url: 'https://example.com/?p=8',
  },
  ...{ author: '', tags: [], cover: null },
};
const RAW = JSON.stringify({ content: CONTENT, published_at: null, url_key: null, text_key: null });
const OFFERED_ITEMS = `
  insert into source_item (site_id, source_id, external_key, external_id, title, url, state, reason, rule_id, content_hash, raw, seen_at, changed_at)
  select 1, 1, decode(md5(url), 'hex'), url, title, url, 'rejected', reason, rule_id, decode(md5(url), 'hex'), raw::jsonb, '${NOW.toISOString()}', '${NOW.toISOString()}'
  from (values ('https://example.com/?p=7', '', 'It has no title and no text.', null, null),
    ('https://example.com/?p=8', 'Fog lottery', 'The rule “Advertising” says reject.', 1, '${RAW}')) as offered (url, title, reason, rule_id, raw)`;
/** A partner's source and key, whose ids leave those of the examples alone. A demo that is used cannot be removed, so they come late. */
const GUEST_KEY = 'mh_key-of-the-partner';
const GUEST = `
  insert into source (site_id, id, kind, name, section_id, author_ids, tags, approval, settings, active, interval_s)
    values (1, 900, 'guest_api', 'Partner', 1, '{}', '{}', 'hold', '{"url": null, "backlog": 20, "update_policy": "apply", "min_interval": 300}', true, 300) on conflict do nothing;
  insert into api_key (id, name, scopes, all_sites, key_hash) values (900, 'Partner', '{guest:write}', false, sha256('${GUEST_KEY}')) on conflict do nothing;
  insert into api_key_site values (900, 1) on conflict do nothing;
  insert into api_key_source values (900, 1, 900) on conflict do nothing`;
/** An e-mail source, with an id that leaves those of the examples alone. */
const LETTERS = `
  insert into source (site_id, id, kind, name, section_id, author_ids, tags, approval, settings, active, interval_s, created_at, updated_at)
    values (1, 901, 'email', 'Letters', 1, '{}', '{}', 'hold', '{"url": null, "backlog": 20, "update_policy": "apply", "min_interval": 300,
      "email": {"way": "smtp", "allow": [], "unlisted": "hold"}, "mail_name": "letters-4vjk2sa7qtzr6xcn"}', true, 300, '${NOW.toISOString()}', '${NOW.toISOString()}') on conflict do nothing`;
/** The demo has no pending article. */
const PENDING = (state: string) => `update article set state = '${state}' where site_id = 1 and id = 8`;
/** Items of published articles that their source has changed since. */
const CHANGED_ITEMS = `
  insert into source_item (site_id, source_id, external_key, external_id, title, state, uid, taken_version, upstream, content_hash, seen_at, changed_at)
  select 1, 1, decode(md5(number::text), 'hex'), number::text, 'Fog', 'published', uid, 1,
    '${JSON.stringify({ ...CONTENT, title: 'Fog until noon' })}'::jsonb, decode(md5(number::text), 'hex'), '${NOW.toISOString()}', '${NOW.toISOString()}'
  from (select uid, row_number() over (order by id) as number from article where site_id = 1 and state = 'published' and id in (1, 2)) as article`;
const SHOWN_ITEMS = 2;
const LONG_LIST = 3;
const SHOWN_LINES = 3;

const rows = [...rowsOf(contentApi), ...rowsOf(analyticsApi), ...rowsOf(manageApi)];
const all: NamedOperation[] = rows.flatMap(({ name, row }) => {
  const operation = operationOf(row.api, name);
  return operation ? { key: `${row.api}.${name}`, row, operation } : [];
});

it.each(rows.map(({ name, row }) => ({ name, row })))(
  '$row.api $name has a summary, a description and an example',
  ({ name, row }) => {
    const operation = operationOf(row.api, name);
    if (!operation)
      expect.fail(`${name} has no entry in src/contract/reference: add summary, about and example. ${HOW}`);
    expect(operation.summary, `${name}: a summary is a verb and a noun, such as “List deliveries”`).toMatch(
      /^[A-Z][a-z]+ [\p{L}’ ]+$/u,
    );
    expect(operation.about, `${name}: \`about\` is one or more sentences. ${HOW}`).toMatch(/^.{5,}[.]$/s);
    const needsBody = row.body !== undefined && !row.body.isOptional;
    if (needsBody) expect(operation.example.body, `${name}: its example has no body. ${HOW}`).toBeDefined();
  },
);

it('names every operation once', () => {
  const ids = all.map(({ row, operation }) => operationId(row.api, operation));
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  for (const id of ids) expect(id).toMatch(/^(content|analytics|manage)\.[a-z]+[A-Z][A-Za-z]+$/);
});

describe('the examples', () => {
  let app: TestApp;
  let secrets: { seal(text: string): Buffer };
  const written: Record<string, StoredAnswer> = {};
  beforeAll(async () => {
    const webhooks = webhookTools();
    secrets = webhooks.secrets;
    const networkClients = { x: { id: 'masthead', secret: 'never sent' } };
    app = await testApp({ publicUrl: () => STORED_URL, oidc, demoTools, webhooks }, { networkClients });
    app.clock.now = NOW;
    await useMediaAddress(kysely(app.pool), STORED_URL);
    await fillDemo(kysely(app.pool), app.media, NOW);
    const { code } = peopleOperations.setup.create.example.body as { code: string };
    await app.pool.query('insert into setup (code) values ($1)', [code]);
    await app.pool.query(OFFERED_ITEMS);
    await app.pool.query(CHANGED_ITEMS);
  });

  /** Each request with a session finds two: session 1, and session 2, which is its own. */
  async function newSession(): Promise<string> {
    await app.pool.query('truncate session restart identity cascade');
    const body = { session: peopleOperations.sessions.create.example.body };
    const signIn = () => app.request('POST', '/v1/manage/sessions', { body, headers: { origin: STORED_URL } });
    await signIn();
    return (await signIn()).headers.get('set-cookie')?.split(';')[0] ?? '';
  }

  const authenticator = new Authenticator();

  /** Linking takes a real provider. */
  async function linkIdentity({ path, method }: Row): Promise<void> {
    if (!path.startsWith('/v1/manage/me/identities') || method === 'POST') return;
    await app.pool.query(
      `insert into identity (person_id, issuer, subject, email) values (1, $1, 'x', 'ida@example.com') on conflict do nothing`,
      [ISSUER],
    );
  }

  /** What an authenticator answers to a new challenge, in place of the stored answer. */
  async function answered({ path }: Row, body: unknown, headers: Record<string, string>): Promise<unknown> {
    const options = async (from: string) =>
      (await app.request('POST', from, { headers })).body.passkey_options as never; // of either kind
    if (path === '/v1/manage/sessions/passkey')
      return { credential: authenticator.get(await options(`${path}-options`), STORED_URL) };
    if (path.endsWith('/presence')) return presenceIn(body);
    if (path !== '/v1/manage/me/passkeys') return body;
    const { passkey } = body as { passkey: object }; // by its example
    return { passkey: { ...passkey, credential: authenticator.create(await options(`${path}/options`), STORED_URL) } };
  }

  /** In the first article instead of the one that the reference shows. */
  async function presenceIn(body: unknown): Promise<unknown> {
    const { article } = await app.manage('GET', '/sites/1/articles/1');
    return { presence: { ...(body as { presence: object }).presence, uid: article.uid } }; // by its example
  }

  /** A person has come back from Facebook with two pages; the session is the one of the request. */
  function offeredPages(): Promise<string> {
    const tokens = { access: 'of a person', refresh: null, until: null, refreshUntil: null, user: null };
    const pages = [
      { external_id: '17841400000000000', name: 'Harbour Post', token: 'of-a-page' },
      { external_id: '17841400000000001', name: 'Harbour Office', token: 'of-another-page' },
    ];
    const kept = { tokens, identity: { id: null, name: null, choices: pages }, client: 'masthead' };
    const offered = pages.map(({ external_id, name }) => ({ external_id, name }));
    const fields = { name: 'Harbour Post', server: null, monthly_cap: null };
    const authorization = { site_id: 1, session_id: 2, network: 'facebook' as const, fields, account_id: null };
    const rest = { return_to: '/newsroom', proof: secrets.seal('{}'), is_demo: false };
    const sealed = secrets.seal(JSON.stringify(kept));
    return offerChoices(kysely(app.pool), { ...authorization, ...rest }, sealed, offered);
  }

  /** A new preview, a new invitation, or a new password reset for the person who accepted one. */
  async function newToken({ path }: Row): Promise<string> {
    if (path.includes('authorizations')) return offeredPages();
    if (path.includes('previews')) return (await app.manage('POST', '/sites/1/articles/1/preview')).preview.token;
    if (path.includes('password-resets'))
      return (await app.manage('POST', '/people/2/password-reset')).password_reset.token;
    // Another address: a change of this person's roles deletes the invitations to theirs.
    const invitation = { ...(peopleOperations.invitations.create.example.body as object), email: 'nora@example.com' };
    return (await app.manage('POST', '/invitations', { invitation })).invitation.token;
  }

  it.each(inSendingOrder(all))('$key answers as the reference shows', async ({ key, row, operation }) => {
    const { method, path, headers, body, needsKey, session } = exampleRequest(row, operation);
    const page: Record<string, string> = session
      ? { origin: STORED_URL, ...(session === 'used' ? { cookie: await newSession() } : {}) }
      : {};
    const address = path.includes(TOKEN) ? path.replace(TOKEN, await newToken(row)) : path;
    await linkIdentity(row);
    if (row.right === 'guest') await app.pool.query(GUEST);
    if (row.path.endsWith('/sources/:id/address')) await app.pool.query(LETTERS);
    const isQueue = row.path.includes('/pending-articles');
    if (isQueue) await app.pool.query(PENDING('pending'));
    const reply = await app.request(method, address, {
      token: needsKey ? (row.right === 'guest' ? GUEST_KEY : ADMIN) : null,
      body: body && (await answered(row, body, page)),
      headers: { ...headers, ...page },
    });
    if (isQueue) await app.pool.query(PENDING('published'));
    expect(reply.status, `${method} ${path}: ${reply.text}`).toBe(row.status);
    if (row.answer && reply.body) expect(problems(row, reply.body), reply.text).toEqual([]);
    written[key] = stored(reply);
    if (!IS_WRITING) {
      const hint = `${key}: the stored answer is another one. Run \`npm run examples\` and look at the difference. ${HOW}`;
      expect(written[key], hint).toEqual(answers[key]);
    }
  });

  it('show a notification as it is sent', async () => {
    const { rows } = await app.pool.query("select body from article_event where article_id = 2 and action = 'update'");
    written.notification = { status: 200, body: masked(JSON.parse(rows[0]?.body), '', []) };
    if (!IS_WRITING) expect(written.notification, 'Run `npm run examples`.').toEqual(answers.notification);
  });

  it('are all stored, and nothing else', () => {
    if (IS_WRITING) writeFileSync(STORED, fileText(written));
    else expect(Object.keys(answers).sort(), `Run \`npm run examples\`. ${HOW}`).toEqual(Object.keys(written).sort());
  });

  function fileText(of: Record<string, StoredAnswer>): string {
    const head =
      '// Generated by `npm run examples` from the examples of src/contract/reference and the demo; do not edit.\n';
    const sorted = Object.fromEntries([...all.map(({ key }) => key), 'notification'].map((key) => [key, of[key]]));
    return `${head}import type { StoredAnswer } from './answer.ts';\n\nexport const answers: Record<string, StoredAnswer> = ${JSON.stringify(sorted, null, 2)};\n`;
  }
});

/** What of the body the schema does not allow; unknown fields are problems too. */
function problems(row: Row, body: unknown) {
  const { removed: _, ...rest } = body as Record<string, unknown>; // what was taken out of the HTML, beside any answer
  const trimmed = row.api === 'content' && 'fields' in row.query;
  return trimmed ? [] : problemsOf({ ...row.answer, additionalProperties: false } as TSchema, rest);
}

function stored({ status, headers, text, body }: Reply): StoredAnswer {
  const location = headers.get('location');
  const notes: string[] = [];
  const shown = body === undefined ? shortText(text, notes) : masked(body, '', notes);
  return {
    status,
    ...(shown === '' ? {} : { body: shown }),
    ...(location && status === 302 ? { location } : {}),
    ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
  };
}

function shortText(text: string, notes: string[]): string {
  const lines = text.replace(/^id: .*$/gm, `id: ${VOLATILE.as_of}`).split(/\r?\n/);
  if (lines.length > SHOWN_LINES + 1) notes.push(`${SHOWN_LINES} of ${lines.length - 1} lines are shown.`);
  return lines.slice(0, SHOWN_LINES).join('\n');
}

/** Ids of audit entries depend on everything that was changed before, and counts on the whole demo. */
function withEntryIds(value: object): object {
  if ('actor_kind' in value && 'counts' in value)
    return { ...value, id: 4711, counts: value.counts && { 'article.create': 62, 'section.create': 8 } };
  if ('database_bytes' in value) return { ...value, ...MACHINE };
  const { cursor } = value as { cursor?: unknown };
  // The time of the last change.
  if ('changes' in value && typeof cursor === 'string')
    return { ...value, cursor: cursor.replace(/[^.]*$/, String(Date.parse(STAMP))) };
  return 'entries' in value && typeof cursor === 'string' && /^\d+$/.test(cursor)
    ? { ...value, cursor: '4711' }
    : value;
}

function masked(value: unknown, path: string, notes: string[]): unknown {
  if (typeof value === 'string' && UUID.test(value)) return VOLATILE.uid;
  if (typeof value === 'string' && RANDOM_ID.test(path)) return credential.id;
  if (typeof value === 'string')
    return value
      .replace(PREVIEW_LINK, `/previews/${TOKEN}`)
      .replace(SHARED_LINK, `mhl_${TOKEN}`)
      .replace(PROOF, '$1=…');
  if (Array.isArray(value)) {
    const isLong = value.length > LONG_LIST;
    if (isLong) notes.push(`\`${path}\` shows ${SHOWN_ITEMS} of ${value.length} items.`);
    return (isLong ? value.slice(0, SHOWN_ITEMS) : value).map((item) => masked(item, path, notes));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(withEntryIds(value)).map(([name, inner]) => {
      const isVolatile = name in VOLATILE && !isGiven(name, path) && typeof inner === 'string' && isStamp(inner);
      return [name, isVolatile ? VOLATILE[name] : masked(inner, path ? `${path}.${name}` : name, notes)];
    }),
  );
}
