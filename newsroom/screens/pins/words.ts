/** The words of pins. They are loaded with the screen. */
import { useLanguage } from '../../i18n/language.tsx';
import { type PinWords, pinsEn } from './words-en.ts';
import { pinsFi } from './words-fi.ts';

const WORDS = { en: pinsEn, fi: pinsFi } satisfies Record<string, PinWords>;

export function usePinWords(): PinWords {
  return WORDS[useLanguage()];
}
