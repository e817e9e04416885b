/** Forms: a solved challenge lets a reader upload pictures and send a text once, which becomes an item of the form's source. */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { EMAIL } from '../contract/common.ts';
import type { NewSubmission } from '../contract/form.ts';
import { conflict, invalidBody, type Problem, RequestError } from '../core/errors.ts';
import { guestItem } from '../core/intake/guest.ts';
import { sha256 } from '../core/intake/identity.ts';
import { submittedOffer } from '../core/intake/submission.ts';
import { filePath } from '../core/media-address.ts';
import { type Origin, stranger } from '../core/rights.ts';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { orderErasure } from '../features/erasures/commands.ts';
import { type FormRow, fileCount, formByToken, receiptRow, sentSince } from '../features/forms/queries.ts';
import type { UploadedFile } from '../features/handler.ts';
import { receiveFile } from '../features/media/receive.ts';
import type { MediaTools } from '../features/media/tools.ts';
import { noteFile, refuseWaiting } from '../features/sources/guests.ts';
import { type Client, HOUR_MS, keys, openForm, solvedBy } from './form-challenge.ts';
import { keyOfOffer, offerItem } from './guests.ts';

const MOST_A_DAY = 20;
const HIDDEN_FIELD = 'The field that only programs see was filled in.';

export interface FormTools {
  media: MediaTools;
  rawDays: number;
}

/** Before anything of the file is read. */
export async function admitFile(db: Db, token: string, solution: string, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    const form = await openForm(tx, token, now);
    const solved = solvedBy(solution, form, now, (await keys(tx, '')).sign);
    await refuseWaiting(tx);
    await refuseMoreFiles(tx, form, sha256(solved.payload));
  });
}

async function refuseMoreFiles(tx: Tx, { settings: { form } }: FormRow, challenge: Buffer): Promise<void> {
  if ((await fileCount(tx, challenge)) < form.max_files) return;
  throw conflict(`At most ${form.max_files} pictures can be sent.`);
}

export async function storeFile(
  db: Db,
  { media }: FormTools,
  token: string,
  { solution, file, from }: { solution: string; file: UploadedFile; from: Origin & { now: Date } },
): Promise<number> {
  const form = await formByToken(db, token);
  // A name is that of a person's camera or of the person.
  const named = { ...file, name: 'picture' };
  const row = await receiveFile(db, media, named, {
    siteId: form.site_id,
    origin: 'form',
    caller: stranger(from),
    fields: {},
  });
  const challenge = sha256(solution.split('.')[0] ?? '');
  await transaction(db, async (tx) => {
    // Uploads at once have all been admitted. What is refused here is deleted with other pictures that were never sent.
    await sql`select pg_advisory_xact_lock(hashtextextended(${challenge.toString('hex')}, 0))`.execute(tx);
    await refuseMoreFiles(tx, form, challenge);
    await sql`insert into form_file (challenge_hash, site_id, media_id) values (${challenge}, ${form.site_id}, ${row.id})
      on conflict do nothing`.execute(tx);
  });
  return row.id;
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
    const { sign, network, receiptOf } = await keys(tx, address);
    const solved = solvedBy(body.solution, form, now, sign);
    const challenge = sha256(solved.payload);
    const receipt = receiptOf(solved.payload);
    // Repeats, and others of the network, take turns: the limit of a day holds for requests at once too.
    for (const one of [challenge, network])
      await sql`select pg_advisory_xact_lock(hashtextextended(${one.toString('hex')}, 0))`.execute(tx);
    if (await isSent(tx, challenge)) return receipt;
    if (solved.isHasty) throw new RequestError(429, 'That was very quick; wait a few seconds.', { retryAfter: 3 });
    refuseProblems(form, body);
    if ((await sentSince(tx, network, new Date(now.getTime() - 24 * HOUR_MS))) >= MOST_A_DAY)
      throw new RequestError(429, 'Too much was sent from your network today; try again tomorrow.', {
        retryAfter: 3_600,
      });
    await takeSubmission(tx, form, body, { challenge, now, rawDays });
    const consents = form.settings.form.consents.map((one, at) => ({
      text: one.text,
      given: body.consents[at] ?? false,
    }));
    await sql`
      insert into form_submission (challenge_hash, site_id, source_id, external_key, receipt_hash, name, email, consents, network_hash, created_at)
      values (${challenge}, ${form.site_id}, ${form.id}, decode(${keyOfOffer(form, challenge.toString('hex')).key}, 'hex'), ${sha256(receipt)},
        ${body.name ?? ''}, ${body.email ?? ''}, ${JSON.stringify(consents)}, ${network}, ${now})`.execute(tx);
    return receipt;
  });
}

async function takeSubmission(
  tx: Tx,
  form: FormRow,
  body: Static<typeof NewSubmission>,
  { challenge, now, rawDays }: { challenge: Buffer; now: Date; rawDays: number },
): Promise<void> {
  const { rows: files } = await sql<{ id: number; dir: string; name: string; ext: string }>`
    select media.id, dir, name, ext from form_file join media on media.site_id = form_file.site_id and media.id = media_id
    where challenge_hash = ${challenge} and media_id = any(${body.files}::bigint[])
    order by array_position(${body.files}::bigint[], media_id)`.execute(tx);
  if (files.length < body.files.length)
    throw invalidBody([{ path: '/files', message: 'names a picture that was not uploaded' }]);
  for (const file of files) await noteFile(tx, form, file.id);
  const offer = submittedOffer(body, files.map(filePath));
  const item = guestItem(challenge.toString('hex'), offer, now);
  const reason = body.website ? HIDDEN_FIELD : null;
  await offerItem(tx, form, { ...item, reason }, { now, rawDays });
}

/** Withdrawal is erasure: text, pictures, name and address are deleted, and it does not come back. */
export async function withdraw(db: Db, receipt: string, from: Origin): Promise<void> {
  await transaction(db, async (tx) => {
    const { site_id, item_id, state } = await receiptRow(tx, receipt);
    if (state === 'erased') return;
    await orderErasure(tx, { site: { id: site_id }, caller: { ...stranger(from), name: 'sender' } }, { item_id });
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
  const problems: Problem[] = form.consents.flatMap(({ required }, at) =>
    required && !consents[at] ? { path: `/consents/${at}`, message: 'is needed' } : [],
  );
  if (files.length > form.max_files) problems.push({ path: '/files', message: `must be at most ${form.max_files}` });
  if (words.trim() === '') problems.push({ path: '/text', message: 'must not be blank' });
  if (email && !new RegExp(EMAIL, 'u').test(email))
    problems.push({ path: '/email', message: 'must be an e-mail address' });
  if (problems.length > 0) throw invalidBody(problems);
}
