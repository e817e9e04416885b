import { useLanguage } from '../../i18n/language.tsx';
import { type CampaignWords, campaignsEn } from './words-en.ts';
import { campaignsFi } from './words-fi.ts';

const WORDS = { en: campaignsEn, fi: campaignsFi } satisfies Record<string, CampaignWords>;

export type { CampaignWords };

export function useCampaignWords(): CampaignWords {
  return WORDS[useLanguage()];
}
