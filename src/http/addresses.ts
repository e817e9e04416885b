/** All mounted addresses, for requests without a route: 404, 405, or a preflight. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CorsRule } from './cors.ts';

interface Address {
  segments: string[];
  methods: Set<string>;
  cors: CorsRule | undefined;
}

/** An address that has no route for the method of the request. */
export interface Unrouted {
  /** Empty for an unknown address. */
  methods: string[];
  cors: CorsRule | undefined;
  /** Whether it contains a malformed escape. */
  isMalformed: boolean;
}

/** Call before the first route is mounted. */
export function collectAddresses(app: FastifyInstance): (request: FastifyRequest) => Unrouted {
  const addresses = new Map<string, Address>();
  app.addHook('onRoute', ({ url, method, config }) => {
    const address = addresses.get(url) ?? { segments: url.split('/'), methods: new Set(), cors: undefined };
    for (const name of [method].flat()) address.methods.add(name);
    if (address.cors !== 'personal') address.cors = config?.cors;
    addresses.set(url, address);
  });
  return (request) => {
    const path = request.url.split('?', 1)[0]?.replace(/(.)\/$/, '$1') ?? '';
    // Splits before decoding, as the router does: an escaped slash stays in its segment.
    const decoded = path.split('/').map(unescaped);
    const segments = decoded.map((segment) => segment ?? '');
    const isMalformed = decoded.includes(null);
    const found = [...addresses.values()].filter((address) => isAt(segments, address));
    const [first] = found;
    if (!first || isMalformed) return { methods: [], cors: unknownRule(segments), isMalformed };
    const methods = new Set(found.flatMap(({ methods }) => [...methods]));
    return { methods: [...methods, 'OPTIONS'], cors: first.cors, isMalformed };
  };
}

/** Null for a malformed escape. */
function unescaped(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

function isAt(segments: string[], address: Address): boolean {
  const isRest = address.segments.at(-1) === '*';
  const named = isRest ? address.segments.slice(0, -1) : address.segments;
  if (isRest ? segments.length <= named.length : segments.length !== named.length) return false;
  return named.every((name, at) => name.startsWith(':') || name === segments[at]);
}

/** Pages of any origin may read errors of unknown addresses, except below management. */
function unknownRule([, version, name]: string[]): CorsRule | undefined {
  if (version !== 'v1') return undefined;
  return name === 'manage' ? 'listed' : 'open';
}
