/** Compares reports and lists with the simplest possible computation, after random writes of every kind. */
import { beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { seed, sized } from '../../../test/random.ts';
import { kysely } from '../../db/connect.ts';
import { campaigns } from './testing/campaigns.ts';
import {
  type Chance,
  chance,
  Model,
  type ModelEntry,
  NETWORKS,
  randomEntry,
  randomRange,
  rangeQuery,
  userOf,
} from './testing/model.ts';
import { verifyCampaign } from './verify.ts';

const hint = `SEED=${seed}`;
const ROUNDS = sized(4, 16);
const BATCH = 40;

let app: TestApp;
const { campaign, write, read, report, walk, rebuild, differences } = campaigns(() => app);
beforeAll(async () => {
  app = await testApp();
});

it('are verified per day, and stale days are counted', async () => {
  const id = await campaign();
  const day = (at: number) => `2026-05-0${at}T10:00:00Z`;
  await write(
    id,
    [1, 2, 3].map((at) => ({ item_type: 'twitter', item_id: String(at), published_at: day(at) })),
  );
  const verified = () => verifyCampaign(kysely(app.pool), id);
  expect(await verified()).toMatchObject({ days: 3, staleDays: 3, months: 1, differences: [] });
  while ((await rebuild(id)) > 0);
  expect(await verified()).toMatchObject({ days: 3, staleDays: 0, months: 1, differences: [] });
  await write(await campaign(), [{ item_type: 'twitter', item_id: '1', published_at: day(2) }]);
  expect(await verified()).toMatchObject({ days: 3, staleDays: 0 });
});

it('are exact after inserts, updates, moves, deletions and backfills', async () => {
  const from = chance(seed);
  const model = new Model();
  const id = await campaign();
  for (let round = 0; round < ROUNDS; round++) {
    const batch = randomBatch(from, model);
    model.write(batch);
    await write(id, batch);
    await removeSome(from, model, id);
    expect(await differences(id), `${hint} round ${round}`).toEqual([]);
    // Sometimes no day is stale, sometimes all are, mostly some.
    while (from.next() < 0.8 && (await rebuild(id)) > 0);
    for (let check = 0; check < 3; check++) await compare(from, model, id);
  }
  while ((await rebuild(id)) > 0);
  await compare(from, model, id);
  await compareLists(from, model, id);
});

function randomBatch(from: Chance, model: Model): ModelEntry[] {
  const known = [...model.entries.values()];
  const batch = Array.from({ length: BATCH }, (_, index) => {
    const fresh = randomEntry(from, `${model.entries.size}-${index}`);
    if (known.length === 0 || from.next() < 0.5) return fresh;
    const { item_type, item_id, ...old } = from.pick(known);
    // The figures change, or the time, or the author, or nothing.
    const change = from.pick([{ stat1: fresh.stat1, stat2: fresh.stat2 }, { published_at: fresh.published_at }, {}]);
    const user = fresh.user && { ...fresh.user, username: `${item_type}${fresh.user.user_id}` };
    return { item_type, item_id, ...old, ...change, ...(from.next() < 0.2 ? { user } : {}) };
  });
  // Within a call the last version of an entry wins.
  return [...new Map(batch.map((entry) => [`${entry.item_type} ${entry.item_id}`, entry])).values()];
}

async function removeSome(from: Chance, model: Model, id: number): Promise<void> {
  const { entries: items } = await read(`/${id}/entries?count=100&sort=item_id`);
  for (let index = 0; index < 3; index++) {
    const {
      id: entryId,
      item_type,
      item_id,
    } = from.pick(items as { id: string; item_type: string; item_id: string }[]);
    const gone = model.entries.get(`${item_type} ${item_id}`);
    if (!gone) continue;
    model.remove(gone);
    await app.manage('DELETE', `/campaigns/${id}/entries/${entryId}`);
  }
}

async function compare(from: Chance, model: Model, id: number): Promise<void> {
  const range = randomRange(from);
  const query = rangeQuery(range);
  expect(await report(id, query), `${hint} ${query}`).toEqual(model.report(id, range));
  for (const [list, type] of [
    ['entries', 'item_type'],
    ['users', 'user_type'],
  ] as const) {
    const network = from.pick(NETWORKS);
    const asked = from.pick([
      { query: '', networks: NETWORKS.slice(0, 3) },
      { query: `${type}=${network}`, networks: [network] },
    ]);
    const expected = list === 'users' ? model.users(range, asked.networks) : model.within(range, asked.networks);
    const { meta } = await read(`/${id}/${list}?count=100&${asked.query}&${query}`);
    const count = Math.min(100, expected.length);
    expect(meta, `${hint} ${list} ${query} ${asked.query}`).toEqual({ total_count: expected.length, count });
  }
}

async function compareLists(from: Chance, model: Model, id: number): Promise<void> {
  const listed = NETWORKS.slice(0, 3);
  const range = randomRange(from);
  const { items } = await walk(id, 'users', `count=7&${rangeQuery(range)}`);
  for (const user of items) {
    const all = model.within({}, listed).filter((entry) => userOf(entry) === `${user.user_type} ${user.user_id}`);
    const own = all.filter((entry) => model.within(range).includes(entry));
    const days = new Map<string, number>();
    for (const { published_at } of all)
      days.set(published_at.slice(0, 10), (days.get(published_at.slice(0, 10)) ?? 0) + 1);
    const sum = (name: 'stat1' | 'stat2') => own.reduce((total, entry) => total + (entry[name] ?? 0), 0);
    expect(user, hint).toMatchObject({
      posted_items_count: all.length,
      post_count: own.length,
      stat1_count: 0,
      stat2_count: all.filter((entry) => entry.is_reply).length,
      items_stat1_sum: sum('stat1'),
      items_stat2_sum: sum('stat2'),
      followers: model.followers.get(`${user.user_type} ${user.user_id}`) ?? null,
    });
    const score = [...days.values()].reduce((total, posts) => total + Math.log2(1 + posts), 0);
    expect(user.score, hint).toBeCloseTo(score, 9);
  }
}
