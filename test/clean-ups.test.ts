/** Periodic clean-ups delete what is old, in batches, and nothing else. */
import { describe } from 'vitest';
import { testCleanUps } from './clean-ups.ts';

describe('clean-ups', () => testCleanUps(6_000));
