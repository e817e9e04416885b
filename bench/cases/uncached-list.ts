/** Lists that are read from the database each time, against `pg` reading the same documents in a bare loop. */
import { gunzipSync } from 'node:zlib';
import { ARCHIVE } from '../archive/sets.ts';
import { type Bench, type Case, inPairs, type Measurement, WrongAnswer } from '../case.ts';
import { answerOf } from '../processes/answers.ts';
import { costOf, loader, loadMeasurements } from '../processes/load.ts';
import { CACHES_OFF, startService } from '../processes/service.ts';
import { startWorker } from '../processes/worker.ts';
import type { DocumentLoop, Looped } from '../workers/document-loop.ts';
import { CONNECTIONS, listPath } from './cached-list.ts';

const LEAST = 0.6;
/** The loop neither compresses nor joins rows: these bars hold what is reached. */
const LEAST_COMPRESSED = 0.08;
const LEAST_EMBEDDED = 0.1;
const WARM_UP = 4_000;
/** The service's pool size (db/connect.ts). */
const POOL_SIZE = 10;
const GZIP = { 'accept-encoding': 'gzip' };
const REFERENCE = '`pg` reading the same 20 documents in a bare loop, same pool size';

interface Asked {
  path: string;
  headers?: Record<string, string>;
  least: number;
}

export const uncachedLists: Case[] = [
  {
    name: 'uncached-list',
    title: 'list of 20, caches off',
    reference: REFERENCE,
    bar: `≥ ${LEAST}`,
    run: (bench) => againstLoop(bench, { path: listPath(ARCHIVE), least: LEAST }),
  },
  {
    name: 'uncached-gzip',
    title: 'list of 20 compressed with gzip, caches off',
    reference: REFERENCE,
    bar: `≥ ${LEAST_COMPRESSED}`,
    run: (bench) => againstLoop(bench, { path: listPath(ARCHIVE), headers: GZIP, least: LEAST_COMPRESSED }),
  },
  {
    name: 'uncached-embedded',
    title: 'list of 20 with its relations embedded, caches off',
    reference: REFERENCE,
    bar: `≥ ${LEAST_EMBEDDED}`,
    run: (bench) => againstLoop(bench, { path: `${listPath(ARCHIVE)}&sideloading=false`, least: LEAST_EMBEDDED }),
  },
];

async function againstLoop(bench: Bench, { path, headers = {}, least }: Asked): Promise<Measurement[]> {
  const data = await bench.data.small();
  const service = await startService(bench, data, CACHES_OFF);
  const plain = await answerOf(service.url + path);
  const { body } = await answerOf(service.url + path, headers);
  if (headers['accept-encoding'] && !gunzipSync(body).equals(plain.body))
    throw new WrongAnswer('The compressed list is not the list.');
  const { postmaster } = data;
  const target = {
    ...service,
    paths: [path],
    headers,
    status: 200,
    length: body.length,
    connections: CONNECTIONS,
    postmaster,
  };
  const load = loader(bench);
  const reader = startWorker<DocumentLoop, Looped>(bench, 'document-loop');
  const asked = { url: data.url, site: ARCHIVE, count: 20, connections: POOL_SIZE, clients: CONNECTIONS };
  const { docs } = await reader.ask({ ...asked, seconds: 0.1 });
  const list = await answerOf(service.url + listPath(ARCHIVE));
  if (!list.body.toString().includes(docs.join(',')))
    throw new WrongAnswer('The loop does not read what the list shows.');
  // Warm-up for the JIT; a short run skips it.
  if (bench.scale.seconds >= 1) await load({ ...target, most: WARM_UP });
  const { subject, reference } = await inPairs(
    bench,
    () => load(target),
    () => costOf({ pid: reader.pid, postmaster }, () => reader.ask({ ...asked, seconds: bench.scale.seconds })),
  );
  return loadMeasurements(subject, reference, least);
}
