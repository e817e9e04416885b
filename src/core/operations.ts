/** Which figures of an installation need someone’s attention. */

export interface Figures {
  /** The database's reason; null while writes succeed. */
  writes: string | null;
  disk: { free_bytes: number } | null;
  isHeld: boolean;
  jobs: { late_seconds: number; failed: number };
  deliveries: { late_seconds: number; failing: number; paused: number };
  sources: { failing: number };
  /** Of this machine's clock from the database's. */
  skewSeconds: number;
  /** Null if the service makes none. */
  backups: { everySeconds: number; newest: Date | null; newestVerified: Date | null } | null;
  startedAt: Date;
}

export interface Problem<Code extends string> {
  code: Code;
  message: string;
  count: number | null;
}

const GIB = 1024 ** 3;
/** A job or a delivery that is due is claimed within a second. */
const LATE_SECONDS = 60;
const MOST_SKEW_SECONDS = 5;
const MISSED_INTERVALS = 2;

/** The worst first. */
export function problemsOf(figures: Figures, now: Date) {
  const { writes, disk, isHeld, jobs, deliveries, sources, skewSeconds } = figures;
  return [
    problem('writes_failing', writes !== null, `The database rejects writes: ${writes}`),
    problem(
      'disk_full',
      disk !== null && disk.free_bytes < GIB,
      'Less than 1 GiB is free on the disk of the data folder.',
    ),
    problem(
      'held_after_restore',
      isHeld,
      'The database was restored from a backup: nothing is sent, and sources publish nothing, until `masthead restore --release`.',
    ),
    counted(
      'jobs_late',
      jobs.late_seconds,
      LATE_SECONDS,
      'Jobs are late: no process works on them, or there are too many.',
    ),
    counted('deliveries_late', deliveries.late_seconds, LATE_SECONDS, 'Notifications to healthy receivers are late.'),
    ...backupProblems(figures, now),
    counted('jobs_failed', jobs.failed, 1, 'Jobs failed for good; the log says why.'),
    counted('receivers_failing', deliveries.failing, 1, 'Receivers of webhooks do not accept notifications.'),
    counted('receivers_paused', deliveries.paused, 1, 'Receivers of webhooks were paused because they failed.'),
    counted('sources_failing', sources.failing, 1, 'Sources cannot be read.'),
    counted(
      'clock_differs',
      Math.round(skewSeconds),
      MOST_SKEW_SECONDS,
      'The clocks of this machine and of the database differ; set both by NTP.',
    ),
  ].filter((one) => one !== null);
}

function backupProblems({ backups, startedAt }: Figures, now: Date) {
  if (!backups) return [];
  const { everySeconds, newest, newestVerified } = backups;
  const late = now.getTime() - MISSED_INTERVALS * everySeconds * 1_000;
  return [
    problem('no_backup', newest === null && startedAt.getTime() < late, 'There is no backup yet; the log says why.'),
    problem(
      'backup_late',
      newest !== null && newest.getTime() < late,
      'The newest backup is older than two intervals; the log says why.',
    ),
    problem(
      'backup_unverified',
      newest !== null && newestVerified === null,
      'No backup was verified; run `masthead backup verify`.',
    ),
  ];
}

function counted<Code extends string>(code: Code, count: number, from: number, message: string) {
  return count >= from ? { code, message, count } : null;
}

function problem<Code extends string>(code: Code, is: boolean, message: string): Problem<Code> | null {
  return is ? { code, message, count: null } : null;
}
