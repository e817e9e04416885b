/** An article that cannot be opened: what the trash has of it, and what this device has. */
import { type ArticleDeletion, type ManagedArticle, MastheadError } from '../../../src/sdk/client.ts';
import type { Api } from '../../api/api.ts';
import type { Fields } from '../merge.ts';
import { leftFields } from '../open-journal.ts';
import { journalName } from '../use-article.ts';

export interface DeletedArticle {
  uid: string;
  /** Null where the trash does not have it any more. */
  article: ManagedArticle | null;
  deletion: ArticleDeletion | null;
  /** Fields that were never saved at the service. */
  mine: Fields;
  isForbidden: boolean;
}

/** Undefined if there is nothing to show. `error` is the answer to the attempt to open it. */
export async function findDeleted(
  { manage }: Pick<Api, 'manage'>,
  siteId: number,
  uid: string,
  error: unknown,
): Promise<DeletedArticle | undefined> {
  const status = error instanceof MastheadError ? error.status : 0;
  if (status !== 404 && status !== 403) return undefined;
  const found = status === 404 ? await inTrash(manage, siteId, uid) : undefined;
  const mine = await leftFields(journalName(siteId, found?.article.uid ?? uid));
  if (!found && Object.keys(mine).length === 0) return undefined;
  const { article = null, deletion = null } = found ?? {};
  return { uid: article?.uid ?? uid, article, deletion, mine, isForbidden: status === 403 };
}

async function inTrash({ articles }: Api['manage'], siteId: number, uid: string) {
  try {
    return await articles.read(siteId, uid, { deleted: true });
  } catch (error) {
    if (error instanceof MastheadError && error.status === 404) return undefined;
    throw error;
  }
}
