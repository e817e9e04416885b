/** The theme of the signed-in person, remembered in this browser for the next first paint. */
import { read, write } from './shell/remembered.ts';

export type ThemeChoice = 'system' | 'light' | 'dark';

const STORAGE_KEY = 'masthead.newsroom.theme';

export function rememberedTheme(): ThemeChoice {
  const theme = read(STORAGE_KEY);
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

export function rememberTheme(theme: ThemeChoice): void {
  write(STORAGE_KEY, theme);
}

export function schemeOf(theme: ThemeChoice): 'light' | 'dark' {
  if (theme !== 'system') return theme;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
