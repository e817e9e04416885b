/** Entries written to a large campaign over the management API, as a stream of JSON lines. */
import { CAMPAIGN } from '../archive/campaign.ts';
import { type Case, type Measurement, WrongAnswer } from '../case.ts';
import { cpuTime, databaseCpuTime } from '../processes/cpu.ts';
import { connected } from '../processes/database.ts';
import { AS_ADMIN, type Service, startService } from '../processes/service.ts';

const LEAST = 5_000;
/** Entries per stream. */
const MOST_ENTRIES = 20_000;
const NETWORKS = ['twitter', 'instagram', 'facebook', 'linkedin'];

/** The same entries three times: with new users, then with other figures, then once more. */
const KINDS = [
  { kind: 'new', counted: 'created', likes: 0, bar: { least: LEAST } },
  { kind: 'changed', counted: 'updated', likes: 1 },
  { kind: 'unchanged', counted: 'unchanged', likes: 1 },
];

export const campaignIngest: Case = {
  name: 'campaign-ingest',
  title: 'entries written to a campaign',
  reference: null,
  bar: `new ones ≥ ${LEAST} a second`,
  async run(bench) {
    const data = await bench.data.copyOf(await bench.data.campaign());
    bench.defer(() => bench.data.drop(data));
    const service = await startService(bench, data);
    const client = await connected(bench, data);
    const { rows } = await client.query('select count(*)::int as there from campaign_entry');
    const size = Math.min(MOST_ENTRIES, rows[0].there);
    const samples = KINDS.map((): IngestSample[] => []);
    for (let round = 0; round <= bench.scale.pairs; round++)
      for (const [at, kind] of KINDS.entries()) samples[at]?.push(await written(service, round * size, size, kind));
    return KINDS.flatMap(({ kind, bar }, at) => measurements(kind, bar, samples[at]?.slice(1) ?? []));
  },
};

interface IngestSample {
  /** Entries a second. */
  speed: number;
  /** Microseconds an entry. */
  server: number;
  database: number;
}

function measurements(kind: string, bar: { least: number } | undefined, samples: IngestSample[]): Measurement[] {
  const of = (name: keyof IngestSample) => samples.map((sample) => sample[name]);
  return [
    { figure: `${kind} entries/s`, subject: of('speed'), ...(bar ? { bar } : {}) },
    { figure: `${kind}: server CPU µs/entry`, subject: of('server') },
    { figure: `${kind}: PostgreSQL CPU µs/entry`, subject: of('database') },
  ];
}

async function written(
  { url, pid, data }: Service,
  first: number,
  size: number,
  { counted, likes }: (typeof KINDS)[number],
): Promise<IngestSample> {
  const lines = Array.from({ length: size }, (_, at) => `${JSON.stringify(entry(first + at, likes))}\n`);
  const used = () => ({ server: cpuTime(pid) ?? 0, database: databaseCpuTime(data.postmaster) ?? 0 });
  const [before, began] = [used(), performance.now()];
  const response = await fetch(`${url}/v1/manage/campaigns/${CAMPAIGN}/entries`, {
    method: 'POST',
    headers: { ...AS_ADMIN, 'content-type': 'application/x-ndjson' },
    body: lines.join(''),
  });
  const answer = await response.text();
  const [seconds, after] = [(performance.now() - began) / 1000, used()];
  if (response.status !== 200 || JSON.parse(answer)[counted] !== size) throw new WrongAnswer(answer);
  return {
    speed: size / seconds,
    server: (after.server - before.server) / size,
    database: (after.database - before.database) / size,
  };
}

function entry(number: number, likes: number) {
  const user = (number * 7_919) % 150_000;
  return {
    item_type: NETWORKS[user % 4],
    item_id: `new-${number}`,
    published_at: new Date(Date.parse('2026-06-01T00:00:00Z') + ((number * 104_729) % (86_400 * 60)) * 1000),
    item_url: `https://network.example/${number}`,
    text: `Seen at the harbour today, number ${number} #harbour${number % 50}`,
    user: { user_id: `u${user}`, username: `user${user}`, followers: user % 9_000 },
    stat1: (number % 90) + likes,
    stat2: number % 12,
    ...(user % 4 === 1 || user % 4 === 3 ? {} : { stat3: number % 5 }),
  };
}
