import { useLanguage } from '../../i18n/language.tsx';
import { type AccountWords, accountsEn } from './words-en.ts';
import { accountsFi } from './words-fi.ts';

const WORDS = { en: accountsEn, fi: accountsFi } satisfies Record<string, AccountWords>;

export function useAccountWords(): AccountWords {
  return WORDS[useLanguage()];
}
