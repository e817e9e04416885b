import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { AA, accentOf, contrast, mixture, SURFACES } from './accent.ts';

const TOKENS = readFileSync(new URL('../public/reference/tokens.css', import.meta.url), 'utf8');
const token = (name: string) => {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(TOKENS) ?? [];
  return { light, dark };
};
const THEMES = ['light', 'dark'] as const;
/** Every sixth of each channel, with white, black and greys. */
const LEVELS = [0, 51, 102, 153, 204, 255].map((value) => value.toString(16).padStart(2, '0'));
const COLORS = LEVELS.flatMap((red) => LEVELS.flatMap((green) => LEVELS.map((blue) => `#${red}${green}${blue}`)));

it('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

it('knows the surfaces of the house style', () => {
  const named = ['paper', 'raised', 'sunk'].map(token);
  for (const theme of THEMES) expect(SURFACES[theme]).toEqual(named.map((pair) => pair[theme]));
});

it.each(THEMES)('every colour becomes one that is readable on every surface: %s', (theme) => {
  const unreadable = COLORS.filter((color) => {
    const shown = accentOf(color)?.[theme] ?? '';
    return SURFACES[theme].some((surface) => contrast(shown, surface) < AA);
  });
  expect(unreadable).toEqual([]);
});

it.each(THEMES)('text of every kind is readable on a selected row, which has a touch of it: %s', (theme) => {
  const texts = ['ink', 'ink-soft', 'link', 'get', 'put', 'delete'].map((name) => token(name)[theme]);
  const unreadable = COLORS.filter((color) => {
    const row = mixture(token('paper')[theme], accentOf(color)?.[theme] ?? '', 0.09);
    return texts.some((text) => contrast(text, row) < AA);
  });
  expect(unreadable).toEqual([]);
});

it('a readable colour stays as it is', () => {
  expect(accentOf('#8c2f1b')?.light).toBe('#8c2f1b');
  expect(accentOf('#e8977f')?.dark).toBe('#e8977f');
  expect([accentOf(null), accentOf('red')]).toEqual([null, null]);
});
