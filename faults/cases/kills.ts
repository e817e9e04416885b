/** kill -9 of the senders at random moments while articles change. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Case, Given } from '../case.ts';
import type { Checked } from '../check.ts';
import { keepWriting, newSite } from '../site.ts';
import type { Plan } from '../wire.ts';

const KILLS = 1_000;
const KILLS_SHORT = 3;
/** Kills per site: a long run is checked every hundred kills. */
const KILLS_A_SCENE = 100;
const SENDERS = 3;
/** Delay from a request's arrival to the kill; without a request the kill happens anyway. */
const LONGEST_LIFE_MS = 80;
const LONGEST_WAIT_MS = 500;
/** Keeps requests in flight. */
const SLOW: Plan = { kind: 'status', code: 204, afterMs: 40 };

export const kills: Case = {
  name: 'kills',
  title: 'processes that send are killed at random moments',
  isShort: true,
  async run(given) {
    const wanted = given.times ?? (given.isShort ? KILLS_SHORT : KILLS);
    const scenes: (Checked & { kills: number })[] = [];
    const done = () => sum(scenes, 'kills');
    while (done() < wanted && !given.isInterrupted()) {
      scenes.push(await scene(given, Math.min(KILLS_A_SCENE, wanted - done())));
      given.say(`${done()} kills, ${sum(scenes, 'arrivals')} requests, ${sum(scenes, 'repeated')} of them repeated`);
    }
    const figures = Object.fromEntries(COUNTED.map((name) => [name, sum(scenes, name)]));
    return { figures, faults: scenes.flatMap(({ faults }) => faults) };
  },
};

const COUNTED = ['kills', 'events', 'deliveries', 'arrivals', 'repeated', 'superseded'] as const;

function sum<Name extends string>(scenes: Record<Name, number>[], name: Name): number {
  return scenes.reduce((total, one) => total + one[name], 0);
}

/** One site, some kills, then a check: faults show up early and memory stays bounded in a long run. */
async function scene({ stage, random, isInterrupted }: Given, wanted: number): Promise<Checked & { kills: number }> {
  const site = await newSite(stage);
  for (let n = 0; n < 3; n++) await site.addHook(SLOW);
  const writing = keepWriting(site, random, { writers: 4 });
  let [begun, done] = [0, 0];
  /** One sender slot: each process in it is killed until the count is reached. */
  const killing = async () => {
    while (begun < wanted && !isInterrupted()) {
      begun += 1;
      const sender = await stage.worker();
      const { path } = site.hooks[Math.floor(random() * site.hooks.length)] ?? { path: '' };
      await Promise.race([stage.receiver.next(path), sleep(LONGEST_WAIT_MS)]);
      await sleep(random() * LONGEST_LIFE_MS);
      await sender.kill('SIGKILL');
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, killing));
  await writing.stop();
  const last = await stage.worker();
  await site.drained();
  const checked = await site.check();
  await site.close();
  await last.kill('SIGKILL');
  return { ...checked, kills: done };
}
