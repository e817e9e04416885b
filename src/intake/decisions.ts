/** Several decisions in one request. Each succeeds or fails by itself. */
import { randomUUID } from 'node:crypto';
import type { Static } from 'typebox';
import type { DecisionResult, NewDecision } from '../contract/intake.ts';
import { RequestError } from '../core/errors.ts';
import type { Db } from '../db/connect.ts';
import type { Tx } from '../db/transaction.ts';
import { apart } from '../features/articles/batch.ts';
import { sourceItem } from '../features/sources/present.ts';
import { itemById } from '../features/sources/queries.ts';
import { approveItem, type Request, rejectItem } from './moderation.ts';

type Result = Static<typeof DecisionResult>;

export async function decideItems(
  db: Db | Tx,
  { caller, ...request }: Request,
  decisions: Static<typeof NewDecision>[],
): Promise<Result[]> {
  const run = { key: `batch ${randomUUID()}`, noun: 'source_item' as const, action: 'batch' as const };
  const counted = { ...request, caller: { ...caller, run } };
  const results: Result[] = [];
  for (const decision of decisions) results.push(await resultOf(db, counted, decision));
  return results;
}

async function resultOf(db: Db | Tx, request: Request, decision: Static<typeof NewDecision>): Promise<Result> {
  const { id, reason } = decision;
  try {
    await apart(db, () =>
      decision.decision === 'approve' ? approveItem(db, request, id, {}) : rejectItem(db, request, id, reason),
    );
    return { id, status: 200, state: sourceItem(await itemById(db, request.site.id, id)).state, error: null };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { id, status: error.status, state: null, error: error.message };
  }
}
