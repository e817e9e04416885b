/** The trash: deletes and restores articles. */
import { sql } from 'kysely';
import { conflict, invalidBody } from '../../core/errors.ts';
import { requireNextState } from '../../core/lifecycle.ts';
import { freeSlug } from '../../core/slug.ts';
import { isStoredAlike } from '../../core/stored-json.ts';
import type { Db } from '../../db/connect.ts';
import { lockSite } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { type ArticleRow, type ArticleText, writtenOf } from '../publication/present.ts';
import { namedBy } from '../publication/queries.ts';
import { leaveContainers, touchHolders } from '../resources/membership.ts';
import { leave, lifeOf } from './commands.ts';
import { refuseStaleArticle } from './conflicts.ts';
import { lockedArticle, lockedArticleIfAny, lockedTrash, takenArticleSlugs } from './managed.ts';
import { refuseForeign, refuseForeignChange } from './own.ts';
import { recordArticle } from './recording.ts';
import { columnsOf, keepRevision, type Request, updateArticle } from './saving.ts';

type ChangeRequest = Request & { ifMatch: string | undefined };

export async function deleteArticle(db: Db | Tx, request: ChangeRequest, uid: string): Promise<void> {
  const { site, ifMatch, now } = request;
  await transaction(db, async (tx) => {
    const locked = await lockSite(tx, site.id);
    const row = await lockedArticle(tx, site.id, uid);
    refuseForeignChange(row, request);
    await refuseStaleArticle(tx, ifMatch, row);
    await leave(tx, locked, row, requireNextState('delete', lifeOf(row)), request);
    // The clean-up and restorations count the 30 days by the database's clock.
    await updateArticle(tx, row, { deleted_at: sql`now()`, deleted_by: request.caller.name });
    if (row.id !== null) await touchHolders(tx, site.id, row.id, now);
    await recordArticle(tx, request, 'delete', row, null);
  });
}

/** Restores an article from the trash; one outside the trash, as after a repeat, is not changed. */
export async function restoreArticle(
  db: Db | Tx,
  request: ChangeRequest,
  uid: string,
  input: { section_id?: number },
): Promise<ArticleRow> {
  const { site, caller, ifMatch, now } = request;
  return transaction(db, async (tx) => {
    await lockSite(tx, site.id);
    const present = await lockedArticleIfAny(tx, site.id, uid);
    if (present) {
      refuseForeign(present, request);
      await refuseStaleArticle(tx, ifMatch, present);
      return present;
    }
    const row = await lockedTrash(tx, site.id, uid);
    refuseForeign(row, request);
    await refuseStaleArticle(tx, ifMatch, row);
    const text = await restoredText(tx, row, input.section_id);
    const isChanged = !isStoredAlike(text, writtenOf(row));
    const restored = await updateArticle(tx, row, {
      ...columnsOf(text),
      state: requireNextState('restore', lifeOf(row)),
      deleted_at: null,
      deleted_by: null,
      ...(isChanged
        ? { written: JSON.stringify(text), version: row.version + 1, updated_at: now, updated_by: caller.name ?? '' }
        : {}),
    });
    if (isChanged) await keepRevision(tx, restored, caller, now);
    await rejoinLists(tx, restored, now);
    await recordArticle(tx, request, 'restore', row, restored);
    return restored;
  });
}

/** Its text without references to deleted rows, and with a free slug. */
async function restoredText(tx: Tx, row: ArticleRow, sectionId: number | undefined): Promise<ArticleText> {
  const before = writtenOf(row);
  const section_id = sectionId ?? before.section_id;
  const { sections, categories, authors } = await namedBy(tx, row.site_id, [{ ...before, section_id }]);
  if (!sections.has(section_id)) throw noSection(sectionId);
  const taken = await takenArticleSlugs(tx, row.site_id, section_id, before.article_url);
  return {
    ...before,
    section_id,
    article_url: freeSlug(before.article_url, taken),
    category_id: before.category_id !== null && categories.has(before.category_id) ? before.category_id : null,
    author_ids: before.author_ids.filter((id) => authors.has(id)),
  };
}

function noSection(given: number | undefined) {
  return given === undefined
    ? conflict('The section of this article was deleted; send section_id to restore it to another one.', {
        missing_field: 'section_id',
      })
    : invalidBody([{ path: '/section_id', message: 'names no section of this site' }]);
}

/** Puts it back into its lists, except containers that no longer accept its type. */
export async function rejoinLists(tx: Tx, { site_id, id, type }: ArticleRow, now: Date): Promise<void> {
  if (id === null) return;
  await leaveContainers(tx, site_id, { id, type });
  await touchHolders(tx, site_id, id, now);
}
