import { describe, expect, it } from 'vitest';
import type { Case } from './case.ts';
import { readOptions } from './options.ts';

const known: Case[] = ['list', 'publish'].map((name) => ({
  name,
  title: name,
  reference: null,
  bar: '',
  run: async () => [],
}));
const read = (...args: string[]) => readOptions(args, known);

describe('the command line of the benchmark', () => {
  it('runs every case in full by default', () => {
    const { cases, scale, keep, json } = read();
    expect([cases, scale.large, scale.pairs, keep, json]).toEqual([known, 1_000_000, 9, null, null]);
  });

  it('picks cases, sizes, pairs and files', () => {
    const { cases, scale, keep, json } = read('--short', '--sizes', '100,200,300', '--seconds', '0.1', 'publish');
    expect(cases.map(({ name }) => name)).toEqual(['publish']);
    expect(scale).toEqual({ small: 100, medium: 200, large: 300, pairs: 3, seconds: 0.1, pictures: 0.25 });
    expect([keep, json]).toEqual([null, null]);
    expect(read('--keep', 'a', '--json', 'b')).toMatchObject({ keep: 'a', json: 'b' });
  });

  it.each([
    [['no-such-case'], 'There is no case no-such-case'],
    [['--pairs', '0'], '--pairs must be'],
    [['--pairs', '1.5'], '--pairs must be'],
    [['--seconds', 'long'], '--seconds must be'],
    [['--seconds', '0'], '--seconds must be'],
    [['--sizes', '5,5,5'], '--sizes must be'],
    [['--sizes', '100,200'], '--sizes must be'],
    [['--sizes', '100,200,300,400'], '--sizes must be'],
    [['--no-such-option'], '--no-such-option'],
  ])('refuses %j', (args, told) => {
    expect(() => read(...args)).toThrow(told);
  });
});
