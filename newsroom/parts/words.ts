/** The words of the parts that screens share. They are loaded with those screens. */
import { useLanguage } from '../i18n/language.tsx';
import { type PartWords, partsEn } from './words-en.ts';
import { partsFi } from './words-fi.ts';

const WORDS = { en: partsEn, fi: partsFi } satisfies Record<string, PartWords>;

export function usePartWords(): PartWords {
  return WORDS[useLanguage()];
}
