/** The type of a fault test, its context and its results. */
import type { Stage } from './stage.ts';

interface Described {
  /** Its name on the command line. */
  name: string;
  title: string;
  /** Part of the short form, which `npm test` runs. */
  isShort: boolean;
}

export interface Case extends Described {
  isApart?: false;
  run(given: Given): Promise<Found>;
}

/** Runs only by its name, on a rig of its own. */
export interface ApartCase extends Described {
  isApart: true;
  run(given: GivenApart): Promise<Found>;
}

export type AnyCase = Case | ApartCase;

export interface Given extends GivenApart {
  stage: Stage;
}

export interface GivenApart {
  isShort: boolean;
  /** The number of repetitions; null: the case's own default. */
  times: number | null;
  seed: number;
  /** Names of its parts to run; none: all. */
  parts: string[];
  random: () => number;
  /** Whether the run was interrupted: repeated work stops and reports what it has. */
  isInterrupted(): boolean;
  /** Closes what the case has opened if the run ends early. */
  atEnd(close: () => Promise<void>): void;
  say(line: string): void;
}

export interface Found {
  /** Counts and measurements, for the report. */
  figures: Record<string, string | number>;
  /** Violations; the case passes without any. */
  faults: string[];
}
