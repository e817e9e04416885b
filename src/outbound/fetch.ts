/** `fetch` for libraries that send requests themselves: through the address guard, without redirects, and limited. */
import type { AddressGuard } from './connect.ts';
import { get } from './get.ts';

export interface FetchLimits {
  maxBytes: number;
  timeoutMs: number;
}

interface FetchOptions {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

export function guardedFetch(guard: AddressGuard, limits: FetchLimits) {
  return async (address: string, { method, headers, body, signal }: FetchOptions): Promise<Response> => {
    const post = method === 'POST' ? { post: String(body ?? '') } : {};
    const signalled = signal ? { signal } : {};
    const response = await get(guard, address, { ...limits, maxRedirects: 0, headers, ...post, ...signalled });
    const chunks: Buffer[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    const { 'content-encoding': _, 'content-length': __, ...rest } = response.headers; // the body is decompressed
    return new Response(chunks.length > 0 ? Buffer.concat(chunks) : null, { status: response.status, headers: rest });
  };
}
