/** Messages that came for e-mail sources: the raw ones in the storage, and a row for each. */
import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { InboundMessageRow } from '../../db/rows.generated.ts';
import { deleteRows } from '../../db/rows.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { jobKind } from '../../jobs/kinds.ts';
import { MAIL_FOLDER, type Storage } from '../../storage/storage.ts';

export interface MessageKey {
  site_id: number;
  id: number;
}

/** What the sending server said. Of a message from a mailbox, nothing. */
export interface Envelope {
  /** Its network address. */
  address?: string;
  /** Of the address, as limits count it. */
  network?: string;
  helo?: string;
  from?: string;
  /** Why there is nothing to read, in a sentence. */
  problem?: string;
}

export interface NewMessage {
  /** Null: there is nothing to read. */
  storageKey: string | null;
  sha256: Buffer;
  size: number;
  envelope: Envelope;
  receivedAt: Date;
  mailDays: number;
}

export const LARGEST_MESSAGE = 25 * 1024 * 1024;

export type MessageRow = Omit<Selectable<InboundMessageRow>, 'envelope'> & { envelope: Envelope };
type ItemOfMessage = { site_id: number; source_id: number; external_key: Buffer };

/** Makes the item of a message. */
export const mailTaking = jobKind<MessageKey>('intake.mail');

const AT_ONCE = 100;
const ROWS_AT_ONCE = 1_000;

/** Two folders of letters, as blobs have. */
export function newMessageKey(): string {
  const name = randomUUID();
  return `${MAIL_FOLDER}${name.slice(0, 2)}/${name}`;
}

/** The message and its job: both are committed, or neither. */
export async function storeMessage(
  tx: Tx,
  source: { site_id: number; id: number },
  { storageKey, sha256, size, envelope, receivedAt, mailDays }: NewMessage,
): Promise<void> {
  const { rows } = await sql<MessageKey>`
    insert into inbound_message (site_id, source_id, storage_key, sha256, size, envelope, received_at, raw_until)
    values (${source.site_id}, ${source.id}, ${storageKey}, ${sha256}, ${size}, ${JSON.stringify(envelope)}, ${receivedAt},
      ${receivedAt}::timestamptz + ${mailDays} * interval '1 day')
    returning site_id, id`.execute(tx);
  const [payload] = rows as [MessageKey]; // one is inserted
  await enqueue(tx, mailTaking, { key: `${payload.site_id}:${payload.id}`, payload });
}

export async function messageRow(
  db: Db | Tx,
  { site_id, id }: MessageKey,
  lock = sql``,
): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    select * from inbound_message where site_id = ${site_id} and id = ${id} ${lock}`.execute(db);
  return rows[0];
}

/** The raw message; null if it is no longer stored. */
export async function rawMessage(
  { storage }: { storage: Storage },
  key: string | null,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const stream = key === null ? null : await storage.get(key);
  if (!stream) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer); // a stream of bytes
  const size = chunks.reduce((sum, { length }) => sum + length, 0);
  // Not of Node's pool: a thread gets the whole buffer.
  const raw = new Uint8Array(new ArrayBuffer(size));
  let at = 0;
  for (const chunk of chunks) {
    raw.set(chunk, at);
    at += chunk.length;
  }
  return raw;
}

/** The files that came with the messages of an item. */
export async function filesOfItem(tx: Tx, { site_id, source_id, external_key }: ItemOfMessage): Promise<number[]> {
  const { rows } = await sql<{ media_id: number }>`
    select distinct media_id from inbound_file file join inbound_message message
      on message.site_id = file.site_id and message.id = file.message_id
    where message.site_id = ${site_id} and source_id = ${source_id} and external_key = ${external_key}`.execute(tx);
  return rows.map(({ media_id }) => media_id);
}

/** Of an erased item. `deleteMessages` deletes the raw message. */
export async function forgetMessage(tx: Tx, { site_id, source_id, external_key }: ItemOfMessage): Promise<void> {
  await sql`
    update inbound_message set from_name = '', from_address = '', refused_files = '[]', envelope = '{}', raw_until = now()
    where site_id = ${site_id} and source_id = ${source_id} and external_key = ${external_key}`.execute(tx);
}

/** Raw messages whose time is over. */
export async function deleteMessages(db: Db, media: { storage: Storage }, signal: AbortSignal): Promise<void> {
  do signal.throwIfAborted();
  while (await transaction(db, (tx) => deleteSome(tx, media)));
}

/** Returns whether there may be more. One that is not yet an item stays. */
export async function deleteSome(tx: Tx, { storage }: { storage: Storage }): Promise<boolean> {
  const { rows } = await sql<MessageKey & { storage_key: string }>`
    select site_id, id, storage_key from inbound_message
    where storage_key is not null and raw_until <= now() and state <> 'new'
    order by raw_until limit ${sql.lit(AT_ONCE)} for update skip locked`.execute(tx);
  await Promise.all(rows.map(({ storage_key }) => storage.delete(storage_key)));
  await sql`
    update inbound_message set storage_key = null, envelope = '{}'
    from unnest(${rows.map(({ site_id }) => site_id)}::bigint[], ${rows.map(({ id }) => id)}::bigint[]) as old(site_id, id)
    where inbound_message.site_id = old.site_id and inbound_message.id = old.id`.execute(tx);
  return (await forgetSenders(tx)) === ROWS_AT_ONCE || rows.length === AT_ONCE;
}

/** The sender stays as long as the content or the article of the item does. */
function forgetSenders(tx: Tx): Promise<number> {
  const hasContent = sql`exists (
    select from source_item item where item.site_id = inbound_message.site_id and item.source_id = inbound_message.source_id
      and item.external_key = inbound_message.external_key and (item.raw is not null or exists (
        select from article where article.site_id = item.site_id and article.uid = item.uid)))`;
  return deleteRows(
    tx,
    'inbound_message',
    sql`storage_key is null and state <> 'new' and not ${hasContent}`,
    ROWS_AT_ONCE,
  );
}
