/** A cached list while strangers try to sign in, against the same list in quiet times. */

import { setTimeout as sleep } from 'node:timers/promises';
import { ARCHIVE } from '../archive/sets.ts';
import { type Case, inPairs, WrongAnswer } from '../case.ts';
import { mainThreadCpuTime, residentBytes } from '../processes/cpu.ts';
import { loader } from '../processes/load.ts';
import { startService } from '../processes/service.ts';
import { startWorker } from '../processes/worker.ts';
import type { Flood, Flooded } from '../workers/sign-ins.ts';
import { CONNECTIONS, listPath } from './cached-list.ts';
import { writableCopy } from './list-while-publishing.ts';

/** `--seconds 10` makes 10,000 in nine pairs and the one before them. */
const A_SECOND = 100;
/** A flood begins with the twenty attempts that the gate lets through at once, and has them once, not in each sample. */
const LEAD_SECONDS = 6;
const LEAST = 0.9;
/** Hashes have threads of their own. */
const MOST_CPU = 1.11;
const MOST_MB = 300;
/** Wrong passwords, what the limits refuse, and what waited for too long on a busy machine. */
const EXPECTED = ['401', '429', '503'];

export const signInFlood: Case = {
  name: 'sign-in-flood',
  title: `cached list while strangers try to sign in ${A_SECOND} times a second`,
  reference: 'the same without them',
  bar: `≥ ${LEAST}`,
  async run(bench) {
    const service = await startService(bench, await writableCopy(bench), { TRUST_PROXY: '127.0.0.1' });
    const load = loader(bench);
    const flood = startWorker<Flood, Flooded>(bench, 'sign-ins');
    const target = { ...service, paths: [listPath(ARCHIVE)], status: 200, length: null, connections: CONNECTIONS };
    const tries = Math.ceil(A_SECOND * (LEAD_SECONDS + bench.scale.seconds));
    const found = { checked: [] as number[], refused: [] as number[], megabytes: [] as number[] };
    const read = async () => {
      const before = mainThreadCpuTime(service.pid) ?? Number.NaN;
      const { requests, perSecond } = await load(target);
      return { perSecond, cpu: ((mainThreadCpuTime(service.pid) ?? Number.NaN) - before) / requests };
    };
    const { subject, reference } = await inPairs(
      bench,
      async () => {
        const flooding = flood.ask({ url: service.url, tries, perSecond: A_SECOND });
        await sleep(LEAD_SECONDS * 1_000);
        const sample = await read();
        const statuses = await flooding;
        if (Object.keys(statuses).some((status) => !EXPECTED.includes(status)))
          throw new WrongAnswer(`Attempts were answered with ${JSON.stringify(statuses)}.`);
        found.checked.push(statuses[401] ?? 0);
        found.refused.push((statuses[429] ?? 0) + (statuses[503] ?? 0));
        found.megabytes.push((residentBytes(service.pid) ?? Number.NaN) / 1024 ** 2);
        return sample;
      },
      read,
    );
    const pairs = (key: 'perSecond' | 'cpu') => ({
      subject: subject.map((sample) => sample[key]),
      reference: reference.map((sample) => sample[key]),
    });
    // The first samples are the warm-up.
    return [
      { figure: 'requests/s', ...pairs('perSecond'), bar: { least: LEAST } },
      { figure: 'main thread CPU µs/request', ...pairs('cpu'), bar: { most: MOST_CPU } },
      { figure: 'attempts whose password was checked', subject: found.checked.slice(1) },
      { figure: 'attempts refused with 429 or 503', subject: found.refused.slice(1) },
      { figure: 'resident MB', subject: found.megabytes.slice(1), bar: { most: MOST_MB } },
    ];
  },
};
