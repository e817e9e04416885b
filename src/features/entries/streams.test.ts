/** A stream of lines shares the process with other requests. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { commandLine } from '../../core/rights.ts';
import { kysely } from '../../db/connect.ts';
import { campaigns } from '../rollups/testing/campaigns.ts';
import { writeLines } from './streams.ts';

const LINES = 640;

it('lets other work run between its lines, however fast they arrive', async () => {
  const app = await testApp();
  const id = await campaigns(() => app).campaign();
  let [turns, turnsAtTheEnd, isReading] = [0, 0, true];
  const others = async () => {
    for (; isReading; turns++) await turn();
  };
  const lines = async function* () {
    const begun = turns;
    for (let number = 1; number <= LINES; number++) {
      yield { number, bytes: 2, value: null, problems: [{ path: '', message: 'is not valid JSON' }] };
    }
    turnsAtTheEnd = turns - begun;
  };
  const waiting = others();
  const written = await writeLines(kysely(app.pool), id, lines(), {
    caller: commandLine,
    now: new Date(),
    isStrict: false,
  });
  isReading = false;
  await waiting;
  expect(written.refused).toBe(LINES);
  expect(turnsAtTheEnd).toBeGreaterThan(10);
});
