/** kill -9 within uploads, by the cases of `npm run faults`. */
import { it } from 'vitest';
import { seed } from '../random.ts';
import { expectNoFaults } from './run.ts';

const KILLS = 4;

it.each(['media-disk', 'media-s3'])(
  `uploads survive ${KILLS} kills: no item is without its bytes, and nothing is left over, in %s (seed ${seed})`,
  (name) => expectNoFaults([name], KILLS),
);
