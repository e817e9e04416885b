/** A cached list while editors have live connections open, against the same list without them. */
import http from 'node:http';
import { ARCHIVE } from '../archive/sets.ts';
import { type Bench, type Case, inPairs, type Measurement, WrongAnswer } from '../case.ts';
import { loader, numbers } from '../processes/load.ts';
import { AS_ADMIN, type Service, startService } from '../processes/service.ts';
import { CONNECTIONS, listPath } from './cached-list.ts';
import { writableCopy } from './list-while-publishing.ts';

const STREAMS = 500;
/** Streams of one caller: half of what the service allows, because it may take a moment until it knows that streams were closed. */
const PER_CALLER = 10;
const MOST = 1.1;

export const liveConnections: Case = {
  name: 'live-connections',
  title: `cached list with ${STREAMS} live connections`,
  reference: 'the same without them',
  bar: `CPU ≤ ${MOST}`,
  async run(bench) {
    const service = await startService(bench, await writableCopy(bench));
    const keys = await readerKeys(service);
    const load = loader(bench);
    const target = {
      ...{ ...service, paths: [listPath(ARCHIVE)], status: 200, length: null },
      ...{ connections: CONNECTIONS, postmaster: service.data.postmaster },
    };
    const { subject, reference } = await inPairs(
      bench,
      () => withStreams(bench, service, keys, () => load(target)),
      () => load(target),
    );
    const figures = [
      ['server CPU µs/request', 'serverCpu', { most: MOST }],
      ['requests/s', 'perSecond', undefined],
      ['PostgreSQL CPU µs/request', 'databaseCpu', undefined],
    ] as const;
    return figures.flatMap(([figure, key, bar]): Measurement[] => {
      const [ours, theirs] = [numbers(subject, key), numbers(reference, key)];
      return ours && theirs ? [{ figure, subject: ours, reference: theirs, ...(bar ? { bar } : {}) }] : [];
    });
  },
};

async function readerKeys({ manage }: Service): Promise<string[]> {
  const keys: string[] = [];
  for (let n = 0; n < STREAMS / PER_CALLER; n++) {
    const api_key = { name: `Live ${n}`, scopes: ['manage:read'], site_ids: [ARCHIVE] };
    const answer = await manage('POST', '/api-keys', { api_key });
    keys.push((answer.api_key as { key: string }).key); // shown once, in this answer
  }
  return keys;
}

/** All streams are open, and have sent their first events, before the work begins. */
async function withStreams<T>(bench: Bench, { url }: Service, keys: string[], work: () => Promise<T>): Promise<T> {
  const streams: (() => Promise<void>)[] = [];
  // Not all at once: each has to be authorized.
  for (const key of keys)
    streams.push(...(await Promise.all(Array.from({ length: PER_CALLER }, () => openStream(url, key)))));
  bench.say(`  ${streams.length} live connections`);
  try {
    return await work();
  } finally {
    await Promise.all(streams.map((close) => close()));
  }
}

function openStream(url: string, key: string): Promise<() => Promise<void>> {
  return new Promise((resolve, reject) => {
    const headers = { ...AS_ADMIN, authorization: `Bearer ${key}`, accept: 'text/event-stream' };
    const request = http.get(`${url}/v1/manage/sites/${ARCHIVE}/live`, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new WrongAnswer(`A stream was answered with ${response.statusCode}.`));
      const closed = new Promise<void>((done) => response.once('close', () => done()));
      response.setEncoding('utf8').on('error', () => undefined);
      response.on('data', (text: string) => {
        if (text.includes('event: ready'))
          resolve(() => {
            request.destroy();
            return closed;
          });
      });
    });
    request.on('error', reject);
  });
}
