/** Threads that are started, kept, and ended for their time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createThreads, ThreadEnded } from './threads.ts';

const BUSY = `
const { parentPort, workerData } = require('node:worker_threads');
const busy = (ms) => { for (const end = Date.now() + ms; Date.now() < end; ) {} };
busy(workerData.loads);
parentPort.on('message', (ms) => { busy(ms); parentPort.postMessage(ms); });`;
const threads = (loads: number) => createThreads<number, number>({ program: BUSY, data: { loads }, memoryMb: 64 });

it('counts the time of the work, not of the start', async () => {
  const { run } = threads(1_500);
  expect(await run(1, 1_000)).toBe(1);
  expect(await run(2, 1_000)).toBe(2);
});

it('ends a thread that takes too long, and starts another for the next work', async () => {
  const { run } = threads(0);
  await expect(run(60_000, 200)).rejects.toThrow(ThreadEnded);
  expect(await run(1, 20_000)).toBe(1);
});

it('ends a thread that cannot be loaded', async () => {
  const { run } = createThreads({ program: 'throw new Error("no such library")', data: {}, memoryMb: 64 });
  await expect(run(1, 20_000)).rejects.toThrow(ThreadEnded);
});

it('gives each of several works at once a thread, and each the reply to its own', async () => {
  const { run } = threads(0);
  expect(await Promise.all([30, 20, 10].map((ms) => run(ms, 20_000)))).toEqual([30, 20, 10]);
  expect(await Promise.all([3, 2, 1].map((ms) => run(ms, 20_000)))).toEqual([3, 2, 1]);
});

it('survives a thread that fails after its reply', async () => {
  const program = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', (work) => { parentPort.postMessage(work); setTimeout(() => { throw new Error('late'); }, 50); });`;
  const { run } = createThreads<number, number>({ program, data: {}, memoryMb: 64 });
  expect(await run(1, 20_000)).toBe(1);
  await sleep(300);
  expect(await run(2, 20_000)).toBe(2);
});
