/** Decisions about what waits, and their undo. An article of a source is decided by its item, so that the ledger knows. */
import { MastheadError, type PendingArticle } from '../../../src/sdk/client.ts';
import type { Api } from '../../api/api.ts';

export type Decision =
  | { kind: 'approve'; section_id?: number | undefined; publish_at?: string | undefined }
  | { kind: 'reject'; reason?: string | undefined }
  | { kind: 'draft'; note?: string | undefined };
export type Decidable = Pick<PendingArticle, 'uid' | 'version' | 'title' | 'section_id' | 'item'>;
type Manage = Api['manage'];

/** Only what was on the screen is decided: `version` is that of the article that was read. */
export async function decide(manage: Manage, siteId: number, row: Decidable, decision: Decision): Promise<void> {
  const { item, uid, version: ifMatch } = row;
  if (decision.kind === 'reject') {
    if (item) await manage.sourceItems.reject(siteId, item.id, reasonOf(decision), { ifMatch });
    else
      await manage.pendingArticles.decide(
        siteId,
        uid,
        { outcome: 'rejected', ...noteOf(decision.reason) },
        { ifMatch },
      );
    return;
  }
  if (decision.kind === 'draft') {
    if (item) await manage.sourceItems.approve(siteId, item.id, { state: 'draft' }, { ifMatch });
    else
      await manage.pendingArticles.decide(siteId, uid, { outcome: 'returned', ...noteOf(decision.note) }, { ifMatch });
    return;
  }
  const section_id = isMoved(row, decision) ? decision.section_id : undefined;
  const when = decision.publish_at === undefined ? {} : { publish_at: decision.publish_at };
  if (item) {
    await manage.sourceItems.approve(siteId, item.id, { ...(section_id && { section_id }), ...when }, { ifMatch });
    return;
  }
  const moved = section_id && (await manage.articles.change(siteId, uid, { section_id }, { ifMatch }));
  await manage.articles.publish(siteId, uid, when, { ifMatch: moved ? moved.article.version : ifMatch });
}

/** It waits again, in its section. */
export async function undo(manage: Manage, siteId: number, row: Decidable, decision: Decision): Promise<void> {
  const { item, uid } = row;
  if (decision.kind === 'reject') {
    if (item) await manage.sourceItems.withdrawRejection(siteId, item.id);
    else await manage.pendingArticles.withdrawDecision(siteId, uid);
    return;
  }
  const section = isMoved(row, decision) && row.section_id !== null ? { section_id: row.section_id } : {};
  if (item) {
    await manage.sourceItems.withdrawApproval(siteId, item.id);
    if (section.section_id) await manage.articles.change(siteId, uid, section);
    return;
  }
  if (decision.kind === 'draft') return manage.pendingArticles.withdrawDecision(siteId, uid);
  await manage.articles.unpublish(siteId, uid);
  await manage.articles.change(siteId, uid, { state: 'pending', ...section });
}

const isMoved = ({ section_id }: Decidable, decision: Decision) =>
  decision.kind === 'approve' && decision.section_id !== undefined && decision.section_id !== section_id;
const noteOf = (note: string | undefined) => (note ? { note } : {});
const reasonOf = ({ reason }: { reason?: string | undefined }) => (reason ? { reason } : {});

export interface Failed {
  uid: string;
  error: string;
}

const BATCH = 100;
/** Requests for decisions that there was no time for. */
const MOST_TRIES = 20;

/** Decides about many; returns those that stayed as they were. */
export async function decideMany(
  manage: Manage,
  siteId: number,
  rows: readonly Decidable[],
  decision: { kind: 'approve' } | { kind: 'reject'; reason?: string | undefined },
): Promise<Failed[]> {
  const failed: Failed[] = [];
  for (const batch of batchesOf(rows.filter(({ item }) => item !== null)))
    failed.push(...(await decideItems(manage, siteId, batch, decision)));
  const own = rows.filter(({ item }) => item === null);
  if (decision.kind === 'reject') return [...failed, ...(await rejectOwn(manage, siteId, own, decision))];
  for (const batch of batchesOf(own)) {
    const operations = batch.map(({ uid, version }) => ({ uid, if_match: version, action: 'publish' as const }));
    const { results } = await manage.articles.batch(siteId, { operations });
    for (const { uid, status, failure } of results)
      if (status >= 300) failed.push({ uid, error: failure?.error ?? '' });
  }
  return failed;
}

/** Each with the note for its author; few wait at once. */
async function rejectOwn(
  manage: Manage,
  siteId: number,
  rows: readonly Decidable[],
  decision: Extract<Decision, { kind: 'reject' }>,
): Promise<Failed[]> {
  const failed: Failed[] = [];
  for (const row of rows)
    await decide(manage, siteId, row, decision).catch((error: Error) => {
      if (!(error instanceof MastheadError)) throw error;
      failed.push({ uid: row.uid, error: error.message });
    });
  return failed;
}

async function decideItems(
  manage: Manage,
  siteId: number,
  rows: readonly Decidable[],
  decision: { kind: 'approve' } | { kind: 'reject'; reason?: string | undefined },
): Promise<Failed[]> {
  const failed = new Map<number, string>();
  let left = rows.flatMap(({ item }) => item?.id ?? []);
  for (let tries = 0; left.length > 0 && tries < MOST_TRIES; tries++) {
    const reason = decision.kind === 'reject' ? reasonOf(decision) : {};
    const decisions = left.map((id) => ({ id, decision: decision.kind, ...reason }));
    const { results } = await manage.sourceItems.decide(siteId, { decisions });
    left = results.filter(({ status }) => status === 503).map(({ id }) => id);
    for (const { id, status, error } of results) {
      if (status >= 300) failed.set(id, error ?? '');
      else failed.delete(id);
    }
  }
  return rows.flatMap(({ uid, item }) => {
    const error = item ? failed.get(item.id) : undefined;
    return error === undefined ? [] : [{ uid, error }];
  });
}

function batchesOf(rows: readonly Decidable[]): (readonly Decidable[])[] {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, at) => rows.slice(at * BATCH, (at + 1) * BATCH));
}

/** Someone else has decided meanwhile. */
export function isDecided(error: Error): boolean {
  return error instanceof MastheadError && error.status === 404;
}
