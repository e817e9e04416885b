/** Traces in the real application and in the real program, as a collector gets them. */
import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { kysely } from '../src/db/connect.ts';
import { openListener } from '../src/db/listener.ts';
import { transaction } from '../src/db/transaction.ts';
import { receiver, status, type TestReceiver } from '../src/features/webhooks/testing/receiver.ts';
import { enqueueMany } from '../src/jobs/enqueue.ts';
import { jobKind, onJob } from '../src/jobs/kinds.ts';
import { startWorker } from '../src/jobs/worker.ts';
import { openTracing, PACKAGES as WANTED } from '../src/tracing/otlp.ts';
import { traced } from '../src/tracing/span.ts';
import { ADMIN, freshDatabase, LANE_TABLES, type TestApp, testApp, webhookTools } from './app.ts';
import { type CollectedSpan, type Collector, collector, PACKAGES } from './collector.ts';
import { databaseUrl } from './database.ts';
import { masthead, startService } from './process.ts';

/** The names of the spans above this one, the nearest first. */
function above(trace: CollectedSpan[], span: CollectedSpan | undefined): string[] {
  const parent = trace.find(({ spanId }) => spanId === span?.parentSpanId);
  return parent ? [parent.name, ...above(trace, parent)] : [];
}

function opened(to: Collector) {
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = to.url;
  process.env.OTEL_BSP_SCHEDULE_DELAY = '20';
  try {
    return openTracing({ version: '1.2.3', warn: () => {}, from: `${PACKAGES}package.json` });
  } finally {
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
    delete process.env.OTEL_BSP_SCHEDULE_DELAY;
  }
}

describe('a publication', () => {
  let collected: Collector;
  let target: TestReceiver;
  let app: TestApp;
  let site: number;
  let section: number;

  beforeAll(async () => {
    [collected, target] = [await collector(), await receiver()];
    const tracing = opened(collected);
    const webhooks = webhookTools({ allowPrivate: true });
    app = await testApp({ tracing, webhooks, trustProxy: ['127.0.0.1'] }, { isWorking: true, isSending: true });
    site = await app.site();
    section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } })).section.id;
    const webhook = { url: `${target.url}/hook`, actions: ['publish', 'update', 'unpublish'] };
    await app.manage('POST', `/sites/${site}/webhooks`, { webhook });
  });

  const publish = (headers: Record<string, string> = {}, article: object = { state: 'published' }) =>
    app.request('POST', `/v1/manage/sites/${site}/articles`, {
      token: ADMIN,
      body: { article: { title: 'Fog', section_id: section, ...article } },
      headers,
    });
  const requestOf = (id: string) => () => collected.spans.find((one) => one.attributes['masthead.request.id'] === id);

  it('is one trace, from the request over its statements to the delivery', async () => {
    expect((await publish({ 'x-request-id': 'one' })).status).toBe(201);
    const request = await expect.poll(requestOf('one')).toBeDefined().then(requestOf('one'));
    await expect.poll(() => collected.traceOf(request).map(({ name }) => name)).toContain('delivery publish');
    const trace = collected.traceOf(request);
    const delivery = trace.find(({ name }) => name === 'delivery publish');
    expect(request).toMatchObject({
      name: 'POST /v1/manage/sites/:site_id/articles',
      kind: 2,
      attributes: { 'http.response.status_code': 201, 'masthead.caller': 'admin token' },
      resource: { 'service.name': 'masthead', 'service.version': '1.2.3' },
    });
    expect(above(trace, delivery)).toEqual([request?.name]);
    expect(delivery?.attributes).toMatchObject({ 'masthead.webhook.id': 1, 'http.response.status_code': 204 });
    const statements = trace.filter(({ name }) => name.startsWith('query '));
    expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['query BEGIN', 'query COMMIT']));
    expect(statements.map((one) => above(trace, one))).toEqual(statements.map(() => [request?.name]));
    expect(JSON.stringify(statements)).not.toContain('Fog');
  });

  it('sends no traceparent to receivers, whose headers the interface fixes', () => {
    expect(target.received.length).toBeGreaterThan(0);
    expect(target.received.flatMap(({ headers }) => Object.keys(headers))).not.toContain('traceparent');
  });

  it('at a set time is one trace too, over its job', async () => {
    const publish_at = new Date(Date.now() + 1_500).toISOString();
    expect((await publish({ 'x-request-id': 'planned' }, { publish_at })).status).toBe(201);
    const names = () => collected.traceOf(requestOf('planned')()).map(({ name }) => name);
    await expect.poll(names, { timeout: 60_000 }).toContain('delivery publish');
    const trace = collected.traceOf(requestOf('planned')());
    const delivery = trace.find(({ name }) => name === 'delivery publish');
    const [job = '', request] = above(trace, delivery);
    expect([job, request]).toEqual(['job articles.publish', 'POST /v1/manage/sites/:site_id/articles']);
    const ofJob = trace.filter((one) => one.name.startsWith('query ') && above(trace, one)[0] === job);
    expect(ofJob.map(({ name }) => name)).toContain('query COMMIT');
  });

  it('continues the trace of a trusted proxy, and of nobody else', async () => {
    const traceId = 'ab'.repeat(16);
    const traceparent = `00-${traceId}-${'cd'.repeat(8)}-01`;
    await publish({ 'x-request-id': 'proxied', 'x-forwarded-for': '203.0.113.9', traceparent });
    await publish({ 'x-request-id': 'direct', traceparent });
    await publish({ 'x-request-id': 'broken', 'x-forwarded-for': '203.0.113.9', traceparent: 'nonsense' });
    for (const id of ['proxied', 'direct', 'broken']) await expect.poll(requestOf(id)).toBeDefined();
    const joins = ['proxied', 'direct', 'broken'].map((id) => requestOf(id)()?.traceId === traceId);
    expect(joins).toEqual([true, false, false]);
  });

  it('has its own statements in its trace also where writers of a site share a transaction', async () => {
    const ids = Array.from({ length: 6 }, (_, n) => `shared-${n}`);
    await Promise.all(ids.map((id) => publish({ 'x-request-id': id })));
    for (const id of ids) {
      await expect.poll(requestOf(id)).toBeDefined();
      const deliveries = () => collected.traceOf(requestOf(id)()).filter(({ name }) => name === 'delivery publish');
      await expect.poll(() => deliveries().length).toBe(1);
    }
  });

  it('that a receiver refuses has a failed span with the answer', async () => {
    target.answer.with = status(418);
    await publish({ 'x-request-id': 'refused' });
    await expect.poll(requestOf('refused')).toBeDefined();
    const failed = () => collected.traceOf(requestOf('refused')()).find(({ name }) => name === 'delivery publish');
    await expect.poll(failed).toMatchObject({ status: { code: 2 }, attributes: { 'http.response.status_code': 418 } });
    target.answer.with = status(204);
  });

  it('leaves out what probes ask, and names the caller in the log', async () => {
    await app.get('/readyz');
    await publish({ 'x-request-id': 'last' });
    await expect.poll(requestOf('last')).toBeDefined();
    expect(collected.spans.filter(({ name }) => name.includes('readyz'))).toEqual([]);
    expect(app.log.find((line) => line.includes('"request_id":"last"'))).toContain('"caller":"admin token"');
  });
});

describe('jobs', () => {
  const kind = jobKind<{ n: number }>('traced');

  it('of a batch are in the trace of the first, with links to the others; a failure names its job', async () => {
    const collected = await collector();
    const tracing = opened(collected);
    const app = await testApp();
    const db = kysely(app.pool);
    for (const n of [1, 2, 3]) {
      const span = tracing.begin({ kind: 'request', name: `cause ${n}`, attributes: {}, parent: null });
      await traced(span, () => transaction(db, (tx) => enqueueMany(tx, kind, [{ key: 'one', payload: { n } }])));
    }
    const lines: [string, unknown][] = [];
    const fails = onJob(kind, async () => Promise.reject(new Error('no luck')), { batch: 3, tries: 1 });
    const listener = openListener(app.pool);
    const worker = startWorker({
      ...{ db, pool: app.pool, listener, laneTables: LANE_TABLES, tracing, handlers: [fails] },
      log: (_level, message, fields) => lines.push([message, fields]),
    });
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    await worker.stop();
    await listener.stop();
    await tracing.stop();
    const [first, second, third] = [1, 2, 3].map((n) => collected.named(`cause ${n}`)[0]?.traceId ?? '');
    const [job] = collected.named('job traced');
    expect(job).toMatchObject({ traceId: first, kind: 5, status: { code: 2, message: 'no luck' } });
    expect(job?.links.map(({ traceId }) => traceId)).toEqual([second, third]);
    expect(lines[0]?.[0]).toContain('A job of traced one failed: Error: no luck');
    expect(lines[0]?.[1]).toEqual({ job: expect.any(Number), kind: 'traced', trace_id: third });
  });
});

describe('the program', () => {
  it('sends traces where the packages are installed, under the names that the settings say', async () => {
    const collected = await collector();
    const service = await startService({
      DATABASE_URL: databaseUrl(await freshDatabase()),
      NODE_PATH: `${PACKAGES}node_modules`,
      OTEL_EXPORTER_OTLP_ENDPOINT: collected.url,
      OTEL_SERVICE_NAME: 'posten',
    });
    await fetch(`${service.url}/v1/manage/sites`, { headers: { authorization: `Bearer ${ADMIN}` } });
    service.child.kill('SIGTERM');
    await once(service.child, 'exit');
    const [request] = collected.named('GET /v1/manage/sites');
    expect(request?.resource).toMatchObject({ 'service.name': 'posten' });
  });

  it('names the packages that are missing, exit 78', async () => {
    const { code, err } = await masthead(['start'], { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    expect([code, err]).toEqual([78, expect.stringContaining(`npm install --no-save ${WANTED.join(' ')}`)]);
  });

  it('takes the settings of OpenTelemetry, and says which it cannot follow', async () => {
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' };
    const { code, err } = await masthead(['start'], settings);
    expect([code, err]).toEqual([78, expect.stringContaining('OTEL_EXPORTER_OTLP_PROTOCOL must be http/json')]);
  });
});
