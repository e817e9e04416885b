/** Random lives of articles against a model. LIFE_SEQUENCES=20000 runs that many sequences; SEED=… repeats a run. */

import { beforeAll, it } from 'vitest';
import fc from '../property.ts';
import { seed, sized } from '../random.ts';
import { anyCommand, creation, featuring } from './commands.ts';
import { lookAround, newSequence } from './sequence.ts';
import { type Installation, install } from './world.ts';

const SEQUENCES = Number(process.env.LIFE_SEQUENCES ?? sized(6, 250));
const SAID_EVERY = 1_000;
const LONGEST = 20;
/** A few sequences take seconds, 20,000 under an hour. */
const TIMEOUT_MS = 4 * 3_600_000;

let installation: Installation;
beforeAll(async () => {
  installation = await install();
});

it(`readers and receivers see the articles of the model after any sequence (SEED=${seed})`, {
  timeout: TIMEOUT_MS,
}, async () => {
  let done = 0;
  const began = performance.now();
  const sequences = fc.tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.array(creation, { minLength: 1, maxLength: 2 }) },
      { weight: 1, arbitrary: featuring },
    ),
    fc.commands([anyCommand], { maxCommands: LONGEST, size: 'max' }),
  );
  const property = fc.asyncProperty(sequences, async ([creations, commands]) => {
    const sequence = await newSequence(installation);
    for (const one of creations) await one.run(sequence, sequence);
    await fc.asyncModelRun(() => ({ model: sequence, real: sequence }), commands);
    await lookAround(sequence, 2);
    await installation.forgetSite(sequence.model.site.id);
    done += 1;
    if (done % SAID_EVERY === 0)
      console.info(`${done} sequences in ${Math.round((performance.now() - began) / 1_000)} s`);
  });
  await fc.assert(property, { seed, numRuns: SEQUENCES });
});
