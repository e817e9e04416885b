/** Shows the newsroom to signed-in people, and a sign-in to others. */
import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import type { Me } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { meQuery } from '../api/queries.ts';
import { LanguageProvider, languageOf } from '../i18n/language.tsx';
import { useStore } from '../store.ts';
import { rememberTheme } from '../theme-choice.ts';
import { PersonProvider } from './context.ts';
import { Failure, Waiting } from './states.tsx';
import { Toasts } from './toasts.tsx';

const SignedOut = lazy(async () => ({ default: (await import('./signed-out.tsx')).SignedOut }));
const SignInAgain = lazy(async () => ({ default: (await import('./sign-in.tsx')).SignInAgain }));

export function RequireSession({ children }: { children: ReactNode }) {
  const api = useApi();
  const { data: person, error, isPending, refetch } = useQuery(meQuery(api));
  if (isPending) return <Waiting />;
  if (person === null)
    return (
      <Suspense fallback={<Waiting />}>
        <SignedOut />
      </Suspense>
    );
  if (person === undefined) return <Failure error={error} onRetry={refetch} />;
  return (
    <LanguageProvider language={languageOf([person.language])}>
      <SignedIn person={person}>{children}</SignedIn>
    </LanguageProvider>
  );
}

function SignedIn({ person, children }: { person: Me; children: ReactNode }) {
  const session = useStore(useApi().session);
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    rememberTheme(person.theme);
    setColorScheme(person.theme === 'system' ? 'auto' : person.theme);
  }, [person.theme, setColorScheme]);
  return (
    <PersonProvider value={person}>
      {children}
      <Toasts />
      <Suspense>{session === 'ended' && <SignInAgain person={person} />}</Suspense>
    </PersonProvider>
  );
}
