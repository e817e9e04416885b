/** The words of the editor. They are loaded with it, not with the first screen. */
import { useLanguage } from '../i18n/language.tsx';
import { type EditorWords, editorEn } from './words-en.ts';
import { editorFi } from './words-fi.ts';

const WORDS = { en: editorEn, fi: editorFi } satisfies Record<string, EditorWords>;

export function useEditorWords(): EditorWords {
  return WORDS[useLanguage()];
}
