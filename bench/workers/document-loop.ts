/** Bare `pg`: reads the newest documents of a site over and over, with nothing between the loop and the pool. */
import pg from 'pg';
import { answer } from '../processes/worker.ts';

export interface DocumentLoop {
  url: string;
  site: number;
  count: number;
  connections: number;
  clients: number;
  seconds: number;
}

export interface Looped {
  requests: number;
  seconds: number;
  /** The documents of the last loop. */
  docs: string[];
}

const QUERY = 'select doc from published_article where site_id = $1 and is_served order by id desc limit $2';

let pool: pg.Pool | undefined;

answer(async ({ url, site, count, connections, clients, seconds }: DocumentLoop): Promise<Looped> => {
  pool ??= new pg.Pool({ connectionString: url, max: connections });
  const read = { name: 'documents', text: QUERY, values: [site, count] };
  const began = performance.now();
  const end = began + seconds * 1000;
  let requests = 0;
  let docs: string[] = [];
  const loop = async (from: pg.Pool) => {
    do {
      docs = (await from.query<{ doc: string }>(read)).rows.map(({ doc }) => doc);
      requests++;
    } while (performance.now() < end);
  };
  const running = pool;
  await Promise.all(Array.from({ length: clients }, () => loop(running)));
  return { requests, seconds: (performance.now() - began) / 1000, docs };
});
