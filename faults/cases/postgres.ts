/** PostgreSQL is stopped, killed or loses its connections while articles change, and comes back. */
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../../bench/report/statistics.ts';
import type { Case } from '../case.ts';
import { counted, keepWriting, newSite, type Site } from '../site.ts';
import type { Stage } from '../stage.ts';
import { until } from '../waiting.ts';

const TIMES = 200;
const TIMES_SHORT = 2;
const LONGEST_QUIET_MS = 400;

export const waysToEnd: Record<string, (stage: Stage) => Promise<unknown>> = {
  'PostgreSQL is killed': (stage) => ended(stage, 'SIGKILL'),
  'the connections of PostgreSQL are cut': ({ query }) =>
    query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()'),
  'PostgreSQL is stopped': (stage) => ended(stage, 'SIGINT'),
  'PostgreSQL is stopped at once': (stage) => ended(stage, 'SIGQUIT'),
};

/** Waits for a new server process: a stopping one lives on for a moment. */
async function ended({ postmaster }: Stage, signal: NodeJS.Signals): Promise<void> {
  const before = postmaster();
  if (before !== null) process.kill(before, signal);
  await until(() => ![null, before].includes(postmaster()), 'another server');
}

export const postgres: Case = {
  name: 'postgres',
  title: 'PostgreSQL is killed, stopped at once, and its connections are cut',
  isShort: true,
  async run({ stage, isShort, times, random, isInterrupted, say }) {
    const wanted = times ?? (isShort ? TIMES_SHORT : TIMES);
    const ways = Object.values(waysToEnd);
    const site = await newSite(stage);
    for (let n = 0; n < 3; n++) await site.addHook();
    await stage.worker();
    const writing = keepWriting(site, random, { pauseMs: 10 });
    const resumedMs: number[] = [];
    for (let n = 0; n < wanted && !isInterrupted(); n++) {
      await sleep(random() * LONGEST_QUIET_MS);
      await ways[n % ways.length]?.(stage);
      resumedMs.push(await resumed(stage, site));
      if ((n + 1) % 20 === 0) say(`${n + 1} times`);
    }
    await writing.stop();
    await site.drained();
    const checked = await site.check();
    await site.close();
    const sorted = resumedMs.toSorted((a, b) => a - b);
    return {
      figures: {
        times: resumedMs.length,
        'sending again after its return, p50 ms': Math.round(quantile(sorted, 0.5)),
        'slowest ms': Math.round(sorted.at(-1) ?? 0),
        ...counted(checked),
      },
      faults: checked.faults,
    };
  },
};

/** Time from PostgreSQL's return to the next request at the receiver. */
async function resumed(stage: Stage, site: Site): Promise<number> {
  await stage.query('select');
  const [began, before] = [performance.now(), site.arrivals().length];
  await until(() => site.arrivals().length > before, 'the next notification');
  return performance.now() - began;
}
