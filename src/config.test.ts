import { describe, expect, it } from 'vitest';
import { toConfig } from './config.ts';

describe('MANAGE_ORIGINS', () => {
  it('is a list of origins, empty by default', () => {
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

describe('S3_URL', () => {
  const problems = (env: Record<string, string>) => {
    try {
      toConfig(env);
      return [];
    } catch (error) {
      return (error as Error).message.split('\n').slice(1);
    }
  };

  it('is reported once when it is bad, and not as missing', () => {
    const keys = { S3_KEY: 'key', S3_SECRET: 'secret' };
    expect(problems({ S3_URL: 'nonsense', ...keys })).toEqual([
      '  S3_URL must be an address such as https://example.com.',
    ]);
    expect(problems({ S3_URL: 'nonsense', ...keys, MEDIA_STORAGE: 's3' })).toHaveLength(1);
    expect(problems({ S3_URL: 'https://s3.example/bucket' })).toEqual(['  S3_URL needs S3_KEY and S3_SECRET.']);
    expect(problems({ MEDIA_STORAGE: 's3' })).toEqual(['  MEDIA_STORAGE=s3 needs S3_URL.']);
  });
});
