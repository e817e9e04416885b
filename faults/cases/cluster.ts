/** Faults of a Patroni cluster under load: what was acknowledged is there, notified once in order, and cached reads go on. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApartCase, Found, GivenApart } from '../case.ts';
import type { Checked } from '../check.ts';
import { missing } from '../cluster/check.ts';
import { type Fault, faults } from '../cluster/faults.ts';
import { errorsOf, gapOf, type Kind, type Sample } from '../cluster/figures.ts';
import { cachedPaths, startLoad } from '../cluster/load.ts';
import { type Cluster, openCluster } from '../cluster/rig.ts';
import { newSite, type Site } from '../site.ts';
import { until } from '../waiting.ts';

/** Load before a fault, so that every process has cached answers, and after it. */
const BEFORE_MS = 4_000;
const AFTER_MS = 3_000;
/** What Masthead may add to the time in which the cluster itself accepts no writes. */
const ADDED_MS = 2_000;
/** A process that starts in an outage begins so long after it, and serves so soon after the database. */
const LATE_MS = 1_000;
const SERVES_MS = 5_000;
const KINDS: Kind[] = ['write', 'cached', 'changing', 'uncached', 'probe'];

export const cluster: ApartCase = {
  name: 'cluster',
  title: 'a Patroni cluster with three processes behind HAProxy fails over under load',
  isShort: false,
  isApart: true,
  async run(given) {
    const rig = await openCluster(given.seed, given.say);
    given.atEnd(rig.close);
    try {
      return await rounds(rig, given);
    } finally {
      await rig.close();
    }
  },
};

async function rounds(rig: Cluster, given: GivenApart): Promise<Found> {
  const found: Found = { figures: {}, faults: [] };
  const unknown = given.parts.filter((part) => !faults.some(({ name }) => name === part));
  if (unknown.length > 0)
    throw new Error(`There is no fault ${unknown.join()}: ${faults.map(({ name }) => name).join()}.`);
  const chosen = faults.filter(({ name }) => given.parts.length === 0 || given.parts.includes(name));
  for (let round = 0; round < (given.times ?? 1); round++)
    for (const fault of shuffled(chosen, given.random)) {
      if (given.isInterrupted()) return found;
      const { figures, faults: broken } = await turn(rig, fault, given);
      const shown = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
      given.say(`${fault.name}: ${shown.join(', ')}`);
      for (const [name, value] of Object.entries(figures)) found.figures[`${fault.name} ${name}`] = value;
      found.faults.push(...broken.map((one) => `${fault.name}: ${one}`));
    }
  return found;
}

/** One fault with sites, load and check of its own. */
async function turn(rig: Cluster, fault: Fault, { random, say }: GivenApart): Promise<Found> {
  await rig.whole();
  const sites = { growing: await newSite(rig), changing: await newSite(rig) };
  for (const site of Object.values(sites)) await site.addHook();
  const load = startLoad(rig, sites, random, { isWriting: fault.isWriting ?? true });
  try {
    await sleep(BEFORE_MS);
    const from = performance.now();
    const late = fault.hasOutage ? lateStart(rig) : null;
    late?.catch(() => {}); // It is awaited below.
    await fault.run(rig);
    await rig.whole();
    await sleep(AFTER_MS);
    const to = performance.now();
    await load.stop();
    for (const kind of KINDS) for (const error of errorsOf(load.samples, kind, from, to)) say(`  ${kind}: ${error}`);
    const found = await judged(rig, Object.values(sites), load.samples, from, to);
    if (late) addLate(found, (await late) - gapOf(load.samples, 'probe', from, to).endedAt);
    return found;
  } finally {
    await load.stop();
  }
}

/** When a process serves that is started in the middle of the fault. */
async function lateStart(rig: Cluster): Promise<number> {
  await sleep(LATE_MS);
  const process = await rig.startMasthead(null);
  const { status } = await fetch(`${process.url}/readyz`);
  const servesAt = performance.now();
  await process.kill('SIGTERM');
  if (status !== 200) throw new Error(`A process that was started in the fault is not ready: ${status}`);
  return servesAt;
}

function addLate(found: Found, milliseconds: number): void {
  found.figures['process started in the fault'] = `serves ${Math.round(milliseconds)} ms after the cluster`;
  if (milliseconds > SERVES_MS)
    found.faults.push(`a process started in the fault served ${milliseconds} ms after the cluster`);
}

async function judged(rig: Cluster, sites: Site[], samples: Sample[], from: number, to: number): Promise<Found> {
  const gaps = Object.fromEntries(KINDS.map((kind) => [kind, gapOf(samples, kind, from, to)]));
  const { write, cached, changing, uncached, probe } = gaps;
  const faults = [];
  if (write && probe && write.requests > 0 && write.gapMs > probe.gapMs + ADDED_MS)
    faults.push(`writes failed for ${write.gapMs} ms, and those of the cluster itself for ${probe.gapMs} ms`);
  if (cached && cached.failed > 0) faults.push(`${cached.failed} cached reads failed`);
  const checks: Checked[] = [];
  for (const site of sites) {
    await site.drained({ hurry: true });
    checks.push(await site.check());
    const stored = await rig.query<{ id: number }>('select id::float8 from article where site_id = $1', [site.id]);
    faults.push(
      ...missing(
        site.acknowledged,
        stored.map(({ id }) => id),
      ),
    );
    faults.push(...(await differences(rig, site)));
    await site.close();
  }
  const sum = (name: 'events' | 'arrivals' | 'repeated') => checks.reduce((total, one) => total + one[name], 0);
  const shown = (gap: typeof write) => `${gap?.failed} failed of ${gap?.requests}, gap ${gap?.gapMs} ms`;
  return {
    figures: {
      writes: shown(write),
      'cached reads': shown(cached),
      'reads of the changing site': shown(changing),
      'uncached reads': shown(uncached),
      'cluster itself': `gap ${probe?.gapMs} ms`,
      acknowledged: sites.reduce((total, { acknowledged }) => total + acknowledged.length, 0),
      events: sum('events'),
      arrivals: sum('arrivals'),
      repeated: sum('repeated'),
    },
    faults: [...faults, ...checks.flatMap((one) => one.faults)],
  };
}

/** After the fault every process gives the same answer, and none is marked as stale. */
async function differences({ mastheads }: Cluster, site: Site): Promise<string[]> {
  const answers = async (path: string) =>
    Promise.all(
      mastheads.map(async ({ url }) => {
        const response = await fetch(`${url}/v1${path}`);
        return `${response.status} ${response.headers.get('warning') ?? ''} ${await response.text()}`;
      }),
    );
  const faults: string[] = [];
  for (const path of cachedPaths(site)) {
    const areEqual = async () =>
      new Set(await answers(path)).size === 1 && (await answers(path))[0]?.startsWith('200  ');
    await until(async () => (await areEqual()) === true, `the same answer of every process to ${path}`, 10_000).catch(
      (error) => faults.push(String(error.message)),
    );
  }
  return faults;
}

function shuffled<T>(all: T[], random: () => number): T[] {
  const keyed = all.map((one) => ({ one, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ one }) => one);
}
