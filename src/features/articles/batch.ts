/** Several articles in one request. Each operation succeeds or fails by itself. */
import { randomUUID } from 'node:crypto';
import type { Static } from 'typebox';
import type { ArticleOperation, OperationResult } from '../../contract/manage.ts';
import { forbidden, RequestError } from '../../core/errors.ts';
import type { State } from '../../core/lifecycle.ts';
import { versionTag } from '../../core/versions.ts';
import type { Db } from '../../db/connect.ts';
import { lockSite } from '../../db/site-lock.ts';
import { apart, type Tx } from '../../db/transaction.ts';
import type { ArticleRow } from '../publication/present.ts';
import { changeArticle, publishArticle, unpublishArticle } from './commands.ts';
import type { Request } from './saving.ts';
import { deleteArticle, restoreArticle } from './trash.ts';

type Operation = Static<typeof ArticleOperation>;
type Result = Static<typeof OperationResult>;

export async function runOperations(db: Db | Tx, request: Request, operations: Operation[]): Promise<Result[]> {
  // In one transaction the site is locked before any article, as everywhere.
  const isPublic = operations.some(({ action }) => action !== 'change');
  if (db.isTransaction && isPublic) await lockSite(db as Tx, request.site.id); // isTransaction says that it is one
  const run = { key: `batch ${randomUUID()}`, noun: 'article' as const, action: 'batch' as const };
  const counted = { ...request, caller: { ...request.caller, run } };
  const results: Result[] = [];
  for (const operation of operations) results.push(await resultOf(db, counted, operation));
  return results;
}

async function resultOf(db: Db | Tx, request: Request, operation: Operation): Promise<Result> {
  const { uid } = operation;
  try {
    const row = await apart(db, () => run(db, request, operation));
    return { uid, status: row ? 200 : 204, version: row?.version ?? null, state: row ? (row.state as State) : null }; // the column's check allows no other
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { problems, facts } = error.details;
    const failure = { error: error.message, ...(problems ? { problems } : {}), ...facts };
    return { uid, status: error.status, version: null, state: null, failure };
  }
}

async function run(db: Db | Tx, given: Request, operation: Operation): Promise<ArticleRow | null> {
  const { uid, if_match, action, article = {}, publish_at, version, section_id } = operation;
  const request = { ...given, ifMatch: if_match === undefined ? undefined : versionTag(if_match) };
  const isPublic = action === 'publish' || action === 'unpublish';
  if (isPublic && given.createdBy) throw forbidden('Only editors publish and unpublish articles.');
  if (action === 'publish') return publishArticle(db, request, uid, { publish_at, version });
  if (action === 'change') return changeArticle(db, request, uid, article);
  if (action === 'restore') return restoreArticle(db, request, uid, section_id === undefined ? {} : { section_id });
  await (action === 'unpublish' ? unpublishArticle : deleteArticle)(db, request, uid);
  return null;
}
