import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';

export type Log = (level: 'info' | 'warn' | 'error', message: string) => void;

/** The folders, account and binaries of one embedded database. */
export interface Installation {
  dataDir: string;
  /** PostgreSQL's own folder, `<dataDir>/postgres`. */
  pgdata: string;
  logFile: string;
  account: Account;
  binaries: Binaries;
  settings: Record<string, string>;
  log: Log;
  /** Aborts every wait when the database is stopped. */
  stopping: AbortSignal;
}
