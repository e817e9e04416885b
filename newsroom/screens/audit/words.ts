import { useLanguage } from '../../i18n/language.tsx';
import { type AuditWords, auditEn } from './words-en.ts';
import { auditFi } from './words-fi.ts';

const WORDS = { en: auditEn, fi: auditFi } satisfies Record<string, AuditWords>;

export function useAuditWords(): AuditWords {
  return WORDS[useLanguage()];
}
