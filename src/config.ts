/** Settings. The only reader of the environment: `readEnv` reads it, `toConfig` validates it, with every problem at once. */
import { badConfiguration } from './core/errors.ts';

export type Env = Record<string, string | undefined>;
export type ServiceEnv = 'development' | 'sandbox' | 'staging' | 'production';

export interface Config {
  host: string;
  port: number;
  /** Null: derived from the actual port. */
  publicUrl: string | null;
  analyticsUrl: string | null;
  /** Null: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | null;
  /** Null: `defaultDataDir`. */
  dataDir: string | null;
  serviceEnv: ServiceEnv;
  wireWord: string;
  /** Schemes of `Authorization` that carry a key, beside `Bearer`. */
  apiKeySchemes: string[];
  demo: boolean;
  adminToken: string | null;
  /** Content reads a minute for each key or client address; 0 means no limit. */
  rateLimit: number;
  /** Memory for all caches together, in bytes; 0 switches them off. */
  cacheBytes: number;
  trustProxy: string[];
  /** Origins whose pages may use the management API. */
  manageOrigins: string[];
  /** Lets webhooks reach loopback and private addresses. */
  webhookAllowPrivate: boolean;
  /** The OpenID Connect provider; null if there is none. */
  oidc: {
    issuer: string;
    clientId: string;
    clientSecret: string | null;
    name: string;
    scopes: string;
    linkByEmail: boolean;
  } | null;
  /** False: passwords are disabled. */
  passwordSignIn: boolean;
  /** The key that encrypts webhooks' secrets; null: a key in the database. */
  secretKey: string | null;
  /** The key that encrypts secrets in exports; null: commands ask for it. */
  passphrase: string | null;
  /** Media storage in a bucket; null: only on this disk. */
  s3: { url: string; key: string; secret: string; region: string } | null;
  mediaStorage: 'disk' | 's3';
  /** The address that serves media, if it is not `publicUrl`: a CDN. */
  mediaPublicUrl: string | null;
  /** Bytes of stored thumbnails. */
  thumbsMax: number;
  /** Days that entries of the audit log are kept. */
  auditDays: number;
  /** Days that the content of items from feeds is stored beside their articles. */
  rawDays: number;
  logLevel: string;
  /** The role of this process: serve requests, run jobs, or both. */
  role: 'all' | 'http' | 'work';
}

const SERVICE_ENVS = ['development', 'sandbox', 'staging', 'production'];
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const SERVICE_WORD = 'service';
/** A scheme is a token of HTTP (RFC 9110, 5.6.2). */
const SCHEME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,50}$/;
const LARGEST_RATE = 10_000_000;
const CACHE_BYTES = 128 * 1024 * 1024;
const LARGEST_CACHE = 64 * 1024 ** 3;
/** Settings that are not implemented yet: setting one is an error. */
const NOT_BUILT = ['DATABASE_REPLICA_URLS'];
const THUMBS_MAX = 5 * 1024 ** 3;
/** Two years. */
const AUDIT_DAYS = 730;
const RAW_DAYS = 14;
const LONGEST_RAW = 365;
const LONGEST_AUDIT = 36_500;
const LARGEST_STORE = 900 * 1024 ** 3;

export function readEnv(): Env {
  return { ...process.env };
}

export function toConfig(env: Env): Config {
  const faults: string[] = [];
  const read = reader(env, faults);
  const wireWord =
    read.optional('WIRE_WORD', /^[a-z][a-z0-9]{0,30}$/, 'must be lower-case letters and digits') ?? SERVICE_WORD;
  const config: Config = {
    host: read.text('HOST', '127.0.0.1'),
    port: read.integer('PORT', 4000, 0, 65_535),
    publicUrl: read.address('PUBLIC_URL'),
    analyticsUrl: read.address('ANALYTICS_URL'),
    databaseUrl: read.optional('DATABASE_URL', /^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://'),
    dataDir: read.optional('DATA_DIR', /./, ''),
    serviceEnv: read.choice('SERVICE_ENV', SERVICE_ENVS, 'development') as ServiceEnv, // checked against the list
    wireWord,
    apiKeySchemes: read.list('API_KEY_SCHEMES', SCHEME, 'must be words such as ACME-API-KEY, comma-separated', [
      `${wireWord.toUpperCase()}-API-KEY`,
    ]),
    demo: read.flag('DEMO'),
    adminToken: read.optional(
      'MASTHEAD_ADMIN_TOKEN',
      /^[\x21-\x7e]{8,500}$/,
      'must be 8 to 500 ASCII characters without spaces',
    ),
    rateLimit: read.integer('RATE_LIMIT', 0, 0, LARGEST_RATE),
    cacheBytes: read.integer('CACHE_BYTES', CACHE_BYTES, 0, LARGEST_CACHE),
    trustProxy: read.list(
      'TRUST_PROXY',
      /^[0-9a-fA-F:.]+(\/\d{1,3})?$/,
      'must be addresses or networks such as 10.0.0.0/8',
    ),
    manageOrigins: read.list(
      'MANAGE_ORIGINS',
      { test: isOrigin },
      'must be origins such as https://app.example.com, as browsers send them: lower case, no path, no default port',
    ),
    oidc: oidcOf(read, faults),
    passwordSignIn: read.flag('PASSWORD_SIGN_IN', '1'),
    webhookAllowPrivate: read.flag('WEBHOOK_ALLOW_PRIVATE'),
    secretKey: read.optional('SECRET_KEY', /^.{32,500}$/, 'must be 32 to 500 characters, preferably random'),
    passphrase: read.optional('MASTHEAD_PASSPHRASE', /^.{12,1000}$/, 'must be 12 to 1000 characters'),
    s3: s3Of(read, faults),
    mediaStorage: read.choice(
      'MEDIA_STORAGE',
      ['disk', 's3'],
      env.S3_URL?.trim() ? 's3' : 'disk',
    ) as Config['mediaStorage'], // checked against the list
    mediaPublicUrl: read.address('MEDIA_PUBLIC_URL'),
    thumbsMax: read.integer('THUMBS_MAX', THUMBS_MAX, 0, LARGEST_STORE),
    auditDays: read.integer('AUDIT_DAYS', AUDIT_DAYS, 1, LONGEST_AUDIT),
    rawDays: read.integer('RAW_DAYS', RAW_DAYS, 1, LONGEST_RAW),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    role: read.choice('ROLE', ['all', 'http', 'work'], 'all') as Config['role'], // checked against the list
  };
  if (config.webhookAllowPrivate && config.serviceEnv === 'production') {
    faults.push(
      'WEBHOOK_ALLOW_PRIVATE=1 is refused with SERVICE_ENV=production: webhooks could reach your own network.',
    );
  }
  if (config.oidc?.issuer.startsWith('http:') && config.serviceEnv === 'production')
    faults.push('OIDC_ISSUER must begin with https:// with SERVICE_ENV=production.');
  // An invalid S3_URL has already been reported.
  if (config.mediaStorage === 's3' && !env.S3_URL?.trim()) faults.push('MEDIA_STORAGE=s3 needs S3_URL.');
  if (read.integer('WORKERS', 1, 1, 1024) > 1) faults.push('WORKERS: more than 1 is not built yet; leave it out.');
  for (const name of NOT_BUILT) if (env[name]) faults.push(`${name} is not built yet; leave it out.`);
  if (faults.length > 0) throw badConfiguration(`Bad settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  return config;
}

/** Null unless all settings are given. */
function s3Of(read: ReturnType<typeof reader>, faults: string[]): Config['s3'] {
  const url = read.address('S3_URL');
  const [key, secret] = ['S3_KEY', 'S3_SECRET'].map((name) =>
    read.optional(name, /^[\x21-\x7e]{1,500}$/, 'must be text without spaces'),
  );
  const region = read.optional('S3_REGION', /^[a-z0-9-]{1,50}$/, 'must be a region such as eu-north-1') ?? 'auto';
  if (!url) {
    if (key || secret) faults.push('S3_KEY and S3_SECRET need S3_URL.');
    return null;
  }
  if (!URL.canParse(url)) return null; // reported already
  const { pathname } = new URL(url);
  if (pathname === '/' || pathname.split('/').length !== 2)
    faults.push('S3_URL must end in the name of the bucket, such as https://s3.example.com/bucket.');
  if (!key || !secret) faults.push('S3_URL needs S3_KEY and S3_SECRET.');
  return key && secret ? { url, key, secret, region } : null;
}

/** Null unless all settings are given. */
function oidcOf(read: ReturnType<typeof reader>, faults: string[]): Config['oidc'] {
  const issuer = read.address('OIDC_ISSUER');
  const clientId = read.optional('OIDC_CLIENT_ID', /^[\x21-\x7e]{1,500}$/, 'must be text without spaces');
  const clientSecret = read.optional('OIDC_CLIENT_SECRET', /^[\x21-\x7e]{1,500}$/, 'must be text without spaces');
  const name = read.optional('OIDC_NAME', /^[^\p{Cc}]{1,100}$/u, 'must be a line of up to 100 characters');
  const scopes = read.optional(
    'OIDC_SCOPES',
    /^(?=.*\bopenid\b)[\x21-\x7e ]{1,500}$/,
    'must be scopes with openid among them',
  );
  const linkByEmail = read.flag('OIDC_LINK_BY_EMAIL');
  if (!issuer) {
    if (clientId || clientSecret || linkByEmail)
      faults.push('OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_LINK_BY_EMAIL need OIDC_ISSUER.');
    return null;
  }
  if (!URL.canParse(issuer)) return null; // reported already
  if (!clientId) faults.push('OIDC_ISSUER needs OIDC_CLIENT_ID.');
  return {
    issuer,
    clientId: clientId ?? '',
    clientSecret,
    name: name ?? new URL(issuer).hostname,
    scopes: scopes ?? 'openid email profile',
    linkByEmail,
  };
}

function reader(env: Env, faults: string[]) {
  const given = (name: string) => env[name]?.trim() || undefined;
  const optional = (name: string, pattern: RegExp, rule: string): string | null => {
    const value = given(name);
    if (value === undefined) return null;
    // The message does not show the value: it may contain a secret or a password.
    if (!pattern.test(value)) faults.push(`${name} ${rule}.`);
    return value;
  };
  return {
    optional,
    text: (name: string, fallback: string) => given(name) ?? fallback,
    integer(name: string, fallback: number, least: number, most: number): number {
      const value = given(name) ?? String(fallback);
      const inRange = /^\d{1,12}$/.test(value) && Number(value) >= least && Number(value) <= most;
      if (!inRange) faults.push(`${name} must be a whole number from ${least} to ${most}; it is “${value}”.`);
      return inRange ? Number(value) : fallback;
    },
    choice(name: string, choices: string[], fallback: string): string {
      const value = given(name) ?? fallback;
      if (!choices.includes(value)) faults.push(`${name} must be one of ${choices.join(', ')}; it is “${value}”.`);
      return value;
    },
    flag(name: string, fallback: '0' | '1' = '0'): boolean {
      const value = (given(name) ?? fallback).toLowerCase();
      if (!['0', '1', 'true', 'false'].includes(value)) faults.push(`${name} must be 0 or 1; it is “${value}”.`);
      return value === '1' || value === 'true';
    },
    address(name: string): string | null {
      const value = optional(
        name,
        /^https?:\/\/[^\s/?#]+(\/[^\s?#]*)?$/,
        'must be an address such as https://example.com',
      );
      return value?.replace(/\/+$/, '') ?? null;
    },
    list(name: string, pattern: Pick<RegExp, 'test'>, rule: string, fallback: string[] = []): string[] {
      const text = given(name);
      if (text === undefined) return fallback;
      const values = text.split(',').flatMap((value) => value.trim() || []);
      if (values.length === 0) faults.push(`${name} is an empty list; omit it for the default.`);
      if (!values.every((value) => pattern.test(value))) faults.push(`${name} ${rule}.`);
      return values;
    },
  };
}

/** Exactly as a browser sends it. */
function isOrigin(value: string): boolean {
  return /^https?:\/\/[^*]+$/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}
