/** Bare conditional requests, each on a connection of its own. */
import { get } from 'node:http';
import { answer } from '../processes/worker.ts';

export interface Gets {
  requests: { url: string; etag: string }[];
  /** Requests at the same time. */
  atOnce: number;
}

/** Returns how many were answered with 304. */
answer(async ({ requests, atOnce }: Gets): Promise<number> => {
  const waiting = [...requests];
  let unchanged = 0;
  const ask = async () => {
    for (let request = waiting.shift(); request; request = waiting.shift())
      if ((await statusOf(request)) === 304) unchanged++;
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  return unchanged;
});

const statusOf = ({ url, etag }: { url: string; etag: string }) =>
  new Promise<number>((resolve, reject) => {
    get(url, { agent: false, headers: { 'if-none-match': etag } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    }).on('error', reject);
  });
