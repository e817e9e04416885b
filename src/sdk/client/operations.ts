/** The methods of the client, made from tables of routes. Their types are generated from the same rows of the contract. */
import { pagedResult, type Read } from './paged-result.ts';
import {
  addressOf,
  type CallOptions,
  type ChangeOptions,
  type Parameters,
  type PostOptions,
  pathParameters,
  type Route,
  type VisitorOptions,
} from './route.ts';
import type { Answer, Call, Transport } from './transport.ts';
import { isForm } from './upload.ts';

export interface RouteTable {
  [name: string]: Route | RouteTable;
}

type Method = (...given: never[]) => unknown;

/** Methods that take all parameters in one object: `site.readArticle({ article_id: 1 }, { signal })`. */
export function namedOperations<Operations>(routes: RouteTable, transport: Transport, url: string): Operations {
  return methodsOf(routes, (route) => namedOperation(route, transport, url)) as Operations; // typed from the same rows
}

/** Methods that take ids, then a body, then options: `articles.change(1, uid, { title }, { ifMatch })`. */
export function managementOperations<Operations>(routes: RouteTable, transport: Transport, url: string): Operations {
  return methodsOf(routes, (route) => managementOperation(route, transport, url)) as Operations; // typed from the same rows
}

function methodsOf(routes: RouteTable, method: (route: Route) => Method): Record<string, unknown> {
  const entries = Object.entries(routes).map(([name, entry]) => [
    name,
    isRoute(entry) ? method(entry) : methodsOf(entry, method),
  ]);
  return Object.fromEntries(entries);
}

function isRoute(entry: Route | RouteTable): entry is Route {
  return typeof entry.path === 'string';
}

function namedOperation(route: Route, transport: Transport, url: string): Method {
  return (parameters: Parameters = {}, { signal, visitor }: VisitorOptions = {}) => {
    if (!route.method) return answerTo(route, transport, { url, parameters, signal });
    const [inPath, body] = divided(parameters, pathParameters(route.path));
    const address = addressOf(route.path, inPath);
    const sent = { url, address, method: route.method, body: wrapped(route, body), signal };
    return transport.send({ ...sent, ...(route.isPersonal ? visitorOf(visitor) : {}) }).then(({ value }) => value);
  };
}

function managementOperation(route: Route, transport: Transport, url: string): Method {
  const names = pathParameters(route.path);
  const bodyAt = route.body === undefined ? undefined : names.length;
  return (...given: unknown[]) => {
    const inPath = Object.fromEntries(names.map((name, at) => [name, given[at]]));
    const options = given[names.length + (bodyAt === undefined ? 0 : 1)] as CallOptions & PostOptions & ChangeOptions;
    const { signal, ifMatch, idempotencyKey, ...query } = options ?? {};
    const parameters = { ...query, ...inPath };
    if (!route.method) return answerTo(route, transport, { url, parameters, signal, isManagement: true });
    const body = bodyAt === undefined ? undefined : wrapped(route, given[bodyAt]);
    const headers = { ...matching(ifMatch), ...(route.method === 'POST' ? repeatable(idempotencyKey) : {}) };
    const call = { url, address: addressOf(route.path, parameters), method: route.method, body, headers, signal };
    return transport.send({ ...call, isManagement: true }).then(withTag);
  };
}

/** The result of a route that only reads. */
function answerTo(
  route: Route,
  transport: Transport,
  { parameters, ...call }: Omit<Call, 'address'> & { parameters: Parameters },
) {
  if (route.isFile) {
    return transport.lines({ ...call, address: addressOf(route.path, { ...parameters, format: 'ndjson' }) });
  }
  const read: Read = async (address, signal) => (await transport.send({ ...call, address, signal })).value;
  if (route.paging) return pagedResult(read, route, parameters, call.signal);
  const answer = transport.send({ ...call, address: addressOf(route.path, parameters) });
  return answer.then(call.isManagement ? withTag : ({ value }) => value);
}

/** Beside the answer, so that it can be given as `ifMatch`. */
function withTag({ value, etag }: Answer): unknown {
  return value === undefined ? undefined : { ...(value as object), etag }; // every answer is an object
}

function wrapped({ body: key }: Route, body: unknown): unknown {
  return key && body !== undefined && !isForm(body) ? { [key]: body } : body;
}

function matching(ifMatch: ChangeOptions['ifMatch']): Record<string, string> {
  if (ifMatch === undefined || ifMatch === null) return {};
  return { 'if-match': typeof ifMatch === 'number' ? `"${ifMatch}"` : ifMatch };
}

function repeatable(idempotencyKey = randomKey()): Record<string, string> {
  return { 'idempotency-key': idempotencyKey };
}

/** `crypto.randomUUID` is missing in pages that were not loaded over https. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

function visitorOf(visitor: string | undefined): Pick<Call, 'headers' | 'credentials'> {
  return visitor === undefined ? { credentials: 'include' } : { headers: { 'x-visitor': visitor } };
}

function divided(parameters: Parameters, names: string[]): [Parameters, Parameters] {
  const entries = Object.entries(parameters);
  const isNamed = ([name]: [string, unknown]) => names.includes(name);
  return [Object.fromEntries(entries.filter(isNamed)), Object.fromEntries(entries.filter((entry) => !isNamed(entry)))];
}
