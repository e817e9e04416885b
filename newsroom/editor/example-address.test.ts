import { expect, it } from 'vitest';
import { isExample } from './example-address.ts';

it('knows addresses that no reader can open', () => {
  const examples = ['https://harbourpost.example/sea/fog', 'http://news.INVALID:8080', 'https://a.b.example'];
  const real = [
    'https://post.fi/example',
    'https://example.com',
    'https://harbour.test',
    'https://xexample',
    'nothing',
  ];
  expect(examples.filter(isExample)).toEqual(examples);
  expect(real.filter(isExample)).toEqual([]);
});
