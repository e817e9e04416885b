/** A request to a network through the guard of all outbound requests: no redirects, limited in time and size, JSON or nothing. */
import type { AddressGuard } from '../outbound/connect.ts';
import { OutboundError } from '../outbound/errors.ts';
import { get } from '../outbound/get.ts';
import { NetworkProblem } from './connector.ts';

const LARGEST_ANSWER = 4 * 1024 * 1024;
const TIMEOUT_MS = 15_000;

export interface NetworkAnswer {
  status: number;
  headers: Record<string, string>;
  /** Null if it is no JSON. */
  body: unknown;
}

export interface NetworkRequest {
  headers?: Record<string, string>;
  /** Sent as JSON. */
  post?: object | undefined;
  /** Sent as a form instead. */
  form?: URLSearchParams | undefined;
  signal?: AbortSignal | undefined;
}

export async function request(
  guard: AddressGuard,
  url: string,
  token: string | null,
  { headers = {}, post, form, signal }: NetworkRequest = {},
): Promise<NetworkAnswer> {
  try {
    const response = await get(guard, url, {
      maxBytes: LARGEST_ANSWER,
      timeoutMs: TIMEOUT_MS,
      maxRedirects: 0,
      headers: {
        ...{ accept: 'application/json', 'user-agent': 'Masthead (media tracker)' },
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(post ? { 'content-type': 'application/json' } : {}),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...headers,
      },
      ...(post ? { post: JSON.stringify(post) } : {}),
      ...(form ? { post: form.toString() } : {}),
      ...(signal ? { signal } : {}),
    });
    const chunks: Buffer[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    const isJson = /[/+]json\b/.test(response.headers['content-type'] ?? '');
    const text = Buffer.concat(chunks).toString('utf8');
    return { status: response.status, headers: response.headers, body: isJson ? parsed(text) : null };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const code = error.reason === 'address' ? ('address_refused' as const) : ('network_unavailable' as const);
    const failure = { code, message: error.message, isDefinite: false };
    throw new NetworkProblem(failure, { details: JSON.stringify({ reason: error.reason }) });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
