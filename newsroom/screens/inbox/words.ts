import { useLanguage } from '../../i18n/language.tsx';
import { type InboxWords, inboxEn } from './words-en.ts';
import { inboxFi } from './words-fi.ts';

const WORDS = { en: inboxEn, fi: inboxFi } satisfies Record<string, InboxWords>;

export function useInboxWords(): InboxWords {
  return WORDS[useLanguage()];
}
