/** Parts of the client’s tests: a `fetch` that records and may answer by itself, and errors as values. */
import { MastheadError } from '../../client.ts';

export interface Recorded {
  method: string;
  address: string;
  headers: Headers;
  status: number;
}

export interface Recording {
  requests: Recorded[];
  statuses: number[];
  fetch: typeof fetch;
}

/** `instead` may answer in place of the service, knowing how many requests came before. */
export function recorded(instead: (sent: number) => Response | undefined = () => undefined): Recording {
  const requests: Recorded[] = [];
  const statuses: number[] = [];
  return {
    requests,
    statuses,
    fetch: async (address, init = {}) => {
      const response = instead(statuses.length) ?? (await fetch(address, init));
      const { method = 'GET', headers } = init;
      statuses.push(response.status);
      requests.push({ method, address: String(address), headers: new Headers(headers), status: response.status });
      return response;
    },
  };
}

export const unavailable = () =>
  new Response('{"error":"The database is unavailable."}', { status: 503, headers: { 'retry-after': '0' } });

export async function failure(work: PromiseLike<unknown>): Promise<MastheadError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof MastheadError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

export const range = (n: number) => Array.from({ length: n }, (_, i) => i);
