/** Names that do not resolve, or resolve to private addresses: no connection is made and no notification is lost. */
import type { Case } from '../case.ts';
import { type Answer, startNameServer } from '../names.ts';
import { counted, newSite } from '../site.ts';
import { firstOutcomes } from '../tries.ts';

/** A public address without a listener. It is never dialled, because the other address in the answer is private. */
const PUBLIC = '93.184.216.34';
const INNER = '127.0.0.1';

const names: { name: string; answers: Answer[]; outcome: string }[] = [
  { name: 'unknown.example', answers: ['unknown'], outcome: 'name' },
  { name: 'failing.example', answers: ['failing'], outcome: 'name' },
  { name: 'silent.example', answers: ['silent'], outcome: 'name' },
  { name: 'inner.example', answers: [[INNER]], outcome: 'address' },
  { name: 'both.example', answers: [[PUBLIC, INNER]], outcome: 'address' },
  { name: 'metadata.example', answers: [['169.254.169.254']], outcome: 'address' },
  // Earlier answers do not count: each connection uses its own DNS answer, which is checked.
  { name: 'rebound.example', answers: ['failing', [INNER]], outcome: 'name' },
];

export const nameFailures: Case = {
  name: 'names',
  title: 'names that are unknown, unanswered, rebound or lead to the inside, asked of a name server',
  isShort: false,
  async run({ stage }) {
    const server = await startNameServer();
    const site = await newSite(stage);
    const port = new URL(stage.receiver.url).port;
    for (const { name, answers } of names) {
      const hook = await site.addHook();
      server.say(name, ...answers);
      // Registration would refuse this name at once, so it is changed afterwards, as DNS could.
      hook.url = `http://${name}:${port}${hook.path}`;
      await stage.query('update webhook set url = $3 where site_id = $1 and id = $2', [site.id, hook.id, hook.url]);
    }
    const guarded = await stage.worker({ ...server.env, WEBHOOK_ALLOW_PRIVATE: '0' });
    const article = await site.publish();
    const outcomes = await firstOutcomes(stage, site);
    const wrong = names.flatMap(({ name, outcome }, n) =>
      outcomes[n] === outcome ? [] : `${name} was judged ${outcomes[n]}, not ${outcome}`,
    );
    await site.hurry();
    const rebound = await firstOutcomes(stage, site, { tries: 2 });
    if (rebound.at(-1) !== 'address') wrong.push(`the name that was rebound was judged ${rebound.at(-1)}`);
    const connected = site.arrivals().length;
    if (connected > 0) wrong.push(`${connected} requests arrived on the inside`);
    await guarded.kill('SIGTERM');
    for (const { name } of names) server.say(name, [INNER]);
    await stage.worker(server.env);
    await site.edit(article);
    await site.drained({ hurry: true });
    const checked = await site.check();
    await site.close();
    server.stop();
    return { figures: { names: names.length, connected, ...counted(checked) }, faults: [...wrong, ...checked.faults] };
  },
};
