/** The texts of the sign-in and of pages without a session, loaded with those pages. */
import { useLanguage } from '../../i18n/language.tsx';
import { type SignInWords, signInEn } from './words-en.ts';
import { signInFi } from './words-fi.ts';

const WORDS = { en: signInEn, fi: signInFi } satisfies Record<string, SignInWords>;

export function useSignInWords(): SignInWords {
  return WORDS[useLanguage()];
}
