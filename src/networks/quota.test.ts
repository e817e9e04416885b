/** Requests to the simulator from workers that crash at random, with a clock that runs fast: none is above the quota. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testApp, webhookTools } from '../../test/app.ts';
import { randomNumbers, seed, sized } from '../../test/random.ts';
import type { Network } from '../core/intake/networks/networks.ts';
import { kysely } from '../db/connect.ts';
import { correct, reserve } from '../features/network-accounts/budget.ts';
import { claimName } from '../features/network-accounts/names.ts';
import { simulatedUrls, simulatorUrl } from '../intake/testing/networks.ts';
import { request } from './client.ts';
import { CONNECTORS } from './connectors.ts';

const REQUESTS = sized(150, 5_000);
const WORKERS = 8;

const CASES: { network: Network; bucket: string; limit: number; path: string; token?: string }[] = [
  { network: 'x', bucket: 'search', limit: 40, path: '/2/tweets/search/recent?query=%23harbour' },
  { network: 'mastodon', bucket: 'all', limit: 40, path: '/api/v1/timelines/tag/harbour' },
  // From 80 percent on there is room for those on their way.
  { network: 'facebook', bucket: 'calls', limit: 100, path: '/v26.0/?ids=1' },
  { network: 'linkedin', bucket: 'all', limit: 40, path: '/rest/posts?q=author' },
  {
    ...{ network: 'bluesky', bucket: 'all', limit: 40, path: '/xrpc/app.bsky.feed.searchPosts?q=%23harbour' },
    token: `access~i~${8e12}`,
  },
  { network: 'youtube', bucket: 'search', limit: 40, path: '/youtube/v3/search?key=k&q=%23harbour' },
];
const SETTINGS = { linkedinVersion: '202609' };

describe(`${REQUESTS} requests (seed ${seed})`, () => {
  it.each(CASES)('to $network stay within its quota', async ({ network, bucket, limit, path, token = 'token' }) => {
    const random = randomNumbers(seed);
    const url = await simulatorUrl();
    const control = (name: string, body: object) =>
      fetch(`${url}/_sim/${name}`, { method: 'POST', body: JSON.stringify(body) });
    await control(`${network}/seed`, { limits: { [bucket]: limit } });
    const db = kysely((await testApp()).pool);
    const connector = CONNECTORS[network];
    const { window = 0 } = connector.limits[bucket] ?? {};
    const guard = webhookTools();
    let now = Date.UTC(2026, 2, 1);
    await control('clock', { at: new Date(now).toISOString() });
    const counts = { sent: 0, crashed: 0, refused: 0 };
    const statuses = new Set<number>();
    const key = { key: `${network}:quota`, bucket };
    const clock = () => sql`${new Date(now)}::timestamptz`;

    /** The limit of the network is lower than the one that is documented: its headers say so. */
    const step = async (): Promise<Date | null> => {
      const spent = await reserve(db, [{ ...key, amount: 1, ceiling: limit, window }], clock());
      if (spent) return spent.resetsAt;
      if (random() < 0.05) {
        counts.crashed += 1;
        return null;
      }
      const { status, headers } = await request(guard, `${simulatedUrls(url)[network]}${path}`, token, {
        headers: connector.headers?.(SETTINGS) ?? {},
      });
      statuses.add(status);
      counts.sent += 1;
      const announced = connector.announced(headers, new Date(now));
      if (announced && random() < 0.9) await correct(db, key, announced, clock());
      return null;
    };
    while (counts.sent < REQUESTS) {
      const ended = await Promise.all(Array.from({ length: WORKERS }, step));
      const waits = ended.flatMap((resetsAt) => resetsAt ?? []);
      counts.refused += waits.length;
      // Sometimes a little, sometimes to the end of the window and a little further.
      const next =
        waits.length > 0 ? Math.max(...waits.map((at) => at.getTime())) + random() * 2_000 : now + random() * 5_000;
      now = Math.max(now, Math.ceil(next));
      await control('clock', { at: new Date(now).toISOString() });
    }
    expect([...statuses]).toEqual([200]);
    expect(counts.refused).toBeGreaterThan(0);
    console.log(`${network}: seed ${seed}, ${JSON.stringify(counts)}, none above the quota`);
  });

  it('about a hashtag of Instagram wait at the end of its week, when nobody knows which week they would count in', async () => {
    const db = kysely((await testApp()).pool);
    const { names } = CONNECTORS.instagram;
    if (!names) throw new Error('Instagram limits hashtags.');
    const begin = Date.UTC(2026, 2, 1);
    const claim = (name: string, seconds: number, ceiling = 1) =>
      claimName(
        db,
        { key: 'instagram:2', ...names, name, ceiling },
        sql`${new Date(begin + seconds * 1_000)}::timestamptz`,
      );
    const week = 7 * 86_400;
    const end = { bucket: names.bucket, resetsAt: new Date(begin + (week + 20) * 1_000) };
    expect(await claim('harbour', 0)).toBeNull();
    expect(await claim('harbour', week - 21)).toBeNull();
    expect(await claim('harbour', week - 20)).toEqual(end);
    expect(await claim('harbour', week + 19)).toEqual(end);
    expect(await claim('market', week + 19)).toEqual(end);
    expect(await claim('harbour', week + 20)).toBeNull();
    expect(await claim('market', 2 * week + 39)).toMatchObject({ bucket: names.bucket });
    expect(await claim('market', 2 * week + 40)).toBeNull();
  });

  it('about hashtags of Instagram look at no more than 30 in 7 days', async () => {
    const random = randomNumbers(seed);
    const url = await simulatorUrl();
    const control = (name: string, body: object) =>
      fetch(`${url}/_sim/${name}`, { method: 'POST', body: JSON.stringify(body) });
    await control('instagram/seed', { switches: { unknown_hashtags: true }, limits: { calls: 1_000_000 } });
    const db = kysely((await testApp()).pool);
    const { names } = CONNECTORS.instagram;
    if (!names) throw new Error('Instagram limits hashtags.');
    const guard = webhookTools();
    let now = Date.UTC(2026, 2, 1);
    const counts = { sent: 0, refused: 0 };
    const codes = new Set<unknown>();
    while (counts.sent < REQUESTS) {
      const name = `tag${Math.floor(random() * 45)}`;
      const spent = await claimName(db, { key: 'instagram:1', ...names, name }, sql`${new Date(now)}::timestamptz`);
      // The request arrives later than the claim.
      const arrives = now + random() * 19_000;
      if (spent === null) {
        await control('clock', { at: new Date(arrives).toISOString() });
        const path = `${simulatedUrls(url).instagram}/v26.0/ig_hashtag_search?user_id=1&q=${name}`;
        const { body } = await request(guard, path, 'token');
        codes.add((body as { error?: { code: number } }).error?.code);
        counts.sent += 1;
      } else counts.refused += 1;
      // Sometimes right when a place becomes free.
      now = spent !== null && random() < 0.3 ? Math.max(now, spent.resetsAt.getTime()) : arrives + random() * 7_200_000;
    }
    expect([...codes]).toEqual([undefined]);
    expect(counts.refused).toBeGreaterThan(0);
    console.log(`instagram: seed ${seed}, ${JSON.stringify(counts)}, none above the quota`);
  });
});
