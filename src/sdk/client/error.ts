/** What went wrong, in the words of the service where it gave some. */

export interface Problem {
  path: string;
  message: string;
}

interface Details {
  status: number;
  parameter?: string | null;
  problems?: Problem[];
  retryAfter?: number | null;
  requestId?: string | null;
  cause?: unknown;
}

/** A call that got no answer, or an answer that is not a success. */
export class MastheadError extends Error {
  override name = 'MastheadError';
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The parameter to blame, when the service names one. */
  readonly parameter: string | null;
  /** Everything in a body that did not fit; empty for what is read. */
  readonly problems: readonly Problem[];
  /** Seconds after which the service wants to be asked again. */
  readonly retryAfter: number | null;
  /** The name of the request in the service’s log. */
  readonly requestId: string | null;

  constructor(message: string, { status, parameter, problems, retryAfter, requestId, cause }: Details) {
    super(message, cause === undefined ? {} : { cause });
    this.status = status;
    this.parameter = parameter ?? null;
    this.problems = problems ?? [];
    this.retryAfter = retryAfter ?? null;
    this.requestId = requestId ?? null;
  }

  /** Whether the same call may succeed later: nothing answered, too much was asked, or the service is away. */
  get isPassing(): boolean {
    return [0, 429, 502, 503, 504].includes(this.status);
  }
}

export function errorOf(response: Response, text: string): MastheadError {
  const { error, parameter, problems } = bodyOf(text);
  return new MastheadError(error ?? `The service answered ${response.status} ${response.statusText}`.trim(), {
    status: response.status,
    parameter: parameter ?? null,
    problems: problems ?? [],
    retryAfter: secondsOf(response.headers.get('retry-after')),
    requestId: response.headers.get('x-request-id'),
  });
}

/** A proxy before the service may answer with a page of its own: then there are no words to take. */
function bodyOf(text: string): { error?: string; parameter?: string; problems?: Problem[] } {
  try {
    const body = JSON.parse(text);
    return typeof body?.error === 'string' ? body : {};
  } catch {
    return {};
  }
}

/** Seconds, or a date as proxies may write it. */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, (at - Date.now()) / 1000);
}
