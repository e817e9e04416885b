/** How long a lane waits after a failure: doubling, with 20 % jitter so that lanes that failed together are not retried together. */
export interface BackOff {
  firstMs: number;
  mostMs: number;
}

export const USUAL_BACK_OFF: BackOff = { firstMs: 1_000, mostMs: 10 * 60_000 };
const SPREAD = 0.2;

/** `failures` counts from 1; `random` is in [0, 1). The longest wait has jitter too. */
export function backOffMs({ firstMs, mostMs }: BackOff, failures: number, random: number): number {
  return Math.min(mostMs, firstMs * 2 ** (failures - 1)) * (1 - SPREAD + 2 * SPREAD * random);
}
