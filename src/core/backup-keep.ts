/** Which backups to keep: the newest of each of the last days and weeks that have one. */

export interface KeptBackup {
  name: string;
  began: Date;
  isVerified: boolean;
}

export interface Keep {
  daily: number;
  weekly: number;
}

const DAY_MS = 86_400_000;
/** The first Monday after the epoch. */
const MONDAY_MS = 4 * DAY_MS;

/** The names of backups that may be deleted: never the newest, nor the newest that is verified. */
export function superfluous(backups: KeptBackup[], { daily, weekly }: Keep): string[] {
  const newestFirst = backups.toSorted((one, other) => other.began.getTime() - one.began.getTime());
  const kept = new Set([
    ...newestFirst.slice(0, 1),
    ...newestFirst.filter(({ isVerified }) => isVerified).slice(0, 1),
    ...newestOfPeriods(newestFirst, DAY_MS, daily),
    ...newestOfPeriods(newestFirst, 7 * DAY_MS, weekly),
  ]);
  return newestFirst.filter((backup) => !kept.has(backup)).map(({ name }) => name);
}

function newestOfPeriods(newestFirst: KeptBackup[], periodMs: number, count: number): KeptBackup[] {
  const periods = new Map<number, KeptBackup>();
  for (const backup of newestFirst) {
    const period = Math.floor((backup.began.getTime() - MONDAY_MS) / periodMs);
    if (!periods.has(period) && periods.size < count) periods.set(period, backup);
  }
  return [...periods.values()];
}
