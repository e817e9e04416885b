/** Who may not change an article reads and copies it: an author after an editor has published it, or a person who has lost the right. */
import { usePerson, useSite } from '../shell/context.ts';
import { isAuthorOnly, mayOn } from '../shell/rights.ts';
import { CopyButton } from './copy-button.tsx';
import type { OpenArticle } from './use-article.ts';
import { useEditorWords } from './words.ts';

type Locked = Pick<OpenArticle, 'article' | 'state'>;

export function useLock({ article, state }: Locked): 'published' | 'forbidden' | undefined {
  const person = usePerson();
  const site = useSite();
  if (state.pause === 'forbidden' || !mayOn(person, 'articles', 'write', site.id)) return 'forbidden';
  return isAuthorOnly(person, site.id) && article.state === 'published' ? 'published' : undefined;
}

export function useIsLocked(open: Locked): boolean {
  return useLock(open) !== undefined;
}

export function LockedNote({ open }: { open: OpenArticle }) {
  const { locked, save } = useEditorWords();
  const lock = useLock(open);
  if (!lock) return null;
  const hasUnsaved = Object.keys(open.state.mine).length > 0;
  return (
    <div className="editor-notes locked-note" role="status">
      <p>
        {lock === 'published' ? locked.note : `${save.forbidden}. ${locked.forbidden}`}{' '}
        {hasUnsaved && <strong>{lock === 'published' ? locked.unsaved : locked.onDevice}</strong>}
      </p>
      {lock === 'forbidden' && <CopyButton find={() => document.querySelector('.body-text')} />}
    </div>
  );
}
