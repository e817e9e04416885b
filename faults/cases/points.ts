/**
 * kill -9 at named points, without hooks in the service: the receiver reports a request that has arrived but is not
 * answered yet, and a sleeping trigger keeps a transaction open at the point of the kill.
 */
import type { Case, Given } from '../case.ts';
import type { Running } from '../service.ts';
import { counted, newSite, type Site } from '../site.ts';
import { blockAt, until } from '../waiting.ts';

const ROUNDS = 20;
const ROUNDS_SHORT = 1;

interface Point {
  name: string;
  /** Kills one process at its point; `sender` is the only sender and is restarted afterwards. */
  kill(given: Given, site: Site, sender: Running): Promise<void>;
}

const WELL = { kind: 'status', code: 204 } as const;

const points: Point[] = [
  {
    name: 'in the fan-out',
    async kill({ stage }, site) {
      const held = await blockAt(stage, 'after insert on webhook_delivery');
      const lost = site.publish().catch(() => {});
      await held.reached();
      await stage.http.kill('SIGKILL');
      await lost;
      await held.release();
      await stage.restart();
    },
  },
  {
    name: 'in the claim',
    kill: ({ stage }, site, sender) =>
      killedAt(stage, 'after update of claim on webhook_lane', sender, () => site.publish()),
  },
  {
    name: 'before the result is written',
    kill: ({ stage }, site, sender) => killedAt(stage, 'after insert on webhook_attempt', sender, () => site.publish()),
  },
  {
    name: 'after the send',
    async kill({ stage }, site, sender) {
      const [hook] = site.hooks;
      if (!hook) return;
      stage.receiver.plan(hook.path, { kind: 'hang' });
      const arrived = stage.receiver.next(hook.path);
      await site.publish();
      await arrived;
      await sender.kill('SIGKILL');
      stage.receiver.plan(hook.path, WELL);
    },
  },
  {
    name: 'after the claim',
    async kill({ stage }, site, sender) {
      process.kill(stage.receiver.pid, 'SIGSTOP');
      try {
        await site.publish();
        const claimed = 'select from webhook_lane where site_id = $1 and claim is not null';
        await until(async () => (await stage.query(claimed, [site.id])).length > 0, 'a claim');
        await sender.kill('SIGKILL');
      } finally {
        process.kill(stage.receiver.pid, 'SIGCONT');
      }
    },
  },
  {
    name: 'in a replay',
    async kill({ stage }, site, sender) {
      const [hook] = site.hooks;
      await site.drained();
      const since = new Date(Date.now() - 3_600_000).toISOString();
      await killedAt(stage, 'after insert on webhook_delivery', sender, () =>
        site.manage('POST', `/webhooks/${hook?.id}/replay`, { since }),
      );
    },
  },
];

async function killedAt(stage: Given['stage'], event: string, victim: Running, act: () => Promise<unknown>) {
  const held = await blockAt(stage, event);
  await act();
  await held.reached();
  await victim.kill('SIGKILL');
  await held.release();
}

export const namedPoints: Case = {
  name: 'points',
  title: `processes are killed ${points.map(({ name }) => name).join(', ')}`,
  isShort: true,
  async run(given) {
    const { stage, isShort, times } = given;
    const rounds = times ?? (isShort ? ROUNDS_SHORT : ROUNDS);
    const site = await newSite(stage);
    for (let n = 0; n < 2; n++) await site.addHook(WELL);
    await site.edit(await site.publish());
    const againMs = new Map<string, number>();
    let sender = await stage.worker();
    for (let round = 0; round < rounds; round++) {
      for (const point of points) {
        await point.kill(given, site, sender);
        if (sender.isAlive()) continue;
        const began = performance.now();
        sender = await stage.worker();
        await site.drained();
        const tookMs = Math.round(performance.now() - began);
        againMs.set(point.name, Math.max(tookMs, againMs.get(point.name) ?? 0));
      }
    }
    await site.drained();
    const checked = await site.check();
    await site.close();
    const restarts = Object.fromEntries(
      [...againMs].map(([name, ms]) => [`${name} slowest restart to all sent ms`, ms]),
    );
    return {
      figures: { kills: rounds * points.length, ...restarts, ...counted(checked) },
      faults: checked.faults,
    };
  },
};
