import type { ReactNode } from 'react';
import { useWords } from '../../i18n/language.tsx';

/** The frame of pages without a session. */
export function SignedOutFrame({ children }: { children: ReactNode }) {
  const words = useWords();
  return (
    <div className="centered-page">
      <header className="centered-page-head">
        <span className="wordmark">Masthead</span>
        <span className="centered-page-name">{words.newsroom}</span>
      </header>
      <main className="centered-page-body">{children}</main>
    </div>
  );
}
