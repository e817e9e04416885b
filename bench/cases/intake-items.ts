/** Items of a feed that is polled, from the request to the published articles, against the command that stores articles. */
import type { ArticleInput } from '../../src/features/articles/draft.ts';
import { articleInput } from '../archive/articles.ts';
import { ALL_PARAGRAPHS, ARCHIVE, archiveNouns } from '../archive/sets.ts';
import { type Case, inPairs } from '../case.ts';
import { cpuTime, databaseCpuTime } from '../processes/cpu.ts';
import { connected, untilTrue } from '../processes/database.ts';
import {
  addSource,
  articleOfItem,
  document,
  feedServer,
  feedUrl,
  LOOPBACK_FEEDS,
  MOST_ITEMS,
} from '../processes/feeds.ts';
import { startService } from '../processes/service.ts';
import { startWorker } from '../processes/worker.ts';
import type { Creation } from '../workers/create-articles.ts';
import { writableCopy } from './list-while-publishing.ts';

const LEAST = 0.7;
/** Items per second of load in the other cases. */
const A_SECOND = 100;
/** As many items are taken at once. */
const AT_ONCE = 2;

const ALL_TAKEN = `select count(*) filter (where state = 'published') = $2 from source_item where source_id = $1`;

export const intakeItems: Case = {
  name: 'intake-items',
  title: 'items of a feed that is polled, published',
  reference: 'createArticle called for such items',
  bar: `≥ ${LEAST}`,
  async run(bench) {
    const each = Math.min(MOST_ITEMS, Math.max(20, Math.round(A_SECOND * bench.scale.seconds)));
    const data = await writableCopy(bench);
    const { sections, ...nouns } = await archiveNouns(data);
    const section = sections[0]?.id ?? 0;
    const service = await startService(bench, data, LOOPBACK_FEEDS);
    const [client, server] = [await connected(bench, data), feedServer(bench)];
    const direct = startWorker<Creation, number>(bench, 'create-articles');
    let n = data.articles;
    const nextItems = (): ArticleInput[] =>
      Array.from({ length: each }, () => articleInput(++n, { sections, ...nouns }, ALL_PARAGRAPHS));
    const cpu = () =>
      (cpuTime(service.pid) ?? 0) + (cpuTime(direct.pid) ?? 0) + (databaseCpuTime(data.postmaster) ?? 0);
    const measured = async (work: () => Promise<unknown>) => {
      const [before, began] = [cpu(), performance.now()];
      await work();
      const [ended, after] = [performance.now(), cpu()];
      return { rate: (each * 1000) / (ended - began), cpu: (after - before) / 1000 / each };
    };
    const { subject, reference } = await inPairs(
      bench,
      async () => {
        const { ports } = await server.ask({ opened: [document(nextItems())] });
        const url = feedUrl(ports[0] ?? 0);
        const source = await addSource(service, { url, section_id: section, approval: 'auto', active: false });
        return measured(async () => {
          await service.manage('PATCH', `/sites/${ARCHIVE}/sources/${source}`, { source: { active: true } });
          await untilTrue(client, 'the items are published', ALL_TAKEN, [source, each]);
        });
      },
      () => {
        const articles = nextItems().map((item) => articleOfItem(item, section));
        return measured(() => direct.ask({ url: data.url, site: ARCHIVE, articles, atOnce: AT_ONCE }));
      },
    );
    const figure = (name: 'rate' | 'cpu') => ({
      subject: subject.map((sample) => sample[name]),
      reference: reference.map((sample) => sample[name]),
    });
    return [
      { figure: 'items/s', ...figure('rate'), bar: { least: LEAST } },
      { figure: 'CPU ms/item, all processes', ...figure('cpu') },
    ];
  },
};
