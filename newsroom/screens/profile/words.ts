import { useLanguage } from '../../i18n/language.tsx';
import { type ProfileWords, profileEn } from './words-en.ts';
import { profileFi } from './words-fi.ts';

const WORDS = { en: profileEn, fi: profileFi } satisfies Record<string, ProfileWords>;

export function useProfileWords(): ProfileWords {
  return WORDS[useLanguage()];
}
