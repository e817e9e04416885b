/** kill -9 of the processes that send, at random moments, while articles change. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Case } from '../case.ts';
import { counted, keepWriting, newSite } from '../site.ts';
import type { Plan } from '../wire.ts';

const KILLS = 1_000;
/** With those of the named points 25. */
const KILLS_SHORT = 19;
const SENDERS = 3;
/** From a request's arrival to the kill; without one it happens all the same. */
const LONGEST_LIFE_MS = 80;
const LONGEST_WAIT_MS = 500;
/** So that there is always something under way. */
const SLOW: Plan = { kind: 'status', code: 204, afterMs: 40 };

export const kills: Case = {
  name: 'kills',
  title: 'processes that send are killed at random moments',
  isShort: true,
  async run({ stage, isShort, times, random, isInterrupted, say }) {
    const wanted = times ?? (isShort ? KILLS_SHORT : KILLS);
    const site = await newSite(stage);
    for (let n = 0; n < 3; n++) await site.addHook(SLOW);
    const writing = keepWriting(site, random, { writers: 4 });
    let done = 0;
    /** One place among the senders: whoever takes it is killed, until there were enough. */
    const killing = async () => {
      while (done < wanted && !isInterrupted()) {
        const sender = await stage.worker();
        const { path } = site.hooks[Math.floor(random() * site.hooks.length)] ?? { path: '' };
        await Promise.race([stage.receiver.next(path), sleep(LONGEST_WAIT_MS)]);
        await sleep(random() * LONGEST_LIFE_MS);
        await sender.kill('SIGKILL');
        done += 1;
        if (done % 50 === 0) say(`${done} kills`);
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, killing));
    await writing.stop();
    await stage.worker();
    await site.drained();
    const checked = await site.check();
    await site.close();
    return { figures: { kills: done, ...counted(checked) }, faults: checked.faults };
  },
};
