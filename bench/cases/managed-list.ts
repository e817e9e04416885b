/** The editors' list deep down, by cursor and by page number, against its first page; one client. */
import { ARCHIVE } from '../archive/sets.ts';
import { type Case, inPairs } from '../case.ts';
import { loader } from '../processes/load.ts';
import { AS_ADMIN, startService } from '../processes/service.ts';

/** As the newsroom asks for it. */
const COUNT = 50;
const PATH = `/v1/manage/sites/${ARCHIVE}/articles?count=${COUNT}&fields=uid,title,state,version,section_id,tags,updated_at`;
const DEEPEST = 100_000;
const MOST_BY_CURSOR = 1.5;
const MOST_BY_NUMBER = 5;

export const managedListDeep: Case = {
  name: 'managed-list-deep',
  title: 'editors’ list, a page deep down',
  reference: 'its first page',
  bar: `by cursor ≤ ${MOST_BY_CURSOR}, by page number ≤ ${MOST_BY_NUMBER}`,
  async run(bench) {
    const data = await bench.data.medium();
    const service = await startService(bench, data);
    const load = loader(bench);
    const page = Math.floor(Math.min(data.articles, DEEPEST) / COUNT) - 1;
    const { cursor } = await service.manage('GET', `${PATH.replace('/v1/manage', '')}&page=${page}`);
    const read = async (path: string) => {
      const target = { ...service, paths: [path], headers: AS_ADMIN, status: 200, length: null, connections: 1 };
      return 1000 / (await load(target)).perSecond;
    };
    const { subject, reference } = await inPairs(
      bench,
      async () => ({
        cursor: await read(`${PATH}&cursor=${cursor}`),
        number: await read(`${PATH}&page=${page + 1}`),
      }),
      () => read(PATH),
    );
    return [
      { figure: 'by cursor, ms', subject: subject.map((one) => one.cursor), reference, bar: { most: MOST_BY_CURSOR } },
      { figure: 'by number, ms', subject: subject.map((one) => one.number), reference, bar: { most: MOST_BY_NUMBER } },
    ];
  },
};
