/** A list that is read from the database each time, against `pg` reading the same documents in a bare loop. */

import { ARCHIVE } from '../archive/sets.ts';
import { type Case, inPairs, WrongAnswer } from '../case.ts';
import { answerOf } from '../processes/answers.ts';
import { costOf, loader, loadMeasurements } from '../processes/load.ts';
import { CACHES_OFF, startService } from '../processes/service.ts';
import { startWorker } from '../processes/worker.ts';
import type { DocumentLoop, Looped } from '../workers/document-loop.ts';
import { CONNECTIONS, listPath } from './cached-list.ts';

const LEAST = 0.6;
const WARM_UP = 4_000;
/** The service's pool size (db/connect.ts). */
const POOL_SIZE = 10;

export const uncachedList: Case = {
  name: 'uncached-list',
  title: 'list of 20, caches off',
  reference: '`pg` reading the same 20 documents in a bare loop, same pool size',
  bar: `≥ ${LEAST}`,
  async run(bench) {
    const data = await bench.data.small();
    const service = await startService(bench, data, CACHES_OFF);
    const path = listPath(ARCHIVE);
    const { body } = await answerOf(service.url + path);
    const { postmaster } = data;
    const target = {
      ...service,
      paths: [path],
      status: 200,
      length: body.length,
      connections: CONNECTIONS,
      postmaster,
    };
    const load = loader(bench);
    const reader = startWorker<DocumentLoop, Looped>(bench, 'document-loop');
    const asked = { url: data.url, site: ARCHIVE, count: 20, connections: POOL_SIZE, clients: CONNECTIONS };
    const { docs } = await reader.ask({ ...asked, seconds: 0.1 });
    if (!body.toString().includes(docs.join(','))) throw new WrongAnswer('The loop does not read what the list shows.');
    // Warm-up for the JIT; a short run skips it.
    if (bench.scale.seconds >= 1) await load({ ...target, most: WARM_UP });
    const { subject, reference } = await inPairs(
      bench,
      () => load(target),
      () => costOf({ pid: reader.pid, postmaster }, () => reader.ask({ ...asked, seconds: bench.scale.seconds })),
    );
    return loadMeasurements(subject, reference, LEAST);
  },
};
