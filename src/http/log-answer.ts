import type { FastifyBaseLogger } from 'fastify';

const SLOW = 1_000;

interface Answered {
  request_id?: string;
  method: string;
  /** Never the address as sent: its query may contain a key. */
  route: string;
  status: number;
  /** `person:3` or `key:12`. */
  caller?: string | undefined;
  milliseconds: number;
  /** Events, for as long as someone listens. */
  isStream?: boolean;
}

export function logAnswer(log: FastifyBaseLogger, { milliseconds, isStream = false, ...answered }: Answered): void {
  const rounded = Math.round(milliseconds);
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(answered.method);
  // A flood that is refused must not fill the log; `masthead_http_requests_total` counts it.
  const isRefused = answered.status === 429;
  const level = rounded > SLOW && !isStream ? 'warn' : isWrite && !isRefused ? 'info' : 'debug';
  log[level]({ ...answered, milliseconds: rounded }, 'answered');
}
