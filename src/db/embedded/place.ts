import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';

export type Log = (level: 'info' | 'warn' | 'error', message: string) => void;

/** Where one embedded database lives and what runs it. */
export interface BinaryPlace {
  dataDir: string;
  /** PostgreSQL's own folder, `<dataDir>/postgres`. */
  pgdata: string;
  logFile: string;
  account: Account;
  binaries: Binaries;
  settings: Record<string, string>;
  log: Log;
  /** Ends every wait when the database is stopped. */
  stopping: AbortSignal;
}
