import { expect, it } from 'vitest';
import { languageOf, languagesIn } from './language.ts';

it.each([
  ['en', 'en'],
  ['en-GB', 'en'],
  [' sv_FI ', 'sv'],
  ['FIN', 'fi'],
  ['in', 'id'],
  ['zh-Hans-CN', 'zh'],
  ['smn', 'smn'],
  ['und', ''],
  ['qme', ''],
  ['zxx', ''],
  ['', ''],
  ['e', ''],
  ['english', ''],
  ['1f', ''],
  [null, ''],
  [{}, ''],
])('%j names %j', (tag, language) => {
  expect(languageOf(tag)).toBe(language);
});

it('lists each once', () => {
  expect(languagesIn(['fi', 'en-GB', 'en', 'und', 7])).toEqual(['fi', 'en']);
  expect(languagesIn('fi')).toEqual([]);
});
