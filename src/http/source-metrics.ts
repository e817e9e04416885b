/** Prometheus figures of sources. */
import { Gauge, type Registry } from 'prom-client';
import { type Db, limited } from '../db/connect.ts';
import { sourceCounts } from '../features/sources/stats.ts';

export function measureSources(registry: Registry, db: Db): void {
  const queries = limited(db);
  new Gauge({
    name: 'masthead_sources',
    help: 'Sources of articles, by state. A failing one has failed three polls in a row.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = await sourceCounts(queries).catch(() => null);
      for (const [state, count] of Object.entries(counts ?? {})) this.set({ state }, count);
    },
  });
}
