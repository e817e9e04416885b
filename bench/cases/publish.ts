/**
 * Publishing through the service, one client, against the same statements in bare SQL on one connection. The statements
 * are recorded from the service on one copy of the data and replayed on another.
 */

import { articleInput } from '../archive/articles.ts';
import { startRecorder } from '../archive/recorder.ts';
import { ALL_PARAGRAPHS, ARCHIVE, archiveNouns } from '../archive/sets.ts';
import type { Statement } from '../archive/wire.ts';
import { type Bench, type Case, inPairs } from '../case.ts';
import { cpuTime } from '../processes/cpu.ts';
import { startService } from '../processes/service.ts';
import { startWorker } from '../processes/worker.ts';
import type { Replay } from '../workers/replay.ts';
import { writableCopy } from './list-while-publishing.ts';

const MOST = 2;
/** Articles published per second of load in the other cases. */
const A_SECOND = 20;
export const PATH = `/sites/${ARCHIVE}/articles`;

export const publish: Case = {
  name: 'publish',
  title: 'publish, one client',
  reference: 'the same statements in bare SQL',
  bar: `≤ ${MOST}`,
  async run(bench) {
    const each = Math.max(2, Math.round(A_SECOND * bench.scale.seconds));
    const bodies = await articlesToPublish(bench, (bench.scale.pairs + 1) * each);
    const publications = await recorded(bench, bodies);
    const [service, copy] = [await startService(bench, await writableCopy(bench)), await writableCopy(bench)];
    const sql = startWorker<Replay, number>(bench, 'replay');
    const part = <T>(all: T[], pair: number) => all.slice(pair * each, (pair + 1) * each);
    const { subject, reference } = await inPairs(
      bench,
      (pair) =>
        measured(service.pid, each, async () => {
          for (const body of part(bodies, pair)) await service.manage('POST', PATH, body);
        }),
      (pair) => measured(sql.pid, each, () => sql.ask({ url: copy.url, publications: part(publications, pair) })),
    );
    const figure = (name: 'milliseconds' | 'cpu') => ({
      subject: subject.map((sample) => sample[name]),
      reference: reference.map((sample) => sample[name]),
    });
    return [
      { figure: 'ms/article', ...figure('milliseconds'), bar: { most: MOST } },
      { figure: 'client or server CPU ms/article', ...figure('cpu') },
      { figure: 'statements/article', subject: publications.map(({ length }) => length) },
    ];
  },
};

export async function articlesToPublish(bench: Bench, count: number): Promise<object[]> {
  const data = await bench.data.small();
  const nouns = await archiveNouns(data);
  return Array.from({ length: count }, (_, n) => ({
    article: { ...articleInput(data.articles + n + 1, nouns, ALL_PARAGRAPHS), state: 'published' },
  }));
}

async function recorded(bench: Bench, bodies: object[]): Promise<Statement[][]> {
  const { data, statementsDuring } = await startRecorder(bench, await writableCopy(bench));
  // Without the worker: polling for jobs is not part of a publication.
  const service = await startService(bench, data, { ROLE: 'http' });
  const publications: Statement[][] = [];
  for (const body of bodies) publications.push(await statementsDuring(() => service.manage('POST', PATH, body)));
  return publications;
}

async function measured(pid: number, count: number, work: () => Promise<unknown>) {
  const [cpu, began] = [cpuTime(pid) ?? 0, performance.now()];
  await work();
  const [ended, after] = [performance.now(), cpuTime(pid) ?? 0];
  return { milliseconds: (ended - began) / count, cpu: (after - cpu) / 1000 / count };
}
