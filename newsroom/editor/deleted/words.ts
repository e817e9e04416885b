import { useLanguage } from '../../i18n/language.tsx';
import { type DeletedWords, deletedEn } from './words-en.ts';
import { deletedFi } from './words-fi.ts';

const WORDS = { en: deletedEn, fi: deletedFi } satisfies Record<string, DeletedWords>;

export function useDeletedWords(): DeletedWords {
  return WORDS[useLanguage()];
}
