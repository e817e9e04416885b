/** The type of a benchmark case, its context and its results. */
import type { DataSets } from './archive/sets.ts';
import type { Scale } from './scale.ts';

export interface Case {
  /** Its name on the command line. */
  name: string;
  title: string;
  /** The reference; null where the bar is absolute. */
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
  /** Clean-ups that run when the case ends or fails, last registered first. */
  defer(undo: () => Promise<unknown>): void;
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

/** A wrong or missing answer: fails the run, even if all bars are met. */
export class WrongAnswer extends Error {}

/** Something that the case needs is not on this machine; the message says what. */
export class Skipped extends Error {}

/**
 * Alternates subject and reference, so that other load on the machine affects both. Every second pair begins with the
 * reference; one uncounted run of each comes first.
 */
export async function inPairs<S, R>(
  { scale, say }: Bench,
  subject: (pair: number) => Promise<S>,
  reference: (pair: number) => Promise<R>,
  /** For references that need the subject's result. */
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
