import { jobKind } from '../kinds.ts';

/** Writes its step into `effect` in the transaction that completes it. */
export const EFFECT = jobKind<{ step: number }>('test.effect');
/** The same, after this long. `pausesAt`: that worker pauses its process right before or after the commit. */
export const SLOW = jobKind<{
  ms: number;
  untilLostBy?: string;
  pausesAt?: [worker: string, 'completed' | 'committed'];
}>('test.slow');
export const TICK = jobKind<Record<string, never>>('test.tick');
