/**
 * Headers of cached responses, written as one text. Node validates and joins the headers of each response, which takes as long
 * as the rest of a cache hit; only the request id and the date change (docs/decisions/004-raw-headers.md).
 *
 * Node has no public API for finished headers. It stores them in `_header` until it sends them, and writes the field only if
 * it is empty; `acceptsRawHeaders` checks that this version of Node does so.
 */
import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';

/** The private fields of Node's response that are written here. */
interface Unsent {
  _header: string | null;
  _hasBody: boolean;
}

export interface RawHeaderWriter {
  /** False if Node must write the headers: the connection closes after this response. */
  fits(response: ServerResponse): boolean;
  /** `start` comes from `rawHeaders`; the body follows with `end`. */
  write(response: ServerResponse, status: number, start: string, requestId: string, more?: string): void;
}

/** The status line and the headers, up to the name of the last one, whose value differs per request. */
export function rawHeaders(status: 200 | 304 | 429, headers: string[]): string {
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? `${name}: ${headers[at + 1]}\r\n` : []));
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}x-request-id: `;
}

export function createRawHeaderWriter(keepAliveMs: number): RawHeaderWriter {
  const isSupported = acceptsRawHeaders();
  const seconds = Math.floor(keepAliveMs / 1000);
  const keepAlive = `\r\nConnection: keep-alive\r\n${seconds > 0 ? `Keep-Alive: timeout=${seconds}\r\n` : ''}\r\n`;
  let second = 0;
  let rest = '';
  /** The last headers, as Node writes them; the date changes once a second. */
  function ending(): string {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) {
      second = now;
      rest = `\r\nDate: ${new Date(now * 1000).toUTCString()}${keepAlive}`;
    }
    return rest;
  }
  return {
    fits: (response) => isSupported && response.shouldKeepAlive,
    write(response, status, start, requestId, more = '') {
      const unsent = response as unknown as Unsent;
      response.statusCode = status;
      if (status === 304) unsent._hasBody = false;
      unsent._header = start + requestId + more + ending();
    },
  };
}

/** Writes a response without a connection and checks what would have been sent. */
function acceptsRawHeaders(): boolean {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const head = 'HTTP/1.1 200 OK\r\n\r\n';
  (response as unknown as Unsent)._header = head;
  response.end('body');
  const { outputData } = response as unknown as { outputData?: { data: unknown }[] };
  return outputData?.map(({ data }) => String(data)).join('') === `${head}body`;
}
