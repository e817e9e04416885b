/** What a feed would bring: fetched and read, without writing anything. */
import type { Static } from 'typebox';
import type { NewPreview, SourcePreview } from '../../contract/source-preview.ts';
import { invalidBody, unavailable } from '../../core/errors.ts';
import { type FeedItem, feedSteps } from '../../core/intake/feed.ts';
import { utc } from '../../core/time.ts';
import { inTurns } from '../../jobs/in-turns.ts';
import type { AddressGuard } from '../../outbound/connect.ts';
import { fetchFeed } from './fetch.ts';
import { createFeedParser, FeedProblem } from './parser.ts';

type Preview = Static<typeof SourcePreview>;

const SHOWN_ITEMS = 20;
/** At most, and less than a request may take. */
const FETCH_MS = 6_000;
const PARSE_MS = 3_000;
/** Of the time of a request, for reading and answering. */
const RESERVED_MS = 1_500;
const LEAST_MS = 100;
const TOO_SLOW = 'The feed took too long to arrive.';
/** Each has a connection and a thread. */
const MOST_AT_ONCE = 4;
/** Relative addresses of a document that is sent without its address. */
const NO_ADDRESS = 'https://feed.invalid/';

export function previewsWith(guard: AddressGuard) {
  const parser = createFeedParser();
  let atOnce = 0;
  return async ({ url, document }: Static<typeof NewPreview>, now: Date, endsAt: number): Promise<Preview> => {
    if ((url === undefined) === (document === undefined))
      throw invalidBody([{ path: '/url', message: 'must be sent, or else document' }]);
    if (atOnce >= MOST_AT_ONCE) throw unavailable('Too many feeds are being read; try again in a moment.', 5);
    atOnce += 1;
    try {
      const within = (ms: number) => Math.max(LEAST_MS, Math.min(ms, endsAt - performance.now() - RESERVED_MS));
      const fetched =
        url === undefined
          ? { text: document ?? '', url: null }
          : await fetchFeed(guard, url, {}, undefined, within(FETCH_MS));
      const parsed = await parser.parse(fetched.text ?? '', within(PARSE_MS));
      const feed = await inTurns(feedSteps(parsed, fetched.url ?? NO_ADDRESS, now));
      const items = feed.items.slice(0, SHOWN_ITEMS).map(previewed);
      const { format, title, unread } = feed;
      return { format, title, url: fetched.url, total_count: feed.items.length + unread, unread, items };
    } catch (error) {
      if (!(error instanceof FeedProblem)) throw error;
      throw invalidBody([
        { path: url === undefined ? '/document' : '/url', message: `cannot be read: ${reasonOf(error)}` },
      ]);
    } finally {
      atOnce -= 1;
    }
  };
}

const reasonOf = ({ code, message }: FeedProblem) => (code === 'timeout' ? TOO_SLOW : message);

export function previewed({ externalId, content, publishedAt, reason }: FeedItem): Preview['items'][number] {
  const { title, url, cover, tags } = content;
  return {
    external_id: externalId,
    title,
    url,
    published_at: publishedAt && utc(publishedAt),
    cover_url: cover,
    tags,
    reason,
  };
}
