/** What an item is known by, within its source and over all sources of a site. */
import { createHash } from 'node:crypto';

const TRACKING = /^(utm_.*|fbclid|gclid|mc_[ce]id|igshid)$/i;
/** Shorter texts are alike by chance. */
const LEAST_LETTERS = 80;
const MOST_LETTERS = 1_000;
/** Shorter ones are thanks and wishes that many people write in the same words. */
const LEAST_EXACT = 20;

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The address without fragment and tracking parameters, its parameters in order; null for other schemes. */
export function canonicalUrl(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  const kept = [...url.searchParams].filter(([name]) => !TRACKING.test(name));
  url.search = new URLSearchParams(kept.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))).toString();
  url.hash = '';
  // A site that moves to https keeps its articles.
  return url.href.replace(/^https?:/, '').replace(/\/$/, '');
}

/** Null for a text that is too short. */
export function textKey(title: string, text: string): Buffer | null {
  const letters = lettersOf(`${title} ${text}`).slice(0, MOST_LETTERS);
  return letters.length < LEAST_LETTERS ? null : sha256(letters);
}

/** By which a withdrawn text is known, whatever its headline; null for a text that is too short. */
export function exactKey(text: string): Buffer | null {
  const letters = lettersOf(text);
  return letters.length < LEAST_EXACT ? null : sha256(letters);
}

const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
