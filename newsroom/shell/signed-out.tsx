/** The page of a person without a session: the sign-in, or the setup of an installation without an owner. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../api/api.ts';
import { useWords } from '../i18n/language.tsx';
import { hasSignedInBefore } from './remembered.ts';
import { Setup } from './setup.tsx';
import { SignIn } from './sign-in.tsx';
import { Waiting } from './states.tsx';

export function SignedOut() {
  const words = useWords();
  const { manage } = useApi();
  const { data, isPending } = useQuery({ queryKey: ['setup'], queryFn: () => manage.setup.read() });
  const [choice, setChoice] = useState<'sign in' | 'set up' | null>(null);
  if (isPending) return <Waiting />;
  const { is_open: isOpen = false, has_demo: hasDemo = false, has_people: hasPeople = false } = data?.setup ?? {};
  const isNew = isOpen && !hasDemo && !hasPeople && !hasSignedInBefore();
  const shown = choice ?? (isNew ? 'set up' : 'sign in');
  return (
    <div className="centered-page">
      <header className="centered-page-head">
        <span className="wordmark">Masthead</span>
        <span className="centered-page-name">{words.newsroom}</span>
      </header>
      <main className="centered-page-body">
        {isOpen && shown === 'set up' ? (
          <Setup hasDemo={hasDemo} onSignIn={() => setChoice('sign in')} />
        ) : (
          <SignIn hasDemo={hasDemo} onSetup={isOpen ? () => setChoice('set up') : null} />
        )}
      </main>
    </div>
  );
}
