/** Thumbnails rest while the service is busy. */
import type { EventLoopUtilization } from 'node:perf_hooks';

/** Part of the main thread's time. */
const BUSY = 0.8;
/** Milliseconds of rest for each of work. */
const REST = 2;

export interface Pace {
  isResting(): boolean;
  begin(): void;
  /** Rests if the main thread was busy since `begin`. */
  end(): void;
  stop(): void;
}

/**
 * A low priority is not enough: image work in the pauses of the main thread empties its caches, and delays its return.
 * Measured with `thumbs-at-once` (docs/benchmarks.md).
 */
export function createPace(
  goOn: () => void,
  utilization: (since?: EventLoopUtilization) => EventLoopUtilization = performance.eventLoopUtilization,
): Pace {
  let timer: NodeJS.Timeout | undefined;
  let began = 0;
  let since: EventLoopUtilization | undefined;
  const wake = () => {
    timer = undefined;
    goOn();
  };
  return {
    isResting: () => timer !== undefined,
    begin() {
      began = performance.now();
      since = utilization();
    },
    end() {
      if (timer || !since || utilization(since).utilization < BUSY) return;
      timer = setTimeout(wake, (performance.now() - began) * REST);
    },
    stop: () => clearTimeout(timer),
  };
}
