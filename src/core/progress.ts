interface Progress {
  total: number;
  done: number;
}

/** A line for the log after each tenth and at the end; else null. */
export function progressSentence(what: string, { total, done: before }: Progress, done: number): string | null {
  // A job of an older version knows no total.
  const tenths = (count: number) => Math.floor((10 * count) / (total || 1));
  if (!total || (before > 0 && tenths(before) === tenths(done) && done < total)) return null;
  return `Rendered ${Math.min(done, total)} of ${total} ${what}.`;
}
