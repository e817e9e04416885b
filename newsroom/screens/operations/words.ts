import { useLanguage } from '../../i18n/language.tsx';
import { type OperationsWords, operationsEn } from './words-en.ts';
import { operationsFi } from './words-fi.ts';

const WORDS = { en: operationsEn, fi: operationsFi } satisfies Record<string, OperationsWords>;

export function useOperationsWords(): OperationsWords {
  return WORDS[useLanguage()];
}
