/**
 * Heads of answers that are written as one text. Node checks and joins every header of every answer anew, which takes about
 * as long as all the rest of answering from memory; of a kept answer only the request's id and the date are new.
 *
 * Node has no public way to hand over a finished head. It keeps the head of an answer in `_header` until it sends it, and
 * writes it there itself only when nobody did; `tellsHead` makes sure that this Node does so too.
 */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** The part of Node's answer that is written here. */
interface Unsent {
  _header: string | null;
  _hasBody: boolean;
}

export interface RawHeaderWriter {
  /** False where Node has to write the head: the connection ends with this answer. */
  fits(response: ServerResponse): boolean;
  /** `start` is what `headText` made; the body follows with `end`. */
  write(response: ServerResponse, status: number, start: string, requestId: string, more?: string): void;
}

/** Names and values in turn, after the first line; the value of the last header is left to the answer. */
export function rawHeaders(status: 200 | 304, headers: string[]): string {
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? `${name}: ${headers[at + 1]}\r\n` : []));
  return `HTTP/1.1 ${status} ${status === 200 ? 'OK' : 'Not Modified'}\r\n${lines.join('')}x-request-id: `;
}

export function createRawHeaderWriter(keepAliveMs: number): RawHeaderWriter {
  const canTell = acceptsRawHeaders();
  const seconds = Math.floor(keepAliveMs / 1000);
  const keepAlive = `\r\nConnection: keep-alive\r\n${seconds > 0 ? `Keep-Alive: timeout=${seconds}\r\n` : ''}\r\n`;
  let second = 0;
  let rest = '';
  /** As Node ends a head, whose date changes once a second. */
  function ending(): string {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) {
      second = now;
      rest = `\r\nDate: ${new Date(now * 1000).toUTCString()}${keepAlive}`;
    }
    return rest;
  }
  return {
    fits: (response) => canTell && response.shouldKeepAlive,
    write(response, status, start, requestId, more = '') {
      const unsent = response as unknown as Unsent;
      response.statusCode = status;
      if (status === 304) unsent._hasBody = false;
      unsent._header = start + requestId + more + ending();
    },
  };
}

/** Writes an answer to nowhere and looks at what would have been sent. */
function acceptsRawHeaders(): boolean {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const head = 'HTTP/1.1 200 OK\r\n\r\n';
  (response as unknown as Unsent)._header = head;
  response.end('body');
  const { outputData } = response as unknown as { outputData?: { data: unknown }[] };
  return outputData?.map(({ data }) => String(data)).join('') === `${head}body`;
}
