/** Why a request to another server failed, in one word that callers can act on and a sentence that people can read. */

export type OutboundReason =
  /** The address guard refused a host or an address; no connection was opened to it. */
  | 'address'
  | 'name'
  | 'connect'
  | 'tls'
  | 'timeout'
  /** The response is not valid HTTP, or the connection ended within it. */
  | 'broken'
  | 'too_large'
  | 'redirects'
  | 'aborted';

export class OutboundError extends Error {
  override name = 'OutboundError';
  readonly reason: OutboundReason;

  constructor(reason: OutboundReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

const MAX_MESSAGE_LENGTH = 500;
const CONNECT_CODES = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL|EACCES|EPERM|EINVAL)$/;
const TLS_CODES = /CERT|TLS|SSL|EPROTO|SELF_SIGNED|ALTNAME|UNABLE_TO/;

/** Turns what Node, OpenSSL and undici throw into an `OutboundError`. */
export function outboundError(error: Error & { code?: string }): OutboundError {
  if (error instanceof OutboundError) return error;
  // Node reports the attempts at several addresses as one AggregateError without a message.
  const message = error instanceof AggregateError ? (error.errors[0] as Error).message : error.message;
  const text = message.replaceAll('\0', '').slice(0, MAX_MESSAGE_LENGTH);
  return new OutboundError(reasonFor(error.code ?? ''), text, { cause: error });
}

function reasonFor(code: string): OutboundReason {
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'name';
  if (CONNECT_CODES.test(code)) return 'connect';
  if (TLS_CODES.test(code)) return 'tls';
  return 'broken';
}
