/**
 * The accent of the newsroom: the colour of the site, darkened or lightened until text in it, and on it, meets WCAG AA on every
 * surface of either theme.
 */

/** `--paper`, `--raised` and `--sunk` of public/reference/tokens.css. */
export const SURFACES = {
  light: ['#fcfbf8', '#ffffff', '#f4f2ec'],
  dark: ['#17171a', '#1d1d21', '#111113'],
} as const;
/** Of WCAG 2.2, 1.4.3, for text of any size. */
export const AA = 4.5;
const STEPS = 50;

export interface Accent {
  light: string;
  dark: string;
}

/** Null for anything but a colour of six digits. */
export function accentOf(color: string | null): Accent | null {
  if (color === null || !/^#[0-9a-f]{6}$/i.test(color)) return null;
  return { light: readable(color, '#000000', SURFACES.light), dark: readable(color, '#ffffff', SURFACES.dark) };
}

/** The colour itself, or the nearest mixture with black or white that is readable on all surfaces. */
function readable(color: string, end: string, surfaces: readonly string[]): string {
  for (let step = 0; step < STEPS; step++) {
    const mixed = mixture(color, end, step / STEPS);
    if (surfaces.every((surface) => contrast(mixed, surface) >= AA)) return mixed;
  }
  return end;
}

export function mixture(color: string, other: string, part: number): string {
  const [from, to] = [channels(color), channels(other)];
  const mixed = from.map((value, at) => Math.round(value + ((to[at] ?? 0) - value) * part));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The relative luminance of WCAG. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
