/** What a page costs in a large archive, against the same page in a small one; caches off, one client. */

import pg from 'pg';
import { COMMON_TAG } from '../archive/articles.ts';
import { startRecorder } from '../archive/recorder.ts';
import { ARCHIVE, type DataSet } from '../archive/sets.ts';
import { type Bench, type Case, inPairs, type Measurement } from '../case.ts';
import { answerOf } from '../processes/answers.ts';
import { loader, numbers } from '../processes/load.ts';
import { CACHES_OFF, startService } from '../processes/service.ts';
import type { Target } from '../processes/target.ts';
import { listPath } from './cached-list.ts';

const MOST_TIME = 1.3;
const MOST_BUFFERS = 1.2;
/** Pages requested in turns, so that no single page stays in memory. */
const POSITIONS = 20;

type Paths = (articles: number) => string[];

const growth = (name: string, title: string, paths: Paths): Case => ({
  name: `archive-${name}`,
  title: `large archive: ${title}`,
  reference: 'the same of a small archive',
  bar: `time ≤ ${MOST_TIME}, buffers ≤ ${MOST_BUFFERS}`,
  async run(bench) {
    const [large, small] = [await bench.data.large(), await bench.data.small()];
    const load = loader(bench);
    const [ours, theirs] = [await uncached(bench, large, paths), await uncached(bench, small, paths)];
    const { subject, reference } = await inPairs(
      bench,
      () => load(ours),
      () => load(theirs),
    );
    const time = { subject: numbers(subject, 'p50') ?? [], reference: numbers(reference, 'p50') ?? [] };
    return [
      { figure: 'p50 ms', ...time, bar: { most: MOST_TIME } },
      await buffers(bench, [large, paths(large.articles)], [small, paths(small.articles)]),
    ];
  },
});

const down = (articles: number, path: string) =>
  Array.from(
    { length: POSITIONS },
    (_, at) => `${path}&max_id=${Math.floor(articles * (0.3 + (0.4 * at) / POSITIONS))}`,
  );

export const archiveGrowth: Case[] = [
  growth('first', 'first page', () => [listPath(ARCHIVE)]),
  growth('deep', 'pages deep down', (articles) => down(articles, listPath(ARCHIVE))),
  growth('tag', 'pages of one tag, deep down', (articles) => down(articles, `${listPath(ARCHIVE)}&tags=${COMMON_TAG}`)),
];

async function uncached(bench: Bench, data: DataSet, paths: Paths): Promise<Target> {
  const service = await startService(bench, data, CACHES_OFF);
  return { ...service, paths: paths(data.articles), status: 200, length: null, connections: 1 };
}

async function buffers(bench: Bench, ours: [DataSet, string[]], theirs: [DataSet, string[]]): Promise<Measurement> {
  return {
    figure: 'buffers touched',
    subject: await buffersOf(bench, ...ours),
    reference: await buffersOf(bench, ...theirs),
    bar: { most: MOST_BUFFERS },
  };
}

/** From EXPLAIN of the service's statements for each path. */
async function buffersOf(bench: Bench, data: DataSet, paths: string[]): Promise<number[]> {
  const recorder = await startRecorder(bench, data);
  const service = await startService(bench, recorder.data, { ...CACHES_OFF, ROLE: 'http' });
  const client = new pg.Client(data.url);
  await client.connect();
  bench.defer(() => client.end());
  const touched: number[] = [];
  for (const path of paths) {
    const statements = await recorder.statementsDuring(() => answerOf(service.url + path));
    let sum = 0;
    for (const { text, values } of statements) {
      // SERIALIZE makes EXPLAIN read TOASTed documents too.
      const explain = 'explain (analyze, buffers, serialize text, format json)';
      const { rows } = await client.query(`${explain} ${text}`, values);
      const { Plan, Serialization } = rows[0]['QUERY PLAN'][0];
      for (const part of [Plan, Serialization]) sum += part['Shared Hit Blocks'] + part['Shared Read Blocks'];
    }
    touched.push(sum);
  }
  return touched;
}
