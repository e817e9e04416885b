/** Settings. The only reader of the environment: `readEnv` reads it, `toConfig` validates it, with every problem at once. */
import { availableParallelism } from 'node:os';
import { badConfiguration } from './core/errors.ts';
import { NETWORK_NAMES } from './core/intake/networks/networks.ts';
import { type Client, OAUTH } from './core/intake/networks/oauth.ts';
import { serverAddresses } from './core/server-addresses.ts';
import { type Env, type SettingsReader, settingsReader } from './core/settings-reader.ts';

export type ServiceEnv = 'development' | 'sandbox' | 'staging' | 'production';

export interface Config {
  host: string;
  port: number;
  /** Null: derived from the actual port. */
  publicUrl: string | null;
  analyticsUrl: string | null;
  /** Null: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | null;
  /** Replicas of that server, for reads. */
  replicaUrls: string[];
  /** Seconds that a start waits for a database that is starting or failing over. */
  databaseWait: number;
  /** Null: `defaultDataDir`. */
  dataDir: string | null;
  serviceEnv: ServiceEnv;
  wireWord: string;
  /** Schemes of `Authorization` that carry a key, beside `Bearer`. */
  apiKeySchemes: string[];
  demo: boolean;
  /** Whether a simulated town fills the demo while one watches. */
  demoLive: boolean;
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
  /** Addresses of simulators instead of the networks, by the network's name; never in production. */
  networkUrls: Record<string, string>;
  /** The clients that connect accounts, by the network's name. */
  networkClients: Record<string, Client>;
  /** The version of LinkedIn's API, YYYYMM. */
  linkedinVersion: string;
  /** Seconds between the first signal to stop and the end of serving, in which `/readyz` fails. */
  drainSeconds: number;
  /** The domain of the addresses of e-mail sources. */
  mailDomain: string | null;
  /** Days that raw messages are stored. */
  mailDays: number;
  /** Where messages are taken; null: nowhere. Certificate and key are names of files. */
  smtp: { host: string; port: number; domain: string; tls: { cert: string; key: string } | null } | null;
  /** Seconds that cached responses are served while the database is unavailable. */
  staleMax: number;
  /** Backups of the embedded database by itself; null: none. */
  backups: { everySeconds: number; keep: { daily: number; weekly: number }; to: string | null } | null;
  logLevel: string;
  /** Processes that share the port. */
  workers: number;
  /** Sends traces to a collector. */
  traces: boolean;
  /** The role of this process: serve requests, run jobs, or both. */
  role: 'all' | 'http' | 'work';
}

const SERVICE_ENVS = ['development', 'sandbox', 'staging', 'production'];
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const SERVICE_WORD = 'service';
/** A scheme is a token of HTTP (RFC 9110, 5.6.2). */
const SCHEME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,50}$/;
const NETWORK_URL = new RegExp(`^(${NETWORK_NAMES.join('|')})=https?://[^\\s/?#]+(/[^\\s?#]*)?$`);
/** Versions live for about a year. */
const LINKEDIN_VERSION = '202609';
const LARGEST_RATE = 10_000_000;
const CACHE_BYTES = 128 * 1024 * 1024;
const LARGEST_CACHE = 64 * 1024 ** 3;
const REPLICA_URL = /^postgres(ql)?:\/\/[^\s,]+$/;
/** Where a load balancer may be in front; developers need not wait. */
const DRAIN_S = 3;
const LONGEST_DRAIN = 300;
const DATABASE_WAIT = 300;
const LONGEST_WAIT = 86_400;
const THUMBS_MAX = 5 * 1024 ** 3;
/** Two years. */
const AUDIT_DAYS = 730;
const RAW_DAYS = 14;
const LONGEST_RAW = 365;
const MAIL_DAYS = 30;
const DOMAIN = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i;
const STALE_MAX = 3_600;
const LONGEST_STALE = 7 * 86_400;
const BACKUP_EVERY = 86_400;
const LONGEST_BACKUP = 366 * 86_400;
const BACKUP_PLACE = /^(s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*|\/.+)$/;
const BACKUP_KEEP = /^[1-9]\d{0,3}d,\d{1,4}w$/;
const LONGEST_AUDIT = 36_500;
const LARGEST_STORE = 900 * 1024 ** 3;

export function readEnv(): Env {
  return { ...process.env };
}

export function toConfig(env: Env): Config {
  const faults: string[] = [];
  const read = settingsReader(env, faults);
  const wireWord =
    read.optional('WIRE_WORD', /^[a-z][a-z0-9]{0,30}$/, 'must be lower-case letters and digits') ?? SERVICE_WORD;
  const config: Config = {
    host: read.text('HOST', '127.0.0.1'),
    port: read.integer('PORT', 4000, 0, 65_535),
    publicUrl: read.address('PUBLIC_URL'),
    analyticsUrl: read.address('ANALYTICS_URL'),
    databaseUrl: read.optional('DATABASE_URL', /^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://'),
    replicaUrls: read.list('DATABASE_REPLICA_URLS', REPLICA_URL, 'must be addresses of one host each, comma-separated'),
    databaseWait: read.integer('DATABASE_WAIT', DATABASE_WAIT, 0, LONGEST_WAIT),
    dataDir: read.optional('DATA_DIR', /./, ''),
    serviceEnv: read.choice('SERVICE_ENV', SERVICE_ENVS, 'development') as ServiceEnv, // checked against the list
    wireWord,
    apiKeySchemes: read.list('API_KEY_SCHEMES', SCHEME, 'must be words such as ACME-API-KEY, comma-separated', [
      `${wireWord.toUpperCase()}-API-KEY`,
    ]),
    demo: read.flag('DEMO'),
    demoLive:
      read.flag('DEMO_LIVE') && read.flag('DEMO') && (env.SERVICE_ENV?.trim() || 'development') === 'development',
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
    linkedinVersion:
      read.optional('LINKEDIN_VERSION', /^20\d{2}(0[1-9]|1[0-2])$/, 'must be a year and a month such as 202609') ??
      LINKEDIN_VERSION,
    networkUrls: Object.fromEntries(
      read
        .list('NETWORK_URLS', NETWORK_URL, 'must be addresses such as x=http://localhost:4100/x, comma-separated')
        .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1).replace(/\/+$/, '')]),
    ),
    networkClients: networkClientsOf(read, faults),
    drainSeconds: read.integer('DRAIN_S', env.SERVICE_ENV?.trim() === 'production' ? DRAIN_S : 0, 0, LONGEST_DRAIN),
    mailDomain: mailDomainOf(read),
    mailDays: read.integer('MAIL_DAYS', MAIL_DAYS, 1, LONGEST_RAW),
    smtp: smtpOf(read, faults),
    staleMax: read.duration('STALE_MAX', STALE_MAX, LONGEST_STALE),
    backups: backupsOf(read, faults, env),
    workers: workersOf(read),
    traces: tracesOf(read),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    role: read.choice('ROLE', ['all', 'http', 'work'], 'all') as Config['role'], // checked against the list
  };
  if (config.databaseUrl && !serverAddresses(config.databaseUrl))
    faults.push('DATABASE_URL must name hosts that accept writes (target_session_attrs=read-write).');
  if (config.webhookAllowPrivate && config.serviceEnv === 'production') {
    faults.push(
      'WEBHOOK_ALLOW_PRIVATE=1 is refused with SERVICE_ENV=production: webhooks could reach your own network.',
    );
  }
  if (Object.keys(config.networkUrls).length > 0 && config.serviceEnv === 'production')
    faults.push('NETWORK_URLS is refused with SERVICE_ENV=production: it is for simulated networks.');
  if (config.oidc?.issuer.startsWith('http:') && config.serviceEnv === 'production')
    faults.push('OIDC_ISSUER must begin with https:// with SERVICE_ENV=production.');
  // An invalid S3_URL has already been reported.
  if (config.mediaStorage === 's3' && !env.S3_URL?.trim()) faults.push('MEDIA_STORAGE=s3 needs S3_URL.');
  if (config.replicaUrls.length > 0 && !config.databaseUrl) faults.push('DATABASE_REPLICA_URLS needs DATABASE_URL.');
  if (faults.length > 0) throw badConfiguration(`Bad settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  return config;
}

/** By the names that all programs with OpenTelemetry share; the SDK reads the rest of them. */
function tracesOf(read: SettingsReader): boolean {
  const isOff = read.text('OTEL_SDK_DISABLED', '') === 'true' || read.text('OTEL_TRACES_EXPORTER', '') === 'none';
  const parts = ['TRACES_', ''].filter((part) => !isOff && read.address(`OTEL_EXPORTER_OTLP_${part}ENDPOINT`) !== null);
  for (const part of parts) read.optional(`OTEL_EXPORTER_OTLP_${part}PROTOCOL`, /^http\/json$/, 'must be http/json');
  return parts.length > 0;
}

function workersOf(read: SettingsReader): number {
  const given = read.optional('WORKERS', /^(auto|[1-9]\d?)$/, 'must be a number of processes up to 99, or auto') ?? '1';
  return given === 'auto' ? availableParallelism() : Number.parseInt(given, 10) || 1;
}

/** By default every day, except for a demo and for a server, which has tools of its own. */
function backupsOf(read: SettingsReader, faults: string[], env: Env): Config['backups'] {
  const isOurs = !env.DATABASE_URL?.trim();
  const everySeconds = read.duration('BACKUP_EVERY', isOurs && !read.flag('DEMO') ? BACKUP_EVERY : 0, LONGEST_BACKUP);
  const to = read.optional(
    'BACKUP_TO',
    BACKUP_PLACE,
    'must be a folder, or a place in a bucket such as s3://bucket/name',
  );
  const given = read.optional('BACKUP_KEEP', BACKUP_KEEP, 'must be numbers of days and weeks such as 7d,4w') ?? '7d,4w';
  const [daily = 0, weekly = 0] = given.split(',').map((part) => Number.parseInt(part, 10));
  if (everySeconds > 0 && !isOurs)
    faults.push('BACKUP_EVERY is for the embedded database; with DATABASE_URL use the tools of PostgreSQL.');
  if (to?.startsWith('s3://') && !env.S3_URL?.trim()) faults.push('BACKUP_TO in a bucket needs S3_URL.');
  return everySeconds === 0 ? null : { everySeconds, keep: { daily, weekly }, to };
}

const mailDomainOf = (read: SettingsReader) =>
  read.optional('MAIL_DOMAIN', DOMAIN, 'must be a domain such as in.example.com')?.toLowerCase() ?? null;

/** Null unless `SMTP_PORT` is given. */
function smtpOf(read: SettingsReader, faults: string[]): Config['smtp'] {
  const given = read.optional('SMTP_PORT', /^/, '');
  const [cert, key] = ['SMTP_TLS_CERT', 'SMTP_TLS_KEY'].map((name) => read.optional(name, /./, ''));
  const host = read.text('SMTP_HOST', read.text('HOST', '127.0.0.1'));
  if (given === null) {
    if (cert || key) faults.push('SMTP_TLS_CERT and SMTP_TLS_KEY need SMTP_PORT.');
    return null;
  }
  const domain = read.text('MAIL_DOMAIN', '').toLowerCase();
  if (domain === '') faults.push('SMTP_PORT needs MAIL_DOMAIN.');
  if (!cert !== !key) faults.push('SMTP_TLS_CERT and SMTP_TLS_KEY need each other.');
  return { host, port: read.integer('SMTP_PORT', 0, 0, 65_535), domain, tls: cert && key ? { cert, key } : null };
}

/** Servers of Mastodon give a client to everyone who asks. */
function networkClientsOf(read: SettingsReader, faults: string[]): Config['networkClients'] {
  const named = NETWORK_NAMES.filter((name) => OAUTH[name] && name !== 'mastodon').flatMap((name) => {
    const [id, secret] = ['ID', 'SECRET'].map((part) =>
      read.optional(`${name.toUpperCase()}_CLIENT_${part}`, /^[\x21-\x7e]{1,500}$/, 'must be text without spaces'),
    );
    if (!id && secret) faults.push(`${name.toUpperCase()}_CLIENT_SECRET needs ${name.toUpperCase()}_CLIENT_ID.`);
    // X knows some clients by their id alone.
    if (id && !secret && name !== 'x')
      faults.push(`${name.toUpperCase()}_CLIENT_ID needs ${name.toUpperCase()}_CLIENT_SECRET.`);
    return id ? [[name, { id, secret: secret ?? null }] as const] : [];
  });
  return Object.fromEntries(named);
}

/** Null unless all settings are given. */
function s3Of(read: SettingsReader, faults: string[]): Config['s3'] {
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
function oidcOf(read: SettingsReader, faults: string[]): Config['oidc'] {
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

/** Exactly as a browser sends it. */
function isOrigin(value: string): boolean {
  return /^https?:\/\/[^*]+$/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}
