/** A site with receivers, changes to its articles, and the check of the deliveries. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Acknowledged, type Checked, check, type Delivery, type Event, type Hook } from './check.ts';
import { ADMIN_TOKEN } from './service.ts';
import type { Stage } from './stage.ts';
import type { Arrival, Plan } from './wire.ts';

/** What a site needs of the stage. */
export type SiteStage = Pick<Stage, 'receiver' | 'query'> & { http: { url: string } };

export interface Site {
  id: number;
  section: number;
  hooks: Hook[];
  acknowledged: Acknowledged[];
  addHook(plan?: Plan): Promise<Hook>;
  /** The management API below the site; throws unless it succeeds. */
  manage(method: string, path: string, body?: unknown): Promise<Record<string, Answered>>;
  publish(): Promise<Article>;
  edit(article: Article): Promise<void>;
  unpublish(article: Article): Promise<void>;
  arrivals(): Arrival[];
  /** Waits until the queue is empty; `hurry` cuts back-off pauses short. */
  drained(options?: { hurry?: boolean; withinMs?: number }): Promise<void>;
  /** Ends every back-off pause. */
  hurry(): Promise<void>;
  check(arrivals?: Arrival[]): Promise<Checked>;
  /** Stops all sending for the site. */
  close(): Promise<void>;
}

export interface Article {
  id: number;
  uid: string;
  isPublished: boolean;
}

/** The part of management API responses that these tests read. */
interface Answered {
  id: number;
  uid: string;
  secret: string;
}

const DRAIN_TIMEOUT_MS = 120_000;
const REQUEST_TIMEOUT_MS = 20_000;
let paths = 0;
let titles = 0;

export async function newSite(stage: SiteStage, { bodyBytes = 200 } = {}): Promise<Site> {
  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(`${stage.http.url}/v1/manage${path}`, {
      method,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path} was answered with ${reply.status}: ${text}`);
    return (text ? JSON.parse(text) : {}) as Record<string, Answered>; // a management API response
  };
  const { site: made } = await call('POST', '/sites', { site: { name: 'Faults', url: 'https://faults.example' } });
  const id = made?.id ?? 0;
  const manage: Site['manage'] = (method, path, body) => call(method, `/sites/${id}${path}`, body);
  const { section: news } = await manage('POST', '/sections', { section: { name: 'News' } });
  const section = news?.id ?? 0;
  const hooks: Hook[] = [];
  const acknowledged: Acknowledged[] = [];
  const body = `<p>${'Sillat nousevat syksyllä. '.repeat(Math.ceil(bodyBytes / 27))}</p>`;
  const newTitle = () => `Change ${++titles}`;
  const site: Site = {
    id,
    section,
    hooks,
    acknowledged,
    manage,
    async addHook(plan) {
      const path = `/hook-${++paths}`;
      if (plan) stage.receiver.plan(path, plan);
      const url = `${stage.receiver.url}${path}`;
      const { webhook } = await manage('POST', '/webhooks', { webhook: { url } });
      const hook = { id: webhook?.id ?? 0, path, url, secrets: [webhook?.secret ?? ''] };
      hooks.push(hook);
      return hook;
    },
    async publish() {
      const title = newTitle();
      const fields = { title, section_id: section, state: 'published', body };
      const { article } = await manage('POST', '/articles', { article: fields });
      acknowledged.push({ articleId: article?.id ?? 0, action: 'publish', title });
      return { id: article?.id ?? 0, uid: article?.uid ?? '', isPublished: true };
    },
    async edit(article) {
      const title = newTitle();
      await manage('PATCH', `/articles/${article.uid}`, { article: { title, state: 'published' } });
      acknowledged.push({ articleId: article.id, action: article.isPublished ? 'update' : 'publish', title });
      article.isPublished = true;
    },
    async unpublish(article) {
      await manage('DELETE', `/articles/${article.uid}/publication`);
      acknowledged.push({ articleId: article.id, action: 'unpublish', title: null });
      article.isPublished = false;
    },
    arrivals: () => stage.receiver.arrivals(hooks.map(({ path }) => path)),
    async hurry() {
      await stage.query('update webhook_lane set next_at = now() where site_id = $1 and claim is null', [id]);
      await stage.query('update webhook set probe_at = now() where site_id = $1 and probe_at is not null', [id]);
    },
    async drained({ hurry = false, withinMs = DRAIN_TIMEOUT_MS } = {}) {
      const deadline = Date.now() + withinMs;
      while ((await stage.query('select from webhook_lane where site_id = $1 limit 1', [id])).length > 0) {
        // The check reports what is still queued.
        if (Date.now() > deadline) return;
        if (hurry) await site.hurry();
        await sleep(hurry ? 200 : 50);
      }
    },
    async check(arrivals = site.arrivals()) {
      const events = await stage.query<Event>(
        `select article_id::float8, content_version::float8, action, body from article_event
         where site_id = $1 and scope <> 'feed'`,
        [id],
      );
      const deliveries = await stage.query<Delivery>(
        `select webhook_id::float8, article_id::float8, content_version::float8, action, id::float8, state,
           superseded_by::float8
         from webhook_delivery where site_id = $1`,
        [id],
      );
      return check({ events, deliveries }, arrivals, hooks, acknowledged);
    },
    async close() {
      await stage.query('update webhook set active = false where site_id = $1', [id]);
    },
  };
  return site;
}

export interface Writing {
  /** Stops the changes and waits for those in flight. */
  stop(): Promise<void>;
}

/** Publishes, edits and unpublishes until stopped, several at once; a failed change may or may not have committed. */
export function keepWriting(
  site: Site,
  random: () => number,
  { writers = 2, articles = 12, pauseMs = 0 } = {},
): Writing {
  let isDone = false;
  const write = async () => {
    const own: Article[] = [];
    while (!isDone) {
      try {
        await changeOne(site, own, random, Math.ceil(articles / writers));
      } catch {
        await sleep(50);
      }
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  const all = Promise.all(Array.from({ length: writers }, write));
  return {
    async stop() {
      isDone = true;
      await all;
    },
  };
}

export async function changeOne(site: Site, own: Article[], random: () => number, most: number): Promise<void> {
  const article = own[Math.floor(random() * most)];
  if (!article) own.push(await site.publish());
  else if (article.isPublished && random() < 0.2) await site.unpublish(article);
  else await site.edit(article);
}

/** A check's counts as figures. */
export function counted({ faults: _, ...counts }: Checked): Record<string, number> {
  return counts;
}
