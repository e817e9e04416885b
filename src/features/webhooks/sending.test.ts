/** Sending, to real receivers on loopback. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { slowTest } from '../../../test/slow.ts';
import { signature, standardSignature } from '../../core/signature.ts';
import { type TestSite, testSites } from '../articles/testing/test-site.ts';
import { type Answer, receiver, status, type TestReceiver } from './testing/receiver.ts';

let app: TestApp;
let target: TestReceiver;
beforeAll(async () => {
  app = await testApp({}, { isWorking: true, isSending: true });
  target = await receiver();
});
const { place, published, unpublish } = testSites(() => app);

let made = 0;
interface Hook extends TestSite {
  id: number;
  secret: string;
  path: string;
  address: string;
}

/** A site with a webhook whose requests come to a path of their own. */
async function hooked(fields: object = {}): Promise<Hook> {
  const at = await place();
  const path = `/hook-${++made}`;
  const { webhook } = await app.manage('POST', `/sites/${at.site}/webhooks`, {
    webhook: { url: `${target.url}${path}`, ...fields },
  });
  return { ...at, id: webhook.id, secret: webhook.secret, path, address: `/sites/${at.site}/webhooks/${webhook.id}` };
}

const answers = (rules: Record<string, Answer>) => {
  const before = target.answer.with;
  target.answer.with = (request, response) => (rules[request.path] ?? before)(request, response);
};
const read = async ({ address }: Hook) => (await app.manage('GET', address)).webhook;
const deliveries = async ({ address }: Hook) =>
  (await app.manage('GET', `${address}/deliveries?count=100`)).deliveries.reverse();
const states = async (hook: Hook) => (await deliveries(hook)).map(({ state }: { state: string }) => state);
/** What the sender itself has recorded. */
const audited = async ({ site }: { site: number }) =>
  (
    await app.pool.query(
      `select action, before, after, noun_id from audit_entry
       where noun = 'webhook' and actor_kind = 'timer' and site_id = $1 order by id`,
      [site],
    )
  ).rows;
const log = async (hook: Hook, id: number) =>
  (await app.manage('GET', `${hook.address}/deliveries/${id}`)).delivery.attempt_log;
const actions = ({ path }: Hook) => target.at(path).map(({ action }) => action);
const edit = ({ site }: TestSite, uid: string, title: string) =>
  app.manage('PATCH', `/sites/${site}/articles/${uid}`, { article: { title, state: 'published' } });
/** Ends every pause at once. */
const hurry = (hook: Hook) =>
  app.pool.query('update webhook_lane set next_at = now() where site_id = $1 and claim is null', [hook.site]);
const hurryProbe = (hook: Hook) =>
  app.pool.query('update webhook set probe_at = now() where site_id = $1 and probe_at is not null', [hook.site]);
/** From the last attempt to the next. */
async function pauseSeconds(hook: Hook): Promise<number> {
  const { rows } = await app.pool.query(
    `select extract(epoch from next_at - (select max(at) from webhook_attempt where site_id = $1))::float8 as seconds
     from webhook_lane where site_id = $1`,
    [hook.site],
  );
  return rows[0].seconds;
}
/** Fails this many times, then accepts everything. */
const failing = (times: number, answer: Answer = status(500)): Answer => {
  let left = times;
  return (request, response) => (left-- > 0 ? answer : status(204))(request, response);
};

describe('a notification', () => {
  it('has the interface’s headers and bytes exactly, and a signature by its rules', async () => {
    const hook = await hooked({ extra_headers: false });
    const { id } = await published(hook, { title: 'ÄNGAR & Σίσυφος', body: '<p>İstanbul ǅ</p>' });
    await expect.poll(() => target.at(hook.path).length).toBe(1);
    const [request] = target.at(hook.path);
    const body = request?.body ?? '';
    const { rows } = await app.pool.query('select body from article_event where site_id = $1', [hook.site]);
    expect(body).toBe(rows[0].body);
    const url = `${target.url}${hook.path}`;
    const signed = signature({ method: 'POST', action: 'publish', env: 'production', url, body }, hook.secret);
    // undici writes the names of the headers that it sets itself in lower case.
    expect(request?.rawHeaders).toEqual([
      ...['host', `127.0.0.1:${target.port}`],
      ...['connection', 'keep-alive'],
      ...['Content-Type', 'application/json; charset=utf-8'],
      ...['Accept', '*/*'],
      ...['User-Agent', 'Masthead-Webhooks'],
      ...['X-Service-Action', 'publish'],
      ...['X-Service-Env', 'production'],
      ...['X-Service-Signature', signed],
      ...['content-length', String(Buffer.byteLength(body))],
    ]);
    expect(signed).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.parse(body)).toMatchObject({ action: 'publish', article: { id, title: 'ÄNGAR & Σίσυφος' } });
    expect((await app.get(`/v1/sites/${hook.site}/articles/${id}`)).status).toBe(200);
  });

  it('carries Standard Webhooks beside them, and is signed over the address as registered, whitespace included', async () => {
    const hook = await hooked({ signature_encoding: 'base64' });
    const url = ` ${target.url}/Other-${hook.id}  `;
    await app.manage('PATCH', hook.address, { webhook: { url } });
    await published(hook);
    await expect.poll(() => target.at(`/Other-${hook.id}`).length).toBe(1);
    const [{ headers, body }] = target.at(`/Other-${hook.id}`) as [(typeof target.received)[0]];
    const signed = { method: 'POST', action: 'publish', env: 'production', url, body };
    expect(headers['x-service-signature']).toBe(signature(signed, hook.secret, 'base64'));
    const [delivery] = await deliveries(hook);
    const id = String(delivery.id);
    expect(headers).toMatchObject({
      'x-service-delivery': id,
      'x-service-attempt': '1',
      'x-service-version': String(delivery.version),
      'webhook-id': id,
    });
    const timestamp = Number(headers['webhook-timestamp']);
    expect(headers['webhook-signature']).toBe(standardSignature({ id, timestamp, body }, [hook.secret]));
  });

  it('is logged with its headers, its time and the beginning of the answer', async () => {
    const hook = await hooked();
    answers({ [hook.path]: (_, response) => void response.writeHead(200).end('x'.repeat(10_000)) });
    await published(hook);
    await expect.poll(() => states(hook)).toEqual(['delivered']);
    const [delivery] = await deliveries(hook);
    expect(delivery).toMatchObject({ attempts: 1, last_status: 200, delivered_at: expect.any(String) });
    const [attempt] = await log(hook, delivery.id);
    expect(attempt).toMatchObject({ outcome: 'delivered', status: 200, counts: true, remote_address: '127.0.0.1' });
    expect(attempt.answer).toHaveLength(4_096);
    expect(attempt.request_headers['X-Service-Action']).toBe('publish');
    expect(attempt.timing.total).toBeGreaterThan(0);
    expect((await app.pool.query('select from webhook_lane where site_id = $1', [hook.site])).rowCount).toBe(0);
  });
});

describe('the notifications of an article', () => {
  it('arrive in order, one at a time, while those of other articles overtake them', async () => {
    const hook = await hooked();
    let busy = 0;
    let overlapped = 0;
    const slowly: Answer = (request, response) => {
      if (request.title === 'Quick') return status(204)(request, response);
      busy += 1;
      overlapped = Math.max(overlapped, busy);
      setTimeout(() => {
        busy -= 1;
        status(204)(request, response);
      }, 60);
      return undefined;
    };
    answers({ [hook.path]: slowly });
    const { uid } = await published(hook, { title: 'Step 0' });
    for (let step = 1; step < 6; step++) await edit(hook, uid, `Step ${step}`);
    await published(hook, { title: 'Quick' });
    await unpublish(hook, uid);
    await expect.poll(() => target.at(hook.path).length).toBe(8);
    const came = target.at(hook.path).map(({ title, action }) => title ?? action);
    expect(came.filter((one) => one !== 'Quick')).toEqual([
      ...Array.from({ length: 6 }, (_, step) => `Step ${step}`),
      'unpublish',
    ]);
    expect(came.indexOf('Quick')).toBeLessThan(7);
    expect(overlapped).toBe(1);
  });

  it('are retried after a failure, and none overtakes the one that failed', async () => {
    const hook = await hooked();
    answers({ [hook.path]: failing(2) });
    const { uid } = await published(hook);
    await expect.poll(async () => (await deliveries(hook))[0].attempts).toBe(1);
    await unpublish(hook, uid);
    expect(await pauseSeconds(hook)).toBeGreaterThan(3.9);
    await hurry(hook);
    await expect.poll(async () => (await deliveries(hook))[0].attempts).toBe(2);
    await hurry(hook);
    await expect.poll(() => states(hook)).toEqual(['delivered', 'delivered']);
    expect(actions(hook)).toEqual(['publish', 'publish', 'publish', 'unpublish']);
    const [first] = await deliveries(hook);
    expect((await log(hook, first.id)).map(({ status: code }: { status: number }) => code)).toEqual([500, 500, 204]);
    expect(
      new Set(
        target
          .at(hook.path)
          .slice(0, 3)
          .map(({ body }) => body),
      ).size,
    ).toBe(1);
  });

  slowTest('are superseded by later updates once one has failed, never across a publication', async () => {
    const hook = await hooked();
    const { uid } = await published(hook);
    await expect.poll(() => states(hook)).toEqual(['delivered']);
    answers({ [hook.path]: failing(1) });
    await edit(hook, uid, 'One');
    await expect.poll(async () => (await deliveries(hook))[1].attempts).toBe(1);
    await edit(hook, uid, 'Two');
    await edit(hook, uid, 'Three');
    await unpublish(hook, uid);
    await hurry(hook);
    await expect.poll(() => states(hook)).toEqual(['delivered', 'superseded', 'superseded', 'delivered', 'delivered']);
    const all = await deliveries(hook);
    expect([all[1].superseded_by, all[2].superseded_by]).toEqual([all[3].id, all[3].id]);
    expect(target.at(hook.path).map(({ title, action }) => title ?? action)).toEqual([
      'Herring',
      'One',
      'Three',
      'unpublish',
    ]);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    await app.manage('POST', `${hook.address}/replay`, { since }, 202);
    await expect.poll(() => states(hook)).toEqual(Array(5).fill('delivered'));
    const again = await deliveries(hook);
    expect(again.map(({ superseded_by }: { superseded_by: number | null }) => superseded_by)).toEqual(
      Array(5).fill(null),
    );
    const { rows } = await app.pool.query(
      'select superseded_by from webhook_delivery where site_id = $1 order by content_version',
      [hook.site],
    );
    expect(rows.map(({ superseded_by }) => superseded_by)).toEqual([null, all[3].id, all[3].id, null, null]);
    expect(
      target
        .at(hook.path)
        .slice(4)
        .map(({ title, action }) => title ?? action),
    ).toEqual(['Herring', 'One', 'Two', 'Three', 'unpublish']);
  });

  it('are given up after 13 tries, and the next one is sent', async () => {
    const hook = await hooked();
    answers({
      [hook.path]: (request, response) => status(request.action === 'publish' ? 500 : 204)(request, response),
    });
    const { uid } = await published(hook);
    await expect.poll(async () => (await deliveries(hook))[0].attempts).toBe(1);
    await app.pool.query('update webhook_delivery set attempts = 12 where site_id = $1', [hook.site]);
    await unpublish(hook, uid);
    await hurry(hook);
    await expect.poll(() => states(hook)).toEqual(['given_up', 'delivered']);
    expect((await deliveries(hook))[0].attempts).toBe(13);
  });
});

describe('a receiver that', () => {
  const cases: [string, Answer, string][] = [
    ['redirects', status(302, { location: 'http://127.0.0.1:1/' }), 'redirect'],
    ['closes the connection', (_, response) => void response.destroy(), 'broken'],
    [
      'breaks off its answer',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('x');
        setTimeout(() => response.destroy(), 20);
      },
      'broken',
    ],
    ['refuses', status(403), 'refused'],
    ['fails', status(500), 'status'],
  ];

  it.each(cases)('%s counts as a failure', async (_, answer, outcome) => {
    const hook = await hooked();
    answers({ [hook.path]: answer });
    await published(hook);
    await expect.poll(async () => (await deliveries(hook))[0].attempts).toBe(1);
    const [delivery] = await deliveries(hook);
    expect(delivery.state).toBe('pending');
    expect((await log(hook, delivery.id))[0].outcome).toBe(outcome);
  });

  it('sends a very long response counts as a success, and is not read to the end', async () => {
    const hook = await hooked();
    let written = 0;
    answers({
      [hook.path]: (_, response) => {
        response.writeHead(200);
        const more = () => {
          while (!response.destroyed && written < 50_000_000 && response.write('x'.repeat(65_536))) written += 65_536;
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      },
    });
    await published(hook);
    await expect.poll(() => states(hook)).toEqual(['delivered']);
    expect(written).toBeLessThan(50_000_000);
  });

  it('is unreachable, or has no such name, is logged with that outcome', async () => {
    const nobody = await hooked({ url: 'http://127.0.0.1:1/' });
    await published(nobody);
    await expect.poll(async () => (await deliveries(nobody))[0].attempts).toBe(1);
    expect((await log(nobody, (await deliveries(nobody))[0].id))[0]).toMatchObject({
      outcome: 'connect',
      status: null,
    });
  });

  it('sends Retry-After is retried after that time', async () => {
    const hook = await hooked();
    answers({ [hook.path]: status(429, { 'retry-after': '3600' }) });
    await published(hook);
    await expect.poll(async () => (await deliveries(hook))[0].attempts).toBe(1);
    expect(await pauseSeconds(hook)).toBeGreaterThan(3_599);
  });

  it('answers 410 is paused and loses nothing: when it is active again it gets everything', async () => {
    const hook = await hooked();
    answers({ [hook.path]: failing(1, status(410)) });
    await published(hook);
    await expect.poll(() => read(hook)).toMatchObject({ active: false, pause_reason: 'gone' });
    expect((await read(hook)).notice).toContain('410');
    expect(await audited(hook)).toEqual([
      { action: 'pause', before: { active: true }, after: { active: false }, noun_id: String(hook.id) },
    ]);
    await published(hook);
    expect(await states(hook)).toEqual(['pending', 'pending']);
    expect(target.at(hook.path)).toHaveLength(1);
    const { webhook } = await app.manage('PATCH', hook.address, { webhook: { active: true } });
    expect(webhook).toMatchObject({ active: true, pause_reason: null, notice: null, notice_at: null });
    await expect.poll(() => states(hook)).toEqual(['delivered', 'delivered']);
  });

  slowTest(
    'fails five times in a row gets only probes, which do not count as tries; after a success it gets everything',
    async () => {
      const hook = await hooked();
      let isWell = false;
      answers({ [hook.path]: (request, response) => status(isWell ? 204 : 503)(request, response) });
      for (let n = 0; n < 5; n++) await published(hook);
      await expect
        .poll(async () => (await read(hook)).health)
        .toMatchObject({ breaker: 'open', tries_since_success: 5 });
      await published(hook);
      await hurry(hook);
      const tried = target.at(hook.path).length;
      await hurryProbe(hook);
      await expect.poll(() => target.at(hook.path).length).toBe(tried + 1);
      await expect.poll(async () => (await read(hook)).health.tries_since_success).toBe(6);
      expect((await deliveries(hook)).map(({ attempts }: { attempts: number }) => attempts).sort()).toEqual([
        0, 1, 1, 1, 1, 1,
      ]);
      isWell = true;
      await hurryProbe(hook);
      await expect.poll(() => states(hook)).toEqual(Array(6).fill('delivered'));
      expect((await read(hook)).health).toMatchObject({ breaker: 'closed', pending: 0, failing_since: null });
      const metrics = (await app.get('/metrics')).text;
      expect(metrics).toMatch(
        new RegExp(`masthead_webhook_oldest_pending_seconds\\{site="${hook.site}",webhook="${hook.id}"\\} 0`),
      );
    },
  );

  it('has failed for five days and fifty times is paused', async () => {
    const hook = await hooked();
    answers({ [hook.path]: failing(1) });
    await app.pool.query(
      "update webhook set failing_since = now() - interval '5 days', tries_since_success = 49 where site_id = $1",
      [hook.site],
    );
    await published(hook);
    await expect.poll(() => read(hook)).toMatchObject({ active: false, pause_reason: 'failing' });
    expect(await audited(hook)).toMatchObject([{ action: 'pause', after: { active: false } }]);
    expect(await states(hook)).toEqual(['pending']);
  });

  it('hangs does not delay another', async () => {
    const [hanging, well] = [await hooked(), await hooked()];
    const open: { destroy(): unknown }[] = [];
    answers({ [hanging.path]: (_, response) => void open.push(response) });
    for (let n = 0; n < 12; n++) await published(hanging);
    await expect.poll(() => open.length).toBe(8);
    await published(well);
    await expect.poll(() => states(well)).toEqual(['delivered']);
    expect(target.at(hanging.path)).toHaveLength(8);
    await app.manage('PATCH', hanging.address, { webhook: { active: false } });
    for (const response of open) response.destroy();
  });
});

describe('a paused webhook', () => {
  it('collects deliveries, and sends all in order when it is active again', async () => {
    const hook = await hooked({ active: false });
    const { uid } = await published(hook);
    await edit(hook, uid, 'Cod');
    await unpublish(hook, uid);
    expect(await states(hook)).toEqual(['pending', 'pending', 'pending']);
    await app.manage('PATCH', hook.address, { webhook: { active: true } });
    await expect.poll(() => actions(hook)).toEqual(['publish', 'update', 'unpublish']);
  });

  it('is deleted with all of its rows', async () => {
    const hook = await hooked({ active: false });
    await published(hook);
    await app.manage('DELETE', hook.address);
    await expect
      .poll(async () => (await app.pool.query('select from webhook_delivery where site_id = $1', [hook.site])).rowCount)
      .toBe(0);
    expect((await app.pool.query('select from webhook_lane where site_id = $1', [hook.site])).rowCount).toBe(0);
  });
});

describe('redelivery', () => {
  it('of one delivery has the same id and bytes', async () => {
    const hook = await hooked();
    await published(hook);
    await expect.poll(() => states(hook)).toEqual(['delivered']);
    const [{ id }] = await deliveries(hook);
    await app.manage('POST', `${hook.address}/deliveries/${id}/redelivery`, undefined, 202);
    await expect.poll(() => target.at(hook.path).length).toBe(2);
    const [one, two] = target.at(hook.path);
    expect([two?.body, two?.headers['webhook-id']]).toEqual([one?.body, one?.headers['webhook-id']]);
  });

  it('of a time range sends each article’s events in order and its newest last, also to a newer webhook', async () => {
    const first = await hooked();
    const { uid } = await published(first, { title: 'One' });
    await edit(first, uid, 'Two');
    const other = await published(first, { title: 'Other' });
    const until = new Date().toISOString();
    await edit(first, uid, 'Newest');
    const path = `/later-${first.id}`;
    const { webhook } = await app.manage('POST', `/sites/${first.site}/webhooks`, {
      webhook: { url: `${target.url}${path}` },
    });
    const { replay } = await app.manage(
      'POST',
      `/sites/${first.site}/webhooks/${webhook.id}/replay`,
      { since: new Date(Date.now() - 3_600_000).toISOString(), until },
      202,
    );
    expect(replay.events).toBe(3);
    await expect.poll(() => target.at(path).length).toBe(4);
    const titles = (id: number) =>
      target
        .at(path)
        .filter((one) => one.articleId === id)
        .map(({ title }) => title);
    expect(titles(other.id)).toEqual(['Other']);
    expect(
      target
        .at(path)
        .map(({ title }) => title)
        .filter((title) => title !== 'Other'),
    ).toEqual(['One', 'Two', 'Newest']);
  });

  it('of a delivery in flight sends it once more, in order', async () => {
    const hook = await hooked();
    const { uid } = await published(hook, { title: 'One' });
    await expect.poll(() => states(hook)).toEqual(['delivered']);
    let release = () => {};
    let isHeld = false;
    answers({
      [hook.path]: (request, response) => {
        const answer = () => status(204)(request, response);
        if (request.title !== 'Two' || isHeld) return answer();
        isHeld = true;
        release = answer;
      },
    });
    await edit(hook, uid, 'Two');
    await expect.poll(() => target.at(hook.path).length).toBe(2);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    await app.manage('POST', `${hook.address}/replay`, { since }, 202);
    await expect.poll(() => states(hook)).toEqual(['pending', 'pending']);
    release();
    await expect.poll(() => states(hook)).toEqual(['delivered', 'delivered']);
    expect(target.at(hook.path).map(({ title }) => title)).toEqual(['One', 'Two', 'One', 'Two']);
  });

  slowTest('of very many articles runs in batches, and sends each event once', async () => {
    const at = await place();
    const articles = [];
    for (let n = 0; n < 105; n++) articles.push((await published(at)).id);
    const path = `/many-${at.site}`;
    const { webhook } = await app.manage('POST', `/sites/${at.site}/webhooks`, {
      webhook: { url: `${target.url}${path}` },
    });
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const { replay } = await app.manage('POST', `/sites/${at.site}/webhooks/${webhook.id}/replay`, { since }, 202);
    expect(replay.events).toBe(105);
    const waiting = async () =>
      (await app.pool.query('select from webhook_lane where site_id = $1', [at.site])).rowCount ?? 0;
    await expect.poll(() => target.at(path).length).toBe(105);
    await expect.poll(waiting).toBe(0);
    expect(
      target
        .at(path)
        .map(({ articleId }) => articleId)
        .sort((one, other) => one - other),
    ).toEqual(articles);
  });

  it('of failed deliveries does not send the others', async () => {
    const hook = await hooked();
    await published(hook, { title: 'Lost' });
    await published(hook, { title: 'Arrived' });
    await expect.poll(() => states(hook)).toEqual(['delivered', 'delivered']);
    const [lost] = await deliveries(hook);
    await app.pool.query("update webhook_delivery set state = 'given_up' where id = $1", [lost.id]);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    await app.manage('POST', `${hook.address}/replay`, { since, only: 'failed' }, 202);
    await expect.poll(() => target.at(hook.path).length).toBe(3);
    expect(target.at(hook.path)[2]?.title).toBe('Lost');
    await expect.poll(() => states(hook)).toEqual(['delivered', 'delivered']);
  });

  it('by a recheck sends receivers an unchanged article', async () => {
    const hook = await hooked();
    const { uid } = await published(hook);
    await app.manage('POST', `/sites/${hook.site}/articles/${uid}/recheck`, undefined, 202);
    await expect.poll(() => actions(hook)).toEqual(['publish', 'update']);
    const [one, two] = target.at(hook.path).map(({ body }) => JSON.parse(body).article);
    expect(two).toEqual(one);
  });
});

describe('a new secret', () => {
  const signedBy = (hook: Hook, n: number, secret: string): [boolean, boolean] => {
    const { headers, body, action } = target.at(hook.path)[n] as (typeof target.received)[0];
    const url = `${target.url}${hook.path}`;
    const id = String(headers['webhook-id']);
    const timestamp = Number(headers['webhook-timestamp']);
    return [
      headers['x-service-signature'] === signature({ method: 'POST', action, env: 'production', url, body }, secret),
      String(headers['webhook-signature'])
        .split(' ')
        .includes(standardSignature({ id, timestamp, body }, [secret])),
    ];
  };

  it('signs together with the old one, then instead of it, then alone', async () => {
    const hook = await hooked();
    const send = async (count: number) => {
      await published(hook);
      await expect.poll(() => states(hook)).toEqual(Array(count).fill('delivered'));
    };
    const { secret: next } = await app.manage('POST', `${hook.address}/secret`);
    await send(1);
    expect([signedBy(hook, 0, hook.secret), signedBy(hook, 0, next)]).toEqual([
      [true, true],
      [false, true],
    ]);
    await app.manage('PUT', `${hook.address}/secret/promotion`);
    await send(2);
    expect([signedBy(hook, 1, hook.secret), signedBy(hook, 1, next)]).toEqual([
      [false, true],
      [true, true],
    ]);
    await app.manage('DELETE', `${hook.address}/secret/previous`);
    await send(3);
    expect([signedBy(hook, 2, hook.secret), signedBy(hook, 2, next)]).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  it('that the receiver refuses right after its promotion is replaced by the old one, and the try does not count', async () => {
    const hook = await hooked();
    const url = `${target.url}${hook.path}`;
    answers({
      [hook.path]: (request, response) => {
        const { body, action } = request;
        const own = signature({ method: 'POST', action, env: 'production', url, body }, hook.secret);
        status(request.headers['x-service-signature'] === own ? 204 : 401)(request, response);
      },
    });
    await published(hook);
    await expect.poll(() => states(hook)).toEqual(['delivered']);
    await app.manage('POST', `${hook.address}/secret?promote=true`);
    await published(hook);
    await expect.poll(() => states(hook)).toEqual(['delivered', 'delivered']);
    const [, second] = await deliveries(hook);
    expect(second.attempts).toBe(1);
    expect((await log(hook, second.id)).map(({ counts }: { counts: boolean }) => counts)).toEqual([false, true]);
    expect(await read(hook)).toMatchObject({
      secret_state: { is_staged: true },
      notice: expect.stringContaining('previous'),
    });
    expect(await audited(hook)).toEqual([{ action: 'demote_secret', before: {}, after: {}, noun_id: String(hook.id) }]);
  });
});
