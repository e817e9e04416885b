/** Languages to choose from, by their codes in BCP 47. Any other code can be written. */
import { useMemo } from 'react';
import { useLanguage } from './language.tsx';

const CODES =
  'ar bg bs ca cs cy da de el en en-GB en-US es et eu fa fi fo fr ga gl he hi hr hu hy id is it ja ka kl ko lb lt lv mk mt nb nl nn pl pt pt-BR ro ru se sk sl so sq sr sv sv-FI th tr uk vi zh'.split(
    ' ',
  );

/** Each code with its name in the language of the reader, by name. */
export function languagesIn(language: string): [code: string, name: string][] {
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const named = CODES.map((code): [string, string] => [code, names.of(code) ?? code]);
  return named.sort(([, one], [, other]) => one.localeCompare(other, language));
}

export function useLanguages(): [code: string, name: string][] {
  const language = useLanguage();
  return useMemo(() => languagesIn(language), [language]);
}
