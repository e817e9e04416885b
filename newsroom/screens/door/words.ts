/** The words of the ways in. They are loaded with them, not with the first screen. */
import { useLanguage } from '../../i18n/language.tsx';
import { type DoorWords, doorEn } from './words-en.ts';
import { doorFi } from './words-fi.ts';

const WORDS = { en: doorEn, fi: doorFi } satisfies Record<string, DoorWords>;

export function useDoorWords(): DoorWords {
  return WORDS[useLanguage()];
}
