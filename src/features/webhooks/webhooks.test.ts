/** Webhooks in the management API. */
import type { TSchema } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp, webhookTools } from '../../../test/app.ts';
import { CreatedWebhook, Delivery, DeliveryWithLog, Webhook } from '../../contract/webhook.ts';
import { kysely } from '../../db/connect.ts';
import { problemsOf } from '../../http/validate.ts';
import { testSites } from '../articles/testing/test-site.ts';
import { openSecrets, secretsWith } from './secrets.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
const { addSection, place, published } = testSites(() => app);

const URL = 'https://receiver.example/hook';
const create = async (site: number, fields: object = {}) =>
  (await app.manage('POST', `/sites/${site}/webhooks`, { webhook: { url: URL, ...fields } })).webhook;
const refused = async (site: number, fields: object) =>
  (await app.manage('POST', `/sites/${site}/webhooks`, { webhook: { url: URL, ...fields } }, 422)).problems;
const fits = (schema: TSchema, value: unknown) =>
  expect(problemsOf({ ...schema, additionalProperties: false } as TSchema, value), JSON.stringify(value)).toEqual([]);

describe('webhooks', () => {
  it('are created with only the required fields, show their secret once, and are read, listed, changed and deleted', async () => {
    const { site } = await place();
    const made = await create(site);
    fits(CreatedWebhook, made);
    expect(Buffer.from(made.secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    const { secret: _, ...shown } = made;
    fits(Webhook, shown);
    const address = `/sites/${site}/webhooks/${made.id}`;
    expect(await app.manage('GET', address)).toEqual({ webhook: shown });
    expect(await app.manage('GET', `/sites/${site}/webhooks`)).toEqual({
      webhooks: [shown],
      meta: { total_count: 1, count: 1 },
    });
    const change = { url: ' https://other.example/x ', actions: ['publish'], signature_encoding: 'base64' };
    expect((await app.manage('PATCH', address, { webhook: { ...shown, ...change } })).webhook).toMatchObject(change);
    await app.manage('DELETE', address);
    await app.manage('GET', address, undefined, 404);
  });

  it('carry their save counter, and a stale If-Match changes nothing', async () => {
    const { site } = await place();
    const { id } = await create(site);
    const patch = (ifMatch: string) =>
      app.request('PATCH', `/v1/manage/sites/${site}/webhooks/${id}`, {
        token: ADMIN,
        body: { webhook: { extra_headers: false } },
        headers: { 'if-match': ifMatch },
      });
    expect((await patch('"1"')).headers.get('etag')).toBe('"2"');
    expect((await patch('"1"')).status).toBe(409);
  });

  it('belong to their site and may be created with an id', async () => {
    const [{ site }, other] = [await place(), await place()];
    expect((await create(site, { id: 4_711 })).id).toBe(4_711);
    await app.manage('GET', `/sites/${other.site}/webhooks/4711`, undefined, 404);
    await app.manage('PATCH', `/sites/${other.site}/webhooks/4711`, { webhook: {} }, 404);
    await app.manage('DELETE', `/sites/${other.site}/webhooks/4711`, undefined, 404);
    await app.manage('POST', `/sites/${other.site}/webhooks/4711/secret`, {}, 404);
    await app.manage('POST', `/sites/${site}/webhooks`, { webhook: { url: URL, id: 4_711 } }, 409);
    expect(await refused(site, { section_id: other.section })).toEqual([
      { path: '/section_id', message: 'names no section of this site' },
    ]);
  });

  it('prevent the deletion of their section and site', async () => {
    const { site } = await place();
    const section = await addSection(site, 'Heard');
    const { id } = await create(site, { section_id: section });
    expect((await app.manage('DELETE', `/sites/${site}/sections/${section}`, undefined, 409)).error).toContain(
      'webhook',
    );
    expect((await app.manage('DELETE', `/sites/${site}`, undefined, 409)).error).toContain('webhook');
    await app.manage('DELETE', `/sites/${site}/webhooks/${id}`);
    await app.manage('DELETE', `/sites/${site}/sections/${section}`);
  });

  it('have the cause and the time of a pause', async () => {
    const { site } = await place();
    const { id } = await create(site);
    const set = async (active: boolean) =>
      (await app.manage('PATCH', `/sites/${site}/webhooks/${id}`, { webhook: { active } })).webhook;
    expect(await set(false)).toMatchObject({ active: false, pause_reason: 'person', paused_at: expect.any(String) });
    expect(await set(true)).toMatchObject({ active: true, pause_reason: null, paused_at: null });
  });

  it('are refused on private addresses with the name of the setting that allows them', async () => {
    const guarded = await testApp({ webhooks: webhookTools({ allowPrivate: false }) });
    const site = await guarded.site();
    for (const url of ['http://localhost:8080/hooks', 'http://10.0.0.1/']) {
      const { problems } = await guarded.manage('POST', `/sites/${site}/webhooks`, { webhook: { url } }, 422);
      expect(problems).toEqual([{ path: '/url', message: expect.stringContaining('WEBHOOK_ALLOW_PRIVATE=1') }]);
    }
  });

  it('warn of capitals beyond ASCII in the address, which languages lower-case differently', async () => {
    const { site } = await place();
    expect((await create(site, { url: 'https://r.example/ÄÄ' })).warnings).toHaveLength(1);
    expect((await create(site, { url: 'https://R.example/ää/AA' })).warnings).toEqual([]);
  });

  it.each([
    [{ url: '' }, '/url'],
    [{ url: 'nonsense' }, '/url'],
    [{ url: 'ftp://x.example/' }, '/url'],
    [{ url: 'https://user:pw@x.example/' }, '/url'],
    [{ actions: [] }, '/actions'],
    [{ actions: ['publish', 'publish'] }, '/actions'],
    [{ actions: ['explode'] }, '/actions/0'],
    [{ secret: 'short' }, '/secret'],
    [{ signature_encoding: 'rot13' }, '/signature_encoding'],
    [{ surprise: 1 }, '/surprise'],
  ])('refuse %j', async (fields, path) => {
    const { site } = await place();
    expect((await refused(site, fields)).map((problem: { path: string }) => problem.path)).toContain(path);
  });

  it('are refused at private addresses, by name and by resolved address', async () => {
    const strict = await testApp({
      webhooks: webhookTools({
        allowPrivate: false,
        resolve: async (host) => (host === 'inner.example' ? ['93.184.216.34', '10.0.0.7'] : ['93.184.216.34']),
      }),
    });
    const site = await strict.site();
    const post = (url: string, status: number) =>
      strict.manage('POST', `/sites/${site}/webhooks`, { webhook: { url } }, status);
    for (const url of ['http://localhost/', 'http://0x7f.1/', 'http://inner.example/', 'http://[::1]/'])
      expect((await post(url, 422)).problems[0].path).toBe('/url');
    const { webhook } = await post('https://outer.example/', 201);
    await strict.manage(
      'PATCH',
      `/sites/${site}/webhooks/${webhook.id}`,
      { webhook: { url: 'http://10.1.1.1/' } },
      422,
    );
  });
});

describe('secrets', () => {
  it('are given or generated, staged, promoted and retired, and never shown again', async () => {
    const { site } = await place();
    const { id, secret } = await create(site, { secret: 'set by the operator' });
    expect(secret).toBe('set by the operator');
    const address = `/sites/${site}/webhooks/${id}`;
    const state = async () => (await app.manage('GET', address)).webhook.secret_state;
    await app.manage('PUT', `${address}/secret/promotion`, undefined, 409);
    const staged = await app.manage('POST', `${address}/secret`);
    expect(staged).toEqual({ secret: expect.stringMatching(/^whsec_/), state: 'staged' });
    expect(await state()).toEqual({ is_staged: true, promoted_at: null, previous_until: null });
    await app.manage('PUT', `${address}/secret/promotion`);
    expect(await state()).toMatchObject({ is_staged: false, previous_until: expect.any(String) });
    await app.manage('DELETE', `${address}/secret/previous`);
    await app.manage('DELETE', `${address}/secret/previous`, undefined, 409);
    expect(await state()).toMatchObject({ previous_until: null });
    const both = await app.manage('POST', `${address}/secret?promote=true`, { secret: 'another given one' });
    expect(both).toEqual({ secret: 'another given one', state: 'in_use' });
    const everything = JSON.stringify([
      await app.manage('GET', address),
      await app.manage('GET', `/sites/${site}/webhooks`),
    ]);
    for (const told of [secret, staged.secret, both.secret]) {
      expect(everything).not.toContain(told);
      expect(app.log.join('\n')).not.toContain(told);
    }
  });

  it('are not in the database in any readable form', async () => {
    const { site } = await place();
    const { id, secret } = await create(site);
    const { rows } = await app.pool.query('select webhook::text as text, secret from webhook where id = $1', [id]);
    expect(rows[0].secret.toString('latin1')).not.toContain(secret.slice(6));
    expect(secretsWith(Buffer.alloc(32, 'k')).open(rows[0].secret)).toBe(secret);
  });

  it('are not shown to a repeated request: it is 409', async () => {
    const { site } = await place();
    const post = () =>
      app.request('POST', `/v1/manage/sites/${site}/webhooks`, {
        token: ADMIN,
        body: { webhook: { url: URL } },
        headers: { 'idempotency-key': `hook-${site}` },
      });
    expect([(await post()).status, (await post()).status]).toEqual([201, 409]);
    expect((await app.manage('GET', `/sites/${site}/webhooks`)).meta.total_count).toBe(1);
  });

  it('are encrypted again when SECRET_KEY is set, and a wrong key is refused', async () => {
    const own = await testApp();
    const db = kysely(own.pool);
    const site = await own.site();
    const first = await openSecrets(db, null);
    const { webhook } = await own.manage('POST', `/sites/${site}/webhooks`, { webhook: { url: URL } });
    await own.pool.query('update webhook set secret = $1', [first.seal('kept')]);
    expect((await openSecrets(db, null)).open(first.seal('x'))).toBe('x');
    const words = 'a setting of more than thirty-two characters';
    const second = await openSecrets(db, words);
    const { rows } = await own.pool.query('select secret from webhook where id = $1', [webhook.id]);
    expect(second.open(rows[0].secret)).toBe('kept');
    expect((await own.pool.query('select from secret_key')).rowCount).toBe(0);
    await expect(openSecrets(db, `${words}!`)).rejects.toThrow('SECRET_KEY');
    await expect(openSecrets(db, null)).rejects.toThrow('SECRET_KEY');
  });
});

describe('deliveries', () => {
  it('are listed newest first, filtered, paged and shown with their log', async () => {
    const at = await place();
    const { id } = await create(at.site);
    const articles = [];
    for (let n = 0; n < 3; n++) articles.push(await published(at));
    const list = (query = '') => app.manage('GET', `/sites/${at.site}/webhooks/${id}/deliveries?${query}`);
    const all = await list();
    expect(all.meta).toEqual({ total_count: 3, count: 3 });
    for (const delivery of all.deliveries) fits(Delivery, delivery);
    expect(all.deliveries.map((one: { article_id: number }) => one.article_id)).toEqual(
      articles.map((one) => one.id).reverse(),
    );
    expect((await list('count=2&page=2')).meta).toEqual({ total_count: 3, count: 1 });
    expect((await list(`article_id=${articles[1].id}`)).deliveries).toHaveLength(1);
    expect((await list('state=delivered')).deliveries).toEqual([]);
    expect((await list('action=publish&state=pending')).deliveries).toHaveLength(3);
    const [newest] = all.deliveries;
    expect(newest).toMatchObject({ article_uid: articles[2].uid, article_title: articles[2].title });
    const { delivery } = await app.manage('GET', `/sites/${at.site}/webhooks/${id}/deliveries/${newest.id}`);
    fits(DeliveryWithLog, delivery);
    expect(delivery).toEqual({ ...newest, attempt_log: [] });
    await app.manage('GET', `/sites/${at.site}/webhooks/${id}/deliveries/999999`, undefined, 404);
    await app.manage('GET', `/sites/${at.site}/webhooks/999999/deliveries`, undefined, 404);
    const { webhook } = await app.manage('GET', `/sites/${at.site}/webhooks/${id}`);
    expect(webhook.health).toMatchObject({ pending: 3, oldest_pending_at: expect.any(String), breaker: 'closed' });
  });

  it('are sent again one by one, unless their event was deleted', async () => {
    const at = await place();
    const { id } = await create(at.site);
    await published(at);
    const [{ id: one }] = (await app.manage('GET', `/sites/${at.site}/webhooks/${id}/deliveries`)).deliveries;
    const address = `/sites/${at.site}/webhooks/${id}/deliveries/${one}/redelivery`;
    await app.pool.query("update webhook_delivery set state = 'delivered', settled_at = now() where id = $1", [one]);
    await app.pool.query('delete from webhook_lane where site_id = $1', [at.site]);
    expect((await app.manage('POST', address, undefined, 202)).delivery).toMatchObject({ id: one, state: 'pending' });
    expect((await app.pool.query('select from webhook_lane where site_id = $1', [at.site])).rowCount).toBe(1);
    await app.pool.query("update webhook_delivery set state = 'delivered' where id = $1", [one]);
    await app.pool.query('delete from article_event where site_id = $1', [at.site]);
    await app.manage('POST', address, undefined, 410);
  });

  it('are not replayed without a time', async () => {
    const at = await place();
    const { id } = await create(at.site);
    const replay = (body: object, status: number) =>
      app.manage('POST', `/sites/${at.site}/webhooks/${id}/replay`, body, status);
    await replay({}, 422);
    await replay({ since: 'yesterday' }, 422);
    await replay({ since: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' }, 422);
    await replay({ since: '2020-01-01T00:00:00Z', only: 'everything' }, 422);
    expect(await replay({ since: '2020-01-01T00:00:00Z', until: '2021-01-01T00:00:00Z' }, 202)).toEqual({
      replay: { since: '2020-01-01T00:00:00Z', until: '2021-01-01T00:00:00Z', only: null, events: 0 },
    });
  });
});

it('a recheck is for published articles', async () => {
  const at = await place();
  const { uid } = await published(at);
  await app.manage('POST', `/sites/${at.site}/articles/${uid}/recheck`, undefined, 202);
  await app.manage('DELETE', `/sites/${at.site}/articles/${uid}/publication`);
  await app.manage('POST', `/sites/${at.site}/articles/${uid}/recheck`, undefined, 409);
});
