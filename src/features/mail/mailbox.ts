/**
 * Opens a mailbox (IMAP). The server's address passes the guard of all outbound requests, and the connection goes to the checked
 * address. A session has one time limit and one limit of bytes; a server that exceeds them is cut off.
 */
import { isIP } from 'node:net';
import type { FetchMessageObject, ImapFlow, MailboxObject } from 'imapflow';
import { receiverOf } from '../../core/addresses.ts';
import type { AddressGuard } from '../../outbound/connect.ts';
import { checkedAddresses } from '../../outbound/resolve.ts';
import type { MailboxSettings } from '../sources/queries.ts';
import { ImapError, MailboxProblem, problemOf } from './mailbox-problem.ts';
import { LARGEST_MESSAGE } from './messages.ts';

export interface OpenMailbox {
  /** Changes when the uids are given anew. */
  validity: string;
  /** The uid that the next message gets. */
  next: number;
  /** In ascending order; `since` leaves out what came to the mailbox before that day. */
  uidsFrom(uid: number, since?: Date): Promise<number[]>;
  /** How many messages there are. */
  count: number;
  /** What the list of a mail program shows of the newest messages, the newest first. Nothing is marked as read. */
  headlines(count: number): Promise<Headline[]>;
  /** The newest messages, the oldest of them first. */
  newest(count: number): Promise<{ uid: number; at: Date }[]>;
  /** Its bytes; how many there are if these are too many; null if it is no longer there. */
  message(uid: number): Promise<Buffer | number | null>;
  /** False if the server does not do it. */
  move(uids: number[], to: string): Promise<boolean>;
}

export interface Headline {
  uid: number;
  subject: string;
  messageId: string;
  at: Date | null;
  size: number;
}

export interface Opening {
  place: MailboxSettings;
  password: string;
  signal?: AbortSignal;
  timeoutMs?: number;
}

export const SESSION_MS = 60_000;
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
const CHECK_MS = 100;
/** Of a session, beside the messages that are asked for. */
const MOST_BYTES = 2 * 1024 * 1024;
const LONGEST_LINE = 1024 * 1024;

/** `work` may take until the session ends; the connection is closed afterwards, whatever happened. */
export async function withMailbox<T>(
  guard: AddressGuard,
  { place, password, signal, timeoutMs = SESSION_MS }: Opening,
  work: (mailbox: OpenMailbox) => Promise<T>,
): Promise<T> {
  const client = await clientFor(guard, place, password);
  const meter = { allowed: MOST_BYTES };
  const ending = endOf(client, meter, timeoutMs, signal);
  try {
    const session = async () => {
      await asked(client.connect());
      const { path, readOnly } = { path: place.mailbox, readOnly: place.after === 'keep' };
      return work(mailboxOf(client, await asked(client.mailboxOpen(path, { readOnly })), meter));
    };
    return await Promise.race([session(), ending.failure]);
  } catch (error) {
    throw error instanceof ImapError ? problemOf(error.reason, password) : error;
  } finally {
    ending.clear();
    client.close();
  }
}

const asked = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error) => {
    throw new ImapError(error);
  });

/** The library is loaded only where a mailbox is read. */
async function clientFor(guard: AddressGuard, place: MailboxSettings, password: string): Promise<ImapFlow> {
  const { server, port, security, user } = place;
  const receiver = receiverOf(`https://${isIP(server) === 6 ? `[${server}]` : server}:${port}/`, guard.allowPrivate);
  if (typeof receiver === 'string')
    throw new MailboxProblem('address_refused', `The address of the server ${receiver}.`);
  if (security === 'none' && !guard.allowPrivate) throw new MailboxProblem('tls_refused', NEEDS_TLS);
  const [address = ''] = await checkedAddresses(server, guard.resolve, guard.allowPrivate).catch((error) => {
    throw problemOf(error, password);
  });
  const { ImapFlow } = await import('imapflow');
  return new ImapFlow({
    ...{ host: address, port, secure: security === 'tls', doSTARTTLS: security === 'starttls' },
    ...(isIP(server) ? {} : { servername: server }),
    auth: { user, pass: password },
    clientInfo: { name: 'Masthead' },
    ...{ logger: false, disableAutoIdle: true, disableAutoEnable: true, disableCompression: true, disableBinary: true },
    ...{ connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    ...{
      maxLiteralSize: LARGEST_MESSAGE,
      maxLineLength: LONGEST_LINE,
      maxResponseSize: LARGEST_MESSAGE + LONGEST_LINE,
    },
  });
}

export const NEEDS_TLS =
  'The connection must be encrypted; outside production, WEBHOOK_ALLOW_PRIVATE=1 allows one that is not.';

/** The end: the time or the bytes are used up, the connection is broken, or the process stops. */
function endOf(client: ImapFlow, meter: { allowed: number }, timeoutMs: number, signal: AbortSignal | undefined) {
  let fail: (error: ImapError) => void = () => undefined;
  const failure = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // It may fail when nobody waits for it any more.
  failure.catch(() => undefined);
  const end = (code: string, message: string) => {
    fail(new ImapError(Object.assign(new Error(message), { code })));
    client.close();
  };
  // What breaks between two commands, or ends all of them.
  client.on('error', (error) => fail(new ImapError(error)));
  const late = setTimeout(() => end('ETIMEOUT', ''), timeoutMs);
  const check = setInterval(() => {
    if (client.stats().received > meter.allowed) end('ResponseTooLarge', '');
  }, CHECK_MS);
  const stop = () => end('ABORTED', 'The process stops.');
  signal?.addEventListener('abort', stop, { once: true });
  return {
    failure,
    clear() {
      clearTimeout(late);
      clearInterval(check);
      signal?.removeEventListener('abort', stop);
    },
  };
}

function mailboxOf(client: ImapFlow, selected: MailboxObject, meter: { allowed: number }): OpenMailbox {
  const byUid = { uid: true };
  return {
    validity: String(selected.uidValidity),
    next: selected.uidNext,
    async uidsFrom(uid, since) {
      const found = await asked(client.search({ uid: `${uid}:*`, ...(since ? { since } : {}) }, byUid));
      if (!found) throw new ImapError(new Error('The server did not search.'));
      // `9:*` names the last message, too, if its uid is lower.
      return [...new Set(found)].filter((one) => Number.isSafeInteger(one) && one >= uid).sort((a, b) => a - b);
    },
    count: selected.exists,
    async headlines(count) {
      if (selected.exists === 0) return [];
      const wanted = { uid: true, internalDate: true, envelope: true, size: true };
      const rows = await asked(client.fetchAll(newestOf(selected, count), wanted));
      return rows.slice(-count).reverse().map(headline);
    },
    async newest(count) {
      // `1:*` is an error in an empty mailbox.
      if (selected.exists === 0) return [];
      const range = newestOf(selected, count);
      const rows = await asked(client.fetchAll(range, { uid: true, internalDate: true }));
      return rows.map(({ uid, internalDate }) => ({ uid, at: new Date(internalDate ?? Date.now()) })).slice(-count);
    },
    async message(uid) {
      const known = await asked(client.fetchOne(String(uid), { uid: true, size: true }, byUid));
      if (!known) return null;
      const { size = LARGEST_MESSAGE } = known;
      if (size > LARGEST_MESSAGE) return size;
      meter.allowed += size;
      const found = await asked(client.fetchOne(String(uid), { uid: true, source: true }, byUid));
      if (!found) return null;
      if (!found.source) throw new ImapError(new Error('The server did not send the message.'));
      return found.source;
    },
    async move(uids, to) {
      // An error says that it exists already.
      await asked(client.mailboxCreate(to)).catch(() => undefined);
      return Boolean(await asked(client.messageMove(uids.join(','), to, byUid)).catch(() => false));
    },
  };
}

const newestOf = ({ exists }: MailboxObject, count: number) => `${Math.max(1, exists - count + 1)}:*`;

function headline({ uid, internalDate, envelope, size = 0 }: FetchMessageObject): Headline {
  const at = internalDate === undefined ? null : new Date(internalDate);
  const isTime = at !== null && !Number.isNaN(at.getTime());
  return { uid, subject: envelope?.subject ?? '', messageId: envelope?.messageId ?? '', at: isTime ? at : null, size };
}
