import { expect, it } from 'vitest';
import { sanitizing } from '../core/html.ts';
import { inTurns } from './in-turns.ts';

it('yields to the event loop between steps, and returns the result of the work', async () => {
  let [isDone, turns] = [false, 0];
  const others = () => {
    turns++;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  const { html } = await inTurns(sanitizing('<b></b>'.repeat(50_000)));
  isDone = true;
  expect(html).toHaveLength(350_000);
  expect(turns).toBeGreaterThan(10);
});

it('rejects with the error of the work', async () => {
  function* broken(): Generator<void, never, undefined> {
    yield;
    throw new Error('broken');
  }
  await expect(inTurns(broken())).rejects.toThrow('broken');
});
