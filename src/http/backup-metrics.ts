/** Figures of the backups that the service makes by itself, for the alert that they have stopped. */
import { Gauge, type Registry } from 'prom-client';

export interface BackupFigures {
  everySeconds: number;
  newest: Date | null;
  newestVerified: Date | null;
}

/** Read on each scrape from the folder, so that backups by hand count too. */
export function measureBackups(registry: Registry, backups: (() => Promise<BackupFigures>) | null): void {
  if (!backups) return;
  const registers = [registry];
  const time = new Gauge({
    name: 'masthead_backup_timestamp_seconds',
    aggregator: 'max',
    help: 'When the newest backup was begun, and the newest that was verified; 0 if there is none.',
    labelNames: ['what'],
    registers,
    async collect() {
      const { newest, newestVerified, everySeconds } = await backups();
      time.set({ what: 'newest' }, (newest?.getTime() ?? 0) / 1000);
      time.set({ what: 'verified' }, (newestVerified?.getTime() ?? 0) / 1000);
      interval.set(everySeconds);
    },
  });
  const interval = new Gauge({
    name: 'masthead_backup_interval_seconds',
    help: 'BACKUP_EVERY.',
    aggregator: 'max',
    registers,
  });
}
