/** Errors of the Graph API: status 400, with a code. */
import type { Answer, Asked } from './answer.ts';

export interface GraphAsked extends Asked {
  fields: string;
}

export function graphError(code: number, message: string, subcode?: number, isTransient = false): Answer {
  const named = subcode === undefined ? {} : { error_subcode: subcode };
  const trace = { is_transient: isTransient, fbtrace_id: 'AsimulatedTrace' };
  return { status: 400, body: { error: { message, type: 'OAuthException', code, ...named, ...trace } } };
}

export function tokenError(code: number, subcode: number | undefined, message: string): Answer {
  const challenge = `OAuth "Facebook Platform" "invalid_token" "${message}"`;
  return { ...graphError(code, message, subcode), headers: { 'www-authenticate': challenge } };
}

/** What is not there and what may not be seen look the same. */
export const missing = (id: string): Answer =>
  graphError(
    100,
    `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    33,
  );
