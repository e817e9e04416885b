import { useLanguage } from '../../i18n/language.tsx';
import { type RuleWords, rulesEn } from './words-en.ts';
import { rulesFi } from './words-fi.ts';

const WORDS = { en: rulesEn, fi: rulesFi } satisfies Record<string, RuleWords>;

export function useRuleWords(): RuleWords {
  return WORDS[useLanguage()];
}
