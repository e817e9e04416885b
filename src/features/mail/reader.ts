/**
 * Reads messages in a thread: one that was made to harm takes seconds, and its parts take several times the memory of the message.
 */
import { createRequire } from 'node:module';
import { type ReadMail, storableMail } from '../../core/intake/mail.ts';
import type { Checks } from '../../core/intake/senders.ts';
import { createThreads, ThreadEnded } from '../../jobs/threads.ts';
import type { Envelope } from './messages.ts';

export interface MailReader {
  /** Throws a `MailProblem` for a message that cannot be read. The buffer cannot be used afterwards. */
  read(raw: Uint8Array<ArrayBuffer>): Promise<ReadMail>;
  /** The signatures, the sending server and the policy of the sender's domain (DKIM, SPF, DMARC). The buffer is used up, too. */
  check(raw: Uint8Array<ArrayBuffer>, envelope: Envelope): Promise<Checks>;
}

/** Records of name servers in place of real ones, by type and name: `TXT _dmarc.sender.example`. */
export type DnsRecords = Record<string, string[][]>;

/** Why a message cannot be read, in one sentence. */
export class MailProblem extends Error {
  override name = 'MailProblem';
}

type Reply = { mail: ReadMail } | { checks: Checks } | { error: string };
interface Work {
  raw: Uint8Array;
  /** Without it, the message is read; with it, checked. */
  envelope?: Envelope;
}

const TIMEOUT_MS = 20_000;
const MEMORY_MB = 256;
const MOST_FILES = 20;
const LARGEST_FILE = 20 * 1024 * 1024;
const LONGEST_TEXT = 2_000_000;
const MOST_HEADERS = 100;
const MOST_PARTS = 1_000;
const NOTHING_PROVEN: Checks = { from: [], dmarc: 'none', spf: { result: 'none', isAligned: false }, dkim: [] };
const TOO_MANY_PARTS = `The message has more than ${MOST_PARTS} parts.`;
const TOO_HARD = 'The message takes too much time or memory to read.';
const UNREADABLE = 'The message cannot be read: it is nested too deeply, or its headers are too long.';
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const { parser, checker, alignment, records, mostFiles, mostHeaders, mostParts, tooManyParts, largestFile, longestText } = workerData;
const shownHeaders = ['from', 'subject', 'date', 'content-type', 'content-transfer-encoding', 'content-disposition'];
const readHeaders = [...shownHeaders, 'auto-submitted', 'precedence', 'return-path', 'authentication-results'];
const shortened = (text) => (text ?? '').slice(0, longestText);
const mailboxes = (value) => (value ? (value.group ?? [value]) : []);
function fileOf(part, at) {
  const isTaken = at < mostFiles && part.content.byteLength <= largestFile;
  const content = isTaken ? new Uint8Array(part.content) : null;
  const { filename, mimeType, contentId, related, disposition } = part;
  const isInline = Boolean(related) || disposition === 'inline';
  const why = at >= mostFiles ? 'count' : 'size';
  return { name: filename ?? '', mime: mimeType, id: contentId ?? '', isInline, content, why: isTaken ? null : why };
}
// The library makes each part the current one once; afterwards it may return to those around it.
function limitedParser(PostalMime) {
  const reader = new PostalMime({ maxNestingDepth: 100, forceRfc822Attachments: true });
  let current = reader.currentNode;
  const seen = new Set([current]);
  const set = (part) => {
    current = part;
    if (seen.add(part).size > mostParts + 1) throw new Error(tooManyParts);
  };
  return Object.defineProperty(reader, 'currentNode', { get: () => current, set });
}
const resolver = new (require('node:dns').promises.Resolver)({ timeout: 3000, tries: 2 });
const mostLookups = 40;
const resolveUpTo = (left) => async (name, type) => {
  // A message may have thousands of signatures.
  if (left-- <= 0) throw Object.assign(new Error('Too many lookups.'), { code: 'ESERVFAIL' });
  if (!records) return resolver.resolve(name, type);
  const found = records[type + ' ' + name.toLowerCase()];
  if (found) return found;
  throw Object.assign(new Error('There is no such name.'), { code: 'ENOTFOUND' });
};
async function checked(raw, { address, helo, from }) {
  const { authenticate } = require(checker);
  const place = { ip: address, helo, sender: from, mta: 'localhost' };
  const options = { ...place, resolver: resolveUpTo(mostLookups), disableArc: true, disableBimi: true };
  const { dkim, dmarc, spf } = await authenticate(Buffer.from(raw), options);
  const signatures = dkim.results.map(({ status, signingHeaders, canonBodyLengthLimited }) => ({
    result: status.result,
    isAligned: Boolean(status.aligned),
    isWhole: !canonBodyLengthLimited,
    headers: String(signingHeaders?.keys ?? '').toLowerCase().split(': '),
  }));
  const { getAlignment } = require(alignment);
  const senders = dkim.headerFrom ?? [];
  // A policy may ask for the same domain; without one, domains of one owner are enough.
  const ofSender = dmarc.alignment ? dmarc.alignment.spf.result : getAlignment((senders[0] ?? '').split('@').pop(), [spf.domain || '']);
  const server = spf ? { result: spf.status.result, isAligned: Boolean(ofSender) } : { result: 'none', isAligned: false };
  return { from: senders, dmarc: dmarc ? dmarc.status.result : 'none', spf: server, dkim: signatures };
}
parentPort.on('message', async ({ raw, envelope }) => {
  try {
    if (envelope) return parentPort.postMessage({ checks: await checked(raw, envelope) });
    const PostalMime = require(parser);
    const { addressParser } = PostalMime;
    const mail = await limitedParser(PostalMime).parse(raw);
    const { subject = '', messageId = '', date = '', html, text } = mail;
    const files = mail.attachments.map(fileOf);
    const read = mail.headers.filter(({ key }) => readHeaders.includes(key));
    const headers = read.map(({ key, value }) => [key, value.slice(0, 1000)]).slice(0, mostHeaders);
    const hasMoreHeaders = read.length > mostHeaders;
    // The library returns the first of several senders.
    const senders = read.filter(({ key }) => key === 'from').flatMap(({ value }) => addressParser(value, { flatten: true }));
    const from = (senders.length === 1 ? mailboxes(mail.from) : senders).map(({ name, address }) => ({ name: name ?? '', address: address ?? '' }));
    const words = { subject, html: shortened(html), text: shortened(text) };
    parentPort.postMessage({ mail: { ...words, messageId, date, files, headers, hasMoreHeaders, from } }, files.flatMap(({ content }) => content?.buffer ?? []));
  } catch (error) {
    parentPort.postMessage({ error: String(error.message) });
  }
});`;

/** One thread for each call that runs at the same time: the callers limit them. */
export function createMailReader(records: DnsRecords | null = null, timeoutMs = TIMEOUT_MS): MailReader {
  const { resolve } = createRequire(import.meta.url);
  const libraries = {
    parser: resolve('postal-mime'),
    checker: resolve('mailauth'),
    alignment: resolve('mailauth/lib/tools'),
  };
  const limits = {
    mostFiles: MOST_FILES,
    mostHeaders: MOST_HEADERS,
    mostParts: MOST_PARTS,
    tooManyParts: TOO_MANY_PARTS,
    largestFile: LARGEST_FILE,
    longestText: LONGEST_TEXT,
  };
  const data = { ...libraries, ...limits, records };
  const threads = createThreads<Work, Reply>({ program: PROGRAM, data, memoryMb: MEMORY_MB });
  const run = (work: Work & { raw: Uint8Array<ArrayBuffer> }) =>
    threads.run(work, timeoutMs, [work.raw.buffer]).catch((error) => {
      throw error instanceof ThreadEnded ? new MailProblem(TOO_HARD) : error;
    });
  return {
    async read(raw) {
      const reply = await run({ raw });
      if ('error' in reply && reply.error === TOO_MANY_PARTS) throw new MailProblem(TOO_MANY_PARTS);
      if (!('mail' in reply)) throw new MailProblem(UNREADABLE);
      return storableMail(reply.mail);
    },
    async check(raw, envelope) {
      const reply = await run({ raw, envelope });
      return 'checks' in reply ? reply.checks : NOTHING_PROVEN;
    },
  };
}
