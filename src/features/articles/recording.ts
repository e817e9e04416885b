/** Entries of the audit log about articles. */
import { type AuditAction, differences } from '../../core/audit.ts';
import { recordChange } from '../../db/audit.ts';
import type { Tx } from '../../db/transaction.ts';
import type { ArticleRow } from '../publication/present.ts';
import type { ArticleInput } from './draft.ts';
import { COALESCED_MS, type Request } from './saving.ts';

type Recorded = Pick<Request, 'caller' | 'now' | 'isAutosave' | 'revision'>;

/** Null before a creation and after a deletion. */
export async function recordArticle(
  tx: Tx,
  { caller }: Pick<Recorded, 'caller'>,
  action: AuditAction,
  before: ArticleRow | null,
  after: ArticleRow | null,
): Promise<void> {
  const { site_id, uid } = (after ?? before) as ArticleRow; // one of them is there
  await recordChange(tx, caller, { action, noun: 'article', id: uid, sites: [site_id], before, after });
}

/** A body that changed nothing leaves no entry. */
export async function recordSaved(
  tx: Tx,
  request: Recorded,
  input: ArticleInput,
  before: ArticleRow,
  after: ArticleRow,
): Promise<void> {
  const action = actionOf(request, input, before, after);
  const isChanged = Object.keys(differences('article', before, after).after ?? {}).length > 0;
  if (!isChanged && action !== 'publish') return;
  const { caller } = request;
  const { site_id, uid } = after;
  const key = action === 'autosave' ? { key: autosaveKey(request, after) } : {};
  await recordChange(tx, caller, { action, noun: 'article', id: uid, sites: [site_id], before, after, ...key });
}

function actionOf(
  { isAutosave, revision }: Recorded,
  { state }: ArticleInput,
  before: ArticleRow,
  after: ArticleRow,
): AuditAction {
  if (isAutosave) return 'autosave';
  if (revision) return 'restore';
  if (after.state === 'published' && state === 'published') return 'publish';
  if (after.state === before.state) return 'change';
  if (after.state === 'scheduled') return 'schedule';
  return before.state === 'published' ? 'unpublish' : 'change';
}

/** One entry per caller, article and ten minutes. */
function autosaveKey({ caller, now }: Recorded, { site_id, uid }: ArticleRow): string {
  return `autosave ${caller.name} ${site_id} ${uid} ${Math.floor(now.getTime() / COALESCED_MS)}`;
}
