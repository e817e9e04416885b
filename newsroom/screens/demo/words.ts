import { useLanguage } from '../../i18n/language.tsx';
import { type DemoWords, demoEn } from './words-en.ts';
import { demoFi } from './words-fi.ts';

const WORDS = { en: demoEn, fi: demoFi } satisfies Record<string, DemoWords>;

export function useDemoWords(): DemoWords {
  return WORDS[useLanguage()];
}
