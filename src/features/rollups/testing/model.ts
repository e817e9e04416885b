/** A model of a campaign that stores and computes everything in the simplest way, to compare the real one with. */

export const NETWORKS = ['instagram', 'twitter', 'facebook', 'linkedin'] as const;
export type Network = (typeof NETWORKS)[number];

export interface ModelEntry {
  item_type: Network;
  item_id: string;
  published_at: string;
  stat1: number | null;
  stat2: number | null;
  stat3: number | null;
  is_reply: boolean;
  user: { user_id: string; username: string; followers: number | null } | null;
}

export interface ModelRange {
  start?: Date | undefined;
  end?: Date | undefined;
}

export class Model {
  readonly entries = new Map<string, ModelEntry>();
  /** Latest known followers by network and user. */
  readonly followers = new Map<string, number>();

  write(entries: ModelEntry[]): void {
    for (const entry of entries) {
      this.entries.set(`${entry.item_type} ${entry.item_id}`, entry);
      const { user } = entry;
      if (user && user.followers !== null) this.followers.set(userOf(entry), user.followers);
    }
    this.forgetUsers();
  }

  remove(entry: ModelEntry): void {
    this.entries.delete(`${entry.item_type} ${entry.item_id}`);
    this.forgetUsers();
  }

  /** Users without entries are removed, with their followers. */
  private forgetUsers(): void {
    const users = new Set([...this.entries.values()].map(userOf));
    for (const user of this.followers.keys()) if (!users.has(user)) this.followers.delete(user);
  }

  within({ start, end }: ModelRange, networks: readonly Network[] = NETWORKS): ModelEntry[] {
    return [...this.entries.values()].filter((entry) => {
      const at = new Date(entry.published_at);
      return networks.includes(entry.item_type) && (!start || at >= start) && (!end || at < end);
    });
  }

  users(range: ModelRange, networks: readonly Network[] = NETWORKS): string[] {
    return [...new Set(this.within(range, networks).map(userOf))].filter((user) => user !== '');
  }

  report(id: number, range: ModelRange) {
    const entries = this.within(range);
    const users = this.users(range);
    const blocks = Object.fromEntries(NETWORKS.map((network) => [network, this.block(id, network, entries)]));
    return {
      id: String(id),
      entries: entries.length,
      contributors: users.length,
      new_contributors: users.filter((user) => isWithin(this.firstOf(user), range)).length,
      engagement: entries.reduce((sum, entry) => sum + (entry.stat1 ?? 0) + (entry.stat2 ?? 0) + stat3Of(entry), 0),
      potential_reach: users.reduce((sum, user) => sum + (this.followers.get(user) ?? 0), 0),
      ...blocks,
    };
  }

  private firstOf(user: string): Date {
    const times = [...this.entries.values()]
      .filter((entry) => userOf(entry) === user)
      .map((entry) => entry.published_at);
    return new Date(Math.min(...times.map((time) => Date.parse(time))));
  }

  private block(id: number, network: Network, entries: ModelEntry[]) {
    const own = entries.filter((entry) => entry.item_type === network);
    const names = hasShares(network) ? (['stat1', 'stat2', 'stat3'] as const) : (['stat1', 'stat2'] as const);
    const stats = names.map((name) => {
      const known = own.flatMap((entry) => entry[name] ?? []);
      return {
        [name]: known.reduce((sum, value) => sum + value, 0),
        [`${name}_median`]: median(known),
        [`${name}_std_dev`]: deviation(known),
      };
    });
    return Object.assign({ posts: own.length, id: `${id}-${network}` }, ...stats);
  }
}

export const userOf = ({ item_type, user }: ModelEntry) => (user ? `${item_type} ${user.user_id}` : '');
export const hasShares = (network: Network) => network === 'twitter' || network === 'facebook';
const stat3Of = (entry: ModelEntry) => (hasShares(entry.item_type) ? (entry.stat3 ?? 0) : 0);

function isWithin(at: Date, { start, end }: ModelRange): boolean {
  return (!start || at >= start) && (!end || at < end);
}

function median(values: number[]): number | null {
  const sorted = [...values].sort((one, other) => one - other);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

const DIGITS = 40n;

/** Forty decimals, digit by digit, rounded to the nearest number. */
function deviation(values: number[]): number | null {
  if (values.length === 0) return null;
  const n = BigInt(values.length);
  const sum = values.reduce((total, value) => total + BigInt(value), 0n);
  const squares = values.reduce((total, value) => total + BigInt(value) ** 2n, 0n);
  const target = ((n * squares - sum ** 2n) * 10n ** (2n * DIGITS)) / n ** 2n;
  let root = 0n;
  for (let step = 10n ** 60n; step > 0n; step /= 10n) while ((root + step) ** 2n <= target) root += step;
  const text = root.toString().padStart(Number(DIGITS) + 1, '0');
  return Number(`${text.slice(0, -Number(DIGITS))}.${text.slice(-Number(DIGITS))}`);
}

/** Reproducible random numbers. */
export function chance(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { next, below, pick: <T>(items: readonly T[]): T => items[below(items.length)] as T }; // the list is never empty
}
export type Chance = ReturnType<typeof chance>;

const FIRST = Date.UTC(2025, 10, 20);
const DAYS = 130;

/** Mostly a few busy days with many entries, so that some medians have two middle values. */
export function randomTime({ below, next }: Chance): Date {
  const day = next() < 0.6 ? below(6) * 17 : below(DAYS);
  const ms = next() < 0.1 ? 0 : next() < 0.1 ? 86_399_999 : below(86_400_000);
  return new Date(FIRST + day * 86_400_000 + ms);
}

export function randomEntry(from: Chance, item_id: string): ModelEntry {
  const { below, next, pick } = from;
  const value = () => (next() < 0.1 ? null : next() < 0.1 ? below(2_147_483_648) : below(next() < 0.5 ? 4 : 6_000));
  const item_type = pick(NETWORKS);
  const user_id = String(below(25));
  const user = { user_id, username: `${item_type}${user_id}`, followers: next() < 0.3 ? null : below(1_000_000) };
  return {
    item_type,
    item_id,
    published_at: randomTime(from).toISOString(),
    stat1: value(),
    stat2: value(),
    stat3: value(),
    is_reply: next() < 0.3,
    user: next() < 0.1 ? null : user,
  };
}

export function randomRange(from: Chance): ModelRange {
  const at = () => {
    const time = randomTime(from);
    const kind = from.below(3);
    if (kind === 0) return time;
    return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), kind === 1 ? time.getUTCDate() : 1));
  };
  const [one, other] = [at(), at()].sort((a, b) => a.getTime() - b.getTime());
  const start = from.next() < 0.15 ? undefined : one;
  const end = from.next() < 0.15 ? undefined : other;
  return start && end && start >= end ? {} : { start, end };
}

export function rangeQuery({ start, end }: ModelRange): string {
  const given = Object.entries({ start_date: start, end_date: end }).flatMap(([name, at]) =>
    at ? `${name}=${at.toISOString()}` : [],
  );
  return given.join('&');
}
