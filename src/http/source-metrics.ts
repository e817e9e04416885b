/** Prometheus figures of sources. */
import { Gauge, type Registry } from 'prom-client';
import { type Db, limited } from '../db/connect.ts';
import { sourceCounts } from '../features/sources/stats.ts';

export function measureSources(registry: Registry, db: Db): void {
  const queries = limited(db);
  new Gauge({
    name: 'masthead_sources',
    aggregator: 'max',
    help: 'Sources of articles, by state. A failing one has failed three polls in a row.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = await sourceCounts(queries).catch(() => null);
      for (const [state, count] of Object.entries(counts ?? {})) this.set({ state }, count);
    },
  });
}

/** Of the SMTP port of this process. */
export interface MailCounts {
  connections: number;
  accepted: number;
  /** By reply code. */
  refused: Record<string, number>;
}

export function measureMail(registry: Registry, counts: () => MailCounts | null): void {
  new Gauge({
    name: 'masthead_mail',
    help: 'Connections to the SMTP port and accepted messages since the start; refused ones by reply code (refused_550).',
    labelNames: ['what'],
    registers: [registry],
    collect() {
      const { refused = {}, ...others } = counts() ?? {};
      for (const [what, count] of Object.entries(others)) this.set({ what }, count);
      for (const [code, count] of Object.entries(refused)) this.set({ what: `refused_${code}` }, count);
    },
  });
}
