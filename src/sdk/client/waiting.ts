/** How long to wait after a failure, a wait that a signal ends, and a timeout. */
import type { MastheadError } from './error.ts';

const FIRST_WAIT = 500;
const SPREAD = 0.2;

/** Milliseconds: `Retry-After`, else doubling from half a second, with jitter so that clients do not retry at once. */
export function waitAfter(error: MastheadError, failures: number): number {
  if (error.retryAfter !== null) return error.retryAfter * 1000;
  return FIRST_WAIT * 2 ** (failures - 1) * (1 - SPREAD + 2 * SPREAD * Math.random());
}

export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
}

export interface TimeLimit {
  signal: AbortSignal;
  start(): void;
  /** The timeout no longer applies; the caller’s signal still does. */
  stop(): void;
  /** Neither applies any more. */
  release(): void;
}

/** By hand, because `AbortSignal.any` leaks in Node 20 when one signal outlives many calls, as that of a watch does. */
export function timeLimit(timeout: number, signal: AbortSignal | undefined): TimeLimit {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const end = () => controller.abort(signal?.reason);
  const expire = () => controller.abort(new DOMException('Timed out.', 'TimeoutError'));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  signal?.addEventListener('abort', end);
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
  };
  return {
    signal: controller.signal,
    start() {
      if (!isStopped) timer = setTimeout(expire, timeout);
    },
    stop,
    release() {
      stop();
      signal?.removeEventListener('abort', end);
    },
  };
}
