/** A route as the client knows it, and the address that a call makes of it. */

export interface Route {
  /** Below the site, for what is read of a site. */
  path: string;
  /** How the next page is found: by the link `older` of an answer, or by counting. */
  paging?: 'older' | 'offset';
  /** The key of the items in an answer that has pages. */
  items?: string;
}

export interface CallOptions {
  /** Ends the call; it then throws the signal’s reason. */
  signal?: AbortSignal | undefined;
}

export type Parameters = Record<string, unknown>;

/** Parameters that the path does not name go into the query; lists are joined by commas. */
export function addressOf(path: string, parameters: Parameters): string {
  const query = new Map(Object.entries(parameters));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = query.get(name) ?? missing(name);
    query.delete(name);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of query) if (value !== undefined && value !== null) search.set(name, String(value));
  const asked = String(search);
  return asked === '' ? filled : `${filled}?${asked}`;
}

/** The service writes links with its public address; of those the query is taken, so that we stay with our own. */
export function withQueryOf(link: string, address: string): string {
  const [path = ''] = address.split('?', 1);
  const at = link.indexOf('?');
  return at < 0 ? path : path + link.slice(at);
}

function missing(name: string): never {
  throw new TypeError(`The parameter ${name} is missing.`);
}
