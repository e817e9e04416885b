/** The type of a fault test, its context and its results. */
import type { Stage } from './stage.ts';

export interface Case {
  /** Its name on the command line. */
  name: string;
  title: string;
  /** Part of the short form, which `npm test` runs. */
  isShort: boolean;
  run(given: Given): Promise<Found>;
}

export interface Given {
  stage: Stage;
  isShort: boolean;
  /** The number of repetitions; null: the case's own default. */
  times: number | null;
  seed: number;
  random: () => number;
  /** Whether the run was interrupted: repeated work stops and reports what it has. */
  isInterrupted(): boolean;
  say(line: string): void;
}

export interface Found {
  /** Counts and measurements, for the report. */
  figures: Record<string, string | number>;
  /** Violations; the case passes without any. */
  faults: string[];
}
