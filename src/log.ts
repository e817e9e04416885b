import { type Logger, pino } from 'pino';
import type { Log } from './db/connect.ts';
import { activeSpan } from './tracing/span.ts';

export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const span = activeSpan();
      return span ? { trace_id: span.traceId } : {};
    },
    formatters: { level: (label) => ({ level: label }) },
  });
}

export function asDatabaseLog(log: Logger): Log {
  return (level, message, fields) => log[level](fields ?? {}, message);
}
