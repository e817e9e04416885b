/** Sends articles with the key of a partner, and texts through an upload form, one after another, until it is told to stop. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { answer } from '../processes/worker.ts';

export type Deliveries =
  /** Readers open the form, and solve its challenges. */
  | { open: number; url: string; form: string }
  | { start: true; url: string; form: string; key: string; lot: number }
  | { stop: true };

export interface Delivered {
  articles: number;
  submissions: number;
}

/** Nobody may send a form sooner. */
const WRITING_MS = 3_500;
const TEXT = 'Seen at the harbour today, in the fog, by everyone who was there. ';

const solutions: { at: number; solution: string; from: string }[] = [];
let readers = 0;
let articles = 0;
const work: { isOver: boolean; done: Promise<Delivered> } = { isOver: true, done: Promise.resolve(none()) };

answer(async (order: Deliveries): Promise<Delivered> => {
  if ('open' in order) {
    for (let n = 0; n < order.open; n++) await openForm(order);
    return none();
  }
  if ('stop' in order) {
    work.isOver = true;
    return work.done;
  }
  await sleep(Math.max(0, (solutions.at(-1)?.at ?? 0) + WRITING_MS - performance.now()));
  work.isOver = false;
  work.done = Promise.all([offerAll(order), submitAll(order)]).then(([offered, submissions]) => ({
    articles: offered,
    submissions,
  }));
  work.done.catch(() => {}); // the order to stop rejects
  return none();
});

function none(): Delivered {
  return { articles: 0, submissions: 0 };
}

/** Each reader has a network of their own: one network may send twenty texts a day. */
async function openForm({ url, form }: { url: string; form: string }): Promise<void> {
  const from = `198.18.${readers >> 8}.${readers++ & 255}`;
  const { challenge } = await sent(`${url}/v1${form}/challenge`, { origin: url, 'x-forwarded-for': from }, '', 201);
  const [payload = ''] = String(challenge).split('.');
  const { salt, hash, max } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  for (let number = 0; number < max; number++) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') !== hash) continue;
    solutions.push({ at: performance.now(), solution: `${challenge}.${number}`, from });
    return;
  }
  throw new Error('The challenge has no solution.');
}

async function submitAll({ url, form }: { url: string; form: string }): Promise<number> {
  let submissions = 0;
  for (let one = solutions.shift(); one && !work.isOver; one = solutions.shift()) {
    const { solution, from } = one;
    const text = `${TEXT.repeat(10)} ${from}`;
    const headers = { origin: url, 'x-forwarded-for': from, 'content-type': 'application/json' };
    await sent(
      `${url}/v1${form}/submissions`,
      headers,
      JSON.stringify({ solution, text, consents: [true], files: [] }),
      201,
    );
    submissions++;
  }
  return submissions;
}

async function offerAll({ url, key, lot }: { url: string; key: string; lot: number }): Promise<number> {
  const before = articles;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' };
  while (!work.isOver) {
    const lines = Array.from({ length: lot }, () => `${JSON.stringify(offer(++articles))}\n`);
    const { results } = await sent(`${url}/v1/guest/articles`, headers, lines.join(''), 200);
    const held = (results as { article: { state: string } | null }[]).filter((one) => one.article?.state === 'held');
    if (held.length !== lot) throw new Error(`The partner was answered ${JSON.stringify(results)}.`);
  }
  return articles - before;
}

const offer = (n: number) => ({ external_id: `${n}`, title: `Article ${n}`, body: `<p>${TEXT.repeat(60)} ${n}</p>` });

async function sent(
  url: string,
  headers: Record<string, string>,
  body: string,
  expected: number,
): Promise<Record<string, unknown>> {
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  if (response.status !== expected) throw new Error(`${url} was answered with ${response.status}: ${text}`);
  return JSON.parse(text);
}
