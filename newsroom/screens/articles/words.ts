import { useLanguage } from '../../i18n/language.tsx';
import { type ListWords, listEn } from './words-en.ts';
import { listFi } from './words-fi.ts';

const WORDS = { en: listEn, fi: listFi } satisfies Record<string, ListWords>;

/** Saved views and actions on many articles. */
export function useListWords(): ListWords {
  return WORDS[useLanguage()];
}
