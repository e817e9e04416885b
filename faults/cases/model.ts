/** Random command sequences against a model: after any failures, receivers end with the published articles. */
import fc from 'fast-check';
import type { Case } from '../case.ts';
import type { Hook } from '../check.ts';
import { differences, knownAfter, type Model } from '../model.ts';
import type { Running } from '../service.ts';
import { type Article, newSite, type Site } from '../site.ts';
import type { Stage } from '../stage.ts';
import { until } from '../waiting.ts';
import type { Plan } from '../wire.ts';

const SEQUENCES = 150;
const SEQUENCES_SHORT = 2;
const LONGEST = { short: 14, full: 40 };
const ARTICLES = 3;
const RECEIVERS = 2;
const UP: Plan = { kind: 'status', code: 204 };
const DOWN: Plan = { kind: 'status', code: 500 };

interface Real {
  stage: Stage;
  site: Site;
  articles: Article[];
  /** The only sender. */
  sender: { is: Running };
  /** Requests a receiver had when it was paused. */
  pausedAt: Map<number, number>;
  counts: Record<string, number>;
}

type Command = fc.AsyncCommand<Model, Real>;

export const model: Case = {
  name: 'model',
  title: 'random sequences of changes, failures, pauses, replays, rotations and kills against a model',
  isShort: true,
  async run(given) {
    const { stage, isShort, times, seed, say } = given;
    const counts: Record<string, number> = {};
    const sender = { is: await stage.worker() };
    let done = 0;
    const sequences = fc.commands(commands, { maxCommands: isShort ? LONGEST.short : LONGEST.full, size: 'max' });
    const property = fc.asyncProperty(sequences, async (sequence) => {
      if (given.isInterrupted()) return;
      await runSequence(stage, sender, counts, sequence);
      done += 1;
      if (done % 10 === 0) say(`${done} sequences`);
    });
    const numRuns = times ?? (isShort ? SEQUENCES_SHORT : SEQUENCES);
    const found = await fc.check(property, { seed, numRuns, interruptAfterTimeLimit: LONGEST_SEARCH_MS });
    return { figures: { sequences: done, ...counts }, faults: found.failed ? [described(found)] : [] };
  },
};

/** Time limit for shrinking a failure. */
const LONGEST_SEARCH_MS = 3_600_000;

function described({ counterexample, errorInstance }: fc.RunDetails<[Iterable<Command>]>): string {
  return `${counterexample?.[0]}: ${errorInstance instanceof Error ? errorInstance.message : errorInstance}`;
}

async function runSequence(stage: Stage, sender: Real['sender'], counts: Real['counts'], sequence: Iterable<Command>) {
  const site = await newSite(stage);
  for (let n = 0; n < RECEIVERS; n++) await site.addHook(UP);
  const real: Real = { stage, site, articles: [], sender, pausedAt: new Map(), counts };
  const expected: Model = {
    articles: [],
    receivers: Array.from({ length: RECEIVERS }, () => ({ isUp: true, isActive: true })),
  };
  try {
    // Most commands need an article.
    await publishOne(expected, real);
    await fc.asyncModelRun(() => ({ model: expected, real }), sequence);
    for (let n = 0; n < RECEIVERS; n++) {
      if (!expected.receivers[n]?.isUp) await comeUp(expected, real, n);
      if (!expected.receivers[n]?.isActive) await resume(expected, real, n);
    }
    await settle(expected, real);
    const { faults } = await site.check();
    if (faults.length > 0) throw new Error(faults.join('; '));
  } finally {
    await site.close();
  }
}

/** `isPossible` looks only at the model. */
function command(
  name: string,
  isPossible: (expected: Model) => boolean,
  act: (expected: Model, real: Real) => Promise<void>,
): Command {
  return {
    check: isPossible,
    async run(expected, real) {
      const kind = name.split(' ')[0] ?? '';
      real.counts[kind] = (real.counts[kind] ?? 0) + 1;
      await act(expected, real);
    },
    toString: () => name,
  };
}

const article = fc.nat(ARTICLES - 1);
const receiver = fc.nat(RECEIVERS - 1);
const always = () => true;

const publish = fc.constant(command('publish', ({ articles }) => articles.length < ARTICLES, publishOne));

const update = article.map((n) =>
  command(
    `update ${n}`,
    ({ articles }) => n < articles.length,
    async (expected, { site, articles }) => {
      const [known, its] = [expected.articles[n], articles[n]];
      if (!known || !its) return;
      await site.edit(its);
      known.title = lastTitle(site);
    },
  ),
);

const unpublish = article.map((n) =>
  command(
    `unpublish ${n}`,
    ({ articles }) => (articles[n]?.title ?? null) !== null,
    async (expected, { site, articles }) => {
      const [known, its] = [expected.articles[n], articles[n]];
      if (!known || !its) return;
      await site.unpublish(its);
      known.title = null;
    },
  ),
);

const goDown = receiver.map((n) =>
  command(
    `down ${n}`,
    ({ receivers }) => receivers[n]?.isUp === true,
    async (expected, real) => {
      real.stage.receiver.plan(hookOf(real, n).path, DOWN);
      stateOf(expected, n).isUp = false;
    },
  ),
);

const goUp = receiver.map((n) =>
  command(
    `up ${n}`,
    ({ receivers }) => receivers[n]?.isUp === false,
    (expected, real) => comeUp(expected, real, n),
  ),
);

const pauseOne = receiver.map((n) =>
  command(
    `pause ${n}`,
    ({ receivers }) => receivers[n]?.isActive === true,
    (expected, real) => pause(expected, real, n),
  ),
);

const resumeOne = receiver.map((n) =>
  command(
    `resume ${n}`,
    ({ receivers }) => receivers[n]?.isActive === false,
    (expected, real) => resume(expected, real, n),
  ),
);

const replay = receiver.map((n) =>
  command(`replay ${n}`, always, async (_, real) => {
    const since = new Date(Date.now() - 3_600_000).toISOString();
    await real.site.manage('POST', `/webhooks/${hookOf(real, n).id}/replay`, { since });
  }),
);

const rotate = receiver.map((n) =>
  command(`rotate ${n}`, always, async (_, real) => {
    const hook = hookOf(real, n);
    const { secret } = await real.site.manage('POST', `/webhooks/${hook.id}/secret?promote=true`);
    hook.secrets.push(String(secret));
  }),
);

const kill = fc.constant(
  command('kill', always, async (_, { stage, sender }) => {
    await sender.is.kill('SIGKILL');
    sender.is = await stage.worker();
  }),
);

/** Ends every back-off pause. */
const jump = fc.constant(command('jump', always, (_, { site }) => site.hurry()));
const settled = fc.constant(command('settle', always, (expected, real) => settle(expected, real)));

const changes = [publish, update, update, update, unpublish];
const commands = [
  ...changes,
  ...changes,
  goDown,
  goUp,
  pauseOne,
  resumeOne,
  replay,
  rotate,
  kill,
  jump,
  jump,
  settled,
] as fc.Arbitrary<Command>[]; // arbitraries of one type

async function publishOne(expected: Model, { site, articles }: Real): Promise<void> {
  const made = await site.publish();
  articles.push(made);
  expected.articles.push({ id: made.id, title: lastTitle(site) });
}

async function comeUp(expected: Model, real: Real, n: number): Promise<void> {
  real.stage.receiver.plan(hookOf(real, n).path, UP);
  stateOf(expected, n).isUp = true;
}

/** Requests in flight at the pause may still arrive; no later ones may. */
async function pause(expected: Model, real: Real, n: number): Promise<void> {
  const hook = hookOf(real, n);
  await real.site.manage('PATCH', `/webhooks/${hook.id}`, { webhook: { active: false } });
  const held = `select from webhook_lane where site_id = $1 and webhook_id = $2 and claim is not null
    and next_at > clock_timestamp()`;
  const isHeld = async () => (await real.stage.query(held, [real.site.id, hook.id])).length > 0;
  await until(async () => !(await isHeld()), 'the end of what was under way');
  real.pausedAt.set(n, arrivalsAt(real, n).length);
  stateOf(expected, n).isActive = false;
}

async function resume(expected: Model, real: Real, n: number): Promise<void> {
  const more = arrivalsAt(real, n).length - (real.pausedAt.get(n) ?? 0);
  if (more > 0) throw new Error(`${more} notifications came to a receiver that is paused`);
  await real.site.manage('PATCH', `/webhooks/${hookOf(real, n).id}`, { webhook: { active: true } });
  stateOf(expected, n).isActive = true;
}

/** Every active receiver ends with what is published. */
async function settle(expected: Model, real: Real): Promise<void> {
  const well = expected.receivers.flatMap(({ isUp, isActive }, n) => (isUp && isActive ? n : []));
  for (const n of well) {
    await until(() => hasNothingWaiting(real, hookOf(real, n)), `receiver ${n} to have everything`);
    const wrong = differences(expected, knownAfter(arrivalsAt(real, n)));
    if (wrong.length > 0) throw new Error(`receiver ${n}: ${wrong.join('; ')}`);
  }
}

async function hasNothingWaiting({ stage, site }: Real, { id }: Hook): Promise<boolean> {
  const ours = [site.id, id];
  await stage.query(
    'update webhook_lane set next_at = now() where site_id = $1 and webhook_id = $2 and claim is null and next_at > now()',
    ours,
  );
  await stage.query(
    'update webhook set probe_at = now() where site_id = $1 and id = $2 and probe_at is not null and probe_at > now()',
    ours,
  );
  const [left] = await stage.query<{ is_done: boolean }>(
    `select not exists (select from webhook_lane where site_id = $1 and webhook_id = $2)
       and not exists (select from job_lane where kind = 'webhooks.replay' and key = $1 || ':' || $2) as is_done`,
    ours.map(String),
  );
  return left?.is_done === true;
}

function arrivalsAt(real: Real, n: number) {
  return real.stage.receiver.arrivals([hookOf(real, n).path]);
}

function hookOf({ site }: Real, n: number): Hook {
  const hook = site.hooks[n];
  if (!hook) throw new Error(`There is no receiver ${n}.`);
  return hook;
}

function stateOf({ receivers }: Model, n: number): Model['receivers'][number] {
  const state = receivers[n];
  if (!state) throw new Error(`There is no receiver ${n}.`);
  return state;
}

function lastTitle({ acknowledged }: Site): string | null {
  return acknowledged.at(-1)?.title ?? null;
}
