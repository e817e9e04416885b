/** As `clean-ups.test.ts`, with as many rows as a busy month leaves. */
import { describe } from 'vitest';
import { testCleanUps } from './clean-ups.ts';

describe('clean-ups of many rows', () => testCleanUps(300_000));
