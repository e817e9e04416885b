import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { manageApi } from '../../contract/routes.ts';
import type { Row } from '../../contract/row.ts';
import {
  type Client,
  type ClientOptions,
  ConflictError,
  createClient,
  type ManagedArticle,
  MastheadError,
  RateLimitError,
  UnavailableError,
  ValidationError,
} from '../client.ts';
import { failure, range, recorded, unavailable } from './testing/requests.ts';

let app: TestApp;
let site: number;
let section: number;
const clientOf = (options: Partial<ClientOptions> = {}) => createClient({ url: app.url, apiKey: ADMIN, ...options });
let { manage }: Pick<Client, 'manage'> = createClient({ url: '' });
beforeAll(async () => {
  app = await testApp({}, { isWorking: true });
  manage = clientOf().manage;
  site = await app.site();
  section = (await manage.sections.create(site, { name: 'Harbour' })).section.id;
});

const titles = async () => {
  const found = [];
  for await (const { title } of manage.articles.list(site)) found.push(title);
  return found;
};

/** Every row of the table with the method that its name leads to. */
function operations(client: Client): { name: string; row: Row; call: (...given: unknown[]) => PromiseLike<unknown> }[] {
  return Object.entries(manageApi).flatMap(([noun, rows]) =>
    Object.entries(rows as Record<string, Row>).map(([verb, row]) => {
      const methods = client.manage[noun as keyof typeof manageApi] as object; // a group of methods has the name of its noun
      return { name: `${noun}.${verb}`, row, call: methods[verb as never] };
    }),
  );
}

/** Streams begin when they are read. */
function firstOf(answer: unknown): unknown {
  const isStream = answer instanceof Object && !('then' in answer) && Symbol.asyncIterator in answer;
  return isStream ? (answer as AsyncIterable<unknown>)[Symbol.asyncIterator]().next() : answer;
}

describe('the management API', () => {
  it('is reached by a method for every row of the contract', async () => {
    const recording = recorded();
    const unknown = (await app.request('GET', '/v1/manage/nothing', { token: ADMIN })).body.error;
    const rows = operations(clientOf({ fetch: recording.fetch, retries: 0 }));
    expect(rows.length).toBeGreaterThan(70);
    for (const { name, row, call } of rows) {
      const ids = [...row.path.matchAll(/:\w+/g)].map(() => 999_999);
      const hasBody = Object.keys((row.body?.schema as { properties?: object })?.properties ?? {}).length > 0;
      const error = await Promise.resolve(firstOf(call(...ids, ...(hasBody ? [{}] : []), {}))).then(
        () => null,
        (thrown) => thrown,
      );
      const sent = recording.requests.at(-1);
      const path = row.path.replace(/:\w+/g, '999999');
      expect([name, sent?.method, sent?.address]).toEqual([name, row.method, app.url + path]);
      expect([name, error instanceof MastheadError || error === null]).toEqual([name, true]);
      expect([name, error?.message]).not.toEqual([name, unknown]);
      expect([name, sent?.headers.has('idempotency-key')]).toEqual([name, row.method === 'POST']);
      expect(sent?.headers.get('authorization')).toBe(`Bearer ${ADMIN}`);
    }
    // With a key nobody is signed in, and without a page there is no Origin; partners have keys of their own.
    const isForOthers = ({ row }: (typeof rows)[number]) =>
      row.right === 'self' ||
      row.options.isForPeople ||
      row.right === 'guest' ||
      (row.right === 'open' && row.method !== 'GET');
    const unexpected = rows.filter((operation, at) =>
      isForOthers(operation)
        ? recording.statuses[at] !== 403
        : ![200, 204, 404, 422].includes(recording.statuses[at] ?? 0),
    );
    expect(unexpected.map(({ name }) => name)).toEqual([]);
  });

  it('writes, changes, publishes, restores and removes an article', async () => {
    const { article, etag } = await manage.articles.create(site, { title: 'Fog', section_id: section });
    expectTypeOf(article).toEqualTypeOf<ManagedArticle>();
    expect([article.state, etag]).toEqual(['draft', '"1"']);
    const changed = await manage.articles.change(site, article.uid, { title: 'Fog until noon' }, { ifMatch: etag });
    expect([changed.article.title, changed.etag]).toEqual(['Fog until noon', '"2"']);
    const published = await manage.articles.publish(site, article.uid, {}, { ifMatch: changed.article.version });
    expect(published.article).toMatchObject({ state: 'published', id: expect.any(Number) });
    await manage.articles.pin(site, article.uid, { site_pinned_index: 0 });
    const revisions = [];
    for await (const { number } of manage.revisions.list(site, article.uid, { count: 1 })) revisions.push(number);
    expect(revisions.sort()).toContain(1);
    expect((await manage.revisions.read(site, article.uid, 1)).revision.article.title).toBe('Fog');
    const restored = await manage.revisions.restore(site, article.uid, 1);
    expect(restored.article.title).toBe('Fog');
    expect(await manage.articles.unpublish(site, article.uid)).toBeUndefined();
    expect((await manage.articles.read(site, published.article.id ?? 0)).article.state).toBe('unpublished');
    const actions = [];
    for await (const { action } of manage.changes.list(site, { count: 1 })) actions.push(action);
    expect(actions).toEqual(['publish', 'update', 'unpublish']);
    await manage.articles.remove(site, article.uid);
    expect(await titles()).not.toContain('Fog');
  });

  it('gives the etag of everything that can be changed, and refuses a stale one', async () => {
    const form = new FormData();
    form.append('file', new Blob(['%PDF-1.7 minutes']), 'minutes.pdf');
    const cases: Record<string, [least: object, change: object]> = {
      media: [form, { title: 'Minutes' }],
      sites: [{ name: 'S', url: 'https://s.example' }, { name: 'T' }],
      sections: [{ name: 'S' }, { name: 'T' }],
      articles: [{ title: 'A', section_id: section }, { title: 'B' }],
      authors: [{ firstname: 'A', lastname: 'B' }, { lastname: 'C' }],
      articleCategories: [{ name: 'C' }, { name: 'D' }],
      featuredItemContainers: [{ identifier: 'f', name: 'F' }, { name: 'G' }],
      pages: [{ name: 'P' }, { name: 'Q' }],
      issues: [{ name: 'I' }, { name: 'J' }],
      events: [{ name: 'E', start_date: '2026-01-01' }, { name: 'F' }],
      webhooks: [{ url: 'http://127.0.0.1:9/hook', active: false }, { url: 'http://127.0.0.1:9/other' }],
      sources: [{ url: 'https://feeds.example/x', section_id: section }, { name: 'F' }],
      networkAccounts: [{ network: 'mastodon', name: 'M', server: 'm.example' }, { name: 'N' }],
      intakeRules: [{ name: 'R', match: {}, action: 'hold' }, { name: 'S' }],
      campaigns: [{ name: 'C', service_site_id: site }, { name: 'D' }],
    };
    const changeable = Object.entries(manageApi).filter(([, rows]) => 'change' in rows && 'create' in rows);
    expect(changeable.map(([noun]) => noun).sort()).toEqual(Object.keys(cases).sort());
    for (const [noun, rows] of changeable) {
      const [least, change] = cases[noun] ?? [{}, {}];
      type Call = (...given: unknown[]) => Promise<{ etag: string }>;
      const methods = manage[noun as 'pages'] as unknown as Record<'create' | 'read' | 'change', Call>; // called alike
      const of = (rows as { create: Row }).create.path.includes(':site_id') ? [site] : [];
      const { etag, ...made } = await methods.create(...of, least);
      const [one] = Object.values(made) as { id: number; uid?: string }[]; // under its wrapper key
      const ids = [...of, one?.uid ?? one?.id];
      expect([noun, (await methods.read(...ids)).etag]).toEqual([noun, etag]);
      const changed = await methods.change(...ids, change, { ifMatch: etag });
      expect([noun, changed.etag]).not.toEqual([noun, etag]);
      const stale = await failure(methods.change(...ids, change, { ifMatch: etag }));
      expect([noun, stale.status]).toEqual([noun, 409]);
    }
  });

  it('lists the parts that sanitising removed', async () => {
    const body = '<p onclick="x()">Herring</p>';
    const { removed, article } = await manage.articles.create(site, { title: 'HTML', section_id: section, body });
    expect([removed?.[0]?.path, article.body]).toEqual(['/body', '<p>Herring</p>']);
  });

  it('handles keys, secrets, deliveries and replays', async () => {
    const { webhook } = await manage.webhooks.create(site, { url: 'http://127.0.0.1:9/hook', active: false });
    expect(webhook.secret).toMatch(/^whsec_/);
    const staged = await manage.webhooks.stageSecret(site, webhook.id, {}, { promote: true });
    expect(staged.state).toBe('in_use');
    expect((await manage.webhooks.stageSecret(site, webhook.id)).state).toBe('staged');
    expect((await manage.webhooks.promoteSecret(site, webhook.id)).webhook.secret_state.is_staged).toBe(false);
    await manage.webhooks.retireSecret(site, webhook.id);
    expect((await manage.webhooks.deliveries(site, webhook.id, { state: 'pending' })).deliveries).toEqual([]);
    const { replay } = await manage.webhooks.replay(site, webhook.id, { since: '2026-01-01T00:00:00Z' });
    expect(replay.since).toMatch(/^2026-01-01/);
    const { api_key } = await manage.apiKeys.create({ name: 'Site', scopes: ['content:read'], site_ids: [site] });
    const named = await manage.apiKeys.read(api_key.id);
    expect([named.api_key.name, 'key' in named.api_key]).toEqual(['Site', false]);
    await manage.apiKeys.remove(api_key.id);
  });

  it('lists page by page, and one page when awaited', async () => {
    const other = await app.site();
    for (const n of range(5)) await manage.authors.create(other, { firstname: `A${n}`, lastname: 'Holm' });
    const list = manage.authors.list(other, { count: 2 });
    expect((await list).meta).toEqual({ total_count: 5, count: 2 });
    const names = [];
    for await (const { firstname } of list) names.push(firstname);
    expect(names).toEqual(range(5).map((n) => `A${n}`));
    const sizes = [];
    for await (const { authors } of manage.authors.list(other, { count: 2, page: 2 }).pages())
      sizes.push(authors.length);
    expect(sizes).toEqual([2, 1]);
  });

  it('refuses ids that would lead to another address', () => {
    const recording = recorded();
    const { findUser, manage: ours } = clientOf({ fetch: recording.fetch });
    const { articles } = ours;
    expect(() => findUser({ campaign_id: 1, user_type: '..', user_id: '..' })).toThrow('user_type is not an id');
    for (const uid of ['', '.', '..']) expect(() => articles.remove(site, uid)).toThrow('uid is not an id');
    // @ts-expect-error: the id of the site is missing
    expect(() => articles.list({ state: 'draft' })).toThrow('site_id is not an id');
    // @ts-expect-error: both are missing
    expect(() => articles.read()).toThrow('site_id is missing');
    expect(recording.requests).toEqual([]);
  });
});

describe('errors', () => {
  it('have a class for conflicts, invalid bodies, limits and outages', async () => {
    const { section: made, etag } = await manage.sections.create(site, { name: 'Sea' });
    await manage.sections.change(site, made.id, { name: 'Sea and sky' }, { ifMatch: etag });
    const stale = await failure(manage.sections.change(site, made.id, { name: 'Sky' }, { ifMatch: etag }));
    expect([stale instanceof ConflictError, stale.name, stale.status]).toEqual([true, 'ConflictError', 409]);
    expect(stale.message).toContain('version 2');
    const invalid = await failure(manage.events.create(site, { name: '', start_date: 'tomorrow' }));
    expect(invalid).toBeInstanceOf(ValidationError);
    expect(invalid.problems.map(({ path }) => path).sort()).toEqual(['/name', '/start_date']);
    expect(invalid.body.problems).toEqual(invalid.problems);
    const limited = recorded(() => new Response('', { status: 429, headers: { 'retry-after': '60' } }));
    const late = await failure(clientOf({ fetch: limited.fetch }).manage.sites.list());
    expect([late instanceof RateLimitError, late.retryAfter, late.attempts]).toEqual([true, 60, 1]);
    const down = recorded(unavailable);
    const out = await failure(clientOf({ fetch: down.fetch }).manage.sites.list());
    expect([out instanceof UnavailableError, out.isTemporary, out.attempts]).toEqual([true, true, 3]);
    expect((await failure(clientOf({ apiKey: 'wrong' }).manage.sites.list())).status).toBe(401);
  });
});

describe('retries', () => {
  /** Passes the request on and loses its answer. */
  const losing = (times: number) => {
    let lost = 0;
    const keys: (string | null)[] = [];
    const lossy: typeof fetch = async (address, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      const response = await fetch(address, init);
      if (lost >= times) return response;
      lost += 1;
      throw new TypeError('the connection was reset');
    };
    return { keys, fetch: lossy };
  };

  it('create once, though the first answer was lost', async () => {
    const wire = losing(1);
    const { articles } = clientOf({ fetch: wire.fetch }).manage;
    const { article } = await articles.create(site, { title: 'Once', section_id: section });
    expect((await titles()).filter((title) => title === 'Once')).toHaveLength(1);
    expect(article.title).toBe('Once');
    expect(new Set(wire.keys).size).toBe(1);
    await articles.create(site, { title: 'Twice', section_id: section });
    expect(new Set(wire.keys).size).toBe(2);
  });

  it('find the first answer again by a key of the caller', async () => {
    const body = { title: 'Kept', section_id: section };
    const first = await manage.articles.create(site, body, { idempotencyKey: 'form-4711' });
    const again = await clientOf().manage.articles.create(site, body, { idempotencyKey: 'form-4711' });
    expect(again.article.uid).toBe(first.article.uid);
    const other = manage.articles.create(site, { ...body, title: 'Other' }, { idempotencyKey: 'form-4711' });
    expect(await failure(other)).toBeInstanceOf(ConflictError);
  });

  it('follow 429 and 503 for every method, and say how often a request was sent', async () => {
    const { article, etag } = await manage.articles.create(site, { title: 'Storm', section_id: section });
    const busy = () => new Response('', { status: 429, headers: { 'retry-after': '0' } });
    const wire = recorded((sent) => [unavailable(), busy(), undefined][sent % 3]);
    const { articles } = clientOf({ fetch: wire.fetch }).manage;
    await articles.change(site, article.uid, { title: 'Gale' }, { ifMatch: etag });
    await articles.publish(site, article.uid);
    await articles.remove(site, article.uid);
    expect(wire.statuses).toEqual([503, 429, 200, 503, 429, 200, 503, 429, 204]);
    const lossy = clientOf({ fetch: losing(1).fetch }).manage;
    const second = (await manage.sections.create(site, { name: 'Cove' })).section.id;
    const gone = await failure(lossy.sections.remove(site, second));
    expect([gone.status, gone.attempts]).toEqual([404, 2]);
  });

  it('end with the caller’s signal', async () => {
    const reason = new Error('no longer needed');
    const waiting = recorded(() => new Response('', { status: 503, headers: { 'retry-after': '20' } }));
    const stop = new AbortController();
    const call = clientOf({ fetch: waiting.fetch }).manage.sites.list({ signal: stop.signal });
    const ended = expect(call).rejects.toBe(reason);
    await expect.poll(() => waiting.statuses.length).toBe(1);
    stop.abort(reason);
    await ended;
    await expect(manage.sites.read(site, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
