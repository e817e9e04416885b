/** Follows the change feed and each receiver event by event and compares them with what is public. */
import { deepStrictEqual, ok } from 'node:assert';
import type { Model } from './model.ts';
import { notification, type Served, served } from './served.ts';
import type { Event } from './world.ts';

type Known = Map<number, Record<string, unknown>>;

interface Observer {
  name: string;
  /** Null: the change feed. */
  webhook: number | null;
  /** The section it observes; null: all. */
  section: number | null;
  known: Known;
}

export type Observers = Observer[];

export function newObservers(webhooks: Map<number, number | null>): Observers {
  return [
    { name: 'the change feed', webhook: null, section: null, known: new Map() },
    ...[...webhooks].map(([webhook, section]) => ({
      name: section === null ? 'the receiver of the site' : `the receiver of section ${section}`,
      webhook,
      section,
      known: new Map(),
    })),
  ];
}

export interface Commit {
  before: Model;
  after: Model;
  /** The article that was published or pinned: while it is public, every observer must get an event. */
  updated: string | null;
  events: Event[];
}

export function observe(observers: Observers, commit: Commit): void {
  for (const observer of observers) observeOne(observer, commit);
}

function observeOne(observer: Observer, { before, after, updated, events }: Commit): void {
  const { name, webhook, known } = observer;
  const is = documents(observer, after);
  // Receivers also get changes that only the content API shows, such as an article that is no longer featured.
  const [was, shows] = [texts(before), texts(after)];
  const updatedId = after.articles.find(({ uid }) => uid === updated)?.id ?? null;
  const told = events.filter((event) => event.webhook === webhook);
  for (const event of told) {
    const { action, article_id } = event;
    const isChanged = was.get(article_id) !== shows.get(article_id);
    ok(isChanged || article_id === updatedId, `${name} is notified of ${article_id}, which did not change: ${action}`);
    ok(
      known.has(article_id) === (action !== 'publish'),
      `${name} is notified of ${article_id} out of order: ${action}`,
    );
    take(observer, event, is);
  }
  if (updatedId !== null && is.has(updatedId))
    ok(
      told.some(({ article_id }) => article_id === updatedId),
      `${name} is not told of ${updatedId}`,
    );
  deepStrictEqual(comparable(webhook, known), comparable(webhook, is), `what ${name} knows`);
}

function take({ webhook, known }: Observer, { action, article_id, article }: Event, is: Known): void {
  if (action === 'unpublish') {
    known.delete(article_id);
    deepStrictEqual(article, webhook === null ? null : { id: article_id });
    return;
  }
  const expected = is.get(article_id) ?? {};
  const shown = Object.fromEntries(Object.keys(expected).map((field) => [field, article?.[field]]));
  deepStrictEqual(shown, expected, `what ${action} of ${article_id} shows`);
  known.set(article_id, shown);
}

const texts = (model: Model) => new Map(served(model).map((one) => [one.id, JSON.stringify(one)]));

/** What the observer must know now. */
function documents({ webhook, section }: Observer, model: Model): Known {
  const heard = served(model).filter(({ section_id }) => section === null || section_id === section);
  const shown = (one: Served) => (webhook === null ? { ...one } : notification(model, one));
  return new Map(heard.map((one) => [one.id, shown(one)]));
}

/** An author's new name sends no notification: nobody edited the article. */
function comparable(webhook: number | null, known: Known): unknown {
  const sorted = [...known.entries()].sort(([a], [b]) => a - b).map(([, article]) => article);
  return webhook === null ? sorted : sorted.map((article) => ({ ...article, author: '' }));
}
