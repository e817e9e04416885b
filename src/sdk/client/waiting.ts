/** How long to wait after a failure, and waiting that a signal ends. */
import type { MastheadError } from './error.ts';

const FIRST_WAIT = 500;
const SPREAD = 0.2;

/** Milliseconds: what the service asked for, else doubling from half a second, spread so that not all return at once. */
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
