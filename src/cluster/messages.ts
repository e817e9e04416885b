/** What the first process and the others say to each other. */
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { Running } from '../start.ts';

export type Figures = MetricObjectWithValues<MetricValue<string>>[];
export type Started = Omit<Running, 'stop'>;

export type ToPart =
  /** Null: the database of the settings. */
  | { kind: 'begin'; isFirst: boolean; parts: number; databaseUrl: string | null }
  | { kind: 'count'; id: number }
  | { kind: 'metrics'; id: number; text: string }
  | { kind: 'stop' };

export type ToPrimary =
  /** It listens: what is said before that may be lost. */
  | { kind: 'here' }
  | { kind: 'ready'; started: Started }
  | { kind: 'failed'; message: string; exitCode: number | null }
  /** The figures of this process. */
  | { kind: 'counted'; id: number; figures: Figures }
  /** Asks for those of all. */
  | { kind: 'metrics'; id: number };
