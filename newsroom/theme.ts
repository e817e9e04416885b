/** Mantine in the house style: its colours are the tokens of public/reference/tokens.css, which follow the theme by themselves. */
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

/** Mantine needs ten shades of each colour; the tokens have one. */
const shades = (colour: string): MantineColorsTuple => [
  colour,
  colour,
  colour,
  colour,
  colour,
  colour,
  colour,
  colour,
  colour,
  colour,
];

export const theme = createTheme({
  primaryColor: 'ink',
  colors: { ink: shades('#1d1c1a') },
  defaultRadius: 3,
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  headings: { fontFamily: 'var(--serif)', fontWeight: '600' },
  // No text is smaller than 13 px.
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver(input) {
    const colour = input.color === 'red' ? 'var(--delete)' : 'var(--ink)';
    const faint = (percent: number) => `color-mix(in srgb, ${colour} ${percent}%, transparent)`;
    if (input.variant === 'filled')
      return { background: colour, hover: faint(86), color: 'var(--paper)', border: '1px solid transparent' };
    if (input.variant === 'subtle')
      return { background: 'transparent', hover: faint(8), color: colour, border: '1px solid transparent' };
    if (input.variant === 'default')
      return { background: 'transparent', hover: 'var(--sunk)', color: colour, border: '1px solid var(--rule-firm)' };
    return defaultVariantColorsResolver(input);
  },
});

const COLOURS = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-soft)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-error': 'var(--delete)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-hover': 'var(--sunk)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--rule-firm)',
  '--mantine-color-disabled': 'var(--sunk)',
  '--mantine-color-disabled-color': 'var(--ink-soft)',
  '--mantine-color-disabled-border': 'var(--rule)',
  '--mantine-color-ink-filled': 'var(--ink)',
  '--mantine-color-ink-light': 'var(--sunk)',
  '--mantine-color-ink-light-hover': 'var(--sunk)',
  '--mantine-color-ink-light-color': 'var(--ink)',
  '--mantine-primary-color-filled': 'var(--ink)',
  '--mantine-primary-color-contrast': 'var(--paper)',
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: COLOURS, dark: COLOURS });
