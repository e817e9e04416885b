/** The headers of a notification: the interface's exactly as it spells them, then ours. */
import { signature, standardSignature } from '../../core/signature.ts';
import type { HeaderList } from '../../outbound/post.ts';
import type { WebhookRow } from './queries.ts';

export interface WireSettings {
  /** `service` makes `X-Service-Action`. */
  wireWord: string;
  /** The value of `X-Service-Env`. */
  env: string;
}

export interface Message {
  action: string;
  body: string;
  /** The body as it is sent. */
  bytes: Buffer;
  /** Of a delivery, or of a notification sent by a command. */
  deliveryId: number | string;
  /** From 1. */
  attempt: number;
  version: number;
  isTest?: boolean;
}

/** The decrypted secrets of a webhook; the last two may be absent. */
export interface OpenSecrets {
  current: string;
  next: string | null;
  previous: string | null;
}

const METHOD = 'POST';

export function messageHeaders(
  { wireWord, env }: WireSettings,
  webhook: Pick<WebhookRow, 'url' | 'signature_encoding' | 'extra_headers'>,
  secrets: OpenSecrets,
  message: Message,
  now: Date,
): HeaderList {
  const own = (name: string) => `X-${wireWord.charAt(0).toUpperCase()}${wireWord.slice(1)}-${name}`;
  const { action, body } = message;
  const encoding = webhook.signature_encoding === 'base64' ? 'base64' : 'hex';
  const signed = signature({ method: METHOD, action, env, url: webhook.url, body }, secrets.current, encoding);
  const headers: HeaderList = [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Accept', '*/*'],
    ['User-Agent', 'Masthead-Webhooks'],
    ['Content-Length', String(message.bytes.length)],
    [own('Action'), action],
    [own('Env'), env],
    [own('Signature'), signed],
  ];
  // Also where the extra headers are off: nothing else distinguishes a test from an event.
  if (message.isTest) headers.push([own('Test'), 'true']);
  return webhook.extra_headers ? [...headers, ...extraHeaders(own, secrets, message, now)] : headers;
}

function extraHeaders(own: (name: string) => string, secrets: OpenSecrets, message: Message, now: Date): HeaderList {
  const id = String(message.deliveryId);
  const timestamp = Math.floor(now.getTime() / 1_000);
  const known = [secrets.current, secrets.next, secrets.previous].filter((secret) => secret !== null);
  return [
    [own('Delivery'), id],
    [own('Attempt'), String(message.attempt)],
    [own('Version'), String(message.version)],
    ['webhook-id', id],
    ['webhook-timestamp', String(timestamp)],
    ['webhook-signature', standardSignature({ id, timestamp, body: message.bytes }, known)],
  ];
}
