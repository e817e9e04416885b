/** In a chunk of its own: the first screen does not wait for what it says when something goes wrong. */

import { errorSentence, problemSentence, type Said } from './sentences.ts';
import { type ServiceWords, serviceEn } from './words-en.ts';
import { serviceFi } from './words-fi.ts';

const WORDS: Record<string, ServiceWords> = { en: serviceEn, fi: serviceFi };

export function saidIn(language: string): Said {
  const words = WORDS[language] ?? serviceEn;
  return { error: (error) => errorSentence(error, words), problem: (message) => problemSentence(message, words) };
}
