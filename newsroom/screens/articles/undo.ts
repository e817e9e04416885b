/** Undo of what was done to articles: each gets back the state that it had, or the message says that it did not. */
import { useQueryClient } from '@tanstack/react-query';
import type { ArticleOperation, OperationResult } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useWords } from '../../i18n/language.tsx';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useSite } from '../../shell/context.ts';
import { type Toast, useToasts } from '../../shell/toasts.tsx';
import { type BulkAction, inBatches, inverseOf, type Left, leftBy, type UndoRow, undoableOf } from './bulk.ts';
import { useListWords } from './words.ts';

export function useBatches(): (operations: ArticleOperation[]) => Promise<OperationResult[]> {
  const { manage } = useApi();
  const site = useSite();
  const queries = useQueryClient();
  return async (operations) => {
    const results: OperationResult[] = [];
    try {
      for (const batch of inBatches(operations))
        results.push(...(await manage.articles.batch(site.id, { operations: batch })).results);
    } finally {
      await queries.invalidateQueries({ queryKey: ['articles', site.id] });
    }
    return results;
  };
}

/** The action of a message that undoes what was done; `after` runs before its result is shown. */
export function useUndo() {
  const said = useSaid();
  const { bulk } = useListWords();
  const toasts = useToasts();
  const send = useBatches();
  const named = useNamed();
  return (
    action: BulkAction,
    rows: readonly UndoRow[],
    results: readonly OperationResult[],
    after?: () => Promise<unknown>,
  ): NonNullable<Toast['action']> => {
    const undo = async () => {
      const operations = inverseOf(action, rows, results, new Date());
      const left = leftBy(action, undoableOf(action, rows, results), operations, await send(operations));
      await after?.();
      const { failed, unpublished } = left;
      if (failed.length > 0) toasts.show(`${bulk.failed(failed.length)}. ${named(failed, rows)}`);
      if (unpublished.length > 0) toasts.show(`${bulk.notAgain(unpublished.length)}. ${named(unpublished, rows)}`);
      if (failed.length + unpublished.length === 0) toasts.show(bulk.undone);
    };
    return { label: bulk.undo, run: () => void undo().catch((error: Error) => toasts.show(said.error(error))) };
  };
}

/** The most articles that a message names. */
const NAMED = 3;

/** Articles by their titles, each with the reason. */
function useNamed(): (left: readonly Left[], rows: readonly UndoRow[]) => string {
  const said = useSaid();
  const { article } = useWords();
  const { bulk } = useListWords();
  return (left, rows) => {
    const titleOf = (uid: string) => rows.find((row) => row.uid === uid)?.title || article.untitled;
    const names = left
      .slice(0, NAMED)
      .map(({ uid, reason }) => `${titleOf(uid)}: ${reason === undefined ? bulk.passed : said.problem(reason)}`);
    return [...names, ...(left.length > NAMED ? [bulk.andMore(left.length - NAMED)] : [])].join('; ');
  };
}
