/** Test notifications, and their exact bytes. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { verify } from '../../sdk/webhooks.ts';
import { testSites } from '../articles/testing/test-site.ts';
import { receiver, status, type TestReceiver } from './testing/receiver.ts';

let app: TestApp;
let listening: TestReceiver;
beforeAll(async () => {
  [app, listening] = [await testApp({}, { isWorking: true, isSending: true }), await receiver()];
});
const { place, published } = testSites(() => app);
const SOON = { timeout: 60_000, interval: 50 };

let paths = 0;
async function hook(site: number, fields: object = {}) {
  paths += 1;
  const path = `/${paths}`;
  const { webhook } = await app.manage('POST', `/sites/${site}/webhooks`, {
    webhook: { url: listening.url + path, ...fields },
  });
  return { ...webhook, path, address: `/sites/${site}/webhooks/${webhook.id}` };
}

async function tested(address: string, body: object = {}) {
  const { delivery } = await app.manage('POST', `${address}/test`, body, 202);
  return vi.waitFor(async () => {
    const read = (await app.manage('GET', `${address}/deliveries/${delivery.id}`)).delivery;
    expect(read.state).not.toBe('pending');
    return read;
  }, SOON);
}

describe('a test of a webhook', () => {
  it('sends one signed notification that is marked, and logs it', async () => {
    const { site } = await place();
    const { address, path, url, secret } = await hook(site, { actions: ['update', 'unpublish'] });
    const delivery = await tested(address);
    expect(delivery).toMatchObject({
      is_test: true,
      action: 'update',
      article_id: 0,
      article_uid: null,
      version: 0,
      state: 'delivered',
    });
    expect(delivery).toMatchObject({
      attempts: 1,
      last_status: 204,
      attempt_log: [{ status: 204, outcome: 'delivered' }],
    });
    const [request, ...others] = listening.at(path);
    expect(others).toEqual([]);
    expect(request?.headers['x-service-test']).toBe('true');
    expect(request?.headers['webhook-id']).toBe(String(delivery.id));
    const verdict = verify({ headers: request?.headers ?? {}, body: request?.body ?? '' }, { secret, url });
    expect(verdict).toMatchObject({ ok: true, notification: { action: 'update', isTest: true, article: { id: 0 } } });
    expect((await tested(address, { action: 'unpublish' })).action).toBe('unpublish');
    expect(listening.at(path)[1]?.body).toBe('{"action":"unpublish","article":{"id":0}}');
    await app.manage('POST', `${address}/test`, { action: 'explode' }, 422);
  });

  it('carries its mark where the extra headers are off', async () => {
    const { site } = await place();
    const { address, path } = await hook(site, { extra_headers: false });
    await tested(address);
    expect(listening.at(path)[0]?.headers).toMatchObject({ 'x-service-test': 'true' });
    expect(listening.at(path)[0]?.headers['webhook-id']).toBeUndefined();
  });

  it('reaches a paused receiver, is not retried, and changes nothing about the receiver', async () => {
    const at = await place();
    const { address, path } = await hook(at.site, { active: false });
    await published(at);
    const before = (await app.manage('GET', address)).webhook;
    expect(before.health.pending).toBe(1);
    for (const code of [410, 401, 500, 302]) {
      listening.answer.with = status(code);
      expect(await tested(address)).toMatchObject({ state: 'given_up', attempts: 1, last_status: code });
    }
    listening.answer.with = status(204);
    expect((await app.manage('GET', address)).webhook).toEqual(before);
    expect(listening.at(path).every(({ articleId }) => articleId === 0)).toBe(true);
    const listed = async (query: string) => (await app.manage('GET', `${address}/deliveries${query}`)).deliveries;
    expect(await listed('')).toMatchObject([{ is_test: false, state: 'pending' }]);
    expect(await listed('?test=true')).toHaveLength(4);
    expect(await listed('?test=true&state=pending')).toEqual([]);
    const [{ id }] = await listed('?test=true');
    expect((await app.manage('POST', `${address}/deliveries/${id}/redelivery`, {}, 409)).error).toContain('A test');
    expect((await app.get('/metrics')).text).toContain(`masthead_webhook_pending{site="${at.site}"`);
    await app.manage('POST', `${address}/replay`, { since: '2020-01-01T00:00:00Z', only: 'failed' }, 202);
  });

  it('says why no one answered', async () => {
    const { site } = await place();
    const { webhook } = await app.manage('POST', `/sites/${site}/webhooks`, {
      webhook: { url: 'http://127.0.0.1:1/x' },
    });
    const delivery = await tested(`/sites/${site}/webhooks/${webhook.id}`);
    expect(delivery).toMatchObject({ state: 'given_up', last_status: null, attempt_log: [{ outcome: 'connect' }] });
  });

  it('is one of ten a minute for a site', async () => {
    const { site } = await place();
    const { address } = await hook(site);
    const statuses = await Promise.all(
      Array.from(
        { length: 14 },
        async () => (await app.request('POST', `/v1/manage${address}/test`, { token: ADMIN })).status,
      ),
    );
    expect(statuses.filter((one) => one === 202)).toHaveLength(10);
    const refused = await app.request('POST', `/v1/manage${address}/test`, { token: ADMIN });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await app.manage('POST', `${(await hook((await place()).site)).address}/test`, {}, 202);
    await app.manage('POST', `/sites/${site}/webhooks/999999/test`, {}, 404);
  });

  it('is deleted with its webhook', async () => {
    const { site } = await place();
    const { id, address } = await hook(site);
    await tested(address);
    await app.manage('DELETE', address);
    await vi.waitFor(async () => {
      const { rows } = await app.pool.query('select 1 from webhook_test where site_id = $1 and webhook_id = $2', [
        site,
        id,
      ]);
      expect(rows).toEqual([]);
    }, SOON);
  });
});

describe('the payload of a delivery', () => {
  const payloadOf = async (address: string, id: number, code = 200) =>
    app.manage('GET', `${address}/deliveries/${id}/payload`, undefined, code);

  it('equals the sent bytes', async () => {
    const at = await place();
    const { address, path } = await hook(at.site);
    await published(at, { title: 'Ääni 🎣 “quoted” \u2028' });
    const { id } = await tested(address);
    const [real] = await vi.waitFor(async () => {
      const { deliveries } = await app.manage('GET', `${address}/deliveries`);
      expect(deliveries).toMatchObject([{ state: 'delivered' }]);
      return deliveries;
    }, SOON);
    for (const delivery of [real, { id }]) {
      const { payload } = await payloadOf(address, delivery.id);
      const request = listening.at(path).find(({ headers }) => headers['webhook-id'] === String(delivery.id));
      expect(payload.body).toBe(request?.body);
      const shown = Object.entries<string>(payload.headers).map(([name, value]) => [name.toLowerCase(), value]);
      expect(request?.headers).toMatchObject(Object.fromEntries(shown));
      expect(Object.keys(payload.headers)).toContain('X-Service-Signature');
      expect(payload.sent_at).toMatch(/Z$/);
    }
  });

  it('has no headers before the first request, and is 410 when the event is gone', async () => {
    const at = await place();
    const { address, secret } = await hook(at.site, { active: false });
    await published(at);
    const [{ id }] = (await app.manage('GET', `${address}/deliveries`)).deliveries;
    const { payload } = await payloadOf(address, id);
    expect(payload).toMatchObject({ headers: null, sent_at: null, body: expect.stringContaining('"publish"') });
    expect(JSON.stringify(payload)).not.toContain(secret);
    await app.pool.query('delete from article_event where site_id = $1', [at.site]);
    expect((await payloadOf(address, id, 410)).error).toContain('30 days');
    await payloadOf(address, 999_999_999, 404);
  });
});
