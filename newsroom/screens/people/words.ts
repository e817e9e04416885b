import { useLanguage } from '../../i18n/language.tsx';
import { type PeopleWords, peopleEn } from './words-en.ts';
import { peopleFi } from './words-fi.ts';

const WORDS = { en: peopleEn, fi: peopleFi } satisfies Record<string, PeopleWords>;

export function usePeopleWords(): PeopleWords {
  return WORDS[useLanguage()];
}
