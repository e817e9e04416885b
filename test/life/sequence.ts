/** One site in a sequence of commands, in the model and for real. */
import { ok } from 'node:assert';
import { look } from './look.ts';
import { type Answer, type Article, type Body, fallDue, isDue, type Model } from './model.ts';
import { newObservers, type Observers, observe } from './observers.ts';
import { iso } from './served.ts';
import type { Answered, Event, Installation } from './world.ts';

export interface Sequence {
  installation: Installation;
  model: Model;
  observers: Observers;
  feed: Feed;
}

/** The change feed as read so far. */
interface Feed {
  cursor: string;
  version: number;
  read: Event[];
}

/** Changes per page: so few that a commit of many articles spans several. */
const FEW = 2;

export async function newSequence(installation: Installation): Promise<Sequence> {
  const model = await installation.newSite();
  installation.clock.now = model.now;
  const observers = newObservers(installation.places.webhooks);
  return { installation, model, observers, feed: { cursor: '', version: 0, read: [] } };
}

/** Compares the response with the expected one, and the new events with what has changed. */
export async function settle(sequence: Sequence, { statuses, next, updated }: Answer, came: Answered): Promise<void> {
  ok(statuses.includes(came.status), `answered ${came.status}, expected ${statuses}: ${JSON.stringify(came.body)}`);
  await commit(sequence, came.status < 400 ? next : sequence.model, updated);
}

/** Sets the model's state; the events since the last call must match the change. */
export async function commit(sequence: Sequence, after: Model, updated: string | null = null): Promise<void> {
  const { installation, model: before, observers, feed } = sequence;
  const notifications = await installation.notificationsAfter(before.site.id, feed.version);
  const changes = await readOn(sequence);
  sequence.model = after;
  observe(observers, { before, after, updated, events: [...changes, ...notifications] });
}

/** Reads the change feed from the last cursor, a few changes at a time. */
async function readOn({ installation, model, feed }: Sequence): Promise<Event[]> {
  const events: Event[] = [];
  for (let more = true; more; ) {
    const path = `/sites/${model.site.id}/changes?count=${FEW}${feed.cursor && `&cursor=${feed.cursor}`}`;
    const { body } = await installation.manage('GET', path);
    events.push(...body.changes.map(({ at, ...change }: { at: string }) => ({ webhook: null, ...change })));
    ({ cursor: feed.cursor, more } = body);
  }
  feed.version = events.at(-1)?.version ?? feed.version;
  feed.read.push(...events);
  return events;
}

export function passTime(sequence: Sequence, seconds: number): void {
  sequence.model = { ...sequence.model, now: sequence.model.now + seconds };
  sequence.installation.clock.now = sequence.model.now;
}

/** Runs the timer until nothing is due. */
export async function runTimer(sequence: Sequence): Promise<void> {
  const { installation } = sequence;
  const { id: site } = sequence.model.site;
  for (;;) {
    const uid = await installation.publishDue(site, sequence.model.now);
    if (uid === null) break;
    const { status, body } = await installation.manage('GET', `/sites/${site}/articles/${uid}`);
    const { next, updated } = fallDue(sequence.model, uid, status === 200 ? { id: body.article.id } : {});
    await commit(sequence, next, updated);
  }
  const left = sequence.model.articles.filter((article) => isDue(sequence.model, article));
  ok(left.length === 0, `the timer left ${left.map(({ uid }) => uid)}`);
}

export function lookAround({ installation, model, feed }: Sequence, count: number): Promise<void> {
  return look({ installation, model, feed: feed.read, count });
}

/** The article that a command is about, also in the trash. */
export function chosen({ model: { articles } }: Sequence, which: number): Article | undefined {
  return articles[which % Math.max(1, articles.length)];
}

/** A body as it is sent. */
export function wire({ publish_at, published_at, ...rest }: Body): object {
  const time = (seconds: number | null) => (seconds === null ? null : iso(seconds));
  return {
    ...rest,
    ...(publish_at === undefined ? {} : { publish_at: time(publish_at) }),
    ...(published_at === undefined ? {} : { published_at: time(published_at) }),
  };
}
