/** Invariants of the figures of a campaign, for any writes in any order and with concurrent rebuilds. */
import { beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { seed } from '../../../test/random.ts';
import { campaigns } from './testing/campaigns.ts';
import { chance, type ModelEntry, NETWORKS, randomEntry } from './testing/model.ts';

const hint = `SEED=${seed}`;
const YEARS = ['start_date=2025-11-01&end_date=2026-05-01', ''];
const MONTHS = ['2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'];

let app: TestApp;
const { campaign, write, report, rebuild, differences } = campaigns(() => app);
beforeAll(async () => {
  app = await testApp();
});

it('do not depend on the order in which entries arrived', async () => {
  const from = chance(seed);
  // If entries of a user had different follower counts, the latest would win; here they are equal.
  const entries = Array.from({ length: 90 }, (_, index) => randomEntry(from, String(index))).map(sameFollowers);
  const shuffled = [...entries].sort(() => from.next() - 0.5);
  const [one, other] = [await campaign(), await campaign()];
  await write(one, entries);
  for (let at = 0; at < shuffled.length; at += 18) await write(other, shuffled.slice(at, at + 18));
  const blockless = (text: unknown, id: number) => JSON.stringify(text).replaceAll(`"${id}`, '"');
  for (const query of YEARS) {
    expect(blockless(await report(other, query), other), hint).toBe(blockless(await report(one, query), one));
  }
  expect(await differences(one), hint).toEqual([]);
  expect(await differences(other), hint).toEqual([]);
});

it('of months add up to the whole range, and figures of networks to the report', async () => {
  const from = chance(seed + 1);
  const id = await campaign();
  await write(
    id,
    Array.from({ length: 90 }, (_, index) => randomEntry(from, String(index))),
  );
  while (from.next() < 0.5 && (await rebuild(id)) > 0);
  const whole = await report(id, YEARS[0]);
  const parts: (typeof whole)[] = [];
  for (const [at, start] of MONTHS.slice(0, -1).entries()) {
    parts.push(await report(id, `start_date=${start}&end_date=${MONTHS[at + 1]}`));
  }
  const sum = (value: (part: typeof whole) => number) => parts.reduce((total, part) => total + value(part), 0);
  for (const figure of ['entries', 'new_contributors', 'engagement']) {
    expect(
      sum((part) => part[figure]),
      `${hint} ${figure}`,
    ).toBe(whole[figure]);
  }
  for (const network of NETWORKS) {
    for (const figure of ['posts', 'stat1', 'stat2']) {
      expect(
        sum((part) => part[network][figure]),
        `${hint} ${network} ${figure}`,
      ).toBe(whole[network][figure]);
    }
  }
  expect(NETWORKS.reduce((total, network) => total + whole[network].posts, 0)).toBe(whole.entries);
  expect(whole.new_contributors).toBe(whole.contributors);
});

it('lose no stale mark when entries are written during rebuilds', async () => {
  const from = chance(seed + 2);
  const id = await campaign();
  let isWriting = true;
  const rebuilding = Array.from({ length: 2 }, async () => {
    while (isWriting) await rebuild(id);
  });
  for (let round = 0; round < 12; round++) {
    const batch = Array.from({ length: 30 }, () => randomEntry(from, String(from.below(150))));
    const last = new Map(batch.map((entry) => [`${entry.item_type} ${entry.item_id}`, entry]));
    await write(id, [...last.values()]);
    // The verification compares days without a mark: one that lost its mark would differ.
    expect(await differences(id), `${hint} round ${round}`).toEqual([]);
  }
  isWriting = false;
  await Promise.all(rebuilding);
  while ((await rebuild(id)) > 0);
  expect(await differences(id), hint).toEqual([]);
});

function sameFollowers(entry: ModelEntry): ModelEntry {
  return { ...entry, user: entry.user && { ...entry.user, followers: 10 * Number(entry.user.user_id) } };
}
