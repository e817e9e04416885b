/** What the parts of the simulator share: the list of requests, and the bodies of its controls. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface SimulatedRequest {
  /** Of a network with its parameters. */
  path: string;
  if_none_match: string | null;
  status: number;
}

export interface Requests {
  add(request: SimulatedRequest): void;
  all(): SimulatedRequest[];
}

const MOST_REQUESTS = 20_000;
const LARGEST_BODY = 1_000_000;

export function newRequests(): Requests {
  const list: SimulatedRequest[] = [];
  return {
    add(request) {
      list.push(request);
      if (list.length > MOST_REQUESTS) list.shift();
    },
    all: () => list,
  };
}

/** Of a test, or of a person who tries things. */
export async function bodyOf<Body extends object>(request: IncomingMessage): Promise<Body> {
  return JSON.parse((await textOf(request)) || '{}');
}

export async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > LARGEST_BODY) throw new Error('The body is too large.');
  }
  return text;
}

export function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
