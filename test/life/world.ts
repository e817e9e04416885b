/**
 * The real side: one application, which can be restarted, and a site per sequence. The sequence sets its clock,
 * some hours in the past, so that for PostgreSQL every job is due and the sequence decides which runs.
 */
import { Agent, request as httpRequest } from 'node:http';
import { pino } from 'pino';
import { kysely } from '../../src/db/connect.ts';
import { type Tx, transaction } from '../../src/db/transaction.ts';
import { publishScheduled } from '../../src/features/articles/jobs.ts';
import { indexFreshArticles } from '../../src/features/publication/search-index.ts';
import { deleteTrash, isOldTrash } from '../../src/features/publication/trash.ts';
import { claimJobs, completeJobs, settleJobs } from '../../src/jobs/job-lanes.ts';
import type { JobHandler } from '../../src/jobs/kinds.ts';
import { ADMIN, freshDatabase, type TestApp, testApp } from '../app.ts';
import type { Model } from './model.ts';

const HOURS_AGO = 12;
const SITE_URL = 'https://life.example';
/** What articles can be in; each row is copied from the first site. */
const FIXTURES = ['section', 'author', 'article_category', 'issue', 'featured_item_container', 'webhook'];
const COPIES = `with ${FIXTURES.map(
  (table) => `new_${table} as (insert into ${table} select copy.* from ${table} original,
    jsonb_populate_record(original, jsonb_build_object('site_id', $1::bigint)) as copy where original.site_id = $2)`,
).join()} select`;
const LEASE_MS = 60_000;

export interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
  body: any;
}

/** A change of the feed (`webhook` is null), or a notification to a receiver. */
export interface Event {
  webhook: number | null;
  version: number;
  action: 'publish' | 'update' | 'unpublish';
  article_id: number;
  article: Record<string, unknown> | null;
}

export interface Places {
  sections: number[];
  authors: number[];
  category: number;
  issue: number;
  container: number;
  /** The section of each webhook; null for the one of the site. */
  webhooks: Map<number, number | null>;
}

export type Installation = Awaited<ReturnType<typeof install>>;

/** An application on its own database, with a site that others are copied from. */
export async function install() {
  const database = await freshDatabase();
  const beginning = Math.floor(Date.now() / 1000) - HOURS_AGO * 3_600;
  const clock = { now: beginning };
  const start = () => testApp({ log: pino({ level: 'silent' }), now: () => new Date(clock.now * 1000) }, { database });
  let app = await start();
  let ask = speaker(app.url);
  const pattern = await app.site({ url: SITE_URL, time_zone: 'UTC' });
  const places = await furnish(app, pattern);

  return {
    clock,
    places,
    manage: (method: string, path: string, body?: object) => ask(method, `/v1/manage${path}`, body),
    get: (path: string) => ask('GET', path),
    async newSite(): Promise<Model> {
      const id = await app.site({ url: SITE_URL, time_zone: 'UTC' });
      await app.pool.query(COPIES, [id, pattern]);
      return { ...emptyModel(id, places), now: beginning };
    },
    /** Restarts the process: its memory is gone. */
    async restart() {
      await app.stop();
      app = await start();
      ask = speaker(app.url);
    },
    /** Publishes the scheduled article of the site that has been due the longest, and returns its uid; null when none is. */
    publishDue: async (site: number, now: number) => (await runJob(app, publishScheduled, site, now))?.uid ?? null,
    /** Ages the trash by 30 days. */
    async ageTrash(site: number) {
      await app.pool.query(`update article set deleted_at = deleted_at - interval '31 days' where site_id = $1`, [
        site,
      ]);
    },
    emptyTrash: async () => {
      while ((await transaction(kysely(app.pool), (tx) => deleteTrash(tx, isOldTrash))).isMore);
    },
    indexSearch: () => indexFreshArticles(kysely(app.pool), { articles: 128 }),
    notificationsAfter: (site: number, version: number) => notificationsAfter(app, site, version),
    async forgetSite(site: number) {
      await app.pool.query(`delete from job_lane where kind = 'articles.publish' and key like $1 || ':%'`, [site]);
    },
  };
}

async function furnish(app: TestApp, site: number): Promise<Places> {
  const add = async (path: string, one: string, fields: object): Promise<number> =>
    (await app.manage('POST', `/sites/${site}/${path}`, { [one]: fields }))[one].id;
  const sections = [];
  for (const section_url of ['one', 'two']) {
    sections.push(await add('sections', 'section', { name: section_url, section_url }));
  }
  const authors = [];
  for (const lastname of ['Holm', 'Lind']) authors.push(await add('authors', 'author', { firstname: 'Ida', lastname }));
  const webhooks = new Map<number, number | null>();
  for (const section_id of [null, ...sections]) {
    webhooks.set(await add('webhooks', 'webhook', { url: 'https://r.example/hook', section_id }), section_id);
  }
  return {
    sections,
    authors,
    webhooks,
    category: await add('article-categories', 'category', { name: 'News' }),
    issue: await add('issues', 'issue', { name: 'Spring', published: true }),
    container: await add('featured-item-containers', 'featured_item_container', { identifier: 'top', name: 'Top' }),
  };
}

function emptyModel(id: number, { sections, authors }: Places): Model {
  const [one = 0, two = 0] = sections;
  return {
    now: 0,
    site: { id, url: SITE_URL },
    sections: [
      { id: one, section_url: 'one', state: 'public', drawn: 0 },
      { id: two, section_url: 'two', state: 'public', drawn: 0 },
    ],
    authors: [
      { id: authors[0] ?? 0, name: 'Ida Holm' },
      { id: authors[1] ?? 0, name: 'Ida Lind' },
    ],
    issue: [],
    container: [],
    likes: {},
    articles: [],
  };
}

/** Requests over keep-alive connections: fetch takes twice as long. */
function speaker(url: string): (method: string, path: string, body?: object) => Promise<Answered> {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(url);
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body && JSON.stringify(body);
      const headers = {
        ...(path.startsWith('/v1/manage') ? { authorization: `Bearer ${ADMIN}` } : {}),
        ...(text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}),
      };
      const asked = httpRequest({ agent, hostname, port, method, path, headers }, (response) => {
        let received = '';
        response.setEncoding('utf8');
        response.on('data', (part) => {
          received += part;
        });
        response.on('error', reject);
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body: received === '' ? null : JSON.parse(received) });
        });
      });
      asked.on('error', reject);
      asked.end(text);
    });
}

/** As the worker does it, for one job of the site that is due by `now`: claim, run, settle. Returns its payload. */
async function runJob(
  { pool }: TestApp,
  handler: JobHandler,
  site: number,
  now: number,
): Promise<{ uid?: string } | null> {
  const db = kysely(pool);
  // The most overdue lane is claimed first.
  const { rowCount } = await pool.query(
    `update job_lane set next_at = '2000-01-01' where (kind, key) in (
       select kind, key from job where kind = $1 and payload ->> 'site_id' = $2::text and run_at <= to_timestamp($3)
       order by run_at, id limit 1)`,
    [handler.kind, site, now],
  );
  if (!rowCount) return null;
  const [lane] = await claimJobs(db, [{ kind: handler.kind, capacity: 1, batch: 1 }], {
    leaseMs: LEASE_MS,
    holder: null,
  });
  if (!lane) throw new Error(`No job of ${handler.kind} could be claimed.`);
  const { jobs } = lane;
  const complete = (tx: Tx, some = jobs) => completeJobs(tx, lane, some);
  await handler.run({ db, jobs, signal: new AbortController().signal, complete, log: () => {} });
  await settleJobs(db, [{ lane, done: jobs.map(({ id }) => id), failure: null }], 'wait');
  return jobs[0]?.payload as { uid?: string }; // a job's payload
}

/** Notifications in sending order, per receiver and article. */
async function notificationsAfter({ pool }: TestApp, site: number, version: number): Promise<Event[]> {
  const { rows } = await pool.query({
    name: 'notifications',
    text: `select webhook_id, content_version, action, article_id, body
      from webhook_delivery join article_event using (site_id, content_version, article_id, action)
      where site_id = $1 and content_version > $2 order by content_version, id`,
    values: [site, version],
  });
  return rows.map(({ webhook_id, content_version, action, article_id, body }) => {
    const { article } = JSON.parse(body);
    return { webhook: webhook_id, version: content_version, action, article_id, article };
  });
}
