/** Forms: a solved challenge lets a reader upload pictures and send a text once, which becomes an item of the form's source. */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { EMAIL } from '../contract/common.ts';
import type { NewSubmission } from '../contract/form.ts';
import { conflict, invalidBody, type Problem, RequestError } from '../core/errors.ts';
import { sha256 } from '../core/intake/identity.ts';
import { submittedItem } from '../core/intake/submission.ts';
import { filePath } from '../core/media-address.ts';
import { type Origin, stranger } from '../core/rights.ts';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { orderWithdrawal } from '../features/erasures/commands.ts';
import { type FormRow, receiptRow, sentSince, shownHash } from '../features/forms/queries.ts';
import { noteSent } from '../features/forms/uploads.ts';
import type { MediaTools } from '../features/media/tools.ts';
import { forgetFile, noteFile, offerRow } from '../features/sources/guests.ts';
import { type Client, HOUR_MS, keys, openForm, solvedBy } from './form-challenge.ts';
import { keyOfOffer, offerItem } from './guests.ts';

const MOST_A_DAY = 20;
const CHANGED = 'What you agree to has changed since you opened the form; read it again, then send it.';
const HIDDEN_FIELD = 'The field that only programs see was filled in.';

export interface FormTools {
  media: MediaTools;
  rawDays: number;
}

/** Returns the token of the receipt. A repeat with the same solution gets the same one, and sends nothing. */
export async function submit(
  db: Db,
  { rawDays }: FormTools,
  token: string,
  body: Static<typeof NewSubmission>,
  { address, now }: Client,
): Promise<string> {
  return transaction(db, async (tx) => {
    const form = await openForm(tx, token, now);
    const { sign, network, textHash, receiptOf } = await keys(tx, address);
    const solved = solvedBy(body.solution, form, now, sign);
    const challenge = sha256(solved.payload);
    const receipt = receiptOf(solved.payload);
    // Repeats, and others of the network, take turns: the limit of a day holds for requests at once too.
    for (const one of [challenge, network])
      await sql`select pg_advisory_xact_lock(hashtextextended(${one.toString('hex')}, 0))`.execute(tx);
    if (await isSent(tx, challenge)) return receipt;
    if (solved.shown !== shownHash(form)) throw conflict(CHANGED);
    if (solved.isHasty) throw new RequestError(429, 'That was very quick; wait a few seconds.', { retryAfter: 3 });
    refuseProblems(form, body);
    if ((await sentSince(tx, network, new Date(now.getTime() - 24 * HOUR_MS))) >= MOST_A_DAY)
      throw new RequestError(429, 'Too much was sent from your network today; try again tomorrow.', {
        retryAfter: 3_600,
      });
    const text = await takeSubmission(tx, form, body, { challenge, now, rawDays });
    const consents = form.settings.form.consents.map((one, at) => ({
      text: one.text,
      given: body.consents[at] ?? false,
    }));
    await sql`
      insert into form_submission (challenge_hash, site_id, source_id, external_key, receipt_hash, name, email, consents, network_hash, text_hash, created_at)
      values (${challenge}, ${form.site_id}, ${form.id}, decode(${keyOfOffer(form, challenge.toString('hex')).key}, 'hex'), ${sha256(receipt)},
        ${body.name ?? ''}, ${body.email ?? ''}, ${JSON.stringify(consents)}, ${network}, ${textHash(text)}, ${now})`.execute(
      tx,
    );
    return receipt;
  });
}

/** Returns the key of its text. */
async function takeSubmission(
  tx: Tx,
  form: FormRow,
  body: Static<typeof NewSubmission>,
  { challenge, now, rawDays }: { challenge: Buffer; now: Date; rawDays: number },
): Promise<Buffer | null> {
  const { rows: files } = await sql<{ id: number; dir: string; name: string; ext: string }>`
    select id, dir, name, ext from media
    where site_id = ${form.site_id} and id = any(${body.files}::bigint[]) and exists (
      select from form_upload upload
      where challenge_hash = ${challenge} and upload.site_id = media.site_id and upload.media_id = media.id)
    order by array_position(${body.files}::bigint[], id)`.execute(tx);
  if (files.length < body.files.length)
    throw invalidBody([{ path: '/files', message: 'names a picture that was not uploaded' }]);
  const added: number[] = [];
  for (const { id } of files) if (await noteFile(tx, form, id)) added.push(id);
  const item = submittedItem(challenge.toString('hex'), body, files.map(filePath), now);
  const reason = body.website ? HIDDEN_FIELD : null;
  await offerItem(tx, form, { ...item, reason }, { now, rawDays });
  if (reason === null && (await mayStillShow(tx, form, item.externalId))) await noteSent(tx, challenge, body.files);
  else for (const id of added) await forgetFile(tx, form, id);
  return item.exactKey ?? null;
}

/** Pictures of programs and of duplicates would wait in vain: they are deleted as if they had not been sent. */
async function mayStillShow(tx: Tx, form: FormRow, externalId: string): Promise<boolean> {
  const row = await offerRow(tx, form, keyOfOffer(form, externalId).key);
  return row !== undefined && ['held', 'published', 'rejected'].includes(row.state);
}

/** Withdrawal is erasure of what the sender sent: text, pictures, name and address are deleted, and it does not come back. */
export async function withdraw(db: Db, receipt: string, from: Origin): Promise<void> {
  await transaction(db, async (tx) => {
    const { site_id, item_id, state } = await receiptRow(tx, receipt);
    if (state === 'erased') return;
    await orderWithdrawal(tx, { site: { id: site_id }, caller: { ...stranger(from), name: 'sender' } }, item_id);
  });
}

async function isSent(tx: Tx, challenge: Buffer): Promise<boolean> {
  const { rows } = await sql`select from form_submission where challenge_hash = ${challenge}`.execute(tx);
  return rows.length > 0;
}

function refuseProblems(
  { settings: { form } }: FormRow,
  { text: words, email, consents, files }: Static<typeof NewSubmission>,
): void {
  if (consents.length !== form.consents.length)
    throw invalidBody([{ path: '/consents', message: `must have ${form.consents.length}, as the form has` }]);
  const problems: Problem[] = form.consents.flatMap(({ required }, at) =>
    required && !consents[at] ? { path: `/consents/${at}`, message: 'is needed' } : [],
  );
  if (files.length > form.max_files) problems.push({ path: '/files', message: `must be at most ${form.max_files}` });
  if (words.trim() === '') problems.push({ path: '/text', message: 'must not be blank' });
  if (email && !new RegExp(EMAIL, 'u').test(email))
    problems.push({ path: '/email', message: 'must be an e-mail address' });
  if (problems.length > 0) throw invalidBody(problems);
}
