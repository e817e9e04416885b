/** Pictures that are uploaded with a solved challenge. Each attempt has a row for about an hour, and room is reserved before a file is read. */
import { sql } from 'kysely';
import { conflict, forbidden, RequestError } from '../../core/errors.ts';
import type { Tx } from '../../db/transaction.ts';
import { waitingBytes } from '../sources/queries.ts';
import type { FormRow } from './queries.ts';

const MIB = 1024 ** 2;
/** Of pictures that wait for their text: of a network, of a form, and of all forms. */
const MOST_BYTES = { network: 256 * MIB, form: 512 * MIB, all: 2_048 * MIB };
const MOST_FILES_OF_NETWORK = 30;
/** Of one challenge, for each picture that the form takes: some files are refused. */
const TRIES_PER_FILE = 3;
const RETRY_S = 3_600;

export interface Attempt {
  challenge: Buffer;
  network: Buffer;
  /** As many bytes as it may have. */
  size: number;
  now: Date;
}

interface Waiting {
  attempts: number;
  files: number;
  network_files: number;
  network_bytes: number;
  form_bytes: number;
  all_bytes: number;
}

/** Returns the id of the attempt. Attempts take turns, so that the bounds hold for uploads at once. */
export async function reserveUpload(tx: Tx, form: FormRow, attempt: Attempt): Promise<number> {
  const { challenge, network, size, now } = attempt;
  await sql`select pg_advisory_xact_lock(hashtextextended('uploads to forms', 0))`.execute(tx);
  refuseFull(form, attempt, await waiting(tx, form, attempt));
  const { rows } = await sql<{ id: number }>`
    insert into form_upload (challenge_hash, site_id, source_id, network_hash, size, created_at)
    values (${challenge}, ${form.site_id}, ${form.id}, ${network}, ${size}, ${now}) returning id`.execute(tx);
  return (rows[0] as { id: number }).id; // one row
}

function refuseFull({ settings: { form } }: FormRow, { size }: Attempt, now: Waiting): void {
  if (now.files >= form.max_files) throw conflict(`At most ${form.max_files} pictures can be sent.`);
  if (now.attempts >= TRIES_PER_FILE * form.max_files)
    throw forbidden('Too many files were tried; ask for another challenge.');
  if (now.network_files >= MOST_FILES_OF_NETWORK || now.network_bytes + size > MOST_BYTES.network)
    throw new RequestError(429, 'Too many pictures of your network wait for their text; try again in an hour.', {
      retryAfter: RETRY_S,
    });
  if (now.form_bytes + size > MOST_BYTES.form || now.all_bytes + size > MOST_BYTES.all)
    throw new RequestError(507, 'Too many pictures wait for their texts; send it without pictures, or try later.', {
      retryAfter: RETRY_S,
    });
}

async function waiting(tx: Tx, { site_id, id }: FormRow, { challenge, network }: Attempt): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*) filter (where challenge_hash = ${challenge}) as attempts,
      count(*) filter (where challenge_hash = ${challenge} and size > 0) as files,
      count(*) filter (where network_hash = ${network} and size > 0 and not is_sent) as network_files,
      coalesce(sum(size) filter (where network_hash = ${network} and not is_sent), 0)::bigint as network_bytes,
      coalesce(sum(size) filter (where (site_id, source_id) = (${site_id}, ${id}) and not is_sent), 0)::bigint as form_bytes,
      coalesce(sum(size) filter (where not is_sent), 0)::bigint as all_bytes
    from form_upload`.execute(tx);
  const unsent = rows[0] as Waiting; // one row
  return {
    ...unsent,
    // Those of items that were rejected wait for an editor who approves them.
    form_bytes: unsent.form_bytes + (await waitingBytes(tx, 'form', { site_id, id })),
    all_bytes: unsent.all_bytes + (await waitingBytes(tx, 'form')),
  };
}

/** False if the file was deleted meanwhile. A clean-up that is about to delete it waits for this, or this for the clean-up. */
export async function noteUploaded(tx: Tx, upload: number, file: { id: number; size: number }): Promise<boolean> {
  const { rows } = await sql`
    select from media join form_upload upload on upload.site_id = media.site_id
    where upload.id = ${upload} and media.id = ${file.id} for key share of media`.execute(tx);
  if (rows.length === 0) return false;
  await sql`update form_upload set media_id = ${file.id}, size = ${file.size} where id = ${upload}`.execute(tx);
  return true;
}

/** A refused file takes no room, but counts as an attempt. */
export async function noteRefused(tx: Tx, upload: number): Promise<void> {
  await sql`update form_upload set size = 0 where id = ${upload} and media_id is null`.execute(tx);
}

export async function noteSent(tx: Tx, challenge: Buffer, files: number[]): Promise<void> {
  await sql`
    update form_upload set is_sent = true where challenge_hash = ${challenge} and media_id = any(${files}::bigint[])`.execute(
    tx,
  );
}

/** Attempts of a network since a time whose pictures were not sent. */
export async function unsentSince(tx: Tx, network: Buffer, since: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from form_upload
    where network_hash = ${network} and created_at > ${since} and not is_sent`.execute(tx);
  return rows[0]?.total ?? 0;
}
