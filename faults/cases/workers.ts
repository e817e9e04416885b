/** Senders that are paused, have a wrong clock, or are replaced one after the other. */
import { setTimeout as sleep } from 'node:timers/promises';
import { LEASE_MS } from '../../src/jobs/leases.ts';
import type { Case } from '../case.ts';
import { counted, keepWriting, newSite } from '../site.ts';

const HOUR_MS = 3_600_000;
const WELL = { kind: 'status', code: 204 } as const;

export const stopped: Case = {
  name: 'stopped',
  title: 'a process stands still past its lease with a request under way, and wakes up',
  isShort: true,
  async run({ stage, isShort, times }) {
    const rounds = times ?? (isShort ? 1 : 10);
    const site = await newSite(stage);
    const hook = await site.addHook(WELL);
    const article = await site.publish();
    const first = await stage.worker();
    await site.drained();
    for (let round = 0; round < rounds; round++) {
      stage.receiver.plan(hook.path, { kind: 'hang' });
      const arrived = stage.receiver.next(hook.path);
      await site.edit(article);
      await arrived;
      first.signal('SIGSTOP');
      stage.receiver.plan(hook.path, WELL);
      await site.edit(article);
      const second = await stage.worker();
      // The short run does not wait for the lease to expire; it sets the expiry back.
      if (isShort) await stage.query('update webhook_lane set next_at = now() where site_id = $1', [site.id]);
      await site.drained({ withinMs: LEASE_MS * 3 });
      first.signal('SIGCONT');
      await site.edit(article);
      await site.drained();
      await second.kill('SIGTERM');
    }
    const isAlive = first.isAlive();
    const checked = await site.check();
    await site.close();
    const faults = isAlive ? checked.faults : [...checked.faults, 'the process that stood still is gone'];
    return { figures: { rounds, ...counted(checked) }, faults };
  },
};

export const clocks: Case = {
  name: 'clocks',
  title: 'two processes, one with its clock an hour fast and one an hour slow; one is killed',
  isShort: false,
  async run({ stage, isShort, random }) {
    const site = await newSite(stage);
    for (let n = 0; n < 3; n++) await site.addHook({ kind: 'failing', share: 0.05 });
    const [fast] = await Promise.all([stage.worker(skewed(HOUR_MS)), stage.worker(skewed(-HOUR_MS))]);
    const writing = keepWriting(site, random);
    await sleep(isShort ? 1_000 : 20_000);
    await fast.kill('SIGKILL');
    await sleep(isShort ? 500 : 20_000);
    await writing.stop();
    await site.drained({ hurry: true });
    const checked = await site.check(site.arrivals().map(asSigned));
    await site.close();
    return { figures: counted(checked), faults: checked.faults };
  },
};

/** A signature made by a wrong clock verifies at that clock's time; rejecting old ones is the receiver's decision. */
function asSigned<T extends { at: number; headers: Record<string, string> }>(arrival: T): T {
  return { ...arrival, at: Number(arrival.headers['webhook-timestamp']) * 1_000 };
}

function skewed(ms: number): Record<string, string> {
  const code = `const Real = Date; globalThis.Date = new Proxy(Real, {
    construct: (_, args) => args.length ? Reflect.construct(Real, args) : new Real(Real.now() + ${ms}),
    get: (target, name) => name === 'now' ? () => Real.now() + ${ms} : Reflect.get(target, name) });`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

export const rolling: Case = {
  name: 'rolling',
  title: 'processes are replaced one after the other, as in a deployment',
  isShort: false,
  async run({ stage, times, random }) {
    const rounds = times ?? 20;
    const site = await newSite(stage);
    for (let n = 0; n < 3; n++) await site.addHook({ kind: 'status', code: 204, afterMs: 40 });
    let present = await stage.worker();
    const writing = keepWriting(site, random);
    const codes: (number | null)[] = [];
    for (let round = 0; round < rounds; round++) {
      const next = await stage.worker();
      await sleep(random() * 200);
      codes.push(await present.kill('SIGTERM'));
      present = next;
    }
    await writing.stop();
    await site.drained();
    const checked = await site.check();
    await site.close();
    const unclean = codes.filter((code) => code !== 0).map((code) => `a process ended with ${code}`);
    const repeats = checked.repeated > 0 ? [`${checked.repeated} notifications came twice without a crash`] : [];
    return { figures: { rounds, ...counted(checked) }, faults: [...checked.faults, ...unclean, ...repeats] };
  },
};
