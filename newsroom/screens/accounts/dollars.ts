import { useLanguage } from '../../i18n/language.tsx';

/** Of cents. */
export function useDollars(): (cents: number) => string {
  const language = useLanguage();
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' });
  return (cents) => format.format(cents / 100);
}
