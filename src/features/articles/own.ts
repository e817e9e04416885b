/** The rights of authors: they work on articles that they have created, until these are published or scheduled. */
import { sql } from 'kysely';
import { forbidden, notFound } from '../../core/errors.ts';
import { type Access, type Actor, isOnlyForEditors, may } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import type { ArticleRow } from '../publication/present.ts';
import type { ArticleInput } from './draft.ts';

/** The part of a request that limits it. */
export interface Limited {
  /** The caller, if limited to the articles that they have created; null or absent for no limit. */
  createdBy?: string | null;
}

type Owned = Pick<ArticleRow, 'created_by' | 'state'>;

/** Articles of others are 404 for authors, also for reading. */
export function refuseForeign({ created_by }: Pick<Owned, 'created_by'>, { createdBy = null }: Limited): void {
  if (createdBy !== null && created_by !== createdBy) throw notFound('There is no such article.');
}

export function refuseForeignChange(row: Owned, limit: Limited): void {
  refuseForeign(row, limit);
  if (limit.createdBy && isOnlyForEditors(row.state))
    throw forbidden(`This article is ${row.state}; only editors change it now.`);
}

/** Authors write drafts and submit them. */
export function refuseStep(action: string | null, datedBack: Date | null, { createdBy = null }: Limited): void {
  if (createdBy === null || ((action === null || action === 'draft' || action === 'pending') && datedBack === null))
    return;
  throw forbidden('Authors cannot publish, schedule or date articles; send "state": "pending" to submit one.');
}

/** Where an article came from is a fact; only an administrator who moves articles from elsewhere says so. */
export function refuseSource(
  { source }: ArticleInput,
  before: string,
  { caller, site }: { caller: Actor; site: { id: number } },
): void {
  if (source !== undefined && source !== before && !may(caller, 'keys', 'write', site.id))
    throw forbidden(`Setting source needs a token with the scope admin; omit it, or send "${before}".`);
}

type Pins = Pick<ArticleRow, 'pinned_index' | 'site_pinned_index'>;

export function refusePins(input: ArticleInput, current: Pins | null, { createdBy = null }: Limited): void {
  if (createdBy === null) return;
  const isChanged = (name: keyof Pins) => input[name] !== undefined && input[name] !== (current?.[name] ?? null);
  if (isChanged('pinned_index') || isChanged('site_pinned_index')) throw forbidden('Only editors pin articles.');
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ID = /^[1-9][0-9]{0,15}$/;

/** The same before the body of a request is read. Other addresses are rejected later. */
export async function refuseForeignAddress(
  db: Db | Tx,
  siteId: number,
  uid: string,
  access: Access,
  limit: Limited,
): Promise<void> {
  if (!UUID.test(uid) && !ID.test(uid)) return;
  const named = UUID.test(uid) ? sql`uid = ${uid}` : sql`id = ${Number(uid)}`;
  const { rows } = await sql<Owned>`
    select created_by, state from article where site_id = ${siteId} and ${named}`.execute(db);
  if (!rows[0]) throw notFound('There is no such article.');
  if (access === 'read') refuseForeign(rows[0], limit);
  else refuseForeignChange(rows[0], limit);
}
