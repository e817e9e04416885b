/**
 * Makes the item of a message. The message is read and its files are stored before the transaction, which has the item, its article,
 * the state of the message and the completion: a kill at any point repeats the job, and the same files are found by their bytes.
 */
import { sql } from 'kysely';
import type { FeedItem } from '../core/intake/feed.ts';
import { mailItem, type ReadMail, senderOf, unreadItem } from '../core/intake/mail.ts';
import { areHeadersPlain, senderAddresses } from '../core/intake/mail-headers.ts';
import { isListed, type Proof, proofOf, type SenderRules, senderRuling } from '../core/intake/senders.ts';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { type MessageKey, type MessageRow, mailTaking, messageRow, rawMessage } from '../features/mail/messages.ts';
import { MailProblem, type MailReader } from '../features/mail/reader.ts';
import type { MediaTools } from '../features/media/tools.ts';
import { noteFile } from '../features/sources/guests.ts';
import { type SourceRow, sourceIfAny } from '../features/sources/queries.ts';
import { type Job, type JobHandler, onJob } from '../jobs/kinds.ts';
import { keyOfOffer, offerPrepared, preparedItem } from './guests.ts';
import { lockedItem } from './item-row.ts';
import { wasErased } from './ledger.ts';
import { textOf } from './mail-body.ts';
import { type StoredFiles, storeFiles } from './mail-files.ts';

/** Each has a thread, and the message in memory. */
const CONCURRENCY = 2;
/** More would not fit in the line of an export. */
const MOST_SENDERS = 50;
const TOO_MANY_SENDERS = `It names more than ${MOST_SENDERS} senders. Nothing of it is stored.`;
const NOT_STORED = 'The message is no longer stored.';
const PAUSED = 'Its source was paused when it came.';
const NO_FILES: StoredFiles = { files: [], refused: [] };

export interface MailTools {
  media: MediaTools;
  reader: MailReader;
  rawDays: number;
}

export function takeMail(tools: MailTools): JobHandler {
  return onJob(
    mailTaking,
    async ({ db, jobs, complete }) => {
      for (const job of jobs) await takeOnce(db, tools, job, (tx) => complete(tx, [job]));
    },
    { batch: 1, concurrency: CONCURRENCY },
  );
}

type Completion = (tx: Tx) => Promise<void>;

interface Read extends StoredFiles {
  item: FeedItem;
  from: { name: string; address: string };
  verifiedBy: 'dmarc' | 'dkim' | null;
  /** Nothing of it may stay: no erasure would find it. */
  isForgotten?: boolean;
}

async function takeOnce(db: Db, tools: MailTools, { payload }: Job<MessageKey>, complete: Completion): Promise<void> {
  const message = await messageRow(db, payload);
  const source = message && (await sourceIfAny(db, payload.site_id, message.source_id));
  if (message?.state !== 'new' || !source) return transaction(db, complete);
  const now = new Date();
  const read = await readMessage(db, tools, source, message, now);
  const offered = await preparedItem(read.item);
  await transaction(db, async (tx) => {
    const current = await messageRow(tx, payload, sql`for update`);
    if (current?.state === 'new') {
      await noteFiles(tx, source, payload, read);
      await offerPrepared(tx, source, read.item, offered, { now, rawDays: tools.rawDays });
      await settleMessage(tx, source, payload, read);
    }
    await complete(tx);
  });
}

/** A message that cannot be read is an item too, with the reason. */
async function readMessage(db: Db, tools: MailTools, source: SourceRow, message: MessageRow, now: Date): Promise<Read> {
  const { media, reader } = tools;
  const { storage_key, sha256, envelope } = message;
  const raw = await rawMessage(media, storage_key);
  const addresses = raw ? senderAddresses(raw) : [];
  const returnPath = envelope.from?.toLowerCase() ?? '';
  const unread = (reason: string): Read => {
    const item = { ...unreadItem(sha256, reason, returnPath), otherSenders: addresses };
    return { ...NO_FILES, item, from: { name: '', address: returnPath }, verifiedBy: null };
  };
  if (!raw) return unread(envelope.problem ?? NOT_STORED);
  try {
    const mail = addresses.length > MOST_SENDERS ? null : await reader.read(raw);
    if (!mail || mail.from.length > MOST_SENDERS) return forgotten(sha256);
    const proof = await proofFor(tools, source, message, mail);
    const verifiedBy = proof === 'dmarc' || proof === 'dkim' ? proof : null;
    const otherSenders = [returnPath, ...addresses, ...mail.from.flatMap(({ name, address }) => [name, address])];
    const known = { now, isProven: verifiedBy !== null, otherSenders };
    const bare = mailItem(mail, await textOf(mail, NO_FILES), sha256, known);
    const isErased = await wasErased(db, source, bare);
    const stored = isErased ? NO_FILES : await storeFiles(db, media, source, mail.files);
    const item = mailItem(mail, await textOf(mail, stored), sha256, known);
    const from = senderOf(mail);
    const ruling = senderRuling(rulesOf(source), { isOnList: proof !== null, proof: proof ?? 'none' });
    const heldBecause = source.active ? ruling.heldBecause : PAUSED;
    return { ...stored, item: { ...item, reason: item.reason ?? ruling.reason, heldBecause }, from, verifiedBy };
  } catch (error) {
    if (error instanceof MailProblem) return unread(error.message);
    throw error;
  }
}

const forgotten = (hash: Buffer): Read => ({
  ...{ ...NO_FILES, item: unreadItem(hash, TOO_MANY_SENDERS, ''), from: { name: '', address: '' } },
  ...{ verifiedBy: null, isForgotten: true },
});

const rulesOf = ({ settings: { email } }: SourceRow): SenderRules => ({
  ...{ allow: email?.allow ?? [], unlisted: email?.unlisted ?? 'hold', trustedServer: email?.trusted_server ?? null },
  isMailbox: email?.way === 'imap',
});

/** Null if the sender is not on the list: then no name server is asked. */
async function proofFor(
  { media, reader }: MailTools,
  source: SourceRow,
  { storage_key, envelope }: MessageRow,
  mail: ReadMail,
): Promise<Proof | null> {
  if (!isListed(senderOf(mail).address, rulesOf(source).allow)) return null;
  const raw = await rawMessage(media, storage_key);
  return raw && areHeadersPlain(raw)
    ? proofOf(mail, await reader.check(raw, envelope), rulesOf(source).trustedServer)
    : 'none';
}

async function noteFiles(
  tx: Tx,
  source: SourceRow,
  { site_id, id }: MessageKey,
  { files }: StoredFiles,
): Promise<void> {
  for (const { mediaId } of files) {
    await noteFile(tx, source, mediaId);
    await sql`
      insert into inbound_file (site_id, message_id, media_id) values (${site_id}, ${id}, ${mediaId})
      on conflict do nothing`.execute(tx);
  }
}

/** Of an erased sender nothing is stored, and the raw message is deleted soon. */
async function settleMessage(
  tx: Tx,
  source: SourceRow,
  { site_id, id }: MessageKey,
  { item, from, refused, verifiedBy, isForgotten }: Read,
): Promise<void> {
  const key = keyOfOffer(source, item.externalId);
  const isErased = isForgotten || (await lockedItem(tx, key))?.state === 'erased';
  const { name, address } = isErased ? { name: '', address: '' } : from;
  await sql`
    update inbound_message set state = 'taken', external_key = decode(${key.key}, 'hex'), from_name = ${name},
      from_address = ${address}, verified_by = ${verifiedBy}, refused_files = ${JSON.stringify(isErased ? [] : refused)},
      raw_until = case when ${isErased} then now() else raw_until end,
      envelope = case when ${isErased} then '{}' else envelope end
    where site_id = ${site_id} and id = ${id}`.execute(tx);
}
