/** What each figure counts, as the API defines it: in English, or in the translation that the newsroom has. Pure. */
import type { Language } from '../../i18n/language.tsx';
import { definitionsFi } from './definitions-fi.ts';

export interface Defined {
  text: string;
  lang: Language;
}

const TRANSLATED: Record<Language, Readonly<Record<string, string>>> = { en: {}, fi: definitionsFi };

/** By the name of the figure. */
export function definedIn(
  language: Language,
  served: readonly { figure: string; definition: string }[],
): Map<string, Defined> {
  return new Map(
    served.map(({ figure, definition }) => {
      const text = TRANSLATED[language][figure];
      return [figure, text === undefined ? { text: definition, lang: 'en' } : { text, lang: language }];
    }),
  );
}
