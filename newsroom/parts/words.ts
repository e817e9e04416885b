/** The texts of shared parts, loaded with the screens that use them. */
import { useLanguage } from '../i18n/language.tsx';
import { type PartWords, partsEn } from './words-en.ts';
import { partsFi } from './words-fi.ts';

const WORDS = { en: partsEn, fi: partsFi } satisfies Record<string, PartWords>;

export function usePartWords(): PartWords {
  return WORDS[useLanguage()];
}
