import type { Case } from './case.ts';
import { answers, statuses } from './cases/answers.ts';
import { kills } from './cases/kills.ts';
import { namedPoints } from './cases/points.ts';
import { postgres } from './cases/postgres.ts';
import { clocks, rolling, stopped } from './cases/workers.ts';

export const cases: Case[] = [kills, namedPoints, postgres, stopped, clocks, rolling, answers, statuses];
