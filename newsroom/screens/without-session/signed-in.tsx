import { useEffect } from 'react';
import { reportSignIn, useSignInError } from '../../shell/sign-in-methods.ts';
import { Notice } from '../../shell/states.tsx';
import { SignedOutFrame } from './frame.tsx';
import { useSignInWords } from './words.ts';

/** Where the provider sends the window that was opened over a page. The page continues, and this window closes. */
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
