import { expect, it } from 'vitest';
import { isWebAddress, plainAddress } from './web-address.ts';

it.each([
  ['https://x.example', true],
  ['HTTP://x.example:8080/a?b=c|d#e', true],
  ['https://x.example/ä/{a}', true],
  ['', false],
  ['x.example', false],
  ['/a', false],
  ['//x.example', false],
  ['https:x.example', false],
  ['https:/x.example', false],
  ['https://', false],
  ['https:\\\\x.example', false],
  ['javascript:alert(1)//https://x.example', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,x', false],
  ['ftp://x.example', false],
  [' https://x.example', false],
  ['https://x.example/a b', false],
  ['https://x.example/"onclick="x', false],
  ['https://x.example/\u0000', false],
  ['https://a b.example/', false],
  ['https://x.example:99999/', false],
])('%j is a web address: %s', (text, expected) => {
  expect(isWebAddress(text)).toBe(expected);
});

it.each([
  ['//x.example/a', 'https://x.example/a'],
  ['https://x.example/a b', 'https://x.example/a%20b'],
  ['https://x.example/"><b>', 'https://x.example/%22%3E%3Cb%3E'],
  ['https://x.example\\@y.example/', 'https://x.example/@y.example/'],
  ['https://x.ex\nample/', 'https://x.example/'],
  ['https://X.example/{a|b}', 'https://X.example/{a|b}'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['//', 'https://'],
  ['', ''],
])('%j becomes %j', (text, expected) => {
  expect(plainAddress(text)).toBe(expected);
});
