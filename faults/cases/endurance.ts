/** An hour of everything at once, with each fault once: nothing is lost, and neither memory nor disk grows. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Case, Given } from '../case.ts';
import { type Load, startLoad } from '../endurance/load.ts';
import { type Sample, sampleOf, thirds } from '../endurance/samples.ts';
import type { Running } from '../service.ts';
import { counted, keepWriting, newSite, type Site } from '../site.ts';
import { waysToEnd } from './postgres.ts';

const MINUTES = 60;
const MINUTES_SHORT = 1;
/** Of the time: faults are over then, and what the service takes is compared from there on. */
const FAULTS_END = 0.6;
const SAMPLES = 240;
const HOOKS = 3;
/** How long a receiver, a feed or a process fails; never longer than a fifth of the time between two faults. */
const LONGEST_FAULT_MS = 20_000;
/** Requests may fail that long after a fault. */
const RECOVERY_MS = 15_000;
/** The largest growth over the last part, as a share and in what is measured. */
const GROWTH = { share: 0.2, least: 25 };
/** What the service keeps of every change, so that it grows with the changes. */
const KEPT = 'database, MB';

/** The processes of the service, replaced when they are killed. */
interface Processes {
  http: Running;
  work: Running;
}

interface Rig {
  given: Given;
  site: Site;
  load: Load;
  processes: Processes;
  start: Record<keyof Processes, () => Promise<Running>>;
  faultMs: number;
}

const FAULTS: Record<string, (rig: Rig) => Promise<unknown>> = {
  'the worker is killed': (rig) => replaced(rig, 'work', 'SIGKILL'),
  'the process that answers is killed': (rig) => replaced(rig, 'http', 'SIGKILL'),
  'the process that answers is stopped': (rig) => replaced(rig, 'http', 'SIGTERM'),
  'the worker stands still': async ({ processes, faultMs }) => {
    processes.work.signal('SIGSTOP');
    await sleep(faultMs);
    processes.work.signal('SIGCONT');
  },
  ...Object.fromEntries(Object.entries(waysToEnd).map(([name, end]) => [name, ({ given }: Rig) => end(given.stage)])),
  'a receiver fails every other time': (rig) => plannedFor(rig, { kind: 'failing', share: 0.5 }),
  'a receiver does not answer': (rig) => plannedFor(rig, { kind: 'hang' }),
  'the feed fails': async ({ load, faultMs }) => {
    load.feed.fails = true;
    await sleep(faultMs);
    load.feed.fails = false;
  },
};

export const endurance: Case = {
  name: 'endurance',
  title: 'an hour (--times minutes) of mixed load with each fault once; memory and disk do not grow',
  isShort: false,
  async run(given) {
    const folder = mkdtempSync(join(tmpdir(), 'masthead-endurance-'));
    try {
      return await endured(given, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function endured(given: Given, folder: string) {
  const { stage, random, isShort, isInterrupted, say } = given;
  const totalMs = (given.times ?? (isShort ? MINUTES_SHORT : MINUTES)) * 60_000;
  const env = { DATA_DIR: folder };
  const start = {
    http: () => stage.worker({ ...env, ROLE: 'http' }),
    work: () => stage.worker(env),
  };
  const processes: Processes = { http: await start.http(), work: await start.work() };
  const site = await newSite({
    receiver: stage.receiver,
    query: stage.query,
    get http() {
      return processes.http;
    },
  });
  for (let n = 0; n < HOOKS; n++) await site.addHook();
  const load = await startLoad(site, () => processes.http.url, random);
  const writing = keepWriting(site, random, { articles: 60, pauseMs: 300 });
  const turnMs = (totalMs * FAULTS_END) / Object.keys(FAULTS).length;
  const rig: Rig = { given, site, load, processes, start, faultMs: Math.min(LONGEST_FAULT_MS, turnMs / 5) };
  const samples: Sample[] = [];
  const failing: { from: number; to: number }[] = [];
  const began = performance.now();
  const passed = () => (performance.now() - began) / totalMs;
  const breaking = (async () => {
    for (const [n, [name, happens]] of Object.entries(FAULTS).entries()) {
      while (passed() * totalMs < (n + 0.3) * turnMs && !isInterrupted()) await sleep(100);
      if (isInterrupted()) return;
      say(`${Math.round((passed() * totalMs) / 60_000)} min: ${name}`);
      const from = performance.now();
      await happens(rig);
      failing.push({ from, to: performance.now() + RECOVERY_MS });
    }
  })();
  breaking.catch(() => undefined); // awaited below, when the load has stopped
  while (passed() < 1 && !isInterrupted()) {
    await sleep(totalMs / SAMPLES);
    samples.push(await sampleOf(stage, { 'what answers': processes.http, 'the worker': processes.work }, folder));
  }
  await Promise.all([breaking, writing.stop(), load.stop()]);
  await site.drained({ hurry: true });
  const checked = await site.check();
  await site.close();
  const quiet = samples.filter(({ at }) => (at - began) / totalMs > FAULTS_END);
  const outside = load.failures.filter(({ at }) => !failing.some(({ from, to }) => from <= at && at <= to));
  const faults = [...checked.faults, ...outside.map(({ what }) => `failed without a fault: ${what}`)];
  // A minute shows no slope.
  if (!isShort) faults.push(...growth(quiet));
  const failedDuring = load.failures.length - outside.length;
  return {
    figures: {
      ...load.counts,
      'requests that failed during faults': failedDuring,
      ...counted(checked),
      ...measured(quiet),
    },
    faults,
  };
}

async function replaced(
  { processes, start }: Rig,
  which: keyof Processes,
  signal: 'SIGKILL' | 'SIGTERM',
): Promise<void> {
  const former = processes[which];
  if (signal === 'SIGTERM') processes[which] = await start[which]();
  await former.kill(signal);
  if (signal === 'SIGKILL') processes[which] = await start[which]();
}

async function plannedFor({ given, site, faultMs }: Rig, plan: Parameters<Given['stage']['receiver']['plan']>[1]) {
  const path = site.hooks[0]?.path ?? '';
  given.stage.receiver.plan(path, plan);
  await sleep(faultMs);
  given.stage.receiver.plan(path, { kind: 'status', code: 204 });
}

const namesIn = (samples: Sample[]) => Object.keys(samples[0]?.sizes ?? {});

function measured(samples: Sample[]): Record<string, string> {
  return Object.fromEntries(
    namesIn(samples).map((name) => {
      const { first, last } = thirds(samples, name);
      return [name, `${first.toFixed(0)} → ${last.toFixed(0)}`];
    }),
  );
}

function growth(samples: Sample[]): string[] {
  return namesIn(samples)
    .filter((name) => name !== KEPT)
    .flatMap((name) => {
      const { first, last } = thirds(samples, name);
      const isGrown = last - first > GROWTH.least && last > first * (1 + GROWTH.share);
      return isGrown ? [`${name} grew from ${first.toFixed(0)} to ${last.toFixed(0)}`] : [];
    });
}
