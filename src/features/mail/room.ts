/** How much a day may bring by SMTP: raw messages are stored for weeks, and nobody has to sign in to send them. */
import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

const MIB = 1024 * 1024;
/** Of a day. A message that has begun is taken whole. */
const MOST_OF_A_NETWORK = 256 * MIB;
const MOST_OF_A_SOURCE = 1024 * MIB;
const MOST = 4096 * MIB;

interface Bytes {
  bytes: number;
  of_network: number;
}

/** `mailDays` is how long raw messages are stored. */
export async function hasRoom(db: Db, { network, mailDays }: { network: string; mailDays: number }): Promise<boolean> {
  const { rows } = await sql<Bytes>`
    select coalesce(sum(size), 0)::bigint as bytes,
      coalesce(sum(size) filter (where envelope ->> 'network' = ${network}), 0)::bigint as of_network
    from inbound_message where ${ofToday(mailDays)}`.execute(db);
  return rows.every(({ bytes, of_network }) => bytes < MOST && of_network < MOST_OF_A_NETWORK);
}

export async function sourceHasRoom(
  db: Db,
  source: { site_id: number; id: number },
  mailDays: number,
): Promise<boolean> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::bigint as bytes from inbound_message
    where site_id = ${source.site_id} and source_id = ${source.id} and ${ofToday(mailDays)}`.execute(db);
  return rows.every(({ bytes }) => bytes < MOST_OF_A_SOURCE);
}

/** `raw_until` bounds the index; if `MAIL_DAYS` was lowered, older messages are within it. Those of mailboxes have no network. */
const ofToday = (mailDays: number) => sql`
  storage_key is not null and envelope ->> 'network' is not null
  and raw_until > now() + ${mailDays - 1} * interval '1 day' and received_at > now() - interval '1 day'`;
