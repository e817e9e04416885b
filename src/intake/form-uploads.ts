/** Pictures of forms: received with a solved challenge, and deleted after an hour if no text was sent with them. */
import { sql } from 'kysely';
import { unavailable } from '../core/errors.ts';
import { LASTS_MS } from '../core/intake/challenge.ts';
import { sha256 } from '../core/intake/identity.ts';
import { type Origin, stranger } from '../core/rights.ts';
import type { Db } from '../db/connect.ts';
import { transaction } from '../db/transaction.ts';
import { formByToken } from '../features/forms/queries.ts';
import { noteRefused, noteUploaded, reserveUpload } from '../features/forms/uploads.ts';
import type { UploadedFile } from '../features/handler.ts';
import { eraseCollected } from '../features/media/erase.ts';
import { deleteUnusedBlobs } from '../features/media/garbage.ts';
import { receiveFile } from '../features/media/receive.ts';
import type { MediaTools } from '../features/media/tools.ts';
import { type JobHandler, jobKind, onJob } from '../jobs/kinds.ts';
import { every } from '../jobs/schedules.ts';
import { type Client, keys, openForm, solvedBy } from './form-challenge.ts';

const BATCH = 200;
/** A text that was sent in the last second of its challenge is taken. */
const MARGIN_MS = 300_000;

/** Before anything of the file is read. */
export async function admitFile(
  db: Db,
  token: string,
  { solution, size }: { solution: string; size: number },
  { address, now }: Client,
): Promise<number> {
  return transaction(db, async (tx) => {
    const form = await openForm(tx, token, now);
    const { sign, network } = await keys(tx, address);
    const challenge = sha256(solvedBy(solution, form, now, sign).payload);
    return reserveUpload(tx, form, { challenge, network, size, now });
  });
}

export async function storeFile(
  db: Db,
  media: MediaTools,
  token: string,
  upload: number,
  { file, from }: { file: UploadedFile; from: Origin },
): Promise<number> {
  const form = await formByToken(db, token);
  // A name is that of a person's camera or of the person. An id that others have says that they sent the same picture.
  const own = { ...file, name: 'picture', knownBy: sha256(`form upload ${upload}`) };
  const item = { siteId: form.site_id, origin: 'form' as const, caller: stranger(from), fields: {} };
  const { id } = await receiveFile(db, media, own, item);
  if (await transaction(db, (tx) => noteUploaded(tx, upload, { id, size: file.size }))) return id;
  throw unavailable('The picture could not be stored; try again in a moment.');
}

export async function refuseFile(db: Db, upload: number): Promise<void> {
  await transaction(db, (tx) => noteRefused(tx, upload));
}

const unsentDeletion = jobKind<object>('forms.unsent');
export const unsentSweep = every(600, 'delete pictures that were not sent', unsentDeletion, {});

export const deleteUnsent = (media: MediaTools): JobHandler =>
  onJob(unsentDeletion, async ({ db, signal }) => {
    while (await deleteUnsentPictures(db, new Date())) signal.throwIfAborted();
    await deleteUnusedBlobs(db, media, signal);
  });

/** Returns whether there may be more. */
export async function deleteUnsentPictures(db: Db, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - LASTS_MS - MARGIN_MS);
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ site_id: number; media_id: number | null; is_sent: boolean }>`
      delete from form_upload where id in (
        select id from form_upload where created_at < ${before} limit ${sql.lit(BATCH)} for update skip locked)
      returning site_id, media_id, is_sent`.execute(tx);
    for (const { site_id, media_id, is_sent } of rows)
      if (media_id !== null && !is_sent) await eraseCollected(tx, site_id, [media_id]);
    return rows.length === BATCH;
  });
}
