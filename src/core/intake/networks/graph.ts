/** The Graph API, for Instagram and Facebook: what its errors and usage headers mean. Errors are told apart by their codes alone. */
import { countOf, type Failure, type FailureCode, type Json, listOf, objectOf, textOf } from './post.ts';

export const HOUR_S = 3_600;
export const DAY_S = 86_400;
/** Of what the network allows: from here on nothing is asked. */
const THROTTLED_PERCENT = 80;

/** The codes of dead tokens. */
const TOKEN_CODES = [190, 102];
const SUBCODES: Record<number, [FailureCode, boolean]> = {
  // The owner must act at the network: a checkpoint.
  459: ['account_locked', false],
  460: ['password_changed', true],
  463: ['token_expired', true],
};
const RATE_CODES = [4, 17, 32, 613, 80001, 80002];
const CODES: Record<number, [FailureCode, boolean]> = {
  1: ['network_unavailable', false],
  2: ['network_unavailable', false],
  10: ['permission_missing', false],
  // Too many hashtags.
  18: ['quota_exhausted', true],
  24: ['not_found', false],
  110: ['not_found', false],
  368: ['account_locked', false],
  803: ['not_found', false],
};
/** Of code 100: the object is not there, or not to be seen. */
const MISSING_SUBCODE = 33;

/** Null: the answer is good. */
export function failureOf(status: number, body: unknown): Failure | null {
  const { error } = objectOf(body);
  if (status === 200 && error === undefined) return null;
  const { code, error_subcode, message, is_transient } = objectOf(error);
  const [number, subcode] = [numberOf(code), numberOf(error_subcode)];
  const [name, isDefinite] = meaningOf(status, number, subcode, is_transient === true);
  return { code: name, isDefinite, message: textOf(message, 500) || `The network answered ${status}.` };
}

function meaningOf(status: number, code: number, subcode: number, isTransient: boolean): [FailureCode, boolean] {
  if (TOKEN_CODES.includes(code)) return SUBCODES[subcode] ?? ['token_invalid', false];
  if (RATE_CODES.includes(code)) return ['rate_limited', false];
  if (code >= 200 && code <= 299) return ['permission_missing', false];
  if (code === 100 && subcode === MISSING_SUBCODE) return ['not_found', false];
  const known = CODES[code];
  if (known) return known;
  if (isTransient || status >= 500) return ['network_unavailable', false];
  if (code < 0 && status === 403) return ['forbidden', false];
  return ['bad_response', false];
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : -1);

/** What an account has used, in percent: the largest figure counts. `window` is that of the limit, in seconds. */
export interface Usage {
  percent: number;
  /** Until the network answers again; 0 if it does not refuse yet. */
  regainS: number;
  window: number;
}

/** Null without headers, which does not say that nothing was used. */
export function usageOf(headers: Record<string, string>): Usage | null {
  const business = Object.values(objectOf(parsed(headers['x-business-use-case-usage']))).flatMap(listOf);
  const app = objectOf(parsed(headers['x-app-usage']));
  const all = [
    ...business.map((one) => usage(one, DAY_S)),
    ...(Object.keys(app).length > 0 ? [usage(app, HOUR_S)] : []),
  ];
  return all.sort((a, b) => b.percent - a.percent)[0] ?? null;
}

function usage(given: Json, window: number): Usage {
  const percents = ['call_count', 'total_time', 'total_cputime'].map((name) => countOf(given[name]) ?? 0);
  return {
    percent: Math.max(...percents),
    regainS: (countOf(given.estimated_time_to_regain_access) ?? 0) * 60,
    window,
  };
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

/** As a quota that is used up, or null: the counts go down while nothing is asked, the longer the more was used. */
export function throttled(
  headers: Record<string, string>,
  ceiling: number,
  now: Date,
): { limit: number; remaining: number; resetsAt: Date } | null {
  const used = usageOf(headers);
  if (!used || used.percent < THROTTLED_PERCENT) return null;
  const share = Math.max(0.5, (used.percent - THROTTLED_PERCENT) / (100 - THROTTLED_PERCENT));
  const seconds = Math.min(Math.max(used.regainS, used.window * share), DAY_S);
  return { limit: ceiling, remaining: 0, resetsAt: new Date(now.getTime() + seconds * 1_000) };
}

/** `data` and the token of the next page: a page that is short or empty may have one. */
export function pageOf(list: unknown): { rows: Json[]; next: string | null } {
  const { data, paging } = objectOf(list);
  const { cursors, next } = objectOf(paging);
  const after = textOf(objectOf(cursors).after, 2_000) || afterIn(next);
  return { rows: listOf(data), next: next === undefined || after === '' ? null : after };
}

/** Only this is taken of the address: the token in it belongs in no cursor. */
function afterIn(next: unknown): string {
  try {
    return (new URL(textOf(next)).searchParams.get('after') ?? '').slice(0, 2_000);
  } catch {
    return '';
  }
}

/** Addresses of pictures are signed anew for every answer: without their signature, an unchanged post stays unchanged. */
export const withoutSignature = (url: string | null): string | null => url && (url.split('?')[0] ?? url);
