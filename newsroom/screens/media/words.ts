/** The words of the media library. They are loaded with it, not with the first screen. */
import { useLanguage } from '../../i18n/language.tsx';
import { type MediaWords, mediaEn } from './words-en.ts';
import { mediaFi } from './words-fi.ts';

const WORDS = { en: mediaEn, fi: mediaFi } satisfies Record<string, MediaWords>;

export function useMediaWords(): MediaWords {
  return WORDS[useLanguage()];
}
