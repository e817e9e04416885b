import { use, useMemo } from 'react';
import { useLanguage } from '../language.tsx';
import type { Said } from './sentences.ts';

export type { Said };

/** As the service says it, if our words cannot be loaded. */
const PLAIN: Said = { error: ({ message }) => message, problem: (message) => message };
const loading = import('./said.ts').then(
  ({ saidIn }) => saidIn,
  () => () => PLAIN,
);

export function useSaid(): Said {
  const language = useLanguage();
  const saidIn = use(loading);
  return useMemo(() => saidIn(language), [language, saidIn]);
}
