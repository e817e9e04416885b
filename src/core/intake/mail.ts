/** A message as an item of its source: what it is known by, its title and text, and why it is not taken. */
import { createHash } from 'node:crypto';
import { storable } from './charset.ts';
import { feedDate } from './dates.ts';
import { contentHash, type FeedItem, type ItemContent, LONGEST_BODY, madeTitle, sentBy } from './feed.ts';
import { sha256, textKey } from './identity.ts';
import { plainText, singleSpaced } from './plain-text.ts';

/** A message as the reader returns it. */
export interface ReadMail {
  subject: string;
  messageId: string;
  date: string;
  html: string;
  text: string;
  from: Mailbox[];
  files: MailFile[];
  /** Those that are asked for here, names in lower case, in the order of the message. */
  headers: [name: string, value: string][];
  /** Whether there are more of them than were read. */
  hasMoreHeaders: boolean;
}

export interface Mailbox {
  name: string;
  address: string;
}

export interface MailFile {
  name: string;
  mime: string;
  /** The id by which the text shows it, in angle brackets; or empty. */
  id: string;
  isInline: boolean;
  content: Uint8Array | null;
  /** Why it has no content. */
  why: 'count' | 'size' | null;
}

/** The text of a message and the pictures that it shows. */
export interface MailText {
  body: string;
  cover: string | null;
}

const LONGEST_TITLE = 500;
const LONGEST_NAME = 200;
const LONGEST_ADDRESS = 320;
const LONGEST_ID = 500;
/** Enough for the key of a text. */
const READ_OF_BODY = 10_000;

/** `isProven`: its sender is who it says. */
export function mailItem(
  mail: ReadMail,
  { body, cover }: MailText,
  hash: Buffer,
  { now, isProven, otherSenders = [] }: { now: Date; isProven: boolean; otherSenders?: string[] },
): FeedItem {
  const sender = senderOf(mail);
  const text = plainText(body.slice(0, READ_OF_BODY));
  const title = cut(singleSpaced(mail.subject), LONGEST_TITLE) || madeTitle(text);
  const content: ItemContent = {
    ...{ title, summary: '', body, base: '', url: null, author: sender.name, tags: [], cover },
    ...sentBy(sender.address),
  };
  const id = cut(mail.messageId.trim(), LONGEST_ID);
  return {
    // Two messages with one id are two items, the second of which is a duplicate: nobody can displace the message of another.
    externalId: `${id} ${hash.toString('hex').slice(0, 32)}`.trim(),
    content,
    publishedAt: feedDate(mail.date, now),
    urlKey: id === '' ? null : sha256(`mid:${id} ${sender.address}${isProven ? '' : ` ${partsHash(mail)}`}`),
    textKey: textKey(title, text),
    contentHash: contentHash(content),
    reason: refusalOf(mail, content),
    sender: sender.address,
    otherSenders,
  };
}

/**
 * Of all that is read. Ids of messages (RFC 2392) can be guessed, so that of an unproven sender is known only with its content: a forged
 * message keeps no other away.
 */
function partsHash({ subject, html, text, files }: ReadMail): string {
  const parts = [subject, html, text, ...files.flatMap(({ name, content }) => [name, content ?? ''])];
  const hash = createHash('sha256');
  for (const part of parts) hash.update(createHash('sha256').update(part).digest());
  return hash.digest('hex');
}

/** A message that nobody could read. */
export function unreadItem(hash: Buffer, reason: string, sender: string): FeedItem {
  const content: ItemContent = {
    ...{ title: '', summary: '', body: '', base: '', url: null, author: '', tags: [], cover: null },
  };
  return {
    ...{ externalId: hash.toString('hex').slice(0, 32), content, publishedAt: null, urlKey: null, textKey: null },
    ...{ contentHash: contentHash(content), reason, sender },
  };
}

/** Without characters that cannot be stored. */
export function storableMail(mail: ReadMail): ReadMail {
  const { subject, messageId, date, html, text, hasMoreHeaders } = mail;
  return {
    ...{ subject: storable(subject), messageId: storable(messageId), date: storable(date) },
    ...{ html: storable(html), text: storable(text) },
    from: mail.from.map(({ name, address }) => ({ name: storable(name), address: storable(address) })),
    files: mail.files.map((file) => ({ ...file, name: storable(file.name), mime: storable(file.mime) })),
    headers: mail.headers.map(([name, value]) => [name, storable(value)]),
    hasMoreHeaders,
  };
}

/** Empty unless the message has exactly one sender. */
export function senderOf({ from, headers }: ReadMail): Mailbox {
  const [first] = from;
  const isClear = from.length === 1 && headers.filter(([name]) => name === 'from').length === 1;
  if (!first || !isClear) return { name: '', address: '' };
  const address = first.address.trim().toLowerCase();
  const isAddress = /^[^\s@<>]+@[^\s@<>]+$/.test(address) && address.length <= LONGEST_ADDRESS;
  const name = cut(singleSpaced(first.name), LONGEST_NAME);
  // Some programs write the address as the name; it must not be published.
  return { name: name.includes('@') ? '' : name, address: isAddress ? address : '' };
}

function refusalOf(mail: ReadMail, { title, body }: ItemContent): string | null {
  const header = (name: string) =>
    mail.headers
      .find(([key]) => key === name)?.[1]
      .trim()
      .toLowerCase() ?? '';
  const automatic = header('auto-submitted');
  if (automatic !== '' && automatic !== 'no') return 'It was sent by a program (Auto-Submitted).';
  const precedence = header('precedence');
  if (['bulk', 'junk', 'list', 'auto_reply'].includes(precedence))
    return `It was sent in bulk (Precedence: ${precedence}).`;
  if (header('return-path') === '<>') return 'It is a report about another message (its return path is empty).';
  if (senderOf(mail).address === '') return 'It has no sender, or several.';
  if (title === '') return 'It has no subject and no text.';
  return body.length > LONGEST_BODY ? `Its text is longer than ${LONGEST_BODY} characters.` : null;
}

const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;
