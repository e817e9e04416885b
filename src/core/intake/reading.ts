/** What rules and blocks see of an item: its words, the people it credits, and every host that it links to or shows. */
import { decodeHTML } from 'entities';
import { HtmlReader, type Tag } from '../html-tokens.ts';
import type { ItemContent } from './feed.ts';
import { hostsOf, writtenAddresses } from './hosts.ts';
import { isBlock } from './plain-text.ts';
import type { Judged } from './rules.ts';
import { wordSteps } from './words.ts';

export type Seen = Pick<Judged, 'words' | 'people' | 'hosts' | 'hasImage' | 'languages' | 'isReply' | 'followers'>;

const ADDRESSES = ['href', 'src', 'poster', 'cite'];
/** Attributes that browsers show or read aloud. */
const SPOKEN = ['alt', 'title', 'aria-label', 'label'];
const BETWEEN_PEOPLE = /[,;&/|]|\s(?:and|und|et|og|och)\s/iu;
const PARSED_AT_ONCE = 1_000;
const BY = /^(?:by|von|par|af|av)\s+/iu;

/** In short steps: a text may have a million letters. */
export function* reading(content: ItemContent): Generator<void, Seen, undefined> {
  const { title, summary, body, author, tags, url, cover, base, creators = [], enclosures = [], person } = content;
  const html = yield* htmlReading(`${summary}\n${body}`);
  const credits = [author, ...creators];
  const words = yield* wordSteps([title, html.text, ...html.spoken, ...credits, ...tags].join('\n'));
  const written = writtenAddresses(`${title}\n${html.text}`);
  const addresses = new Set([url ?? '', cover ?? '', ...enclosures, ...html.addresses, ...written]);
  return {
    words,
    people: [...new Set([...credits.flatMap(peopleOf), ...(person === undefined ? [] : [person])])],
    hosts: [...(yield* hostsAmong(addresses, base))],
    hasImage: cover !== null || html.hasImage,
    languages: content.languages ?? [],
    ...postReading(content.post),
  };
}

/** Posts without an entry say these themselves. */
const postReading = (post: ItemContent['post']): Pick<Seen, 'isReply' | 'followers'> => ({
  isReply: post?.entry?.is_reply ?? post?.isReply ?? false,
  followers: post?.entry?.user?.followers ?? post?.followers ?? null,
});

interface HtmlReading {
  text: string;
  spoken: string[];
  addresses: Set<string>;
  hasImage: boolean;
}

function* htmlReading(html: string): Generator<void, HtmlReading, undefined> {
  const reader = new HtmlReader(html);
  const text: string[] = [];
  const spoken: string[] = [];
  const addresses = new Set<string>();
  let hasImage = false;
  for (let token = reader.next(); token !== undefined; token = reader.next()) {
    if (token.kind === 'pause') yield;
    else if (token.kind === 'text') text.push(decodeHTML(token.raw));
    if (token.kind !== 'tag') continue;
    if (isBlock(token.name)) text.push(' ');
    hasImage ||= token.name === 'img';
    for (const address of addressesOf(token)) addresses.add(address);
    spoken.push(...SPOKEN.flatMap((name) => token.attributes.get(name) ?? []));
  }
  return { text: text.join(''), spoken, addresses, hasImage };
}

function addressesOf({ attributes }: Tag): string[] {
  if (attributes.size === 0) return [];
  const single = ADDRESSES.flatMap((name) => attributes.get(name) ?? []);
  return [...single, ...(attributes.get('srcset') ?? '').split(/[\s,]+/)];
}

function* hostsAmong(addresses: Set<string>, base: string): Generator<void, Set<string>, undefined> {
  const hosts = new Set<string>();
  let count = 0;
  for (const address of addresses) {
    for (const host of hostsOf(address, base)) hosts.add(host);
    if (++count % PARSED_AT_ONCE === 0) yield;
  }
  return hosts;
}

/** `By Mal Lory, Ida Holm and others`: the whole, and each person. */
function peopleOf(credit: string): string[] {
  const names = credit.split(BETWEEN_PEOPLE);
  const [family = '', given = ''] = names;
  // `Lory, Mal`
  const turned = names.length === 2 ? [`${given} ${family}`] : [];
  return [credit, ...names, ...turned].map((name) => name.trim().replace(BY, '').trim()).filter((name) => name !== '');
}
