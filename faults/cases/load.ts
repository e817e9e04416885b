/** Order and completeness under load: many articles, many edits, some failing receivers. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Case } from '../case.ts';
import { type Article, counted, keepWriting, newSite } from '../site.ts';

const FULL = { articles: 500, edits: 200 };
const SMALL = { articles: 10, edits: 5 };
const RECEIVERS = 5;

export const load: Case = {
  name: 'load',
  title: '500 articles with 200 edits each to five receivers, one of which fails half of its requests',
  isShort: false,
  async run({ stage, isShort, times }) {
    const { articles, edits } = isShort ? SMALL : { ...FULL, edits: times ?? FULL.edits };
    const site = await newSite(stage);
    for (let n = 0; n < RECEIVERS; n++) {
      await site.addHook(n === 0 ? { kind: 'failing', share: 0.5 } : { kind: 'status', code: 204 });
    }
    await Promise.all([stage.worker(), stage.worker()]);
    const all: Article[] = [];
    for (let n = 0; n < articles; n++) all.push(await site.publish());
    for (let n = 0; n < edits; n++) for (const article of all) await site.edit(article);
    await site.drained({ hurry: true, withinMs: 1_800_000 });
    const checked = await site.check();
    await site.close();
    return { figures: { articles, edits, ...counted(checked) }, faults: checked.faults };
  },
};

export const rotation: Case = {
  name: 'rotation',
  title: 'secrets are changed under load; the receiver knows the new one only later',
  isShort: false,
  async run({ stage, isShort, times, random }) {
    const rounds = times ?? (isShort ? 1 : 10);
    const site = await newSite(stage);
    const hook = await site.addHook();
    const knows = (...secrets: string[]) => stage.receiver.plan(hook.path, { kind: 'signed', url: hook.url, secrets });
    knows(...hook.secrets);
    await stage.worker();
    const writing = keepWriting(site, random, { pauseMs: 20 });
    await sleep(500);
    for (let round = 0; round < rounds; round++) {
      const { secret } = await site.manage('POST', `/webhooks/${hook.id}/secret?promote=true`);
      hook.secrets.push(String(secret));
      await sleep(1_000 + random() * 2_000);
      knows(...hook.secrets);
      await sleep(500);
    }
    await writing.stop();
    await site.drained({ hurry: true });
    const checked = await site.check();
    await site.close();
    return { figures: { rotations: rounds, ...counted(checked) }, faults: checked.faults };
  },
};

export const connections: Case = {
  name: 'connections',
  title: 'every connection of PostgreSQL is taken by others for a while',
  isShort: false,
  async run({ stage, random }) {
    const site = await newSite(stage);
    for (let n = 0; n < 2; n++) await site.addHook();
    await stage.worker();
    const writing = keepWriting(site, random);
    const taken: pg.Client[] = [];
    for (;;) {
      const client = new pg.Client(stage.connection);
      client.on('error', () => {});
      try {
        await client.connect();
        taken.push(client);
      } catch {
        break;
      }
    }
    // The service's connections are cut and cannot reconnect.
    await taken[0]?.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name ~ 'masthead' and pid <> pg_backend_pid()",
    );
    await sleep(5_000);
    await Promise.all(taken.map((client) => client.end()));
    await sleep(2_000);
    await writing.stop();
    await site.drained();
    const checked = await site.check();
    await site.close();
    return { figures: { 'connections taken': taken.length, ...counted(checked) }, faults: checked.faults };
  },
};
