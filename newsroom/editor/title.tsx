/** The title, as large as readers see it. It wraps; Enter goes on to the text. */
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../i18n/language.tsx';
import { addressAfter, addressOf, isMadeFrom } from './address.ts';
import { useIsLocked } from './locked.tsx';
import { problemsOf } from './save-state.ts';
import type { OpenArticle } from './use-article.ts';
import { useProblems } from './use-problems.ts';
import { useEditorWords } from './words.ts';

export function TitleField({ open }: { open: OpenArticle }) {
  const { article, set, state } = open;
  const words = useEditorWords();
  const { untitled } = useWords().article;
  const [typed, setTyped] = useState<string>();
  const follow = useAddress(open);
  const field = useRef<HTMLTextAreaElement>(null);
  // A new article begins with its title.
  useEffect(() => {
    if (field.current?.value === '') field.current.focus();
  }, []);
  const shown = typed ?? (article.title === untitled ? '' : article.title);
  const problem = useProblems(state).title;
  return (
    <div className="title-field">
      <textarea
        aria-describedby={problem ? 'title-problem' : undefined}
        aria-invalid={problem ? true : undefined}
        aria-label={words.title}
        className="title-text"
        id="title"
        ref={field}
        onBlur={() => {
          setTyped(undefined);
          follow(untitled);
        }}
        onChange={({ currentTarget }) => {
          const title = currentTarget.value.replace(/\n/g, ' ');
          setTyped(title);
          set({ title: title.trim() === '' ? untitled : title });
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          document.querySelector<HTMLElement>('.body-text')?.focus();
        }}
        placeholder={words.titlePlaceholder}
        readOnly={useIsLocked(open)}
        rows={1}
        value={shown}
      />
      {problem && (
        <p className="field-problem" id="title-problem">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Sends the address that follows the title, and the next one while another article of the section has it. */
function useAddress({ article, set, state }: OpenArticle) {
  const before = useRef(article.title);
  const isTaken = problemsOf(state).article_url !== undefined;
  const next = isTaken && article.id === null ? addressAfter(article.article_url, article.title) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent once for each address that was refused
  useEffect(() => {
    if (next !== undefined) set({ article_url: next });
  }, [next]);
  return (untitled: string) => {
    const isNew = article.title !== before.current && article.title !== untitled;
    if (article.id === null && isNew && isMadeFrom(article.article_url, before.current)) {
      set({ article_url: addressOf(article.title) });
    }
    before.current = article.title;
  };
}
