import { expect, it } from 'vitest';
import { decodedText } from './charset.ts';

it('reads curly quotes, dashes and the euro of windows-1252, which Node 20 takes for control characters', () => {
  const bytes = Buffer.from('\x93Caf\xe9\x94 \x96 5 \x80', 'latin1');
  expect(decodedText(bytes, 'text/plain; charset=windows-1252')).toBe('“Café” – 5 €');
});
