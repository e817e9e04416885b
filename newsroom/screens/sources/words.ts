import { useLanguage } from '../../i18n/language.tsx';
import { type SourceWords, sourcesEn } from './words-en.ts';
import { sourcesFi } from './words-fi.ts';

const WORDS = { en: sourcesEn, fi: sourcesFi } satisfies Record<string, SourceWords>;

export function useSourceWords(): SourceWords {
  return WORDS[useLanguage()];
}
