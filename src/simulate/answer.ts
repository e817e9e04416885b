/** What simulated networks answer with. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** Of the body; by default JSON. */
  type?: string;
  /** The connection ends in the middle of the body. */
  isCut?: boolean;
  /** Milliseconds until it is answered. */
  delayMs?: number;
}

export interface Asked {
  method: string;
  headers: IncomingHttpHeaders;
  /** Of a POST. */
  body: string;
  path: string;
  query: URLSearchParams;
  /** The token, or empty. */
  token: string;
  /** Of the simulator, with the prefix of the network. */
  base: string;
}

export const HTML: Answer = {
  status: 403,
  body: '<!doctype html><title>Attention required</title>',
  type: 'text/html',
};

export function sendAnswer(
  response: ServerResponse,
  { status, body, headers = {}, type, isCut = false }: Answer,
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const length = { 'content-length': String(Buffer.byteLength(text)) };
  response.writeHead(status, { 'content-type': type ?? 'application/json; charset=utf-8', ...headers, ...length });
  if (!isCut) return void response.end(text);
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}
