/** A cached list while articles are published on its site, against the same list on a quiet site. */
import { setTimeout as sleep } from 'node:timers/promises';
import { articleInput, type SiteNouns } from '../archive/articles.ts';
import { ALL_PARAGRAPHS, ARCHIVE, archiveNouns } from '../archive/sets.ts';
import { type Bench, type Case, inPairs } from '../case.ts';
import { loader, loadMeasurements } from '../processes/load.ts';
import { type Service, startService } from '../processes/service.ts';
import { CONNECTIONS, listPath } from './cached-list.ts';

const A_SECOND = 10;
const LEAST = 0.7;

export const listWhilePublishing: Case = {
  name: 'list-while-publishing',
  title: `cached list while ${A_SECOND} articles a second are published`,
  reference: 'the same without publishing',
  bar: `≥ ${LEAST}`,
  async run(bench) {
    const service = await startService(bench, await writableCopy(bench));
    const load = loader(bench);
    const target = {
      ...service,
      paths: [listPath(ARCHIVE)],
      status: 200,
      length: null,
      connections: CONNECTIONS,
      postmaster: service.data.postmaster,
    };
    const editor = await startEditor(service);
    const rates: number[] = [];
    const { subject, reference } = await inPairs(
      bench,
      async () => {
        const { result, rate } = await editor.during(() => load(target));
        rates.push(rate);
        return result;
      },
      () => load(target),
    );
    // The first sample is the warm-up.
    return [
      ...loadMeasurements(subject, reference, LEAST),
      { figure: 'articles published/s', subject: rates.slice(1) },
    ];
  },
};

/** A copy of the small data set; dropped when the case ends. */
export async function writableCopy(bench: Bench) {
  const copy = await bench.data.copyOf(await bench.data.small());
  bench.defer(() => bench.data.drop(copy));
  return copy;
}

async function startEditor(service: Service) {
  const nouns = await archiveNouns(service.data);
  let n = service.data.articles;
  return {
    /** Publishes at a steady pace until the work is done. */
    async during<T>(work: () => Promise<T>): Promise<{ result: T; rate: number }> {
      const began = performance.now();
      const working = { done: false };
      const publishing = publishUntil(working, () => publish(service, ++n, nouns));
      const result = await work();
      working.done = true;
      return { result, rate: (await publishing) / ((performance.now() - began) / 1000) };
    },
  };
}

/** Publishes sequentially, as one editor would; the table shows when the service cannot keep the rate. */
async function publishUntil(working: { done: boolean }, publishNext: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let published = 0;
  while (!working.done) {
    await publishNext();
    published++;
    await sleep(Math.max(0, began + (published * 1000) / A_SECOND - performance.now()));
  }
  return published;
}

const publish = (service: Service, n: number, nouns: SiteNouns) =>
  service.manage('POST', `/sites/${ARCHIVE}/articles`, {
    article: { ...articleInput(n, nouns, ALL_PARAGRAPHS), state: 'published' },
  });
