import { useMemo } from 'react';
import { useLanguage } from '../language.tsx';
import { errorSentence, problemSentence } from './sentences.ts';
import { type ServiceWords, serviceEn } from './words-en.ts';
import { serviceFi } from './words-fi.ts';

const WORDS: Record<string, ServiceWords> = { en: serviceEn, fi: serviceFi };

/** Errors of the service in the words of the newsroom, in the person's language. */
export interface Said {
  /** About the whole. */
  error(error: Error): string;
  /** About a field. */
  problem(message: string): string;
}

export function useSaid(): Said {
  const language = useLanguage();
  return useMemo(() => {
    const words = WORDS[language] ?? serviceEn;
    return { error: (error) => errorSentence(error, words), problem: (message) => problemSentence(message, words) };
  }, [language]);
}
