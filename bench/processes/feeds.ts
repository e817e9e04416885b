/** Sources of a service, and the feeds on loopback that they read. */
import type pg from 'pg';
import type { ArticleInput } from '../../src/features/articles/draft.ts';
import { ARCHIVE } from '../archive/sets.ts';
import type { Bench } from '../case.ts';
import type { FeedOrder, FeedReport } from '../workers/feed-server.ts';
import type { Service } from './service.ts';
import { startWorker } from './worker.ts';

/** The setting that allows feeds on loopback. */
export const LOOPBACK_FEEDS = { WEBHOOK_ALLOW_PRIVATE: '1' };

/** The most items that the first poll takes. */
export const MOST_ITEMS = 200;

export const feedServer = (bench: Bench) => startWorker<FeedOrder, FeedReport>(bench, 'feed-server');

export const feedUrl = (port: number) => `http://127.0.0.1:${port}/`;

/** The id of a new source. It is paused if `active` is false. */
export async function addSource(
  { manage }: Service,
  source: { url?: string; section_id: number; [field: string]: unknown },
  site = ARCHIVE,
): Promise<number> {
  const made = await manage('POST', `/sites/${site}/sources`, { source: { backlog: MOST_ITEMS, ...source } });
  return (made.source as { id: number }).id; // the API's answer
}

export function document(articles: ArticleInput[]): string {
  return `<rss version="2.0"><channel><title>Feed</title>${articles.map(item).join('')}</channel></rss>`;
}

function item({ title, body, article_url, tags, published_at }: ArticleInput): string {
  const date = new Date(published_at ?? 0).toUTCString();
  const categories = (tags ?? []).map((tag) => `<category>${tag}</category>`).join('');
  return `<item><guid isPermaLink="false">${article_url}</guid><title>${title}</title><link>${pageOf(article_url)}</link>
    <pubDate>${date}</pubDate>${categories}<description><![CDATA[${body}]]></description></item>`;
}

/** What intake makes of the item, for a command that makes the same. */
export function articleOfItem({ title, body, article_url, tags, published_at }: ArticleInput, section: number) {
  const url = pageOf(article_url);
  const text = { title, summary: '', body, url, canonical_url: url, cover_url: null, tags, section_id: section };
  return {
    ...text,
    source: 'feed',
    category_id: null,
    author_ids: [],
    state: 'published',
    published_at,
  } as ArticleInput;
}

const pageOf = (slug: unknown) => `https://feed.example/${slug}`;

/** Makes the polls of sources due, each so many milliseconds from now, and no others. Hosts have no pause between requests then. */
export async function pollAt(client: pg.Client, sources: number[], delays: number[]): Promise<Date[]> {
  const { rows } = await client.query<{ due: Date[] }>(POLL_AT, [sources, delays]);
  await client.query(`update source_host set busy_until = '-infinity'`);
  await client.query(`select pg_notify('masthead_jobs', 'intake.poll')`);
  return rows[0]?.due ?? [];
}

/** Polls have no other jobs in their lanes. */
const POLL_AT = `
  with due as (
    select source.site_id || ':' || source.id as key, delayed.at, now() + delayed.ms * interval '1 millisecond' as due
    from unnest($1::bigint[], $2::float8[]) with ordinality as delayed (id, ms, at) join source on source.id = delayed.id
  ), times as (
    select job.key, coalesce(due.due, 'infinity') as due from job left join due on due.key = job.key where job.kind = 'intake.poll'
  ), jobs as (
    update job set run_at = times.due from times where job.kind = 'intake.poll' and job.key = times.key
  ), lanes as (
    update job_lane set next_at = times.due from times where job_lane.kind = 'intake.poll' and job_lane.key = times.key
  )
  select array_agg(due order by at) as due from due`;
