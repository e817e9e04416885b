/** Reads a mailbox from where the last poll ended: each message is one transaction with the place where reading goes on. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { OpenMailbox } from '../features/mail/mailbox.ts';
import { LARGEST_MESSAGE, storeMessage } from '../features/mail/messages.ts';
import type { MediaTools } from '../features/media/tools.ts';
import { lockedSource, updateSource } from '../features/sources/commands.ts';
import type { MailboxRow } from '../features/sources/mailbox.ts';
import { sourceIfAny } from '../features/sources/queries.ts';
import { acceptFor } from './inbound.ts';

export interface MailboxCursor {
  validity?: string;
  /** Of the last message that was taken. */
  uid?: number;
  /** The day of the oldest message of the first poll: earlier ones are not taken after the uids have changed either. */
  since?: string;
  /** The uids changed: up to this one, messages may be known. */
  rescan?: number;
  /** Taken, and not yet in the other mailbox. */
  moving?: number[];
  unmoved?: boolean;
  /** The message at which the last polls failed. */
  stuck?: { uid: number; times: number };
}

/** Of one session; the next one goes on. */
const MOST_MESSAGES = 100;
const READING_MS = 30_000;
/** Then the message is left where it is. */
const MOST_FAILURES = 5;
const DAY_MS = 86_400_000;
/** Days end where the server is. */
const MARGIN_MS = 2 * DAY_MS;
const MIB = 1024 * 1024;
const UNREADABLE = 'The server does not send this message. It is still in the mailbox.';
/** The source was changed, paused or deleted, or another process has gone on. */
export class Overtaken extends Error {}

export interface Session {
  db: Db;
  tools: { media: MediaTools; mailDays: number };
  source: MailboxRow;
  mailbox: OpenMailbox;
  progress: Progress;
}

export interface Progress {
  cursor: MailboxCursor;
  /** The message that is being fetched. */
  uid: number | null;
  found: number;
}

export const cursorOf = ({ cursor }: { cursor: unknown }) => cursor as MailboxCursor; // written here alone

/** Returns whether there is nothing more. */
export async function readMailbox(session: Session): Promise<boolean> {
  const { progress } = session;
  await moveTaken(session);
  const start = await startOf(session);
  if (JSON.stringify(start) !== JSON.stringify(progress.cursor)) await goTo(session, start);
  const uids = await unread(session);
  const stopAt = performance.now() + READING_MS;
  let done = 0;
  for (const uid of uids) {
    if (done >= MOST_MESSAGES || performance.now() > stopAt) break;
    progress.uid = uid;
    await takeOne(session, uid);
    done += 1;
  }
  progress.uid = null;
  await moveTaken(session);
  return done === uids.length;
}

/** Where reading begins: at the newest messages, or at the first one if the uids have changed. */
async function startOf({ source, mailbox, progress: { cursor } }: Session): Promise<MailboxCursor> {
  const { validity, next } = mailbox;
  if (cursor.validity === validity) return cursor;
  if (cursor.validity !== undefined)
    return { validity, uid: 0, rescan: next - 1, ...(cursor.since ? { since: cursor.since } : {}) };
  const { backlog } = source.settings;
  const newest = backlog === 0 ? [] : await mailbox.newest(backlog);
  const uid = Math.min(next, ...newest.map((one) => one.uid)) - 1;
  const oldest = Math.min(Date.now(), ...newest.map(({ at }) => at.getTime()));
  return { validity, uid: Math.max(0, uid), since: new Date(oldest).toISOString() };
}

/** Of a mailbox whose uids have changed, what came before the first poll is left out. */
async function unread({ mailbox, progress: { cursor } }: Session): Promise<number[]> {
  const { uid = 0, rescan = 0, since } = cursor;
  const all = await mailbox.uidsFrom(uid + 1);
  if (uid >= rescan || !since) return all;
  const recent = new Set(await mailbox.uidsFrom(uid + 1, new Date(Date.parse(since) - MARGIN_MS)));
  return all.filter((one) => one > rescan || recent.has(one));
}

async function takeOne(session: Session, uid: number): Promise<void> {
  const { db, tools, mailbox, progress } = session;
  const { stuck } = progress.cursor;
  if (stuck?.uid === uid && stuck.times >= MOST_FAILURES) return park(session, uid, UNREADABLE);
  const message = await mailbox.message(uid);
  if (message === null) return goTo(session, after(session, uid, false));
  const size = typeof message === 'number' ? message : message.length;
  if (typeof message === 'number' || size > LARGEST_MESSAGE) return park(session, uid, tooLarge(size));
  const next = after(session, uid, true);
  await acceptFor(db, tools.media, Readable.from([message]), {
    sources: [(tx) => advance(tx, session, next)],
    ...{ envelope: {}, mailDays: tools.mailDays, onFlood: () => undefined },
  });
  progress.cursor = next;
  progress.found += 1;
}

const tooLarge = (size: number) =>
  `It has ${Math.ceil(size / MIB)} MiB; a message has at most ${LARGEST_MESSAGE / MIB}. It is still in the mailbox.`;

/** An item says why there is nothing of the message. */
async function park(session: Session, uid: number, problem: string): Promise<void> {
  const { db, tools, source, mailbox, progress } = session;
  const next = after(session, uid, false);
  const sha256 = createHash('sha256').update(`${source.id} ${mailbox.validity} ${uid}`).digest();
  await transaction(db, async (tx) => {
    const stored = { storageKey: null, sha256, size: 0, envelope: { problem }, receivedAt: new Date() };
    await storeMessage(tx, await advance(tx, session, next), { ...stored, mailDays: tools.mailDays });
  });
  progress.cursor = next;
  progress.found += 1;
}

function after({ source, progress: { cursor } }: Session, uid: number, isTaken: boolean): MailboxCursor {
  const { stuck: _, moving = [], ...rest } = cursor;
  const isMoved = isTaken && source.settings.email.after === 'move';
  const all = isMoved ? [...moving, uid] : moving;
  return { ...rest, uid, ...(all.length > 0 ? { moving: all } : {}) };
}

async function goTo(session: Session, next: MailboxCursor): Promise<void> {
  await transaction(session.db, (tx) => advance(tx, session, next));
  session.progress.cursor = next;
}

/** Throws unless the source is as it was, and nobody else has gone on. */
async function advance(tx: Tx, { source, progress }: Session, next: MailboxCursor): Promise<MailboxRow> {
  if (!(await sourceIfAny(tx, source.site_id, source.id))) throw new Overtaken();
  const current = await lockedSource(tx, source.site_id, source.id);
  const { validity, uid } = cursorOf(current);
  const isAsBefore = validity === progress.cursor.validity && uid === progress.cursor.uid;
  if (!current.active || current.version !== source.version || !isAsBefore) throw new Overtaken();
  await updateSource(tx, source, { cursor: JSON.stringify(next) });
  return source;
}

/** After the commit. What a kill has left is moved by the next poll. */
async function moveTaken(session: Session): Promise<void> {
  const { source, mailbox, progress } = session;
  const { moving = [], unmoved: _, ...rest } = progress.cursor;
  if (moving.length === 0 || rest.validity !== mailbox.validity) return;
  const { after: what, move_to } = source.settings.email;
  const isDone = what === 'keep' || (await mailbox.move(moving, move_to));
  await goTo(session, isDone ? rest : { ...progress.cursor, unmoved: true });
}
