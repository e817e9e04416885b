import { expect, it } from 'vitest';
import { languagesIn } from './languages.ts';

it('languages have their names in the language of the reader', () => {
  expect(new Map(languagesIn('en')).get('fi')).toBe('Finnish');
  expect(new Map(languagesIn('fi')).get('sv')).toBe('ruotsi');
  expect(languagesIn('en').map(([code]) => Intl.getCanonicalLocales(code)[0])).toEqual(
    languagesIn('en').map(([code]) => code),
  );
});
