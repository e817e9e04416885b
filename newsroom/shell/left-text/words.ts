import { useLanguage } from '../../i18n/language.tsx';
import { type LeftTextWords, leftTextEn } from './words-en.ts';
import { leftTextFi } from './words-fi.ts';

const WORDS = { en: leftTextEn, fi: leftTextFi } satisfies Record<string, LeftTextWords>;

export function useLeftTextWords(): LeftTextWords {
  return WORDS[useLanguage()];
}
