/** kill -9 while items are taken from feeds, by the case of `npm run faults`. */
import { it } from 'vitest';
import { seed } from '../random.ts';
import { expectNoFaults } from './run.ts';

const KILLS = 20;

it(`neither loses nor doubles an item over ${KILLS} kills (seed ${seed})`, () => expectNoFaults(['intake'], KILLS));
