/** Forms and what was sent with them. */
import { sql } from 'kysely';
import { notFound } from '../../core/errors.ts';
import { sha256 } from '../../core/intake/identity.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import { type FormSettings, itemsOf, type SourceRow } from '../sources/queries.ts';

export type FormRow = SourceRow & { settings: { form: FormSettings; form_token: string }; site_name: string };

const TOKEN = /^[A-Za-z0-9_-]{24}$/;
const noSuchForm = () => notFound('There is no such form.');

export async function formByToken(db: Db | Tx, token: string): Promise<FormRow> {
  if (!TOKEN.test(token)) throw noSuchForm();
  const { rows } = await sql<FormRow>`
    select source.*, site.name as site_name from source join site on site.id = source.site_id
    where kind = 'upload_form' and settings ->> 'form_token' = ${token}`.execute(db);
  if (!rows[0]) throw noSuchForm();
  return rows[0];
}

/** Names the words that a sender agrees to, as the page shows them: they are stored with the submission. */
export const shownHash = ({ settings: { form } }: FormRow) =>
  sha256(JSON.stringify(form.consents.map(({ text, required }) => [text, required]))).toString('base64url');

/** Why it takes nothing now; null if it does. */
export function closedReason({ active, settings: { form } }: FormRow, now: Date): string | null {
  if (form.opens_at && new Date(form.opens_at) > now) return 'This form is not open yet.';
  if (!active || (form.closes_at && new Date(form.closes_at) <= now)) return 'This form is closed.';
  return null;
}

/** Submissions of a network since a time. */
export async function sentSince(db: Db | Tx, network: Buffer, since: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from form_submission where network_hash = ${network} and created_at > ${since}`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}

export interface ReceiptRow {
  site_id: number;
  site_name: string;
  source_id: number;
  item_id: number;
  title: string;
  state: string;
  created_at: Date;
}

/** Whoever has the link may read it. */
export async function receiptRow(db: Db | Tx, receipt: string): Promise<ReceiptRow> {
  const { rows } = await sql<{
    site_id: number;
    site_name: string;
    source_id: number;
    external_key: Buffer;
    created_at: Date;
  }>`
    select sent.*, site.name as site_name from form_submission sent join site on site.id = sent.site_id
    where receipt_hash = ${sha256(receipt)}`.execute(db);
  const [sent] = rows;
  if (!sent) throw notFound('There is no such submission.');
  const items = await sql<{ id: number; title: string; state: string }>`
    select id, title, state from ${itemsOf(sent.site_id)}
    where source_id = ${sent.source_id} and external_key = ${sent.external_key}`.execute(db);
  const { id: item_id, title, state } = items.rows[0] as { id: number; title: string; state: string }; // by its foreign key
  return { ...sent, item_id, title, state };
}
