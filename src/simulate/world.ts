/** The state that simulated networks share: a clock, a seed, posts that gain likes, faults and quotas. The same seed gives the same posts. */
import { createHash } from 'node:crypto';

export interface SimulatedPost {
  id: string;
  /** The handle of the poster. */
  user: string;
  text: string;
  at: number;
  state: 'public' | 'protected' | 'gone';
  lang: string;
  /** The id of the post that this one answers; null if it answers none. */
  reply_to: string | null;
  image: string | null;
  /** Of Instagram and Facebook. */
  kind: 'image' | 'video' | 'carousel';
  /** When it was last changed; null: never. */
  changedAt: number | null;
  /** Fields that the network leaves out. */
  without: string[];
}

export type FaultKind =
  | 'unauthorized'
  | 'locked'
  | 'rate_limited'
  | 'rate_limited_legacy'
  | 'capped'
  | 'credits'
  | 'unavailable'
  | 'html'
  | 'cut'
  | 'empty'
  | 'expired'
  | 'forbidden'
  | 'revoked'
  | 'version_retired'
  | 'bad_page'
  // Of the Graph API: what is wrong with a token.
  | 'password_changed'
  | 'checkpoint'
  | 'removed'
  | 'logged_out'
  | 'session'
  // Of tokens: a network that takes its time.
  | 'slow';

export interface NetworkFault {
  /** A part of the path. */
  match: string;
  kind: FaultKind;
  /** Requests that still fail. */
  count: number;
}

export interface Network {
  posts: SimulatedPost[];
  faults: NetworkFault[];
  /** Requests of each caller and endpoint in the present window. */
  used: Map<string, { count: number; resetsAt: number }>;
  limits: Record<string, number>;
  /** Of Instagram and Facebook: the times of each caller's requests. */
  times: Map<string, number[]>;
  /** Of Instagram: the hashtags that an account looks at, and since when. */
  names: Map<string, Map<string, number>>;
  /** How far a caller has read a list whose cursor says nothing. */
  read: Map<string, number>;
  /** Users whose posts the caller may not list. */
  private: Set<string>;
  /** What is not known for sure of the network, by name. */
  switches: Record<string, boolean>;
  /** Of X: `new` has posts and reposts where `old` has tweets and retweets. */
  dialect: 'old' | 'new';
}

export interface Clock {
  now(): number;
  /** Null: the time of the machine. */
  frozenAt: number | null;
  aheadMs: number;
}

/** A client of a network, or an app that was registered at a server. */
export interface SimulatedClient {
  id: string;
  /** Null: any. */
  secret: string | null;
  redirectUri: string | null;
}

export interface SimulatedConsents {
  codes: Map<
    string,
    {
      part: string;
      user: string;
      redirectUri: string;
      until: number;
      client: string;
      challenge: string | null;
      scope: string;
    }
  >;
  apps: Map<string, SimulatedClient>;
  /** Refresh tokens that count once. */
  used: Set<string>;
  /** People who have withdrawn their consent. */
  revoked: Set<string>;
  /** Tokens so far. */
  count: number;
}

/** What networks count for themselves: requests beyond a quota, and what X would charge. */
export interface Counted {
  requests: number;
  /** By network and quota. */
  above: Map<string, number>;
  /** Millionths of a dollar, by caller. */
  micros: Map<string, number>;
}

export interface World {
  counted: Counted;
  clock: Clock;
  seed: string;
  networks: Record<NetworkName, Network>;
  oauth: SimulatedConsents;
}

const EPOCH = Date.UTC(2020, 0, 1);

type Id = (at: number, number: number) => string;
const idOfTime: Id = (at, number) => String((BigInt(at) << 16n) | BigInt(number % 65_536));
/** What each network allows in a window, by endpoint, and its ids: their first bits are the time, as in the networks. */
const TRAITS = {
  x: {
    limits: { search: 450, lookup: 3_500, user_search: 300, user_lookup: 5_000, me: 75, user_me: 75 },
    idAt: (at, number) => String((BigInt(at - 1_288_834_974_657) << 22n) | BigInt(number % 4_194_304)),
  },
  mastodon: {
    limits: { all: 300 },
    idAt: idOfTime,
  },
  linkedin: {
    limits: { all: 500 },
    idAt: idOfTime,
  },
  bluesky: {
    limits: { all: 3_000, session: 30 },
    idAt: idOfTime,
  },
  youtube: {
    limits: { search: 100, units: 10_000 },
    idAt: idOfTime,
  },
  tiktok: {
    limits: { '/v2/video/list/': 600, '/v2/video/query/': 600, '/v2/user/info/': 600 },
    idAt: idOfTime,
  },
  instagram: { limits: { calls: 4_800 }, idAt: (at, number) => `179${(at - EPOCH) * 1_000 + (number % 1_000)}` },
  facebook: { limits: { calls: 200 }, idAt: (at, number) => `${(at - EPOCH) * 1_000 + (number % 1_000)}` },
} satisfies Record<string, { limits: Record<string, number>; idAt: Id }>;
export type NetworkName = keyof typeof TRAITS;
export const NETWORK_NAMES = Object.keys(TRAITS) as NetworkName[]; // the keys of the table

const HOUR = 3_600_000;
export const PEOPLE = ['ida_holm', 'pilot_matti', 'harbour_office', 'seal_watch', 'kaisa_k'];
const WORDS = ['fog', 'ferry', 'herring', 'lighthouse', 'pier', 'regatta', 'seagull', 'storm', 'trawler', 'buoy'];
/** Nobody wrote these. */
const SIGN = 'Simulated:';

export function newWorld(): World {
  const clock: Clock = { now: () => clock.frozenAt ?? Date.now() + clock.aheadMs, frozenAt: null, aheadMs: 0 };
  const network = (name: NetworkName): [NetworkName, Network] => [
    name,
    {
      ...{ posts: [], faults: [], used: new Map(), limits: { ...TRAITS[name].limits }, switches: {}, dialect: 'old' },
      ...{ times: new Map(), names: new Map(), read: new Map(), private: new Set<string>() },
    },
  ];
  return {
    clock,
    counted: { requests: 0, above: new Map(), micros: new Map() },
    seed: 'harbour',
    networks: Object.fromEntries(NETWORK_NAMES.map(network)) as World['networks'], // all of them
    oauth: { codes: new Map(), apps: new Map(), used: new Set(), revoked: new Set(), count: 0 },
  };
}

/** A number in [0, 1) that depends on the seed and the name alone. */
export function chance(seed: string, name: string): number {
  return createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() / 2 ** 32;
}

/** Likes grow for some hours: the same at the same time of the clock. */
export function figures(
  { seed, clock }: World,
  { id, at }: SimulatedPost,
): Record<'likes' | 'replies' | 'shares', number> {
  const share = 1 - Math.exp(-Math.max(0, clock.now() - at) / (3 * HOUR));
  const grown = (name: string, most: number) => Math.floor(chance(seed, `${name} ${id}`) * most * share);
  return { likes: grown('likes', 400), replies: grown('replies', 40), shares: grown('shares', 80) };
}

export const followersOf = ({ seed }: World, user: string) =>
  10 + Math.floor(chance(seed, `followers ${user}`) * 20_000);
/** Ids are text, and larger than numbers are exact. */
export const userId = (user: string) =>
  String(
    2_000_000_000_000_000_000n + (createHash('sha256').update(user).digest().readBigUInt64BE() % 1_000_000_000_000n),
  );

export type GivenPost = Partial<Omit<SimulatedPost, 'at'>> & { at?: string };

/** A known id changes that post. */
export function addPost(world: World, name: NetworkName, given: GivenPost): SimulatedPost {
  const { posts } = world.networks[name];
  const known = posts.find(({ id }) => id === given.id);
  const { at: when, ...rest } = given;
  if (known) {
    const changedAt = rest.text === undefined || rest.text === known.text ? known.changedAt : world.clock.now();
    return Object.assign(known, { changedAt }, rest, when === undefined ? {} : { at: Date.parse(when) });
  }
  const number = posts.length + 1;
  const at = when === undefined ? world.clock.now() - 60_000 + Math.min(number, 59_000) : Date.parse(when);
  const pick = (list: string[], what: string) =>
    list[Math.floor(chance(world.seed, `${what} ${name} ${number}`) * list.length)] ?? '';
  const post: SimulatedPost = {
    id: TRAITS[name].idAt(at, number),
    user: pick(PEOPLE, 'user'),
    text: `${SIGN} ${pick(WORDS, 'one')} and ${pick(WORDS, 'two')} at the pier, number ${number} #harbour`,
    ...{ at, state: 'public', lang: 'en', reply_to: null, image: null },
    ...{ kind: 'image', changedAt: null, without: [] },
    ...rest,
  };
  posts.push(post);
  return post;
}

/** Newest first. */
export const publicPosts = (network: Network): SimulatedPost[] =>
  newestFirst(network).filter(({ state }) => state === 'public');

/** Those that are protected too: some networks count them. */
export const listedPosts = (network: Network): SimulatedPost[] =>
  newestFirst(network).filter(({ state }) => state !== 'gone');

const newestFirst = ({ posts }: Network): SimulatedPost[] =>
  [...posts].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1));

export const hashtagsIn = (text: string) => [...text.matchAll(/#([\p{L}\p{N}_]+)/gu)].map(([, tag = '']) => tag);

export interface Quota {
  limit: number;
  remaining: number;
  resetsAt: number;
  isExceeded: boolean;
}

export function countAbove({ counted, networks }: World, network: Network, quota: string): void {
  const name = `${NETWORK_NAMES.find((one) => networks[one] === network)} ${quota}`;
  counted.above.set(name, (counted.above.get(name) ?? 0) + 1);
}

export function charge({ counted }: World, token: string, micros: number): void {
  const caller = callerOf(token);
  counted.micros.set(caller, (counted.micros.get(caller) ?? 0) + micros);
}

/** Quotas begin again as if this time had passed. The clock stays. */
export function endWindows(world: World, { ahead = 0 }: { ahead?: number }): object {
  const ms = ahead * 1_000;
  for (const { used, times, names } of Object.values(world.networks)) {
    for (const window of used.values()) window.resetsAt -= ms;
    for (const [caller, all] of times)
      times.set(
        caller,
        all.map((at) => at - ms),
      );
    for (const held of names.values()) for (const [name, at] of held) held.set(name, at - ms);
  }
  return { ahead };
}

/** Counts a request. The window begins with its first request. */
export function countRequest(
  world: World,
  network: Network,
  { bucket, caller, windowMs }: { bucket: string; caller: string; windowMs: number },
): Quota {
  const { clock } = world;
  const key = `${bucket} ${caller}`;
  const limit = network.limits[bucket] ?? 0;
  const known = network.used.get(key);
  const window = known && known.resetsAt > clock.now() ? known : { count: 0, resetsAt: clock.now() + windowMs };
  window.count += 1;
  network.used.set(key, window);
  if (window.count > limit) countAbove(world, network, bucket);
  return {
    limit,
    remaining: Math.max(0, limit - window.count),
    resetsAt: window.resetsAt,
    isExceeded: window.count > limit,
  };
}

export interface TokenHolder {
  kind: string;
  network: string;
  user: string;
  /** 0: without an end. */
  until: number;
}

/** Of a token that a consent gave; null for others, which every network takes. */
export function holderOf(token: string): TokenHolder | null {
  const [, kind = '', network = '', user = '', until = ''] = /^sim~(\w+)~(\w+)~([\w.-]+)~(\d+)~\d+$/.exec(token) ?? [];
  return kind === '' ? null : { kind, network, user, until: Number(until) };
}

/** Whom a network counts requests by. */
export const callerOf = (token: string): string => holderOf(token)?.user ?? token;

/** `over` if the token has ended or its consent was withdrawn, else the fault of the request. */
export function faultOfToken(world: World, name: NetworkName, path: string, token: string, over: FaultKind) {
  const holder = holderOf(token);
  const isOver = holder !== null && holder.until !== 0 && holder.until <= world.clock.now();
  if (holder && (isOver || holder.kind !== 'access' || world.oauth.revoked.has(holder.user))) return over;
  return faultOf(world.networks[name], path);
}

/** The fault of this request, which it uses up. */
export function faultOf(network: Network, path: string): FaultKind | null {
  const fault = network.faults.find(({ match, count }) => count > 0 && path.includes(match));
  if (!fault) return null;
  fault.count -= 1;
  return fault.kind;
}
