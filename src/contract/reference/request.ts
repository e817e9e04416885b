/** The request of an example, and the order in which examples can be sent to one demo. */
import type { ApiName, Row } from '../row.ts';
import type { Operation } from './operation.ts';

export interface ExampleRequest {
  method: Row['method'];
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  /** Sent as application/json. */
  body: unknown;
  needsKey: boolean;
  /** Whether it needs the cookie of a session, or gets one. */
  session: 'used' | 'started' | null;
}

export interface NamedOperation {
  /** The row’s name with its API: `manage.articles.list`. */
  key: string;
  row: Row;
  operation: Operation;
}

const FIRST = 1;

export function pathValue({ example }: Operation, name: string): string | number {
  return example.path?.[name] ?? FIRST;
}

export function exampleRequest(row: Row, operation: Operation): ExampleRequest {
  const { query = {}, body, headers = {} } = operation.example;
  const path = row.path.replace(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(pathValue(operation, name)));
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encoded(String(value))}`);
  const key = row.body?.key;
  return {
    method: row.method,
    path: [path, ...(pairs.length > 0 ? [pairs.join('&')] : [])].join('?'),
    headers,
    body: body === undefined || !key ? body : { [key]: body },
    needsKey: row.api !== 'content' && row.right !== 'open' && row.right !== 'self' && !row.options.isForPeople,
    session: sessionOf(row),
  };
}

function sessionOf({ right, method, options }: Row): ExampleRequest['session'] {
  if (right === 'self' || options.isForPeople) return 'used';
  return right === 'open' && method !== 'GET' ? 'started' : null;
}

/** Commas stay readable: `fields=id,title`. */
function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll('%2C', ',');
}

/** Reads of the fresh demo first, then writes, then reads of the written, deletions last. */
export function inSendingOrder(operations: NamedOperation[]): NamedOperation[] {
  const rank = ({ row, operation }: NamedOperation) => {
    if (row.method === 'DELETE') return 3;
    if (row.method !== 'GET') return 1;
    return operation.example.after ? 2 : 0;
  };
  const waiting = operations.toSorted((a, b) => rank(a) - rank(b));
  const sent: NamedOperation[] = [];
  while (waiting.length > 0) {
    const at = waiting.findIndex((next) => predecessors(next).every((key) => sent.some((one) => one.key === key)));
    if (at < 0)
      throw new Error(`These examples depend on each other, or on one that does not exist: ${keysOf(waiting)}`);
    sent.push(...waiting.splice(at, 1));
  }
  return sent;
}

/** `after` names rows of the management API. */
function predecessors({ operation }: NamedOperation): string[] {
  const api: ApiName = 'manage';
  return (operation.example.after ?? []).map((name) => `${api}.${name}`);
}

function keysOf(operations: NamedOperation[]): string {
  return operations.map(({ key }) => key).join(', ');
}
