/** A post of a social network as an item of a source, and what its network's failures are called. */
import { isWebAddress } from '../../web-address.ts';
import { contentHash, type FeedItem, type ItemContent } from '../feed.ts';
import { canonicalUrl, sha256 } from '../identity.ts';
import type { CollectedPost } from './collected.ts';
import type { TargetType } from './networks.ts';

/** What a source looks for. */
export interface Target {
  type: TargetType;
  /** Empty for `own` and `tagged`. */
  value: string;
}

export interface Wanted {
  targets: Target[];
  language: string | null;
  includeReplies: boolean;
}

export type FailureCode =
  | 'token_expired'
  | 'token_invalid'
  | 'password_changed'
  | 'permission_missing'
  | 'account_locked'
  | 'rate_limited'
  | 'quota_exhausted'
  | 'not_found'
  | 'forbidden'
  | 'version_retired'
  | 'network_unavailable'
  | 'address_refused'
  | 'bad_response';

export interface Failure {
  code: FailureCode;
  message: string;
  /** Not a passing one: one answer is enough. */
  isDefinite: boolean;
}

const LONGEST_TITLE = 80;
const LONGEST_ADDRESS = 2_000;
const LARGEST_COUNT = 2_147_483_647;
const LONGEST_TEXT = 20_000;

export function postItem(
  content: ItemContent & { post: CollectedPost },
  publishedAt: Date,
  reason: string | null,
  /** What is compared to find a change. */
  compared: ItemContent = content,
): FeedItem {
  const { post, url } = content;
  const page = url === null ? null : canonicalUrl(url);
  return {
    externalId: `${post.network}:${post.id}`,
    content,
    publishedAt,
    urlKey: page === null ? null : sha256(page),
    // Different people write the same words, and each of them is an entry.
    textKey: null,
    contentHash: contentHash(compared),
    reason,
  };
}

/** The first words, for posts have no titles. */
export function titleOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= LONGEST_TITLE) return line;
  const short = line.slice(0, LONGEST_TITLE + 1).replace(/\s+\S*$/, '');
  return `${short.slice(0, LONGEST_TITLE).toWellFormed()}…`;
}

/** Every address of a payload is hostile: anything but http and https is empty. */
export function addressOf(value: unknown): string {
  if (typeof value !== 'string' || value.length > LONGEST_ADDRESS || !isWebAddress(value)) return '';
  return value;
}

export const textOf = (value: unknown, longest = LONGEST_TEXT): string =>
  typeof value === 'string' ? value.replaceAll('\0', '').slice(0, longest).toWellFormed() : '';

/** Null where it is missing or no count. */
export const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.min(Math.floor(value), LARGEST_COUNT) : null;

/** A future time counts as now. */
export function timeOf(value: unknown, now: Date): Date | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(Math.min(at, now.getTime()));
}

export type Json = Record<string, unknown>;
export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}; // any fields
export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : []);

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
