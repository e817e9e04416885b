/**
 * The demo's campaign: posts about the town's summer over ninety days until yesterday. Deterministic for a
 * day: posts follow the hours of the day, a launch makes a wave, a few posts are very popular, some figures are hidden.
 */
import type { batchOf } from '../features/entries/batches.ts';

type Entry = Parameters<typeof batchOf>[0][number];
type Random = () => number;

export const campaign = { name: 'Summer at sea', facebook_connected: true, twitter_connected: true };

const DAYS = 90;
const ENTRIES = 5_000;
const USERS = 640;
const DAY = 86_400_000;
const HOUR = 3_600_000;
const SEED = 1_888;

/** Posts by hour of the day (UTC). */
const HOURS = [1, 1, 1, 2, 4, 7, 9, 9, 8, 8, 10, 11, 10, 9, 10, 13, 17, 20, 19, 15, 10, 6, 3, 2];
/** Days before today on which a wave begins: the launch, and the harbour festival. */
const WAVES = [
  { daysAgo: 62, height: 9 },
  { daysAgo: 20, height: 4 },
];
const NETWORKS = [
  { network: 'instagram', share: 0.42, likes: 38 },
  { network: 'twitter', share: 0.33, likes: 9 },
  { network: 'facebook', share: 0.18, likes: 14 },
  { network: 'linkedin', share: 0.07, likes: 11 },
] as const;
type Network = (typeof NETWORKS)[number];

const PLACES = [
  'the harbour',
  'Kallskär',
  'the lighthouse',
  'the fish market',
  'the ferry',
  'the old pier',
  'the sauna',
];
const WORDS = [
  'Morning fog over',
  'First swim of the year at',
  'Nobody told me how good the soup is at',
  'Sunset, seen from',
  'Waiting for the wind at',
  'The choir sang at',
  'Kesäilta:',
  'Back again at',
];
const HASHTAGS = [
  '#SummerAtSea',
  '#SummerAtSea',
  '#archipelago',
  '#saaristo',
  '#HarbourDay',
  '#herring',
  '#lighthouse',
];
const NAMES = ['aino', 'elias', 'sofia', 'leo', 'helmi', 'oskar', 'ida', 'emil', 'saga', 'toivo', 'linnea', 'arvo'];

interface Person {
  network: Network;
  user: NonNullable<Entry['user']>;
  /** A post's popularity factor. */
  fame: number;
}

/** Entries, some of which refer to these articles. */
export function entries(today: Date, articleIds: number[]): Entry[] {
  const random = seeded(SEED);
  const people = Array.from({ length: USERS }, (_, number) => person(number, random));
  const days = Array.from({ length: DAYS }, (_, at) => busyness(DAYS - at));
  return Array.from({ length: ENTRIES }, (_, number) => {
    // Squared, so that few post much and many post once.
    const who = people[Math.floor(random() ** 2 * USERS)] ?? people[0];
    const day = picked(days, random) - DAYS;
    const at = today.getTime() + day * DAY + (picked(HOURS, random) + random()) * HOUR;
    return who ? entry(number, who, new Date(Math.floor(at / 1000) * 1000), { today, articleIds, random }) : [];
  }).flat();
}

function person(number: number, random: Random): Person {
  const network =
    NETWORKS[
      picked(
        NETWORKS.map(({ share }) => share),
        random,
      )
    ] ?? NETWORKS[0];
  const username = `${NAMES[number % NAMES.length]}_${number}`;
  const fame = heavyTail(random, 0.5);
  const user = {
    user_id: String(700_000 + number),
    username,
    profile_url: `https://${network.network}.example/${username}`,
    // Only twitter reports it.
    ...(network.network === 'twitter' ? { followers: Math.floor(90 * fame ** 2), following: 40 + (number % 500) } : {}),
  };
  return { network, user, fame };
}

/** Posts per day: more at weekends, recently, and after the start of a wave. */
function busyness(daysAgo: number): number {
  const rhythm = daysAgo % 7 < 2 ? 1.4 : 1;
  const waves = WAVES.filter((wave) => wave.daysAgo >= daysAgo);
  return (
    rhythm + waves.reduce((sum, { daysAgo: began, height }) => sum + height * Math.exp((daysAgo - began) / 2.5), 0)
  );
}

interface Around {
  today: Date;
  articleIds: number[];
  random: Random;
}

function entry(number: number, { network: { network, likes }, user, fame }: Person, at: Date, around: Around): Entry {
  const { random, articleIds, today } = around;
  const luck = heavyTail(random, 0.55) * Math.sqrt(fame);
  const hidden = (value: number, share: number) => (random() < share ? null : Math.floor(value));
  const article = random() < 0.04 ? articleIds[Math.floor(random() * articleIds.length)] : undefined;
  return {
    item_type: network,
    item_id: String(9_000_000_000 + number),
    item_url: `https://${network}.example/posts/${9_000_000_000 + number}`,
    published_at: at.toISOString(),
    text: `${one(WORDS, random)} ${one(PLACES, random)}. ${one(HASHTAGS, random)} ${random() < 0.4 ? one(HASHTAGS, random) : ''}`.trim(),
    user,
    is_reply: network === 'twitter' && random() < 0.2,
    stat1: hidden(likes * luck * random(), network === 'instagram' ? 0.12 : 0),
    stat2: hidden(likes * luck * random() * 0.12, 0),
    ...(network === 'twitter' || network === 'facebook' ? { stat3: hidden(likes * luck * random() * 0.2, 0.03) } : {}),
    ...(article === undefined ? {} : { service_article_id: article }),
    last_successful_data_update_at: today.toISOString(),
    last_data_update_attempt_at: today.toISOString(),
  };
}

/** Mostly around one, rarely very large. */
function heavyTail(random: Random, weight: number): number {
  return Math.min(400, (1 - random()) ** -weight);
}

function one(words: string[], random: Random): string {
  return words[Math.floor(random() * words.length)] ?? '';
}

/** A random index, weighted. */
function picked(weights: number[], random: Random): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const found = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return Math.max(found, 0);
}

/** Numbers from 0 to 1 that look random (mulberry32). */
function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
