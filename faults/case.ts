/** What a fault test is, what it is given, and what it gives back. */
import type { Stage } from './stage.ts';

export interface Case {
  /** Picks it on the command line. */
  name: string;
  title: string;
  /** Part of the short form, which `npm test` runs. */
  isShort: boolean;
  run(given: Given): Promise<Found>;
}

export interface Given {
  stage: Stage;
  isShort: boolean;
  /** How often, where the case repeats something; null: as often as it does by itself. */
  times: number | null;
  seed: number;
  random: () => number;
  /** Somebody wants the end: what repeats something stops, checks what it has, and tells it. */
  isInterrupted(): boolean;
  say(line: string): void;
}

export interface Found {
  /** What was counted and measured, for the reader. */
  figures: Record<string, string | number>;
  /** What must not be; none is a pass. */
  faults: string[];
}
