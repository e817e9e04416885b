/** An article that a partner sends, as an item of its source. */
import { parseInstant } from '../time.ts';
import { contentHash, type FeedItem, type ItemContent } from './feed.ts';
import { canonicalUrl, exactKey, sha256, textKey } from './identity.ts';
import { plainText, withoutCredentials } from './plain-text.ts';

export interface Offer {
  title: string;
  summary?: string;
  body?: string;
  url?: string | null;
  author?: string;
  tags?: string[];
  cover_url?: string | null;
  published_at?: string | null;
}

/** Enough for the key of a text. */
const READ_OF_BODY = 10_000;

export function guestItem(externalId: string, offer: Offer, now: Date): FeedItem {
  const { title, summary = '', body = '', url, author = '', tags = [], cover_url = null } = offer;
  const page = url ? withoutCredentials(new URL(url)) : null;
  // Addresses without a host are those of our own files.
  const content: ItemContent = {
    title,
    summary,
    body,
    base: '',
    url: page?.href ?? null,
    author,
    tags,
    cover: cover_url,
  };
  const key = page && page.pathname + page.search !== '/' ? canonicalUrl(page.href) : null;
  const text = plainText(body.slice(0, READ_OF_BODY));
  return {
    externalId,
    content,
    publishedAt: timeOf(offer.published_at, now),
    urlKey: key === null ? null : sha256(key),
    textKey: textKey(title, text || summary),
    exactKey: exactKey(text),
    contentHash: contentHash(content),
    reason: null,
  };
}

/** A future time counts as now, as in feeds. */
function timeOf(text: string | null | undefined, now: Date): Date | null {
  const at = text ? parseInstant(text) : null;
  return at && at > now ? now : at;
}
