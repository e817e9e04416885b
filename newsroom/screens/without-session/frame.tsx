import type { ReactNode } from 'react';
import { useWords } from '../../i18n/language.tsx';

/** Around everything that a person without a session sees. */
export function DoorFrame({ children }: { children: ReactNode }) {
  const words = useWords();
  return (
    <div className="entrance">
      <header className="entrance-head">
        <span className="wordmark">Masthead</span>
        <span className="entrance-name">{words.newsroom}</span>
      </header>
      <main className="entrance-body">{children}</main>
    </div>
  );
}
