/** The short form of `npm run faults`, each case four times: processes and PostgreSQL are killed, receivers misbehave, and nothing is lost. */
import { it } from 'vitest';
import { seed } from '../random.ts';
import { expectNoFaults } from './run.ts';

it(`notifications survive faults: none is lost, changed or out of order (seed ${seed})`, () =>
  expectNoFaults(['kills', 'points', 'postgres', 'model', 'stopped', 'answers'], 4));
