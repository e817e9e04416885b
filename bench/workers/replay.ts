/** Bare SQL: replays the recorded statements of publications on one connection. */
import pg from 'pg';
import type { Statement } from '../archive/wire.ts';
import { answer } from '../processes/worker.ts';

export interface Replay {
  url: string;
  publications: Statement[][];
}

let client: pg.Client | undefined;

/** Returns the seconds it took. */
answer(async ({ url, publications }: Replay): Promise<number> => {
  if (!client) {
    client = new pg.Client(url);
    await client.connect();
  }
  const began = performance.now();
  for (const statements of publications) for (const statement of statements) await client.query(statement);
  return (performance.now() - began) / 1000;
});
