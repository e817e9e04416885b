import { useLanguage } from '../../i18n/language.tsx';
import { type KeyWords, keysEn } from './words-en.ts';
import { keysFi } from './words-fi.ts';

const WORDS = { en: keysEn, fi: keysFi } satisfies Record<string, KeyWords>;

export function useKeyWords(): KeyWords {
  return WORDS[useLanguage()];
}
