/** Compares what was committed with what arrived. Pure. */
import { verify } from '../src/sdk/webhooks.ts';
import type { Arrival } from './wire.ts';

export interface Committed {
  events: Event[];
  deliveries: Delivery[];
}

export interface Event {
  article_id: number;
  content_version: number;
  action: string;
  body: string;
}

export interface Delivery {
  webhook_id: number;
  article_id: number;
  content_version: number;
  action: string;
  id: number;
  state: string;
  /** The delivery that superseded this one, even if this one was replayed later. */
  superseded_by?: number | null;
}

/** A webhook and every secret it has had. */
export interface Hook {
  id: number;
  path: string;
  url: string;
  secrets: string[];
}

/** A change that the service acknowledged. */
export interface Acknowledged {
  articleId: number;
  action: 'publish' | 'update' | 'unpublish';
  /** Unique among the changes. */
  title: string | null;
}

export interface Checked {
  events: number;
  deliveries: number;
  arrivals: number;
  /** Repeated requests of a delivery. */
  repeated: number;
  superseded: number;
  /** Violations, a sentence each. */
  faults: string[];
}

export function check(
  committed: Committed,
  arrivals: Arrival[],
  hooks: Hook[],
  acknowledged: Acknowledged[] = [],
): Checked {
  const ids = arrivals.map(({ headers }) => headers['webhook-id']);
  return {
    events: committed.events.length,
    deliveries: committed.deliveries.length,
    arrivals: arrivals.length,
    repeated: ids.length - new Set(ids).size,
    superseded: committed.deliveries.filter(({ state }) => state === 'superseded').length,
    faults: [
      ...unrecorded(committed, acknowledged),
      ...undelivered(committed, hooks),
      ...lost(committed, arrivals),
      ...strange(committed, arrivals, hooks),
      ...outOfOrder(committed, arrivals, hooks),
    ],
  };
}

/** Acknowledged is committed: every change has its event. */
function unrecorded({ events }: Committed, acknowledged: Acknowledged[]): string[] {
  const titles = new Set(events.flatMap(({ body, action }) => (action === 'unpublish' ? [] : titleOf(body))));
  const unpublished = countBy(
    events.filter(({ action }) => action === 'unpublish').map(({ article_id }) => article_id),
  );
  const wanted = countBy(acknowledged.flatMap(({ action, articleId }) => (action === 'unpublish' ? articleId : [])));
  return [
    ...acknowledged
      .filter(({ title }) => title !== null && !titles.has(title))
      .map(({ title, articleId }) => `lost: ${title} of article ${articleId} was acknowledged and has no event`),
    ...[...wanted]
      .filter(([article, count]) => (unpublished.get(article) ?? 0) < count)
      .map(([article]) => `lost: an unpublication of article ${article} was acknowledged and has no event`),
  ];
}

/** Every event has a delivery for each receiver. */
function undelivered({ events, deliveries }: Committed, hooks: Hook[]): string[] {
  const known = new Set(deliveries.map((one) => `${one.webhook_id} ${keyOf(one)}`));
  return hooks.flatMap((hook) =>
    events
      .filter((event) => !known.has(`${hook.id} ${keyOf(event)}`))
      .map((event) => `lost: ${keyOf(event)} has no delivery for ${hook.path}`),
  );
}

/** Every delivery marked delivered was acknowledged by the receiver; none is queued, given up or skipped. */
function lost({ deliveries }: Committed, arrivals: Arrival[]): string[] {
  const taken = new Set(arrivals.filter(isTaken).map(({ headers }) => headers['webhook-id']));
  return deliveries.flatMap((delivery) => {
    const { id, state } = delivery;
    if (state === 'superseded') return [];
    if (state !== 'delivered') return `lost: delivery ${id} (${keyOf(delivery)}) is ${state}`;
    return taken.has(String(id))
      ? []
      : `lost: delivery ${id} (${keyOf(delivery)}) is called delivered and did not arrive`;
  });
}

/** Every request has the bytes of a committed event, signed with a secret of the webhook. */
function strange({ events, deliveries }: Committed, arrivals: Arrival[], hooks: Hook[]): string[] {
  const bodies = new Map(events.map((event) => [keyOf(event), event.body]));
  const byId = new Map(deliveries.map((delivery) => [String(delivery.id), delivery]));
  const byPath = new Map(hooks.map((hook) => [hook.path, hook]));
  return arrivals.flatMap((arrival) => {
    const id = arrival.headers['webhook-id'] ?? '';
    const delivery = byId.get(id);
    const hook = byPath.get(arrival.path);
    if (!delivery || !hook) return `phantom: ${id} arrived at ${arrival.path} and was never committed`;
    if (bodies.get(keyOf(delivery)) !== arrival.body)
      return `changed: ${id} arrived with other bytes than its event has`;
    return isSigned(arrival, hook) ? [] : `signature: ${id} is not signed by a secret of ${hook.path}`;
  });
}

function isSigned({ headers, body, at }: Arrival, { url, secrets }: Hook): boolean {
  const options = { url, secret: secrets, env: 'development', now: () => at };
  return (['interface', 'standard'] as const).every((scheme) => verify({ headers, body }, { ...options, scheme }).ok);
}

/** A version first arrives after every earlier one of its article was delivered, superseded or given up. */
function outOfOrder({ deliveries }: Committed, arrivals: Arrival[], hooks: Hook[]): string[] {
  const idOf = new Map(hooks.map(({ path, id }) => [path, id]));
  const lanes = new Map<string, Delivery[]>();
  for (const one of deliveries) {
    const lane = `${one.webhook_id} ${one.article_id}`;
    lanes.set(lane, [...(lanes.get(lane) ?? []), one]);
  }
  for (const lane of lanes.values()) lane.sort((a, b) => a.content_version - b.content_version || a.id - b.id);
  const byId = new Map(deliveries.map((one) => [String(one.id), one]));
  const taken = new Set<number>();
  const seen = new Set<number>();
  return arrivals.flatMap((arrival) => {
    const delivery = byId.get(arrival.headers['webhook-id'] ?? '');
    if (!delivery) return [];
    const isFirst = !seen.has(delivery.id);
    seen.add(delivery.id);
    const lane = lanes.get(`${idOf.get(arrival.path)} ${delivery.article_id}`) ?? [];
    const place = lane.indexOf(delivery);
    const wasSuperseded = ({ superseded_by: by }: Delivery) => lane.slice(0, place + 1).some(({ id }) => id === by);
    const overtaken = isFirst
      ? lane.slice(0, place).find((one) => one.state === 'delivered' && !taken.has(one.id) && !wasSuperseded(one))
      : undefined;
    if (isTaken(arrival)) taken.add(delivery.id);
    return overtaken ? `order: ${keyOf(delivery)} came to ${arrival.path} before ${keyOf(overtaken)} was taken` : [];
  });
}

const isTaken = ({ code }: Arrival) => code !== null && code >= 200 && code < 300;

function keyOf({ article_id, content_version, action }: Omit<Event, 'body'>): string {
  return `${action} of article ${article_id} at version ${content_version}`;
}

export function titleOf(body: string): string {
  return JSON.parse(body).article.title ?? '';
}

function countBy(values: number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
