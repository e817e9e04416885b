/** A cached list while feeds, a partner and readers deliver as fast as they can, against the same list in quiet times. */
import { articleInput } from '../archive/articles.ts';
import { ALL_PARAGRAPHS, ARCHIVE, archiveNouns } from '../archive/sets.ts';
import { type Case, inPairs } from '../case.ts';
import { connected, untilTrue } from '../processes/database.ts';
import { addSource, document, feedServer, feedUrl, LOOPBACK_FEEDS, MOST_ITEMS } from '../processes/feeds.ts';
import { loader, loadMeasurements } from '../processes/load.ts';
import { type Service, startService } from '../processes/service.ts';
import { startWorker } from '../processes/worker.ts';
import type { Delivered, Deliveries } from '../workers/deliveries.ts';
import { CONNECTIONS, listPath } from './cached-list.ts';
import { writableCopy } from './list-while-publishing.ts';

const LEAST = 0.9;
/** More than are taken in the time. */
const ITEMS_A_SECOND = 100;
const READERS_A_SECOND = 10;
/** Articles of a partner's request. */
const LOT = 20;
const FORM = {
  ...{ intro: 'What did you see?', thanks: 'Thank you!', max_files: 0, origins: [] },
  ...{ consents: [{ text: 'You may publish it.', required: true }], opens_at: null, closes_at: null },
};

const TAKEN = "select count(*)::int as items from source_item where source_id = $1 and state <> 'new'";
const ONE_TAKEN = "select count(*) > 0 from source_item where source_id = $1 and state <> 'new'";
const ALL_TAKEN = "select count(*) = $2 from source_item where source_id = $1 and state <> 'new'";

export const intakeReads: Case = {
  name: 'intake-reads',
  title: 'cached list while feeds, a partner and readers deliver',
  reference: 'the same while nothing arrives',
  bar: `≥ ${LEAST}`,
  async run(bench) {
    const data = await writableCopy(bench);
    const nouns = await archiveNouns(data);
    const section_id = nouns.sections[0]?.id ?? 0;
    const service = await startService(bench, data, { ...LOOPBACK_FEEDS, TRUST_PROXY: '127.0.0.1' });
    const [client, server, load] = [await connected(bench, data), feedServer(bench), loader(bench)];
    const senders = startWorker<Deliveries, Delivered>(bench, 'deliveries');
    const given = { url: service.url, ...(await openDoors(service, section_id)) };
    const target = { ...service, paths: [listPath(ARCHIVE)], status: 200, length: null, connections: CONNECTIONS };
    const items = Math.min(MOST_ITEMS, Math.ceil(bench.scale.seconds * ITEMS_A_SECOND));
    const counts = { items: [] as number[], articles: [] as number[], submissions: [] as number[] };
    let n = data.articles;
    const { subject, reference } = await inPairs(
      bench,
      async () => {
        await senders.ask({ ...given, open: Math.ceil(bench.scale.seconds * READERS_A_SECOND) });
        const next = () => articleInput(++n, nouns, ALL_PARAGRAPHS);
        const { ports } = await server.ask({ opened: [document(Array.from({ length: items }, next))] });
        await senders.ask({ ...given, start: true, lot: LOT });
        const source = await addSource(service, { url: feedUrl(ports[0] ?? 0), section_id });
        await untilTrue(client, 'an item is taken', ONE_TAKEN, [source]);
        const sample = await load(target);
        const { rows } = await client.query<{ items: number }>(TAKEN, [source]);
        const delivered = await senders.ask({ stop: true });
        counts.items.push(rows[0]?.items ?? 0);
        counts.articles.push(delivered.articles);
        counts.submissions.push(delivered.submissions);
        await untilTrue(client, 'all items are taken', ALL_TAKEN, [source, items]);
        return sample;
      },
      () => load(target),
    );
    // The first counts are those of the warm-up.
    return [
      ...loadMeasurements(subject, reference, LEAST),
      { figure: 'items of feeds meanwhile', subject: counts.items.slice(1) },
      { figure: 'articles of the partner', subject: counts.articles.slice(1) },
      { figure: 'forms of readers', subject: counts.submissions.slice(1) },
    ];
  },
};

/** A form for readers, and a key of a partner. What they send is held for editors, as by default. */
async function openDoors(service: Service, section_id: number): Promise<{ form: string; key: string }> {
  const formId = await addSource(service, {
    kind: 'upload_form',
    name: 'Seen today',
    section_id,
    form: FORM,
    backlog: undefined,
  });
  const { source } = await service.manage('GET', `/sites/${ARCHIVE}/sources/${formId}`);
  const source_id = await addSource(service, { kind: 'guest_api', name: 'Partner', section_id, backlog: undefined });
  const { api_key } = await service.manage('POST', '/api-keys', {
    api_key: { name: 'Partner', scopes: ['guest:write'], site_ids: [ARCHIVE], source_id },
  });
  return { form: (source as { form_path: string }).form_path, key: (api_key as { key: string }).key }; // the API's answers
}
