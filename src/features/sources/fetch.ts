/** Fetches a feed through the guard of all outbound requests. Failures are `FeedProblem`s. */
import { decodedText } from '../../core/intake/charset.ts';
import { linkOf } from '../../core/intake/link-header.ts';
import { maxAgeOf } from '../../core/intake/pace.ts';
import type { AddressGuard } from '../../outbound/connect.ts';
import { OutboundError } from '../../outbound/errors.ts';
import { type GetResponse, get } from '../../outbound/get.ts';
import { FeedProblem } from './parser.ts';

export interface Validators {
  etag?: string | null | undefined;
  last_modified?: string | null | undefined;
}

export interface Fetched {
  /** Null: unchanged since the validators. */
  text: string | null;
  /** After redirects. */
  url: string;
  /** Where the feed has moved for good; null if it has not. */
  movedTo: string | null;
  validators: Validators;
  /** Seconds. */
  maxAge: number;
  /** Of the header `Link`, as they are written; empty without. */
  hub: string;
  self: string;
}

/** The server refuses for now. */
export class Refused extends FeedProblem {
  readonly status: number;
  /** Seconds; 0 if the server named none. */
  readonly retryAfter: number;

  constructor(code: string, message: string, status: number, retryAfter: number) {
    super(code, message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

export const LARGEST_FEED = 10 * 1024 * 1024;
const TIMEOUT_MS = 15_000;
const LONGEST_RETRY_AFTER = 7 * 86_400;
const LONGEST_VALIDATOR = 500;
const ACCEPT =
  'application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, */*;q=0.5';
const CODES: Partial<Record<OutboundError['reason'], string>> = {
  address: 'address_refused',
  too_large: 'too_big',
  timeout: 'timeout',
};

export async function fetchFeed(
  guard: AddressGuard,
  url: string,
  { etag, last_modified }: Validators = {},
  signal?: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<Fetched> {
  try {
    const response = await get(guard, url, {
      maxBytes: LARGEST_FEED,
      timeoutMs,
      headers: { accept: ACCEPT, 'user-agent': 'Masthead (feed reader)' },
      etag: etag ?? null,
      lastModified: last_modified ?? null,
      ...(signal ? { signal } : {}),
    });
    return await fetchedOf(response, Boolean(etag || last_modified));
  } catch (error) {
    if (error instanceof OutboundError) throw new FeedProblem(CODES[error.reason] ?? 'unreachable', error.message);
    throw error;
  }
}

async function fetchedOf(response: GetResponse, isConditional: boolean): Promise<Fetched> {
  const { status, headers, url } = response;
  if (status !== 200) response.body.destroy();
  if (status !== 200 && !(status === 304 && isConditional)) throw refusalOf(status, headers);
  const chunks: Buffer[] = [];
  if (status === 200) for await (const chunk of response.body) chunks.push(chunk);
  return {
    text: status === 304 ? null : decodedText(Buffer.concat(chunks), headers['content-type']),
    url,
    movedTo: movedTo(response),
    validators: { etag: kept(headers.etag), last_modified: kept(headers['last-modified']) },
    hub: linkOf(headers.link, 'hub'),
    self: linkOf(headers.link, 'self'),
    maxAge: Math.max(maxAgeOf(headers['cache-control']), secondsOf(headers['retry-after'])),
  };
}

function refusalOf(status: number, headers: Record<string, string>): Refused {
  const [code, words] = REFUSALS[status] ?? (status >= 500 ? ['server_error', 'failed'] : ['refused', 'refused']);
  return new Refused(code, `The server ${words}: it answered ${status}.`, status, secondsOf(headers['retry-after']));
}

const REFUSALS: Record<number, [code: string, words: string]> = {
  401: ['permission_missing', 'wants a password'],
  403: ['permission_missing', 'forbids reading the feed'],
  404: ['not_found', 'has no such feed'],
  410: ['gone', 'has removed the feed'],
  429: ['rate_limited', 'has had too many requests'],
  503: ['unavailable', 'is unavailable'],
};

/** Every redirect was a permanent one. */
function movedTo({ hops, url }: GetResponse): string | null {
  const redirects = hops.slice(0, -1);
  return redirects.length > 0 && redirects.every(({ status }) => status === 301 || status === 308) ? url : null;
}

const kept = (validator: string | undefined) =>
  validator !== undefined && validator.length <= LONGEST_VALIDATOR ? validator : null;

export function secondsOf(header: string | undefined): number {
  const text = header?.trim() ?? '';
  const isDate = /^[a-z]{3,9},? /i.test(text);
  const seconds = /^\d+$/.test(text) ? Number(text) : isDate ? (Date.parse(text) - Date.now()) / 1_000 : 0;
  return !Number.isNaN(seconds) ? Math.min(Math.max(0, Math.ceil(seconds)), LONGEST_RETRY_AFTER) : 0;
}
