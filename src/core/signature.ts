/**
 * How notifications are signed. The interface's signature covers the request with everything in lower case. The signature
 * of Standard Webhooks, sent beside it, also covers the letter case of the body and the time of sending.
 */
import { createHmac } from 'node:crypto';
import { type SignedRequest, textToSign } from './signed-text.ts';

export interface StandardMessage {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  /** As text, or as the bytes that go over the wire. */
  body: string | Buffer;
}

export type SignatureEncoding = 'hex' | 'base64';

const STANDARD_PREFIX = 'whsec_';

export function signature(request: SignedRequest, secret: string, encoding: SignatureEncoding = 'hex'): string {
  return createHmac('sha256', secret).update(textToSign(request), 'utf8').digest(encoding);
}

/** The value of `webhook-signature`: one signature for each secret, so that a receiver may know either of two. */
export function standardSignature({ id, timestamp, body }: StandardMessage, secrets: readonly string[]): string {
  const before = `${id}.${timestamp}.`;
  return secrets
    .map((secret) => `v1,${createHmac('sha256', standardKey(secret)).update(before).update(body).digest('base64')}`)
    .join(' ');
}

/** The key of a secret of the form `whsec_…` is the rest in base64; the key of any other is its text. */
function standardKey(secret: string): Buffer {
  return secret.startsWith(STANDARD_PREFIX)
    ? Buffer.from(secret.slice(STANDARD_PREFIX.length), 'base64')
    : Buffer.from(secret, 'utf8');
}
