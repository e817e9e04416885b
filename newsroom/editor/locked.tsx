/** Authors no longer change an article that an editor has published: they read and copy it, and ask an editor. */
import { usePerson, useSite } from '../shell/context.ts';
import { isAuthorOnly } from '../shell/rights.ts';
import type { OpenArticle } from './use-article.ts';
import { useEditorWords } from './words.ts';

export function useIsLocked({ article }: Pick<OpenArticle, 'article'>): boolean {
  return isAuthorOnly(usePerson(), useSite().id) && article.state === 'published';
}

export function LockedNote({ open }: { open: OpenArticle }) {
  const { locked } = useEditorWords();
  const isLocked = useIsLocked(open);
  if (!isLocked) return null;
  const hasUnsaved = Object.keys(open.state.mine).length > 0;
  return (
    <div className="editor-notes" role="status">
      <p>
        {locked.note} {hasUnsaved && <strong>{locked.unsaved}</strong>}
      </p>
    </div>
  );
}
