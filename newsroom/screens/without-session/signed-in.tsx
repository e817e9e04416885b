import { useEffect } from 'react';
import { reportSignIn, useSignInError } from '../../shell/sign-in-methods.ts';
import { Notice } from '../../shell/states.tsx';
import { SignedOutFrame } from './frame.tsx';
import { useSignInWords } from './words.ts';

/** The provider redirects its window here. The page that opened it continues, and this window closes. */
export function SignedInWindow() {
  const words = useSignInWords();
  const code = useSignInError();
  useEffect(() => {
    reportSignIn(code);
    window.close();
  }, [code]);
  return (
    <SignedOutFrame>
      {code === null ? (
        <Notice hint={words.window.doneHint} level="h1" title={words.window.done} />
      ) : (
        <Notice hint={words.errors[code] ?? words.window.failedHint} level="h1" title={words.window.failed} />
      )}
    </SignedOutFrame>
  );
}
