import { expect, it } from 'vitest';
import { isPassing, whenThere } from './passing.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });

it('waits while the database is starting, failing over or away, and says so once', async () => {
  const failures = ['ECONNREFUSED', '25006'].map(failure);
  const said: string[] = [];
  const ask = async () => {
    const next = failures.shift();
    if (next) throw next;
    return 'there';
  };
  expect(await whenThere(ask, { ms: 60_000, onWait: (reason) => said.push(reason) })).toBe('there');
  expect(said).toEqual(['ECONNREFUSED']);
});

it('does not wait for what does not pass, nor longer than it may', async () => {
  const said: string[] = [];
  const onWait = (reason: string) => said.push(reason);
  for (const code of ['28P01', '3D000', '42601', '23505'])
    await expect(whenThere(() => Promise.reject(failure(code)), { ms: 60_000, onWait })).rejects.toThrow(code);
  await expect(whenThere(() => Promise.reject(failure('57P03')), { ms: 0, onWait })).rejects.toThrow('57P03');
  expect(said).toEqual([]);
});

it('ends the wait when told to', async () => {
  const stopping = new AbortController();
  const onWait = () => stopping.abort();
  const waiting = whenThere(() => Promise.reject(failure('57P03')), { ms: 60_000, onWait, signal: stopping.signal });
  await expect(waiting).rejects.toThrow(/abort/i);
});

it('knows the errors of pg that have no code', () => {
  expect(isPassing(new Error('Connection terminated unexpectedly'))).toBe(true);
  expect(isPassing(new Error('timeout exceeded when trying to connect'))).toBe(true);
  expect(isPassing(new Error('something else'))).toBe(false);
});
