/**
 * The short form of `npm run faults`: processes and PostgreSQL are killed, receivers misbehave, and nothing is lost. `npm test` runs
 * the answers of receivers; `npm run test:slow` all cases, four times each.
 */
import { it } from 'vitest';
import { seed, sized } from '../random.ts';
import { expectNoFaults } from './run.ts';

const isSlow = sized(0, 1) === 1;

it(`notifications survive faults: none is lost, changed or out of order (seed ${seed})`, () =>
  isSlow
    ? expectNoFaults(['kills', 'points', 'postgres', 'model', 'stopped', 'answers'], 4)
    : expectNoFaults(['answers']));
