import { useAsked, useFormats } from './reader.tsx';
import { useCampaignWords } from './words.ts';

/** `1–31 Mar 2026, Europe/Helsinki, X`: what the figures are of. */
export function usePeriodText(): string {
  const words = useCampaignWords();
  const { days, zone, search } = useAsked();
  const formats = useFormats();
  const period = days ? formats.days(days) : words.periods.all;
  return [period, zone, search.network && words.networks[search.network]].filter(Boolean).join(', ');
}
