/** Periodic clean-ups delete old rows in batches, and no others. */
import { describe } from 'vitest';
import { testCleanUps } from './clean-ups.ts';

describe('clean-ups', () => testCleanUps(6_000));
