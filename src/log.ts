import { type Logger, pino } from 'pino';
import type { Log } from './db/connect.ts';

export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}

export function asDatabaseLog(log: Logger): Log {
  return (level, message) => log[level](message);
}
