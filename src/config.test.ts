import { describe, expect, it } from 'vitest';
import { toConfig } from './config.ts';

describe('MANAGE_ORIGINS', () => {
  it('is a list of origins, none unless set', () => {
    expect(toConfig({}).manageOrigins).toEqual([]);
    const listed = 'https://app.example, http://localhost:5173,https://xn--4ca.example';
    expect(toConfig({ MANAGE_ORIGINS: listed }).manageOrigins).toEqual([
      'https://app.example',
      'http://localhost:5173',
      'https://xn--4ca.example',
    ]);
  });

  it.each([
    '*',
    'null',
    'app.example',
    'https://app.example/',
    'https://app.example/path',
    'https://APP.example',
    'https://app.example:443',
    'https://user@app.example',
    'https://*.example',
    'ftp://app.example',
    'https://ä.example',
    'https://app.example,*',
    'https://',
    ',',
  ])('refuses %s', (value) => {
    expect(() => toConfig({ MANAGE_ORIGINS: value })).toThrow(/MANAGE_ORIGINS/);
  });
});
