/** The language of the person, else that of the browser. */
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { en, type Words } from './en.ts';
import { fi } from './fi.ts';

export const LANGUAGES = { en, fi } satisfies Record<string, Words>;
export type Language = keyof typeof LANGUAGES;

/** `fi-FI` is Finnish; unsupported languages fall back to English. */
export function languageOf(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES);
  return (known as Language | undefined) ?? 'en'; // found among the keys
}

const LanguageContext = createContext<Language>('en');

export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <LanguageContext.Provider value={language}>{children}</LanguageContext.Provider>;
}

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

export function useWords(): Words {
  return LANGUAGES[useLanguage()];
}
