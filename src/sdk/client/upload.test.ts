import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { createClient, type NewEntry } from '../client.ts';
import { failure, range, recorded, unavailable } from './testing/requests.ts';

let app: TestApp;
let campaign: number;
const entriesOf = (fetched?: typeof fetch) =>
  createClient({ url: app.url, apiKey: ADMIN, fetch: fetched }).manage.campaignEntries;
beforeAll(async () => {
  app = await testApp();
  const { manage } = createClient({ url: app.url, apiKey: ADMIN });
  const made = await manage.campaigns.create({ name: 'C', service_site_id: await app.site() });
  campaign = made.campaign.id;
});

const entry = (n: number): NewEntry => ({
  item_type: 'twitter',
  item_id: `t${n}`,
  published_at: '2026-01-01T09:00:00Z',
  stat1: n,
});
const names = (n: number) => ({ item_type: 'twitter' as const, item_id: `t${n}` });

async function* made(count: number, onEnd = () => {}): AsyncGenerator<NewEntry> {
  try {
    for (let n = 0; n < count; n++) yield entry(n);
  } finally {
    onEnd();
  }
}

/** A service of one answer. */
async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('uploading entries', () => {
  it('takes a body, an array, any iterable and an async one', async () => {
    const entries = entriesOf();
    expect(await entries.write(campaign, { entries: [entry(0)] })).toMatchObject({ created: 1 });
    expect(await entries.write(campaign, [entry(0), entry(1)])).toMatchObject({ created: 1, unchanged: 1 });
    expect(await entries.write(campaign, new Set([entry(2)]))).toMatchObject({ created: 1 });
    expect(await entries.write(campaign, made(2_500))).toMatchObject({ created: 2_497, unchanged: 3 });
    expect(await entries.removeMany(campaign, range(2_500).map(names))).toMatchObject({ deleted: 2_500, missing: 0 });
  });

  it('reports the rejected lines, or rejects all of them', async () => {
    const lines = [entry(1), { ...entry(2), stat1: -1 }, entry(3)];
    const strict = await failure(entriesOf().write(campaign, lines, { strict: true }));
    expect(strict.status).toBe(422);
    const { created, refused, errors } = await entriesOf().write(campaign, lines);
    expect([created, refused, errors[0]?.line, errors[0]?.problems[0]?.path]).toEqual([2, 1, 2, '/stat1']);
  });

  it('sends while items are still produced', async () => {
    let arrived: () => void;
    const firstBytes = new Promise<void>((resolve) => (arrived = resolve));
    const url = await answering((request, response) => {
      request.once('data', () => arrived());
      request.resume().on('end', () => response.end('{"created":2}'));
    });
    async function* source() {
      yield { ...entry(0), text: 'x'.repeat(100_000) };
      await firstBytes; // deadlocks unless what was yielded is sent
      yield entry(1);
    }
    const result = await createClient({ url }).manage.campaignEntries.write(1, source());
    expect(result).toMatchObject({ created: 2 });
  });

  it('sends an array again after a failure, and an iterator never', async () => {
    const once = () => recorded((sent) => (sent === 0 ? unavailable() : undefined));
    const again = once();
    await entriesOf(again.fetch).write(campaign, [entry(9)]);
    expect(again.statuses).toEqual([503, 200]);
    const never = once();
    expect(await failure(entriesOf(never.fetch).write(campaign, made(1)))).toMatchObject({ status: 503, attempts: 1 });
    expect(never.statuses).toEqual([503]);
  });

  it('throws the error of the source, and stores nothing of it', async () => {
    const reason = new Error('the file ended early');
    async function* broken() {
      yield entry(5_000);
      throw reason;
    }
    await expect(entriesOf().write(campaign, broken())).rejects.toBe(reason);
    expect(await entriesOf().removeMany(campaign, [names(5_000)])).toMatchObject({ missing: 1 });
  });

  it('reports why it was rejected before its end, and closes the source', async () => {
    const url = await answering((request, response) => {
      request.resume();
      response.writeHead(401).end('{"error":"This key is invalid."}');
    });
    let ended = 0;
    const source = made(Number.POSITIVE_INFINITY, () => (ended += 1));
    const error = await failure(createClient({ url }).manage.campaignEntries.write(1, source));
    expect(error).toMatchObject({ status: 401, message: 'This key is invalid.' });
    await expect.poll(() => ended).toBe(1);
  });

  it('limits the time of the answer, not of the upload', async () => {
    const url = await answering((request) => void request.resume());
    const client = createClient({ url, timeout: 50, retries: 0 });
    const error = await failure(client.manage.campaignEntries.write(1, made(10)));
    expect(error.message).toContain('did not answer within 50 ms');
  });

  it('ends with the caller’s signal', async () => {
    const reason = new Error('enough');
    const stop = new AbortController();
    let ended = 0;
    async function* endless() {
      try {
        for (let n = 0; ; n++) {
          if (n === 5_000) stop.abort(reason);
          yield entry(n);
        }
      } finally {
        ended += 1;
      }
    }
    await expect(entriesOf().write(campaign, endless(), { signal: stop.signal })).rejects.toBe(reason);
    await expect.poll(() => ended).toBe(1);
  });
});
