/** What a case of the benchmark is, what it is given, and what it gives back. */
import type { DataSets } from './archive/sets.ts';

export interface Case {
  /** Picks it on the command line. */
  name: string;
  title: string;
  /** What it is measured against; null where the bar is absolute. */
  reference: string | null;
  bar: string;
  run(bench: Bench): Promise<Measurement[]>;
}

export interface Bench {
  scale: Scale;
  data: DataSets;
  /** A folder for logs and files, removed at the end. */
  scratch: string;
  /** Progress, on standard error. */
  say(line: string): void;
  /** Undone when the case ends, however it ends, the latest first. */
  defer(undo: () => Promise<unknown>): void;
}

export interface Scale {
  /** Articles of the three data sets. */
  small: number;
  medium: number;
  large: number;
  pairs: number;
  /** How long one side of a pair is under load. */
  seconds: number;
}

/** One figure, once a pair. The bar holds for the ratio or, without a reference, for the figure itself. */
export interface Measurement {
  figure: string;
  subject: number[];
  reference?: number[];
  bar?: Bar;
}

export interface Bar {
  least?: number;
  most?: number;
}

/** Not a slow answer but a wrong one, or none: it fails the run whatever the bars say. */
export class WrongAnswer extends Error {}

/**
 * Subject and reference in turns, so that what else the machine does meets both. Every second pair begins with the
 * reference; one run of each before the first pair is not counted.
 */
export async function inPairs<S, R>(
  { scale, say }: Bench,
  subject: (pair: number) => Promise<S>,
  reference: (pair: number) => Promise<R>,
  /** Where the reference needs what the subject has made. */
  { isSubjectFirst = false } = {},
): Promise<{ subject: S[]; reference: R[] }> {
  const taken: { subject: S[]; reference: R[] } = { subject: [], reference: [] };
  await subject(0);
  await reference(0);
  for (let pair = 1; pair <= scale.pairs; pair++) {
    say(`  pair ${pair} of ${scale.pairs}`);
    const isFirst = isSubjectFirst || pair % 2 === 1;
    if (!isFirst) taken.reference.push(await reference(pair));
    taken.subject.push(await subject(pair));
    if (isFirst) taken.reference.push(await reference(pair));
  }
  return taken;
}
