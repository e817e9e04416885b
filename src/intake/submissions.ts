/** A submission goes back to its author, or to the trash, with a note. Articles of sources are decided by their items. */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { NewArticleDecision } from '../contract/article-decision.ts';
import { conflict, notFound } from '../core/errors.ts';
import type { Db } from '../db/connect.ts';
import { lockSite } from '../db/site-lock.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { changeArticle } from '../features/articles/commands.ts';
import { lockedArticleIfAny } from '../features/articles/managed.ts';
import { recordArticle } from '../features/articles/recording.ts';
import { deleteArticle, restoreArticle } from '../features/articles/trash.ts';
import { type DecisionRow, decisionById, lastDecision } from '../features/pending-articles/decisions.ts';
import { pendingByUid } from '../features/pending-articles/queries.ts';
import type { Request } from './moderation.ts';

type ChangeRequest = Request & { ifMatch: string | undefined };

export async function decidePending(
  db: Db | Tx,
  request: ChangeRequest,
  address: string,
  { outcome, note = '' }: Static<typeof NewArticleDecision>,
): Promise<DecisionRow> {
  const { site, caller } = request;
  return transaction(db, async (tx) => {
    await lockSite(tx, site.id);
    const article = await lockedArticleIfAny(tx, site.id, address);
    const { uid, item_id } = await pendingByUid(tx, site.id, address);
    if (!article) throw notFound('There is no such pending article.');
    if (item_id !== null)
      throw conflict(`A source brought this article: decide about its item, source-items/${item_id}.`);
    if (outcome === 'returned') await changeArticle(tx, request, uid, { state: 'draft' });
    else {
      await deleteArticle(tx, { ...request, caller: recordedHere(caller) }, uid);
      await recordArticle(tx, request, 'reject', article, null);
    }
    const { rows } = await sql<{ id: number }>`
      insert into article_decision (site_id, uid, outcome, note, decided_by, decided_at)
      values (${site.id}, ${uid}, ${outcome}, ${note.trim()}, ${caller.name ?? ''}, now()) returning id`.execute(tx);
    await sql`delete from article_claim where site_id = ${site.id} and uid = ${uid}`.execute(tx);
    return decisionById(tx, site.id, rows[0]?.id ?? 0);
  });
}

/** Takes the last decision about an article back: it is pending again. */
export async function withdrawDecision(db: Db | Tx, request: ChangeRequest, address: string): Promise<void> {
  const { site } = request;
  await transaction(db, async (tx) => {
    await lockSite(tx, site.id);
    const last = await lastDecision(tx, site.id, address);
    if (last.outcome === 'rejected' && last.is_in_trash) await restoreArticle(tx, request, last.uid, {});
    else {
      const article = await lockedArticleIfAny(tx, site.id, last.uid);
      if (article?.state !== 'draft' && article?.state !== 'pending')
        throw conflict('The article has changed since it was decided.');
      if (article.state === 'draft') await changeArticle(tx, request, last.uid, { state: 'pending' });
    }
    await sql`delete from article_decision where site_id = ${site.id} and id = ${last.id}`.execute(tx);
  });
}

/** The entry of the rejection says what was done; that of the deletion is left out. */
function recordedHere(caller: Request['caller']): Request['caller'] {
  return { ...caller, run: { key: '', noun: 'source_item', action: 'reject', isCountedApart: true } };
}
