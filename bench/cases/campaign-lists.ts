/** Pages of entries and users of a large campaign in every order, one client. */
import pg from 'pg';
import { ENTRY_SORTS, USER_SORTS } from '../../src/contract/analytics.ts';
import { CAMPAIGN } from '../archive/campaign.ts';
import { naiveEntries, naiveUsers } from '../archive/naive-campaign.ts';
import { type Bench, type Case, inPairs, type Measurement, WrongAnswer } from '../case.ts';
import { answerOf } from '../processes/answers.ts';
import { loader, numbers, type Sample } from '../processes/load.ts';
import { AS_ADMIN, type Service, startService } from '../processes/service.ts';

const MOST_MS = 10;
const MOST_OF_NAIVE = 0.5;
/** Pages read of each list, and repetitions of each. */
const PAGES = 5;
const ROUNDS = 4;
const RANGE = ['2026-03-11T08:00:00Z', '2026-06-07T17:30:00Z'];

const LISTS = [
  ...ENTRY_SORTS.map((sort) => ({ list: 'entries', sort: sort as string, naive: naiveEntries(sort) })),
  ...USER_SORTS.map((sort) => ({ list: 'users', sort: sort as string, naive: naiveUsers(sort) })),
];
const pathOf = ({ list, sort }: { list: string; sort: string }) => `/v1/campaigns/${CAMPAIGN}/${list}?sort=${sort}`;

export const campaignLists: Case = {
  name: 'campaign-lists',
  title: 'pages of entries and users, any order, first and by older',
  reference: null,
  bar: `≤ ${MOST_MS} ms`,
  async run(bench) {
    const service = await startService(bench, await bench.data.campaign(), { ROLE: 'http' });
    const load = loader(bench);
    const found: Measurement[] = [];
    for (const list of LISTS) {
      const paths = await walked(service, pathOf(list));
      const samples: Sample[] = [];
      for (let round = 0; round <= bench.scale.pairs; round++)
        samples.push(await load({ ...asked(service, paths), most: paths.length * ROUNDS }));
      const subject = numbers(samples.slice(1), 'p50') ?? [];
      found.push({ figure: `${list.list} by ${list.sort}, p50 ms`, subject, bar: { most: MOST_MS } });
    }
    return found;
  },
};

export const campaignRangeLists: Case = {
  name: 'campaign-range-lists',
  title: 'pages of entries and users, any order, of three months',
  reference: 'naive SQL on one connection',
  bar: `≤ ${MOST_OF_NAIVE}`,
  async run(bench) {
    const data = await bench.data.campaign();
    const service = await startService(bench, data, { ROLE: 'http' });
    const client = new pg.Client(data.url);
    await client.connect();
    bench.defer(() => client.end());
    const load = loader(bench);
    const found: Measurement[] = [];
    for (const list of LISTS) {
      const paths = [`${pathOf(list)}&start_date=${RANGE[0]}&end_date=${RANGE[1]}`];
      const { subject, reference } = await inPairs(
        quiet(bench),
        () => load({ ...asked(service, paths), most: ROUNDS }),
        () => milliseconds(client, list.naive),
      );
      const times = { subject: numbers(subject, 'p50') ?? [], reference };
      found.push({ figure: `${list.list} by ${list.sort}, ms`, ...times, bar: { most: MOST_OF_NAIVE } });
    }
    return found;
  },
};

const quiet = (bench: Bench): Bench => ({ ...bench, say: () => {} });

function asked(service: Service, paths: string[]) {
  return { ...service, paths, headers: AS_ADMIN, status: 200, length: null, connections: 1 };
}

/** The first page and the pages behind its `older` links. */
async function walked({ url }: Service, first: string): Promise<string[]> {
  const paths = [first];
  while (paths.length < PAGES) {
    const { status, body } = await answerOf(url + paths.at(-1), AS_ADMIN);
    if (status !== 200) throw new WrongAnswer(`${paths.at(-1)} was answered with ${status}.`);
    const { older } = JSON.parse(Buffer.from(body).toString()).pagination;
    if (older === null) break;
    const { pathname, search } = new URL(older);
    paths.push(pathname + search);
  }
  return paths;
}

async function milliseconds(client: pg.Client, statements: string[]): Promise<number> {
  const began = performance.now();
  for (const statement of statements) await client.query(statement, RANGE);
  return performance.now() - began;
}
