/** The items of a feed as they are taken: with ids, absolute addresses and dates, and why one is refused. */
import { isWebAddress, plainAddress } from '../web-address.ts';
import { feedDate } from './dates.ts';
import { type Entry, entriesOf, type ParsedFeed } from './formats.ts';
import { canonicalUrl, sha256, textKey } from './identity.ts';
import { languagesIn } from './language.ts';
import type { CollectedPost } from './networks/collected.ts';
import { firstPicture, plainText, withoutCredentials } from './plain-text.ts';

export interface FeedItem {
  externalId: string;
  content: ItemContent;
  publishedAt: Date | null;
  /** The canonical address, if no other item of the document has it. */
  urlKey: Buffer | null;
  textKey: Buffer | null;
  /** Of what people and partners send: a withdrawn text is not taken again. */
  exactKey?: Buffer | null;
  contentHash: Buffer;
  /** Null: it is accepted. */
  reason: string | null;
  /** Of a message or a submission: the e-mail address of its sender. */
  sender?: string;
  /** Everyone else whom it names as a sender, by name or address; for erasures. */
  otherSenders?: string[];
  /** Why it must not be published by itself. */
  heldBecause?: string | null;
}

/** The part that the ledger stores until the article is made. */
export interface ItemContent {
  title: string;
  summary: string;
  /** Not sanitised. */
  body: string;
  /** What relative addresses of the body are relative to. */
  base: string;
  url: string | null;
  author: string;
  tags: string[];
  cover: string | null;
  /** Everyone it credits, if there are several; for blocks and rules. */
  creators?: string[];
  /** Its pictures and files, shown or not; for blocks and rules. */
  enclosures?: string[];
  /** `network:id` of the poster, by which everything of one person is found; else the author is. */
  person?: string;
  /** Those that it names, as `languageOf` spells them; for rules. */
  languages?: string[];
  /** Of a media tracker. */
  post?: CollectedPost;
}

export interface Feed {
  format: ParsedFeed['format'];
  title: string;
  /** Seconds. */
  ttl: number;
  items: FeedItem[];
  /** Items beyond the limit, which are not read. */
  unread: number;
  /** Ids that occur more than once. */
  repeated: number;
  /** Where changes can be subscribed to, and under which address; null if nowhere. */
  hub: string | null;
  self: string | null;
}

export const MOST_ITEMS = 2_000;
const LONGEST_TITLE = 500;
export const LONGEST_BODY = 1_000_000;
/** Enough for keys, a title and the first picture: items are read between requests. */
const READ_OF_BODY = 10_000;
const LONGEST_SUMMARY = 20_000;
const LONGEST_TAG = 200;
const MOST_TAGS = 50;
const MOST_READ_TAGS = 500;
/** Of creators and enclosures. */
const MOST_LISTED = 50;
const LONGEST_ADDRESS = 2_000;
const LONGEST_ID = 2_000;
const LONGEST_MADE_TITLE = 80;
const LONGEST_AUTHOR = 500;

/** In short steps: 2,000 items of 4 kB with nested elements take more than a second. */
export function* feedSteps(parsed: ParsedFeed, address: string, now: Date): Generator<void, Feed, undefined> {
  const { title, home, hub, self, ttl, entries, unread } = yield* entriesOf(parsed, MOST_ITEMS);
  const contents = yield* mapped(entries, (entry) => contentOf(entry, address));
  const ids = counted(entries.map(({ id }) => id.trim()));
  const pages = counted(contents.map(({ url }) => (url && canonicalUrl(url)) ?? ''));
  const homePage = canonicalUrl(resolved(home, address) ?? '') ?? '';
  const items = yield* mapped(entries, (entry, at) => {
    const content = contents[at] as ItemContent; // one for each
    const page = (content.url && canonicalUrl(content.url)) || '';
    const isOwnPage = page !== '' && page !== homePage && pages.get(page) === 1;
    return itemOf(entry, content, { isTrusted: ids.get(entry.id.trim()) === 1, page: isOwnPage ? page : '' }, now);
  });
  return {
    format: parsed.format,
    title,
    ttl: ttl * 60,
    items: withoutRepeats(items),
    unread,
    hub: resolved(hub, address),
    self: resolved(self, address),
    repeated: [...ids].filter(([id, times]) => id !== '' && times > 1).length,
  };
}

function* mapped<In, Out>(list: In[], make: (one: In, at: number) => Out): Generator<void, Out[], undefined> {
  const made: Out[] = [];
  for (const [at, one] of list.entries()) {
    made.push(make(one, at));
    yield;
  }
  return made;
}

/** An id that occurs twice in a document says nothing: then the page does, else the title and the text. */
function itemOf(
  entry: Entry,
  content: ItemContent,
  { isTrusted, page }: { isTrusted: boolean; page: string },
  now: Date,
): FeedItem {
  const { title, body, summary, url } = content;
  const text = plainText(body.slice(0, READ_OF_BODY));
  const made = sha256(`${title}\n${text || summary}`).toString('hex');
  const given = isTrusted ? entry.id.trim() : '';
  const titled = title === '' ? { ...content, title: madeTitle(text || summary) } : content;
  return {
    externalId: shortened(given || (page && url) || made),
    content: titled,
    publishedAt: feedDate(entry.date, now),
    urlKey: page === '' ? null : sha256(page),
    textKey: textKey(title, text || summary),
    contentHash: contentHash(content),
    reason: refusalOf(titled),
  };
}

/** How rules and blocks find the sender of an item: by the address and by its domain. */
export const sentBy = (address: string): Required<Pick<ItemContent, 'creators' | 'enclosures'>> => ({
  creators: address === '' ? [] : [address],
  enclosures: address.includes('@') ? [`https://${address.split('@').pop()}/`] : [],
});

/** What is compared to find a changed item. */
export const contentHash = ({ title, summary, body, url, author, tags, cover }: ItemContent) =>
  sha256(JSON.stringify([title, summary, body, url, author, tags, cover]));

function refusalOf({ title, body }: ItemContent): string | null {
  if (title === '') return 'It has no title and no text.';
  return body.length > LONGEST_BODY ? `Its text is longer than ${LONGEST_BODY} characters.` : null;
}

function contentOf(entry: Entry, address: string): ItemContent {
  const base = entry.bases.reduce((outer, inner) => resolved(inner, outer) ?? outer, address);
  const url = resolved(entry.link, base);
  const pictures = [...entry.pictures, firstPicture(entry.body.slice(0, READ_OF_BODY)) ?? ''];
  const languages = languagesIn([entry.language]);
  const cover = pictures.map((picture) => resolved(picture, entry.bases.length > 0 ? base : (url ?? base)));
  return {
    title: cut(entry.title, LONGEST_TITLE),
    summary: cut(entry.summary, LONGEST_SUMMARY),
    body: entry.body,
    base: entry.bases.length > 0 ? base : (url ?? base),
    url,
    author: cut(entry.author, LONGEST_AUTHOR),
    tags: tagsOf(entry.tags),
    cover: cover.find((picture) => picture !== null) ?? null,
    creators: entry.creators.slice(0, MOST_LISTED).map((name) => cut(name, LONGEST_AUTHOR)),
    enclosures: entry.enclosures.slice(0, MOST_LISTED).map((address) => address.slice(0, LONGEST_ADDRESS)),
    ...(languages.length > 0 ? { languages } : {}),
  };
}

/** An absolute address of http or https, else null. */
function resolved(address: string, base: string): string | null {
  const text = address.trim();
  if (text === '' || !URL.canParse(text, base)) return null;
  const absolute = plainAddress(withoutCredentials(new URL(text, base)).href);
  return isWebAddress(absolute) && absolute.length <= LONGEST_ADDRESS ? absolute : null;
}

function tagsOf(tags: string[]): string[] {
  const plain = tags
    .slice(0, MOST_READ_TAGS)
    .map((tag) => plainText(tag))
    .filter((tag) => tag !== '' && tag.length <= LONGEST_TAG);
  return [...new Map(plain.map((tag) => [tag.toLowerCase(), tag])).values()].slice(0, MOST_TAGS);
}

export function madeTitle(text: string): string {
  const short = text.slice(0, LONGEST_MADE_TITLE + 1);
  return short.length <= LONGEST_MADE_TITLE
    ? short
    : `${short
        .replace(/\s+\S*$/, '')
        .slice(0, LONGEST_MADE_TITLE)
        .toWellFormed()}…`;
}

const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;
const shortened = (id: string) => (id.length > LONGEST_ID ? sha256(id).toString('hex') : id);

function counted(values: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Of items with the same id, the first counts: feeds begin with the newest. */
function withoutRepeats(items: FeedItem[]): FeedItem[] {
  const known = new Set<string>();
  return items.filter(({ externalId }) => !known.has(externalId) && known.add(externalId));
}
