/** Several decisions in one request. Each succeeds or fails by itself. */
import { randomUUID } from 'node:crypto';
import type { Static } from 'typebox';
import type { DecisionResult, NewDecision } from '../contract/intake.ts';
import { RequestError } from '../core/errors.ts';
import type { Db } from '../db/connect.ts';
import { apart, type Tx, transaction } from '../db/transaction.ts';

import { sourceItem } from '../features/sources/present.ts';
import { itemById } from '../features/sources/queries.ts';
import { approveItem, type Request, rejectItem } from './moderation.ts';
import { isWaitTimeout, limitWaits, OUT_OF_TIME, type RequestTime, requestTime } from './request-time.ts';

type Decision = Static<typeof NewDecision>;
type Result = Static<typeof DecisionResult>;

const UNDECIDED = 503;

export interface Decided {
  results: Result[];
  /** Decisions that there was no time for. */
  remaining: number;
}

export async function decideItems(
  db: Db | Tx,
  { site, now, caller, endsAt }: Request & { endsAt: number },
  decisions: Decision[],
): Promise<Decided> {
  const time = requestTime(endsAt);
  const run = { key: `batch ${randomUUID()}`, noun: 'source_item' as const, action: 'batch' as const };
  const counted = { site, now, caller: { ...caller, run } };
  const results: Result[] = [];
  for (const decision of decisions)
    results.push(time.isSpent() ? undecided(decision) : await resultOf(db, counted, decision, time));
  return { results, remaining: results.filter(({ status }) => status === UNDECIDED).length };
}

async function resultOf(db: Db | Tx, request: Request, decision: Decision, time: RequestTime): Promise<Result> {
  const { id } = decision;
  try {
    const state = await apart(db, () => transaction(db, (tx) => decide(tx, request, decision, time)));
    return { id, status: 200, state, error: null };
  } catch (error) {
    if (isWaitTimeout(error)) return undecided(decision);
    if (!(error instanceof RequestError)) throw error;
    return { id, status: error.status, state: null, error: error.message };
  }
}

const undecided = ({ id }: Decision): Result => ({ id, status: UNDECIDED, state: null, error: OUT_OF_TIME });

async function decide(
  tx: Tx,
  request: Request,
  { id, decision, reason }: Decision,
  time: RequestTime,
): Promise<Result['state']> {
  await limitWaits(tx);
  await (decision === 'approve' ? approveItem(tx, request, id, {}) : rejectItem(tx, request, id, reason));
  const { state } = sourceItem(await itemById(tx, request.site.id, id));
  time.refuseLate();
  return state;
}
