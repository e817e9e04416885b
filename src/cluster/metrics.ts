/** `/metrics` of all processes of a cluster: a scrape reaches any one of them. */
import { AggregatorRegistry } from 'prom-client';
import type { Figures } from './messages.ts';

/** Counters add up; what all read from the database says so in its metric (`aggregator`). */
export async function merged(parts: Figures[]): Promise<string> {
  for (const metric of parts.flat()) metric.values ??= [];
  onlyLongest(parts);
  return AggregatorRegistry.aggregate(parts).metrics();
}

/** Beside sums, some metrics have the longest time: of all, the longest, and nothing to add to it. */
function onlyLongest(parts: Figures[]): void {
  const longest = new Map<string, { value: number }>();
  for (const metric of parts.flat()) {
    for (const one of metric.values) {
      if (one.labels.what !== 'longest') continue;
      const before = longest.get(metric.name);
      if (before && before.value >= one.value) one.value = 0;
      else if (before) before.value = 0;
      if (one.value > 0 || !before) longest.set(metric.name, one);
    }
  }
}
