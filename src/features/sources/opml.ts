/** Lists of feeds: those of a site as OPML, and OPML as sources of a site. */
import { randomUUID } from 'node:crypto';
import type { Static } from 'typebox';
import type { NewOpml, Opml, OpmlResult } from '../../contract/opml.ts';
import { invalidBody, RequestError, unavailable } from '../../core/errors.ts';
import { feedsIn, type ListedFeed, opmlOf } from '../../core/intake/opml.ts';
import type { Actor } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import type { Site } from '../../db/site-lock.ts';
import { apart, type Tx } from '../../db/transaction.ts';
import type { AddressGuard } from '../../outbound/connect.ts';
import { createSource, MOST_SOURCES } from './commands.ts';
import { feedAddress } from './draft.ts';
import type { SourceTools } from './mailbox.ts';
import { createFeedParser, FeedProblem } from './parser.ts';
import { isFeed, sourcePage } from './queries.ts';

type Result = Static<typeof OpmlResult>;

interface Request {
  site: Site;
  caller: Actor;
  /** As in features/handler.ts. */
  endsAt: number;
}

const PARSE_MS = 2_000;
/** Of the time of a request, for the last source and the answer. */
const RESERVED_MS = 1_500;
const MOST_AT_ONCE = 2;
const LONGEST_NAME = 200;
const LONGEST_ADDRESS = 2_000;
const ADDED = 201;
const KNOWN = 200;
const UNDONE = 503;
const OUT_OF_TIME = 'There was no time left; send it again.';

export async function exportedOpml(db: Db | Tx, site: Site): Promise<Static<typeof Opml>> {
  const sources = (await sourcePage(db, site.id, MOST_SOURCES, 0)).filter(isFeed);
  const feeds = sources.map(({ name, settings }) => ({ name, url: settings.url }));
  return { document: opmlOf(site.name, feeds), feeds: feeds.length };
}

/** Each feed is added or refused by itself. Sent again, the list goes on where it stopped. */
export function opmlImports(guard: AddressGuard & SourceTools) {
  const feedsOf = readerOfLists();
  return async (db: Db | Tx, { site, caller, endsAt }: Request, { document, ...fields }: Static<typeof NewOpml>) => {
    const feeds = await feedsOf(document);
    const run = { key: `batch ${randomUUID()}`, noun: 'source' as const, action: 'batch' as const };
    const request = { site, endsAt, caller: { ...caller, run } };
    const sources = await sourcePage(db, request.site.id, MOST_SOURCES, 0);
    const known = new Map(sources.filter(isFeed).map(({ id, settings }) => [settings.url, id]));
    const results: Result[] = [];
    for (const feed of feeds) {
      const id = known.get(spelled(feed.url));
      if (id !== undefined) results.push({ ...listed(feed), status: KNOWN, source_id: id, error: null });
      else if (performance.now() > request.endsAt - RESERVED_MS) results.push(undone(feed));
      else results.push(await added(db, guard, request, feed, fields));
    }
    return { results, remaining: results.filter(({ status }) => status === UNDONE).length };
  };
}

/** Each document has a thread. */
function readerOfLists(): (document: string) => Promise<ListedFeed[]> {
  const parser = createFeedParser();
  let atOnce = 0;
  return async (document) => {
    if (atOnce >= MOST_AT_ONCE) throw unavailable('Too many lists are being read; try again in a moment.', 5);
    atOnce += 1;
    try {
      const feeds = feedsIn(await parser.parseOpml(document, PARSE_MS), MOST_SOURCES + 1);
      if (feeds.length === 0) throw unreadable('has no feeds');
      if (feeds.length > MOST_SOURCES)
        throw unreadable(`has more than ${MOST_SOURCES} feeds, which is the most of a site`);
      return feeds;
    } catch (error) {
      throw error instanceof FeedProblem ? unreadable(`cannot be read: ${error.message}`) : error;
    } finally {
      atOnce -= 1;
    }
  };
}

const unreadable = (message: string) => invalidBody([{ path: '/document', message }]);

async function added(
  db: Db | Tx,
  guard: AddressGuard & SourceTools,
  request: Request,
  feed: ListedFeed,
  fields: Omit<Static<typeof NewOpml>, 'document'>,
): Promise<Result> {
  try {
    const name = feed.name === '' ? {} : { name: feed.name.slice(0, LONGEST_NAME).toWellFormed() };
    refuseLong(feed);
    const { id } = await apart(db, () => createSource(db, guard, request, { ...fields, ...name, url: feed.url }));
    return { ...listed(feed), status: ADDED, source_id: id, error: null };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { ...listed(feed), status: error.status, source_id: null, error: reasonOf(error) };
  }
}

function refuseLong({ url }: ListedFeed): void {
  if (url.length > LONGEST_ADDRESS)
    throw invalidBody([{ path: '/url', message: `is longer than ${LONGEST_ADDRESS} characters` }]);
}

function reasonOf({ details, message }: RequestError): string {
  return details.problems?.map(({ path, message: what }) => `${path.slice(1)} ${what}`).join('; ') ?? message;
}

const listed = ({ url, name }: ListedFeed) => ({
  address: url.slice(0, LONGEST_ADDRESS).toWellFormed(),
  name: name.slice(0, LONGEST_NAME).toWellFormed(),
});

const undone = (feed: ListedFeed): Result => ({ ...listed(feed), status: UNDONE, source_id: null, error: OUT_OF_TIME });

const spelled = (url: string) => (URL.canParse(url.trim()) ? feedAddress(url) : url);
