/**
 * Polls a mailbox (IMAP). A kill loses no message and doubles none, and nothing changes in the mailbox but that messages which were
 * taken are moved, if the source says so.
 */
import { backOff, jittered } from '../core/intake/pace.ts';
import { utc } from '../core/time.ts';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { SESSION_MS, withMailbox } from '../features/mail/mailbox.ts';
import { MailboxProblem } from '../features/mail/mailbox-problem.ts';
import type { MediaTools } from '../features/media/tools.ts';
import { updateSource } from '../features/sources/commands.ts';
import { MAILBOX_INTERVAL_S, type MailboxRow } from '../features/sources/mailbox.ts';
import { sourceIfAny } from '../features/sources/queries.ts';
import type { AddressGuard } from '../outbound/connect.ts';
import { claimHost, releaseHost } from './host.ts';
import { cursorOf, type MailboxCursor, Overtaken, type Progress, readMailbox } from './mailbox-reading.ts';
import { again, type Completion, polled, recordFailing } from './next-poll.ts';

export interface MailboxTools {
  guard: AddressGuard;
  media: MediaTools;
  mailDays: number;
  secrets: { open(sealed: Buffer): string };
}

const CHANGED_MS = 1_000;
const CLAIM_S = SESSION_MS / 1_000 + 15;
/** Servers lock accounts that try a wrong password too often. */
const REFUSED_S = 3_600;
const NO_PASSWORD = 'There is no password. Passwords are in an export only with secrets; set it again.';

export async function pollMailbox(
  db: Db,
  tools: MailboxTools,
  source: MailboxRow,
  signal: AbortSignal,
  complete: Completion,
): Promise<void> {
  const { email } = source.settings;
  const host = `imap://${email.server}:${email.port}`;
  const waitMs = await claimHost(db, host, CLAIM_S);
  if (waitMs > 0) return transaction(db, (tx) => again(tx, source, jittered(waitMs / 1_000, Math.random()), complete));
  const progress: Progress = { cursor: cursorOf(source), uid: null, found: 0 };
  try {
    const opening = { place: email, password: passwordOf(tools, source), signal };
    const isEnd = await withMailbox(tools.guard, opening, (mailbox) =>
      readMailbox({ db, tools, source, mailbox, progress }),
    );
    await transaction(db, async (tx) => {
      await storeEnd(tx, source, progress, isEnd, complete);
      await releaseHost(tx, host, 0);
    });
  } catch (error) {
    await releaseHost(db, host, 0);
    if (error instanceof Overtaken) return transaction(db, (tx) => goOn(tx, source, complete));
    if (!(error instanceof MailboxProblem)) throw error;
    await transaction(db, (tx) => storeProblem(tx, source, progress, error, complete));
  }
}

function passwordOf({ secrets }: MailboxTools, { mail_password }: MailboxRow): string {
  if (!mail_password) throw new MailboxProblem('password_missing', NO_PASSWORD);
  return secrets.open(mail_password);
}

/** After a change of the source, with its new settings. If the change has a poll of its own, this one is rolled back. */
async function goOn(tx: Tx, source: MailboxRow, complete: Completion): Promise<void> {
  const current = await sourceIfAny(tx, source.site_id, source.id);
  return current?.active ? again(tx, current, CHANGED_MS, complete) : complete(tx);
}

async function storeEnd(
  tx: Tx,
  source: MailboxRow,
  { cursor, found }: Progress,
  isEnd: boolean,
  complete: Completion,
): Promise<void> {
  const current = await sourceIfAny(tx, source.site_id, source.id);
  if (current?.version !== source.version) return goOn(tx, source, complete);
  const now = new Date();
  const waitMs = isEnd ? jittered(MAILBOX_INTERVAL_S, Math.random()) : 0;
  const { rescan: _, ...rest } = cursor;
  await updateSource(tx, source, {
    ...polled(now, waitMs),
    ...{ failures: 0, last_error: null, last_success_at: now, interval_s: MAILBOX_INTERVAL_S },
    ...(isEnd && cursor.rescan !== undefined ? { cursor: JSON.stringify(rest) } : {}),
    ...(found > 0 ? { last_new_at: now } : {}),
  });
  await again(tx, source, waitMs, complete);
}

async function storeProblem(
  tx: Tx,
  source: MailboxRow,
  { cursor, uid }: Progress,
  { code, message }: MailboxProblem,
  complete: Completion,
): Promise<void> {
  const current = await sourceIfAny(tx, source.site_id, source.id);
  if (current?.version !== source.version) return goOn(tx, source, complete);
  const now = new Date();
  const failures = current.failures + 1;
  const times = cursor.stuck?.uid === uid ? cursor.stuck.times + 1 : 1;
  const seconds = backOff(failures, MAILBOX_INTERVAL_S, code === 'sign_in_refused' ? REFUSED_S : 0);
  const waitMs = jittered(seconds, Math.random());
  await updateSource(tx, source, {
    ...polled(now, waitMs),
    ...{ failures, last_error: JSON.stringify({ code, message, at: utc(now) }) },
    ...(uid === null ? {} : { cursor: JSON.stringify({ ...cursor, stuck: { uid, times } } satisfies MailboxCursor) }),
  });
  await recordFailing(tx, current, failures);
  await again(tx, source, waitMs, complete);
}
