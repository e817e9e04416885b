/** Memory of the process after serving cached lists, and with its cache full. */

import { ARCHIVE, LIGHT } from '../archive/sets.ts';
import type { Case } from '../case.ts';
import { residentBytes } from '../processes/cpu.ts';
import { loader } from '../processes/load.ts';
import { startService } from '../processes/service.ts';
import { CONNECTIONS, listPath } from './cached-list.ts';

const MOST_MB = 250;
const ADDRESSES = 2_000;

export const memory: Case = {
  name: 'memory',
  title: 'memory of the process after cached lists',
  reference: null,
  bar: `≤ ${MOST_MB} MB`,
  async run(bench) {
    const service = await startService(bench, await bench.data.small());
    const load = loader(bench);
    const target = { ...service, status: 200, length: null, connections: CONNECTIONS };
    const { articles } = service.data;
    const many = Array.from(
      { length: Math.min(ADDRESSES, articles) },
      (_, n) => `${listPath(ARCHIVE)}&max_id=${articles - n}`,
    );
    const held = async () => {
      const megabytes: number[] = [];
      for (let pair = 0; pair < bench.scale.pairs; pair++) {
        for (const site of [LIGHT, ARCHIVE]) await load({ ...target, paths: [listPath(site)] });
        megabytes.push((residentBytes(service.pid) ?? Number.NaN) / 1024 ** 2);
      }
      return megabytes;
    };
    const afterLists = await held();
    await load({ ...target, paths: many, most: many.length });
    return [
      { figure: 'resident MB', subject: afterLists, bar: { most: MOST_MB } },
      { figure: 'resident MB, the cache full', subject: await held(), bar: { most: MOST_MB } },
    ];
  },
};
