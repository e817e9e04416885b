/** Errors of calls, with the message of the service if it answered. */

export interface Problem {
  path: string;
  message: string;
}

interface Details {
  status: number;
  body?: Record<string, unknown>;
  retryAfter?: number | null;
  requestId?: string | null;
  cause?: unknown;
}

/** A call that got no answer, or an answer that is not a success. */
export class MastheadError extends Error {
  override name = 'MastheadError';
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The invalid parameter, if the service names one. */
  readonly parameter: string | null;
  /** Every problem of a body that was rejected. */
  readonly problems: readonly Problem[];
  /** Seconds after which to retry, if the service says so. */
  readonly retryAfter: number | null;
  /** The id of the request in the service’s log. */
  readonly requestId: string | null;
  /** The whole body of the error, with fields that are not listed here. */
  readonly body: Readonly<Record<string, unknown>>;
  /** How often the request was sent. After a repeat a 404 or 409 may be the effect of an attempt whose answer was lost. */
  attempts = 1;

  constructor(message: string, { status, body = {}, retryAfter, requestId, cause }: Details) {
    super(message, cause === undefined ? {} : { cause });
    this.status = status;
    this.parameter = typeof body.parameter === 'string' ? body.parameter : null;
    this.problems = Array.isArray(body.problems) ? body.problems : [];
    this.retryAfter = retryAfter ?? null;
    this.requestId = requestId ?? null;
    this.body = body;
  }

  /** Whether the same call may succeed later: no answer, too many requests, or the service is unavailable. */
  get isTemporary(): boolean {
    return [0, 429, 502, 503, 504].includes(this.status);
  }
}

/** 409: someone else changed it since it was read (`ifMatch`), or it clashes with something that exists. */
export class ConflictError extends MastheadError {
  override name = 'ConflictError';
}

/** 422: the body is invalid; `problems` says why. */
export class ValidationError extends MastheadError {
  override name = 'ValidationError';
}

/** 429: too many requests; `retryAfter` says how long to wait. */
export class RateLimitError extends MastheadError {
  override name = 'RateLimitError';
}

/** 503: the service or its database is unavailable. */
export class UnavailableError extends MastheadError {
  override name = 'UnavailableError';
}

const KINDS: Record<number, typeof MastheadError> = {
  409: ConflictError,
  422: ValidationError,
  429: RateLimitError,
  503: UnavailableError,
};

export function errorOf(response: Response, body: unknown): MastheadError {
  const { status, statusText, headers } = response;
  const Kind = KINDS[status] ?? MastheadError;
  const said = isErrorBody(body) ? body : null;
  return new Kind(said?.error ?? `The service answered ${status} ${statusText}`.trim(), {
    status,
    body: said ?? {},
    retryAfter: secondsOf(headers.get('retry-after')),
    requestId: headers.get('x-request-id'),
  });
}

/** A proxy in front of the service may answer with a page of its own. */
function isErrorBody(body: unknown): body is { error: string } & Record<string, unknown> {
  return typeof (body as { error?: unknown } | null)?.error === 'string';
}

/** Seconds, or a date as proxies may write it. */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, (at - Date.now()) / 1000);
}
