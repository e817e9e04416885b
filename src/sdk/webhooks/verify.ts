/** Verifies a notification: by the interface's signature, or by that of Standard Webhooks. */
import { timingSafeEqual } from 'node:crypto';
import { signature, standardSignature } from '../../core/signature.ts';
import type { Action, Notification } from './notification.ts';

export interface Received {
  /** Default POST. */
  method?: string;
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The body exactly as it came: not parsed and written again. */
  body: string | Uint8Array;
}

export interface VerifyOptions {
  /** The secret of the webhook, or several during a rotation. */
  secret: string | readonly string[];
  /** The address exactly as it is registered in Masthead, whitespace included. */
  url: string;
  /** The accepted environments; only `production` by default. */
  env?: string | readonly string[];
  /** Which signature must match; `any` accepts either. */
  scheme?: 'any' | 'interface' | 'standard';
  /** How old, in seconds, a notification with a Standard Webhooks signature may be. */
  tolerance?: number;
  /** The word in the header names, if the service has another one. */
  wireWord?: string;
  /** The current time in milliseconds. */
  now?: () => number;
}

export type Refusal = 'options' | 'unsigned' | 'signature' | 'environment' | 'too old' | 'body';
export type Verdict = { ok: true; notification: Notification } | { ok: false; reason: Refusal; message: string };

const TOLERANCE = 300;
const TEST_ARTICLE_ID = 0;
const ACTIONS: readonly string[] = ['publish', 'update', 'unpublish'] satisfies Action[];

/** The problem with the options, in one sentence, or null. JavaScript callers may pass unset variables. */
export function optionsFault({ secret, url }: VerifyOptions): string | null {
  const secrets: unknown[] = [secret].flat();
  if (secrets.length === 0 || secrets.some((one) => typeof one !== 'string' || one.trim() === '')) {
    return 'The option `secret` must be the secret of the webhook, or a list of its secrets; none may be empty.';
  }
  return typeof url === 'string' ? null : 'The option `url` must be the address that is registered in Masthead.';
}

/** Never throws: with options that cannot be used, every request is refused. */
export function verify(received: Received, options: VerifyOptions): Verdict {
  const fault = optionsFault(options);
  if (fault !== null) return refused('options', fault);
  const sent = headersOf(received, options.wireWord);
  const body = textOf(received.body);
  if (body === null) return refused('body', 'The body is not UTF-8.');
  const signed = checkSignature(received.method ?? 'POST', body, sent, options);
  if (signed !== true) return signed;
  const accepted = [options.env ?? 'production'].flat();
  if (!accepted.includes(sent.env)) {
    return refused(
      'environment',
      `This is a notification of the environment “${sent.env}”; accepted: ${accepted.join(', ')}.`,
    );
  }
  return read(body, sent);
}

export type NotificationHeaders = ReturnType<typeof headersOf>;

export function headersOf({ headers }: Pick<Received, 'headers'>, wireWord = 'service') {
  const get = (name: string): string | null => {
    const value = headers instanceof Headers ? headers.get(name) : (headers[name] ?? headers[name.toLowerCase()]);
    return value === undefined || value === null ? null : String(value);
  };
  const own = (name: string) => get(`x-${wireWord.toLowerCase()}-${name}`);
  return {
    action: own('action') ?? '',
    env: own('env') ?? '',
    signature: own('signature'),
    deliveryId: own('delivery') ?? get('webhook-id'),
    attempt: own('attempt'),
    version: own('version'),
    standardId: get('webhook-id'),
    standardTimestamp: get('webhook-timestamp'),
    standardSignature: get('webhook-signature'),
  };
}

export function textOf(body: string | Uint8Array): string | null {
  if (typeof body === 'string') return body;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}

function checkSignature(
  method: string,
  body: string,
  sent: NotificationHeaders,
  options: VerifyOptions,
): true | Verdict {
  const { scheme = 'any' } = options;
  const mayBeInterface = scheme !== 'standard' && sent.signature !== null;
  const mayBeStandard = scheme !== 'interface' && sent.standardSignature !== null;
  if (!mayBeInterface && !mayBeStandard) return refused('unsigned', 'The request has no signature.');
  if (mayBeInterface && matchesInterface(method, body, sent, options)) return true;
  if (mayBeStandard && matchesStandard(body, sent, options)) {
    const age = Math.abs((options.now ?? Date.now)() / 1_000 - Number(sent.standardTimestamp));
    return (
      age <= (options.tolerance ?? TOLERANCE) || refused('too old', `It was signed ${Math.round(age)} seconds ago.`)
    );
  }
  return refused('signature', 'The signature does not match. `masthead verify --explain` finds the cause.');
}

function matchesInterface(
  method: string,
  body: string,
  sent: NotificationHeaders,
  { secret, url }: VerifyOptions,
): boolean {
  const request = { method, action: sent.action, env: sent.env, url, body };
  return [secret]
    .flat()
    .some((one) =>
      (['hex', 'base64'] as const).some((encoding) => isSame(signature(request, one, encoding), sent.signature ?? '')),
    );
}

function matchesStandard(body: string, sent: NotificationHeaders, { secret }: VerifyOptions): boolean {
  const timestamp = Number(sent.standardTimestamp ?? Number.NaN);
  if (sent.standardId === null || !Number.isSafeInteger(timestamp)) return false;
  const message = { id: sent.standardId, timestamp, body };
  const shown = (sent.standardSignature ?? '').split(' ');
  return [secret].flat().some((one) => shown.some((value) => isSame(standardSignature(message, [one]), value)));
}

/** In constant time for texts of one length. */
function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function read(body: string, sent: NotificationHeaders): Verdict {
  const content = parsed(body);
  const { action, article } = content ?? {};
  if (typeof action !== 'string' || !ACTIONS.includes(action) || typeof article?.id !== 'number') {
    return refused('body', 'The body is not a notification.');
  }
  // The signature of Standard Webhooks does not cover the header.
  if (action !== sent.action) return refused('body', `The header says “${sent.action}”, the body “${action}”.`);
  const notification = {
    action,
    article,
    env: sent.env,
    deliveryId: sent.deliveryId,
    attempt: numberOrNull(sent.attempt),
    version: numberOrNull(sent.version),
    // By the body, which is signed; the header is not.
    isTest: article.id === TEST_ARTICLE_ID,
  } as Notification; // the signature says that Masthead wrote it
  return { ok: true, notification };
}

function parsed(body: string): { action?: unknown; article?: { id?: unknown } } | null {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function numberOrNull(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function refused(reason: Refusal, message: string): Verdict {
  return { ok: false, reason, message };
}
