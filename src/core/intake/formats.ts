/** The four formats of feeds as one. The types name the parts that are read of what the parser returns. */
import { storable } from './charset.ts';
import { plainText, singleSpaced } from './plain-text.ts';

export interface ParsedFeed {
  format: 'rss' | 'atom' | 'rdf' | 'json';
  feed: Partial<AnyFeed>;
}

interface AnyFeed {
  title: string | AtomText;
  link: string;
  links: AtomLink[];
  home_page_url: string;
  feed_url: string;
  hubs: { type?: string; url?: string }[];
  atom: { links?: AtomLink[] };
  ttl: number;
  items: AnyItem[];
  entries: AnyItem[];
  xml: { base?: string; lang?: string };
  language: string;
  dc: { languages?: string[] };
}
interface AtomText {
  value?: string;
  type?: string;
}
interface AtomLink {
  href?: string;
  rel?: string;
  type?: string;
}
interface Picture {
  url?: string;
  type?: string;
  medium?: string;
  width?: number;
}
interface Media {
  contents?: Picture[];
  thumbnails?: Picture[];
}
interface Person {
  name?: string;
}
interface ItemFields {
  id: string;
  guid: { value?: string; isPermaLink?: boolean };
  title: string | AtomText;
  link: string;
  url: string;
  external_url: string;
  links: AtomLink[];
  description: string;
  summary: string | AtomText;
  content: AtomText & { encoded?: string };
  content_html: string;
  content_text: string;
  pubDate: string;
  published: string;
  updated: string;
  date_published: string;
  authors: Person[];
  categories: (Person & { term?: string; label?: string })[];
  tags: string[];
  enclosures: Picture[];
  attachments: { url?: string; mime_type?: string }[];
  image: string;
  banner_image: string;
  media: Media & { group?: Media; groups?: Media[] };
  dc: { creators?: string[]; dates?: string[]; subjects?: string[]; languages?: string[] };
  rdf: { about?: string };
  xml: { base?: string; lang?: string };
  language: string;
}
type AnyItem = Partial<ItemFields>;

/** In a title, an element that is not closed is a word: “How <script> blocks”. Read as HTML it would hide the rest. */
const UNCLOSED = /<(?=(script|style|template|noscript)\b(?![\s\S]*<\/\1\b))/gi;
const READ_OF_TITLE = 5_000;
const READ_OF_SUMMARY = 20_000;
const READ_OF_PERSON = 1_000;

/** An item, with addresses as they are written. */
export interface Entry {
  id: string;
  /** Of the entry, else of the feed; may be relative. */
  bases: string[];
  title: string;
  link: string;
  summary: string;
  body: string;
  date: string | undefined;
  author: string;
  /** All of them, the author too. */
  creators: string[];
  tags: string[];
  pictures: string[];
  /** Of pictures and files, shown or not. */
  enclosures: string[];
  /** As the entry names it, else the feed; empty if neither does. */
  language: string;
}

export interface Entries {
  title: string;
  home: string;
  /** Of WebSub, as they are written; empty if there is none. */
  hub: string;
  self: string;
  /** Minutes. */
  ttl: number;
  entries: Entry[];
  /** Items beyond the limit. */
  unread: number;
}

/** In short steps, an item each. */
export function* entriesOf({ format, feed }: ParsedFeed, most: number): Generator<void, Entries, undefined> {
  const items = (format === 'atom' ? feed.entries : feed.items) ?? [];
  const bases = feed.xml?.base ? [feed.xml.base] : [];
  const language = languageIn(feed);
  const entries: Entry[] = [];
  for (const item of items.slice(0, most)) {
    entries.push(entryOf(format, item, { bases, language }));
    yield;
  }
  return {
    title: format === 'json' ? textOf(feed.title) : titleOf(feed.title),
    home: feed.home_page_url ?? feed.link ?? pageOf(feed.links),
    hub: feed.hubs?.find(({ type = '' }) => type.toLowerCase() === 'websub')?.url ?? hrefOf(feed, 'hub'),
    self: feed.feed_url ?? hrefOf(feed, 'self'),
    ttl: feed.ttl ?? 0,
    entries,
    unread: items.length - entries.length,
  };
}

/** The links of Atom, also within RSS. */
function hrefOf({ links = [], atom }: Partial<AnyFeed>, rel: string): string {
  const all = [...links, ...(atom?.links ?? [])];
  return all.find((link) => link.rel?.toLowerCase() === rel)?.href ?? '';
}

function entryOf(
  format: ParsedFeed['format'],
  item: AnyItem,
  { bases, language }: Pick<Entry, 'bases' | 'language'>,
): Entry {
  return storableEntry({
    ...READERS[format](item),
    bases: [...bases, item.xml?.base ?? ''],
    creators: creatorsOf(item),
    enclosures: enclosuresOf(item),
    language: languageIn(item) || language,
  });
}

function storableEntry(entry: Entry): Entry {
  const fields = Object.entries(entry).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(storable) : storable(value ?? ''),
  ]);
  const { bases, ...rest } = Object.fromEntries(fields) as Entry; // the same fields
  return { ...rest, bases: bases.filter((base) => base !== '') };
}

/** What all formats spell alike. */
type Shared = 'bases' | 'creators' | 'enclosures' | 'language';
const languageIn = ({ language, xml, dc }: Pick<AnyItem, 'language' | 'xml' | 'dc'>) =>
  xml?.lang ?? language ?? dc?.languages?.[0] ?? '';

const READERS: Record<ParsedFeed['format'], (item: AnyItem) => Omit<Entry, Shared>> = {
  rss: (item) => ({
    id: item.guid?.value ?? '',
    title: titleOf(item.title),
    link: item.link ?? (item.guid?.isPermaLink === false ? '' : addressIn(item.guid?.value)),
    ...textsOf(item.description, item.content?.encoded),
    date: item.pubDate ?? item.dc?.dates?.[0],
    author: personOf(item.dc?.creators?.[0] ?? item.authors?.[0]?.name),
    tags: (item.categories ?? []).map(({ name = '' }) => name),
    pictures: picturesOf(item),
  }),
  atom: (item) => ({
    id: item.id ?? '',
    title: titleOf(item.title),
    link: pageOf(item.links),
    ...textsOf(htmlOf(item.summary), htmlOf(item.content)),
    date: item.published ?? item.updated,
    author: personOf(item.authors?.[0]?.name),
    tags: (item.categories ?? []).map(({ label, term = '' }) => label ?? term),
    pictures: picturesOf(item),
  }),
  rdf: (item) => ({
    id: item.rdf?.about ?? '',
    title: titleOf(item.title),
    link: item.link ?? '',
    ...textsOf(item.description, item.content?.encoded),
    date: item.dc?.dates?.[0],
    author: personOf(item.dc?.creators?.[0]),
    tags: item.dc?.subjects ?? [],
    pictures: picturesOf(item),
  }),
  json: (item) => ({
    id: item.id ?? '',
    title: singleSpaced(textOf(item.title)),
    link: item.url ?? item.external_url ?? '',
    summary: textOf(item.summary).trim(),
    body: item.content_html ?? escaped(item.content_text ?? ''),
    date: item.date_published,
    author: personOf(item.authors?.[0]?.name),
    tags: item.tags ?? [],
    pictures: picturesOf(item),
  }),
};

/** A description is the text, unless there is a longer one. */
function textsOf(description = '', content = ''): { summary: string; body: string } {
  const hasBoth = content.trim() !== '' && description.trim() !== '' && content !== description;
  return {
    summary: hasBoth ? plainText(description.slice(0, READ_OF_SUMMARY)) : '',
    body: content.trim() === '' ? description : content,
  };
}

const textOf = (text: string | AtomText | undefined) => (typeof text === 'string' ? text : (text?.value ?? ''));

/** Titles are text in Atom unless they say otherwise, and may be HTML elsewhere. */
function titleOf(text: string | AtomText | undefined): string {
  const isPlain = typeof text === 'object' && (text.type === undefined || text.type === 'text');
  return isPlain
    ? singleSpaced(textOf(text))
    : plainText(textOf(text).slice(0, READ_OF_TITLE).replace(UNCLOSED, '&lt;'));
}

function htmlOf(text: string | AtomText | undefined): string {
  if (typeof text === 'string' || !text) return text ?? '';
  if (text.type === undefined || text.type === 'text') return escaped(text.value ?? '');
  return /^(x?html|text\/html)$/.test(text.type) ? (text.value ?? '') : '';
}

function escaped(text: string): string {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const paragraphs = safe.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return paragraphs.map((paragraph) => `<p>${paragraph.trim().replaceAll('\n', '<br>')}</p>`).join('');
}

function pageOf(links: AtomLink[] = []): string {
  const isPage = ({ rel = 'alternate' }: AtomLink) => rel === 'alternate';
  const pages = links.filter(isPage);
  return (pages.find(({ type = 'text/html' }) => type.includes('html')) ?? pages[0])?.href ?? '';
}

const addressIn = (text = '') => (/^https?:\/\//i.test(text.trim()) ? text.trim() : '');

/** `ida@example.com (Ida Holm)` → `Ida Holm`. The patterns read no letter twice. */
function personOf(whole = ''): string {
  const text = whole.slice(0, READ_OF_PERSON).trim();
  const named = /^[^\s@]+@[^\s@]+\s+\((.+)\)$/.exec(text);
  return plainText(named?.[1] ?? (/^[^\s@]+@[^\s@]+$/.test(text) ? '' : text));
}

const creatorsOf = ({ dc, authors = [] }: AnyItem) =>
  [...(dc?.creators ?? []), ...authors.map(({ name }) => name)]
    .map((name) => personOf(name))
    .filter((name) => name !== '');

function enclosuresOf({ media = {}, image, banner_image, enclosures = [], attachments = [], links = [] }: AnyItem) {
  const all = [media, ...(media.group ? [media.group] : []), ...(media.groups ?? [])];
  const listed = all.flatMap(({ contents = [], thumbnails = [] }) => [...contents, ...thumbnails]);
  const files = [...listed, ...enclosures, ...attachments].map(({ url }) => url);
  const linked = links.map(({ href }) => href);
  return [image, banner_image, ...files, ...linked].filter((url) => typeof url === 'string') as string[]; // by the test
}

/** The best first: the feed's own picture, then the widest. */
function picturesOf(item: AnyItem): string[] {
  const { media = {}, image, banner_image, enclosures = [], attachments = [], links = [] } = item;
  const all = [media, ...(media.group ? [media.group] : []), ...(media.groups ?? [])];
  const contents = all.flatMap(({ contents = [] }) => contents).filter(isPicture);
  const widest = contents.sort((a, b) => (b.width ?? 0) - (a.width ?? 0));
  const thumbnails = all.flatMap(({ thumbnails = [] }) => thumbnails);
  const attached = [
    ...enclosures,
    ...attachments.map(({ url = '', mime_type = '' }) => ({ url, type: mime_type })),
    ...links.filter(({ rel }) => rel === 'enclosure').map(({ href = '', type = '' }) => ({ url: href, type })),
  ].filter(({ type = '' }) => type.startsWith('image/'));
  const found = [image, banner_image, ...[...widest, ...thumbnails, ...attached].map(({ url }) => url)];
  return found.filter((url) => typeof url === 'string' && url !== '') as string[]; // by the test
}

function isPicture({ medium, type, url = '' }: Picture): boolean {
  if (medium) return medium === 'image';
  return type ? type.startsWith('image/') : /\.(jpe?g|png|webp|gif|avif)(\?|$)/i.test(url);
}
