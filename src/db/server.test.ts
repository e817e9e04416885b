/** Clients of the server that DATABASE_URL names. */
import type pg from 'pg';
import { expect, it } from 'vitest';
import { serverPool } from './server.ts';

it('outlives a server that goes away between the handshake and the first statement', () => {
  const { Client } = serverPool('postgres://someone@127.0.0.1:1/nothing');
  const client = new (Client as unknown as typeof pg.Client)({}); // its type has no parameters
  // As `pg` reports a lost connection; the pool does not listen yet.
  expect(() => client.emit('error', new Error('Connection terminated unexpectedly'))).not.toThrow();
});
