/** Entries written to a large campaign over the management API, as a stream of JSON lines. */
import pg from 'pg';
import { CAMPAIGN } from '../archive/campaign.ts';
import { type Case, WrongAnswer } from '../case.ts';
import { AS_ADMIN, type Service, startService } from '../processes/service.ts';

const LEAST = 5_000;
/** Of each stream; a quarter of them are there already, with other figures. */
const MOST_ENTRIES = 20_000;
const NETWORKS = ['twitter', 'instagram', 'facebook', 'linkedin'];

export const campaignIngest: Case = {
  name: 'campaign-ingest',
  title: 'entries written to a campaign',
  reference: null,
  bar: `≥ ${LEAST} a second`,
  async run(bench) {
    const data = await bench.data.copyOf(await bench.data.campaign());
    bench.defer(() => bench.data.drop(data));
    const service = await startService(bench, data);
    const client = new pg.Client(data.url);
    await client.connect();
    bench.defer(() => client.end());
    const { rows } = await client.query('select count(*)::int as there from campaign_entry');
    const size = Math.min(MOST_ENTRIES, rows[0].there);
    const subject: number[] = [];
    for (let round = 0; round <= bench.scale.pairs; round++) subject.push(await written(service, round, size));
    return [{ figure: 'entries/s', subject: subject.slice(1), bar: { least: LEAST } }];
  },
};

/** Entries a second. */
async function written({ url }: Service, round: number, size: number): Promise<number> {
  const lines = Array.from({ length: size }, (_, at) => `${JSON.stringify(entry(round * size * 0.75 + at, round))}\n`);
  const began = performance.now();
  const response = await fetch(`${url}/v1/manage/campaigns/${CAMPAIGN}/entries`, {
    method: 'POST',
    headers: { ...AS_ADMIN, 'content-type': 'application/x-ndjson' },
    body: lines.join(''),
  });
  const answer = await response.text();
  const { created, updated, unchanged } = JSON.parse(answer);
  if (response.status !== 200 || created + updated + unchanged !== size) throw new WrongAnswer(answer);
  return size / ((performance.now() - began) / 1000);
}

function entry(number: number, round: number) {
  const user = (number * 7_919) % 150_000;
  return {
    item_type: NETWORKS[user % 4],
    item_id: `new-${number}`,
    published_at: new Date(Date.parse('2026-06-01T00:00:00Z') + ((number * 104_729) % (86_400 * 60)) * 1000),
    item_url: `https://network.example/${number}`,
    text: `Seen at the harbour today, number ${number} #harbour${number % 50}`,
    user: { user_id: `u${user}`, username: `user${user}`, followers: user % 9_000 },
    stat1: (number % 90) + round,
    stat2: number % 12,
    ...(user % 4 === 1 || user % 4 === 3 ? {} : { stat3: number % 5 }),
  };
}
