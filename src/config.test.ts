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

describe('NETWORK_URLS', () => {
  const NETWORK_URLS = 'x=http://localhost:4100/x/, mastodon=http://localhost:4100/mastodon';

  it('has the addresses of simulated networks', () => {
    expect(toConfig({ NETWORK_URLS }).networkUrls).toEqual({
      x: 'http://localhost:4100/x',
      mastodon: 'http://localhost:4100/mastodon',
    });
    expect(toConfig({}).networkUrls).toEqual({});
  });

  it('is refused in production, for other networks and for what is no address', () => {
    expect(() => toConfig({ NETWORK_URLS, SERVICE_ENV: 'production' })).toThrow(/NETWORK_URLS is refused/);
    for (const value of ['http://localhost:4100', 'x=localhost', 'myspace=http://localhost', 'x=http://a?b'])
      expect(() => toConfig({ NETWORK_URLS: value }), value).toThrow(/NETWORK_URLS must be addresses/);
  });
});

describe('LINKEDIN_VERSION', () => {
  it('is a year and a month', () => {
    expect(toConfig({}).linkedinVersion).toMatch(/^20\d{4}$/);
    expect(toConfig({ LINKEDIN_VERSION: '202701' }).linkedinVersion).toBe('202701');
    for (const LINKEDIN_VERSION of ['2027', '202713', 'v202701'])
      expect(() => toConfig({ LINKEDIN_VERSION })).toThrow(/LINKEDIN_VERSION must be a year and a month/);
  });
});

describe('e-mail', () => {
  it('is taken at a port, which is closed by default', () => {
    expect(toConfig({}).smtp).toBe(null);
    const smtp = { host: '127.0.0.1', port: 25, domain: 'in.example.com', tls: null };
    expect(toConfig({ SMTP_PORT: '25', MAIL_DOMAIN: 'In.Example.com' })).toMatchObject({
      smtp,
      mailDomain: smtp.domain,
    });
    const tls = { SMTP_TLS_CERT: 'cert.pem', SMTP_TLS_KEY: 'key.pem', SMTP_HOST: '::' };
    expect(toConfig({ SMTP_PORT: '25', MAIL_DOMAIN: 'in.example.com', ...tls }).smtp).toMatchObject({
      ...{ host: '::', tls: { cert: 'cert.pem', key: 'key.pem' } },
    });
  });

  it.each([
    [{ SMTP_PORT: '25' }, /SMTP_PORT needs MAIL_DOMAIN/],
    [{ SMTP_PORT: 'x', MAIL_DOMAIN: 'a.example' }, /SMTP_PORT must be a whole number/],
    [{ MAIL_DOMAIN: 'no domain' }, /MAIL_DOMAIN must be a domain/],
    [{ SMTP_TLS_CERT: 'x' }, /need SMTP_PORT/],
    [{ SMTP_PORT: '25', MAIL_DOMAIN: 'a.example', SMTP_TLS_CERT: 'x' }, /need each other/],
  ])('refuses %j', (env, problem) => {
    expect(() => toConfig(env)).toThrow(problem);
  });
});

describe('backups', () => {
  it('are made every day of the embedded database, except for a demo', () => {
    const keep = { daily: 7, weekly: 4 };
    expect(toConfig({}).backups).toEqual({ everySeconds: 86_400, keep, to: null });
    expect(toConfig({ DEMO: '1' }).backups).toBe(null);
    expect(toConfig({ DATABASE_URL: 'postgres://db/x' }).backups).toBe(null);
    expect(toConfig({ BACKUP_EVERY: '0' }).backups).toBe(null);
    const given = { BACKUP_EVERY: '90m', BACKUP_KEEP: '3d,0w', BACKUP_TO: '/srv/backups' };
    expect(toConfig(given).backups).toEqual({ everySeconds: 5_400, keep: { daily: 3, weekly: 0 }, to: '/srv/backups' });
  });

  it.each([
    [{ BACKUP_EVERY: '24' }, /BACKUP_EVERY must be a duration/],
    [{ BACKUP_EVERY: '367d' }, /BACKUP_EVERY must be a duration/],
    [{ BACKUP_EVERY: '1d', DATABASE_URL: 'postgres://db/x' }, /BACKUP_EVERY is for the embedded database/],
    [{ BACKUP_KEEP: '0d,0w' }, /BACKUP_KEEP must be numbers/],
    [{ BACKUP_TO: 'here' }, /BACKUP_TO must be a folder/],
    [{ BACKUP_TO: 's3://bucket/x' }, /BACKUP_TO in a bucket needs S3_URL/],
  ])('refuses %j', (env, problem) => {
    expect(() => toConfig(env)).toThrow(problem);
  });
});
