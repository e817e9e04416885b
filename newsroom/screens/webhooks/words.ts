import { useLanguage } from '../../i18n/language.tsx';
import { type WebhookWords, webhooksEn } from './words-en.ts';
import { webhooksFi } from './words-fi.ts';

const WORDS = { en: webhooksEn, fi: webhooksFi } satisfies Record<string, WebhookWords>;

export function useWebhookWords(): WebhookWords {
  return WORDS[useLanguage()];
}
