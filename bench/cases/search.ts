/** Search over one site's archive: one client, a fixed mix of queries, caches off. */

import { ARCHIVE } from '../archive/sets.ts';
import type { Case } from '../case.ts';
import { loader, numbers, type Sample } from '../processes/load.ts';
import { CACHES_OFF, startService } from '../processes/service.ts';
import { queries } from '../search-mix.ts';

const MOST_P50 = 15;
const MOST_P99 = 80;
/** The kinds of query that have bars. */
const KINDS = ['rare', 'common', 'two words', 'prefix'];
/** Repetitions of each query in a run. */
const ROUNDS = 4;

export const search: Case = {
  name: 'search',
  title: 'search, one client, a fixed mix of queries',
  reference: null,
  bar: `p50 ≤ ${MOST_P50} ms, p99 ≤ ${MOST_P99} ms`,
  async run(bench) {
    const data = await bench.data.medium();
    const service = await startService(bench, data, CACHES_OFF);
    const paths = queries
      .filter(({ kind }) => KINDS.includes(kind))
      .map(({ q }) => `/v1/sites/${ARCHIVE}/search/articles?q=${encodeURIComponent(q)}`);
    const load = loader(bench);
    const samples: Sample[] = [];
    for (let round = 0; round <= bench.scale.pairs; round++) {
      const most = paths.length * ROUNDS;
      samples.push(await load({ ...service, paths, status: 200, length: null, connections: 1, most }));
    }
    const counted = samples.slice(1);
    return [
      { figure: 'p50 ms', subject: numbers(counted, 'p50') ?? [], bar: { most: MOST_P50 } },
      { figure: 'p99 ms', subject: numbers(counted, 'p99') ?? [], bar: { most: MOST_P99 } },
    ];
  },
};
