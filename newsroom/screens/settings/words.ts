import { useLanguage } from '../../i18n/language.tsx';
import { type SettingsWords, settingsEn } from './words-en.ts';
import { settingsFi } from './words-fi.ts';

const WORDS = { en: settingsEn, fi: settingsFi } satisfies Record<string, SettingsWords>;

export function useSettingsWords(): SettingsWords {
  return WORDS[useLanguage()];
}
