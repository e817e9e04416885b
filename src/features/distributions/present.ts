import type { Static } from 'typebox';
import type { Distribution } from '../../contract/insights.ts';
import { binsOf } from '../../core/bins.ts';
import { figuresOf, pairs, valueAtRank } from '../../core/histogram.ts';
import type { Distributed, Spread } from './queries.ts';

export function distribution(
  figure: Distributed,
  { entries, histogram }: Spread,
  width: number | undefined,
): Static<typeof Distribution> {
  const { known, sum, median, standardDeviation } = figuresOf(histogram);
  /** Nearest rank: the smallest value that at least so many percent of the values do not exceed. */
  const rank = (share: number) => (known === 0 ? null : valueAtRank(histogram, Math.ceil((known * share) / 100) - 1));
  return {
    figure,
    entries,
    known,
    sum: Number(sum),
    mean: known === 0 ? null : Number(sum) / known,
    median,
    std_dev: standardDeviation,
    p10: rank(10),
    p25: rank(25),
    p75: rank(75),
    p90: rank(90),
    p95: rank(95),
    p99: rank(99),
    bins: binsOf(pairs(histogram), width),
  };
}
