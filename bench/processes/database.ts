/** A connection of the benchmark to a data set, beside the service. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DataSet } from '../archive/sets.ts';
import { type Bench, WrongAnswer } from '../case.ts';

/** Leaves room for a busy machine. */
const TIMEOUT_MS = 120_000;
/** Asking takes time of the database that is measured. */
const STEP_MS = 50;

export async function connected(bench: Bench, data: DataSet): Promise<pg.Client> {
  const client = new pg.Client(data.url);
  await client.connect();
  bench.defer(() => client.end());
  return client;
}

/** Repeats a query until its only value is true. */
export async function untilTrue(client: pg.Client, what: string, text: string, values: unknown[] = []): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const { rows } = await client.query({ text, values, rowMode: 'array' });
    if (rows[0]?.[0] === true) return;
    if (performance.now() > deadline) throw new WrongAnswer(`Not done after ${TIMEOUT_MS / 1000} s: ${what}.`);
    await sleep(STEP_MS);
  }
}
