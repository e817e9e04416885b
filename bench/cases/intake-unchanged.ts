/** Polls of feeds that have not changed, against bare requests for the same feeds. */
import type pg from 'pg';
import { articleInput } from '../archive/articles.ts';
import { ALL_PARAGRAPHS, ARCHIVE, archiveNouns, LIGHT } from '../archive/sets.ts';
import { type Bench, type Case, inPairs, WrongAnswer } from '../case.ts';
import { cpuTime, databaseCpuTime } from '../processes/cpu.ts';
import { connected, untilTrue } from '../processes/database.ts';
import { addSource, document, feedServer, feedUrl, LOOPBACK_FEEDS, pollAt } from '../processes/feeds.ts';
import { startService } from '../processes/service.ts';
import { startWorker } from '../processes/worker.ts';
import type { Gets } from '../workers/conditional-gets.ts';
import { writableCopy } from './list-while-publishing.ts';

const MOST = 2;
/** Feeds per second of load in the other cases. */
const A_SECOND = 100;
/** As many feeds as the service asks at once. */
const AT_ONCE = 12;
/** Bare requests are so short that their CPU time is measured over several rounds. */
const ROUNDS = 10;

const ALL_POLLED = 'select bool_and(last_success_at > $1) from source';

export const intakeUnchanged: Case = {
  name: 'intake-unchanged',
  title: 'a poll of a feed that is answered with 304',
  reference: 'a bare conditional GET of the feed',
  bar: `≤ ${MOST}`,
  async run(bench) {
    const count = Math.max(20, Math.round(A_SECOND * bench.scale.seconds));
    const { service, client, server, sources, ports } = await polledFeeds(bench, count, 1);
    const bare = startWorker<Gets, number>(bench, 'conditional-gets');
    const requests = ports.map((port) => ({ url: feedUrl(port), etag: `"${port}"` }));
    const all = Array.from({ length: ROUNDS }, () => requests).flat();
    const measured = async (pid: number, polls: number, work: () => Promise<unknown>) => {
      const used = () => [cpuTime(pid) ?? 0, databaseCpuTime(service.data.postmaster) ?? 0] as const;
      const [before, began] = [used(), performance.now()];
      await work();
      const [ended, after] = [performance.now(), used()];
      const [cpu, database] = [(after[0] - before[0]) / 1000 / polls, (after[1] - before[1]) / 1000 / polls];
      return { ms: (ended - began) / polls, cpu, database };
    };
    await server.ask({});
    const { subject, reference } = await inPairs(
      bench,
      async () => {
        const sample = await measured(service.pid, count, async () => {
          const [now] = await pollAt(client, sources, Array(count).fill(0));
          await untilTrue(client, 'all feeds are polled', ALL_POLLED, [now]);
        });
        const { requests: asked } = await server.ask({});
        const unchanged = asked.filter(({ status }) => status === 304).length;
        if (unchanged !== count || asked.length !== count)
          throw new WrongAnswer(`${unchanged} of ${asked.length} requests were answered with 304, not ${count}.`);
        return sample;
      },
      async () => {
        const sample = await measured(bare.pid, all.length, async () => {
          const unchanged = await bare.ask({ requests: all, atOnce: AT_ONCE });
          if (unchanged !== all.length) throw new WrongAnswer(`${unchanged} of ${all.length} were answered with 304.`);
        });
        await server.ask({});
        return sample;
      },
    );
    const figure = (name: 'ms' | 'cpu') => ({
      subject: subject.map((sample) => sample[name]),
      reference: reference.map((sample) => sample[name]),
    });
    return [
      { figure: `ms/feed, ${AT_ONCE} at once`, ...figure('ms'), bar: { most: MOST } },
      { figure: 'CPU ms/feed', ...figure('cpu'), bar: { most: MOST } },
      { figure: 'PostgreSQL CPU ms/feed', subject: subject.map(({ database }) => database) },
    ];
  },
};

/** Sources that have read their feeds once: two sites have them in turns, because a site has 500 at most. */
export async function polledFeeds(bench: Bench, count: number, items: 0 | 1) {
  const data = await writableCopy(bench);
  const nouns = await archiveNouns(data);
  const service = await startService(bench, data, LOOPBACK_FEEDS);
  const [client, server] = [await connected(bench, data), feedServer(bench)];
  const itemsAt = (at: number) => (items ? [articleInput(data.articles + 1 + at, nouns, ALL_PARAGRAPHS)] : []);
  const { ports } = await server.ask({ opened: Array.from({ length: count }, (_, at) => document(itemsAt(at))) });
  const sites = [ARCHIVE, LIGHT].map(async (site) => ({ site, section_id: await firstSection(client, site) }));
  const [one, other] = await Promise.all(sites);
  const sources: number[] = [];
  for (const [at, port] of ports.entries()) {
    const { site, section_id } = (at % 2 ? other : one) ?? { site: ARCHIVE, section_id: 0 };
    sources.push(await addSource(service, { url: feedUrl(port), section_id }, site));
  }
  await untilTrue(client, 'all feeds are read', 'select bool_and(last_success_at is not null) from source');
  await untilTrue(client, 'all items are taken', `select count(*) = 0 from source_item where state = 'new'`);
  return { service, client, server, sources, ports };
}

async function firstSection(client: pg.Client, site: number): Promise<number> {
  const { rows } = await client.query('select min(id)::int as id from section where site_id = $1', [site]);
  return rows[0].id;
}
