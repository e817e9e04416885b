/** Four writers that publish on one site at once, against one writer. */
import { type Case, inPairs } from '../case.ts';
import { cpuTime, databaseCpuTime } from '../processes/cpu.ts';
import { type Service, startService } from '../processes/service.ts';
import { writableCopy } from './list-while-publishing.ts';
import { articlesToPublish, PATH } from './publish.ts';

const WRITERS = 4;
const MOST = 1.1;
/** Articles published per second of load in the other cases. */
const A_SECOND = 40;

export const publishTogether: Case = {
  name: 'publish-together',
  title: `publish, ${WRITERS} writers on one site`,
  reference: 'one writer',
  bar: `CPU ≤ ${MOST}`,
  async run(bench) {
    const each = Math.max(WRITERS * 2, Math.round(A_SECOND * bench.scale.seconds));
    const bodies = await articlesToPublish(bench, 2 * (bench.scale.pairs + 1) * each);
    const service = await startService(bench, await writableCopy(bench));
    const next = () => bodies.splice(0, each);
    const { subject, reference } = await inPairs(
      bench,
      () => published(service, next(), WRITERS),
      () => published(service, next(), 1),
    );
    const figure = (name: 'rate' | 'serviceCpu' | 'databaseCpu' | 'cpu') => ({
      subject: subject.map((sample) => sample[name]),
      reference: reference.map((sample) => sample[name]),
    });
    return [
      { figure: 'articles/s', ...figure('rate') },
      { figure: 'CPU ms/article, service and PostgreSQL', ...figure('cpu'), bar: { most: MOST } },
      { figure: 'CPU ms/article, service', ...figure('serviceCpu') },
      { figure: 'CPU ms/article, PostgreSQL', ...figure('databaseCpu') },
    ];
  },
};

async function published({ pid, data, manage }: Service, bodies: object[], writers: number) {
  const waiting = [...bodies];
  const write = async () => {
    for (let body = waiting.shift(); body; body = waiting.shift()) await manage('POST', PATH, body);
  };
  const cpu = () => [cpuTime(pid) ?? 0, databaseCpuTime(data.postmaster) ?? 0] as const;
  const [before, began] = [cpu(), performance.now()];
  await Promise.all(Array.from({ length: writers }, write));
  const [ended, after] = [performance.now(), cpu()];
  const [serviceCpu, databaseCpu] = [0, 1].map((at) => ((after[at] ?? 0) - (before[at] ?? 0)) / 1000 / bodies.length);
  return {
    rate: (bodies.length * 1000) / (ended - began),
    serviceCpu: serviceCpu ?? 0,
    databaseCpu: databaseCpu ?? 0,
    cpu: (serviceCpu ?? 0) + (databaseCpu ?? 0),
  };
}
