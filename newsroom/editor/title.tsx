/** The title, as large as readers see it. It wraps; Enter goes on to the text. */
import { useEffect, useRef, useState } from 'react';
import { slugify } from '../../src/core/slug.ts';
import { useWords } from '../i18n/language.tsx';
import { problemsOf } from './save-state.ts';
import type { OpenArticle } from './use-article.ts';
import { useEditorWords } from './words.ts';

export function TitleField({ open: { article, set, state } }: { open: OpenArticle }) {
  const words = useEditorWords();
  const { untitled } = useWords().article;
  const [typed, setTyped] = useState<string>();
  const before = useRef(article.title);
  const field = useRef<HTMLTextAreaElement>(null);
  // A new article begins with its title.
  useEffect(() => {
    if (field.current?.value === '') field.current.focus();
  }, []);
  const shown = typed ?? (article.title === untitled ? '' : article.title);
  const problem = problemsOf(state).title;
  const leave = () => {
    setTyped(undefined);
    const isOwnAddress = isMadeFrom(article.article_url, before.current);
    if (article.id === null && isOwnAddress && article.title !== before.current && article.title !== untitled) {
      set({ article_url: `${slugify(article.title, 'article')}-${article.uid.slice(-4)}` });
    }
    before.current = article.title;
  };
  return (
    <div className="title-field">
      <textarea
        aria-describedby={problem ? 'title-problem' : undefined}
        aria-invalid={problem ? true : undefined}
        aria-label={words.title}
        className="title-text"
        id="title"
        ref={field}
        onBlur={leave}
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

/** Whether the service, or this field, made the address of the title. */
function isMadeFrom(address: string, title: string): boolean {
  const slug = slugify(title, 'article');
  return address === slug || (address.startsWith(`${slug}-`) && /^[0-9a-f]{1,6}$/.test(address.slice(slug.length + 1)));
}
