/** The networks that sources can track, and how they differ: one row each. Their connectors are in `networks/connectors.ts`. */

export type Network = 'x' | 'mastodon' | 'instagram' | 'facebook' | 'linkedin' | 'bluesky' | 'youtube' | 'tiktok';
/** `own`: the posts of the account that asks; `tagged`: posts that tag it. These two have no value. */
export type TargetType = 'hashtag' | 'phrase' | 'account' | 'own' | 'tagged';
/** The types of entries that campaigns have; with 'twitter' for X. */
export type EntryType = 'instagram' | 'twitter' | 'facebook' | 'linkedin';
export type AccountField = 'token' | 'server' | 'external_id' | 'monthly_cap';

export interface NetworkFacts {
  targets: readonly TargetType[];
  /** What an account has beside its name: other fields are refused. */
  account: Partial<Record<AccountField, 'needed' | 'allowed'>>;
  /** What the network counts requests by. */
  countedBy: 'token' | 'server' | 'external_id';
  /** The least number of seconds between two polls. */
  interval: number;
  /** Where it depends on the targets. */
  intervalOf?(targets: readonly { type: TargetType }[]): number;
  /** Of its entries in campaigns; null: the report has no block for it. */
  entryType: EntryType | null;
}

const QUARTER_HOUR = 900;

export const NETWORKS: Record<Network, NetworkFacts> = {
  x: {
    targets: ['hashtag', 'phrase', 'account'],
    account: { token: 'needed', monthly_cap: 'needed' },
    ...{ countedBy: 'token', interval: 300, entryType: 'twitter' },
  },
  mastodon: {
    targets: ['hashtag', 'account'],
    account: { server: 'needed', token: 'allowed' },
    ...{ countedBy: 'server', interval: 300, entryType: null },
  },
  instagram: {
    targets: ['hashtag', 'account', 'own', 'tagged'],
    account: { token: 'needed', external_id: 'needed' },
    ...{ countedBy: 'external_id', interval: 7_200, entryType: 'instagram' },
  },
  facebook: {
    targets: ['account', 'own', 'tagged'],
    account: { token: 'needed', external_id: 'needed' },
    ...{ countedBy: 'token', interval: QUARTER_HOUR, entryType: 'facebook' },
  },
  linkedin: {
    targets: ['account'],
    account: { token: 'needed' },
    ...{ countedBy: 'token', interval: 3_600, entryType: 'linkedin' },
  },
  bluesky: {
    targets: ['hashtag', 'phrase', 'account'],
    account: { server: 'needed', external_id: 'needed', token: 'needed' },
    ...{ countedBy: 'server', interval: 300, entryType: null },
  },
  youtube: {
    targets: ['hashtag', 'phrase', 'account'],
    account: { token: 'needed' },
    ...{ countedBy: 'token', interval: QUARTER_HOUR, entryType: null },
    // 100 searches a day.
    intervalOf: (targets) => QUARTER_HOUR * Math.max(1, targets.filter(({ type }) => type !== 'account').length),
  },
  tiktok: {
    targets: ['own'],
    account: { token: 'needed' },
    ...{ countedBy: 'token', interval: 3_600, entryType: null },
  },
};

export const NETWORK_NAMES = Object.keys(NETWORKS) as Network[]; // the keys of the table

/** Targets that need no value. */
export const isValueless = (type: TargetType): boolean => type === 'own' || type === 'tagged';

export interface AccountFields extends Partial<Record<Exclude<AccountField, 'token'>, unknown>> {
  hasToken: boolean;
}

/** Why an account cannot be stored: fields that its network needs, or does not have. */
export function accountProblems(network: Network, { hasToken, ...fields }: AccountFields): string[][] {
  const needs = NETWORKS[network].account;
  const isGiven = (name: AccountField) =>
    name === 'token' ? hasToken : fields[name] !== null && fields[name] !== undefined;
  const names: AccountField[] = ['token', 'monthly_cap', 'server', 'external_id'];
  return names.flatMap((name) => {
    if (needs[name] === 'needed' && !isGiven(name)) return [[name, `is needed for ${network}`]];
    return needs[name] === undefined && isGiven(name) ? [[name, `is not for ${network}`]] : [];
  });
}
