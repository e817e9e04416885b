/** Responses with their entity tags; the least recently used is dropped first. */

export interface CachedResponse {
  etag: string;
  /** As it came: parsed for each caller, who may change the result. */
  text: string;
}

export interface ResponseCache {
  get(address: string): CachedResponse | undefined;
  set(address: string, response: CachedResponse): void;
}

/** Holds at most `capacity` characters. */
export function responseCache(capacity: number): ResponseCache {
  const responses = new Map<string, CachedResponse>();
  let used = 0;

  function take(address: string): CachedResponse | undefined {
    const response = responses.get(address);
    if (response) used -= response.text.length;
    responses.delete(address);
    return response;
  }

  function set(address: string, response: CachedResponse): void {
    take(address);
    if (response.text.length > capacity) return;
    responses.set(address, response);
    used += response.text.length;
    for (const oldest of responses.keys()) {
      if (used <= capacity) break;
      take(oldest);
    }
  }

  return {
    set,
    get(address) {
      const response = take(address);
      if (response) set(address, response);
      return response;
    },
  };
}
