/**
 * What a connection of a pool needs before Kysely asks it anything: marked statements get their names, and the answer comes by
 * a promise and under a limit of our own. With those of `pg` (its promises, and its `query_timeout`) Node found answers still
 * reachable whenever it cleared up, and copied the texts of whole pages into its old generation: a fifth of what reading a
 * list cost.
 */
import type { Socket } from 'node:net';
import type pg from 'pg';
import { nameOf } from './prepared.ts';
import type { PoolOptions } from './write-health.ts';

/** A server that ends statements after their time has told so by then, or is away. */
const GRACE_MS = 300;

type Callback = (error: Error | null, result: pg.QueryResult) => void;

export function adaptClient(client: pg.PoolClient, { statement_timeout, writes }: PoolOptions): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown; // whichever form it is called in
  let underWay = 0;
  const limited = (answered: Callback): Callback => {
    underWay += 1;
    return (error, result) => {
      underWay -= 1;
      if (error) writes?.note(error);
      answered(error, result);
    };
  };
  const fitted = (...args: unknown[]) => {
    const [text, values] = args;
    const answered = args.at(-1);
    // As the pool itself asks.
    if (typeof answered === 'function') return query(...args.slice(0, -1), limited(answered as Callback));
    // As Kysely does. What is asked in any other form, such as a migration, takes as long as it takes.
    if (typeof text !== 'string' || !Array.isArray(values)) return query(...args);
    return new Promise((resolve, reject) => {
      const settled: Callback = (error, result) => (error ? reject(error) : resolve(result));
      query({ name: nameOf(text), text, values }, limited(settled));
    });
  };
  client.query = fitted as typeof client.query; // the same forms
  if (statement_timeout) giveUp(client, statement_timeout + GRACE_MS, () => underWay > 0);
}

/** Gives up on a server that says nothing while it is asked, and on the connection with it: what comes late belongs to nobody. */
function giveUp(client: pg.PoolClient, ms: number, isAsked: () => boolean): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection; // its types leave it out
  stream.setTimeout(ms, () => {
    if (isAsked()) stream.destroy(new Error('Query read timeout')); // the words of `pg` for it
  });
}
