/** One recorded response of the service, for comparison and for replay by bare node:http. */
import { get } from 'node:http';
import { type Bench, WrongAnswer } from '../case.ts';
import type { FixedAnswer } from '../workers/bytes-server.ts';
import type { Target } from './target.ts';
import { startWorker } from './worker.ts';

/** Node writes these headers itself. */
const NODE_WRITES = ['date', 'connection', 'keep-alive'];

export function answerOf(url: string, headers: Record<string, string> = {}): Promise<FixedAnswer> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      resolve({ status: response.statusCode ?? 0, headers: written(response.rawHeaders), body: Buffer.concat(parts) });
    }).on('error', reject);
  });
}

const written = (raw: string[]) =>
  raw.flatMap((name, at) =>
    at % 2 === 0 && !NODE_WRITES.includes(name.toLowerCase()) ? [name, raw[at + 1] ?? ''] : [],
  );

/** A bare server that sends the target's exact response, headers included; the bytes are compared first. */
export async function bareTwin(bench: Bench, target: Target): Promise<Target> {
  const path = target.paths[0] ?? '/';
  const original = await answerOf(target.url + path, target.headers);
  const server = startWorker<FixedAnswer, number>(bench, 'bytes-server');
  const url = `http://127.0.0.1:${await server.ask(original)}`;
  const repeated = await answerOf(url + path, target.headers);
  if (original.status !== target.status) throw new WrongAnswer(`${path} was answered with ${original.status}.`);
  if (repeated.status !== original.status || Buffer.compare(repeated.body, original.body) !== 0)
    throw new WrongAnswer(`The reference does not answer ${path} as the service does.`);
  return { ...target, url, pid: server.pid };
}
