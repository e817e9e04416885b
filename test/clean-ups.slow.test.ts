/** As `clean-ups.test.ts`, with 100,000 rows of each. */
import { describe } from 'vitest';
import { testCleanUps } from './clean-ups.ts';

describe('clean-ups of many rows', () => testCleanUps(100_000));
