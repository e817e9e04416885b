/** The words of the bar of tables. Only the editor loads them: other pages share the words of the editor. */
import { useLanguage } from '../../i18n/language.tsx';
import { type TableWords, tableEn } from './words-en.ts';
import { tableFi } from './words-fi.ts';

const WORDS = { en: tableEn, fi: tableFi } satisfies Record<string, TableWords>;

export function useTableWords(): TableWords {
  return WORDS[useLanguage()];
}
