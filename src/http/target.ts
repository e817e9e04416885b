/** What Node's parser lets through and we do not: other forms of the request target than a path, and an unclear Host. */
import type { IncomingMessage } from 'node:http';
import { malformed } from '../core/errors.ts';

/** Another form (`GET http://host/path`, `OPTIONS *`) would name a host that we never asked about. */
export function refuseTarget({ url = '', httpVersion, rawHeaders }: IncomingMessage): void {
  if (!url.startsWith('/') || url.includes('#'))
    throw malformed('The request target must be a path such as /v1/sites/1, without a host or a fragment.');
  const hosts = hostCount(rawHeaders);
  if (hosts > 1) throw malformed('Send one Host header.');
  if (hosts === 0 && httpVersion !== '1.0') throw malformed('Send a Host header.');
}

/** Names and values in turn; Node's own `headers` keep the first of several. */
function hostCount(rawHeaders: string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count;
}
