/** Mounts a table of routes: every row gets the same authorize, validation, remembered answers, time limit and answer. */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { BODY_LIMIT, type Input, type Row } from '../contract/row.ts';
import { malformed, type Problem, tookTooLong, unsupportedMedia } from '../core/errors.ts';
import { may } from '../core/rights.ts';
import { versionTag } from '../core/versions.ts';
import type { Db } from '../db/connect.ts';
import type { Tx } from '../db/transaction.ts';
import {
  type Api,
  type Document,
  type Documents,
  type Handler,
  type HandlerInput,
  type Handlers,
  Redirected,
  Rendered,
  type RequestClient,
  type Streamed,
  Versioned,
  WithCookie,
} from '../features/handler.ts';
import { answerOnce, type HttpAnswer } from '../features/idempotency/commands.ts';
import type { Authorize, Authorized } from './authorize.ts';
import { brandedRow } from './branded-fields.ts';
import { type ResponseBody, STALE, type Variant } from './cache/cached-response.ts';
import type { ResponseCache } from './cache/response-cache.ts';
import { htmlCleaner, withRemoved } from './clean.ts';
import { setCookie } from './cookie.ts';
import { CLOSED_CACHE, JSON_TYPE, OPEN_CACHE } from './default-headers.ts';
import { bytesOf, codingFor, hashOf, isKnown, tagOf, unquoted } from './encode.ts';
import { isLines, linesReader, partsOf } from './lines.ts';
import { begunFile, fileHeaders } from './stream.ts';
import { isId, type Validator, validatorOf } from './validate.ts';

const LONGEST_KEY = 255;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Said by the row: see RowOptions. */
    isPersonal?: boolean;
  }
}

export interface BindOptions {
  db: Db;
  publicUrl: () => string;
  authorize: Authorize;
  wireWord: string;
  now: () => Date;
  /** Milliseconds that a request may take. */
  deadline: number;
  /** Where answers are kept. */
  responseCache?: ResponseCache | null;
  documents?: Documents | null;
}

interface Mounted {
  name: string;
  row: Row;
  handler: Handler<Row>;
}

export function bind<A extends Api>(app: FastifyInstance, api: A, handlers: Handlers<A>, options: BindOptions): void {
  for (const mounted of mountedRoutes(api, handlers)) mount(app, mounted, options);
}

/** The rows of a table, named as OpenAPI names them: `listAuthors`, `authors.list`. */
export function rowsOf(api: Api, prefix = ''): { name: string; row: Row }[] {
  return Object.entries(api).flatMap(([name, entry]) =>
    isRow(entry) ? { name: prefix + name, row: entry } : rowsOf(entry, `${prefix}${name}.`),
  );
}

function mountedRoutes<A extends Api>(api: A, handlers: Handlers<A>): Mounted[] {
  return rowsOf(api).map(({ name, row }) => {
    // The type of `handlers` has matched every row with its handler; here the two are only walked side by side.
    const handler = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], handlers);
    return { name, row, handler: handler as Handler<Row> };
  });
}

function isRow(entry: Row | Api): entry is Row {
  return typeof entry.path === 'string';
}

function mount(app: FastifyInstance, { row: neutral, handler }: Mounted, options: BindOptions): void {
  const { row, inward, outward, brandedError } = brandedRow(neutral, options.wireWord);
  const validator = validatorOf(row);
  const readLines = row.options.line ? linesReader(row.options.line, inward) : null;
  const clean = htmlCleaner(row.body?.schema);
  const isManagement = row.api === 'manage';
  const responseCache = options.responseCache?.keeps(neutral) ? options.responseCache : null;
  app.route({
    method: row.method === 'GET' ? ['GET', 'HEAD'] : row.method,
    url: row.path,
    bodyLimit: row.options.bodyLimit ?? BODY_LIMIT,
    config: { isPersonal: row.options.isPersonal ?? false },
    // Content answers are made by presenters and trimmed by `fields`; on management answers the schema is what drops a
    // column that must not leave.
    schema: isManagement && row.answer ? { response: { [row.status]: serializedAs(row.answer, row) } } : {},
    handler: async (request, reply) => {
      if (row.options.files) return sendFile(request, reply);
      const answer = await inTime(request, () => keptOrMade(request, reply)).catch((error) => {
        throw brandedError(error);
      });
      if (responseCache?.isStale) reply.header('warning', STALE);
      return 'full' in answer ? sendKept(request, reply, answer) : send(reply, answer);
    },
  });

  /** A streamed body takes as long as it takes: every part of the work on it has its own limits. */
  function inTime<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    return readLines && isLines(request) ? work() : withDeadline(work, options.deadline);
  }

  /** What fails before the first lines are there is answered as ever; what fails later breaks off. */
  async function sendFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { headers, body } = await inTime(request, async () => {
      const admitted = await admit(request, reply);
      const file = (await handler(options.db, askedBy(request, admitted).asked)) as Streamed; // by its row
      const headers = { ...fileHeaders(file), 'cache-control': cacheControl(row, admitted) };
      return { headers, body: request.method === 'HEAD' ? undefined : await begunFile(file, outward) };
    });
    return reply.headers(headers).send(body);
  }

  async function keptOrMade(request: FastifyRequest, reply: FastifyReply): Promise<Variant | HttpAnswer> {
    const admitted = await admit(request, reply);
    const cacheKey = responseCache?.keyOf(request.url);
    if (!responseCache || !cacheKey || !admitted.site || admitted.site.api_key_required) {
      return answerTo(request, reply, admitted);
    }
    const made = async () => madeOf(await answerTo(request, reply, admitted));
    const answer = await responseCache.answer(cacheKey, row, admitted.site, made);
    return responseCache.variant(answer, codingFor(request.headers['accept-encoding'], answer.plain.body.length));
  }

  async function answerTo(request: FastifyRequest, reply: FastifyReply, admitted: Authorized): Promise<HttpAnswer> {
    const { asked, removed } = askedBy(request, admitted);
    const run = async (db: Db | Tx) => {
      const result = await handler(db, asked);
      if (result instanceof WithCookie) reply.header('set-cookie', setCookie(result.cookie, request, asked.address));
      const answer = answerOf(result, row, request, reply, outward);
      return removed.length > 0 ? { ...answer, body: withRemoved(String(answer.body), removed) } : answer;
    };
    // Keys of strangers are not told apart: one could be given the answer of another. What was streamed cannot be compared
    // with a repeat; such routes can be repeated as they are.
    const key = isManagement && row.method === 'POST' && !asked.lines ? idempotencyKey(request) : null;
    const answer = key === null ? await run(options.db) : await answerOnce(options.db, repeatable(key, asked), run);
    return { ...answer, headers: { ...answer.headers, 'cache-control': cacheControl(row, admitted) } };
  }

  function askedBy(request: FastifyRequest, admitted: Authorized): { asked: HandlerInput<Row>; removed: Problem[] } {
    const { input, lines, removed } = read(request, admitted);
    const address = options.publicUrl() + pathOf(request);
    const ifMatch = request.headers['if-match'];
    const documents = options.documents ?? null;
    const said = { lines, ifMatch, client: clientOf(request), address, documents, now: options.now() };
    return { asked: { ...input, ...admitted, ...said } as HandlerInput<Row>, removed }; // by its row
  }

  /** A stranger learns nothing of a management address, not even that it is malformed. */
  function admit(request: FastifyRequest, reply: FastifyReply): Promise<Authorized> {
    const siteText = (request.params as Record<string, string>).site_id; // all path parameters are text
    const siteId = siteText === undefined || !isId(siteText) ? undefined : Number(siteText);
    return options.authorize(row, request, reply, siteId);
  }

  function read(request: FastifyRequest, { caller }: Authorized) {
    if (isLines(request)) return { ...streamed(request), removed: [] };
    // An administrator's POST may be a migration from another installation.
    const dropped: Problem[] | undefined = row.method === 'POST' && may(caller, 'admin') ? [] : undefined;
    const input = inputOf(validator, request, dropped);
    const { body, removed } = clean(inward(input.body));
    return { input: { ...input, body }, lines: null, removed: [...(dropped ?? []), ...removed] };
  }

  function streamed(request: FastifyRequest) {
    if (!readLines) throw unsupportedMedia('Send the body as application/json.');
    const input = { params: validator.params(request.params), query: validator.query(request.query), body: undefined };
    return { input, lines: readLines(partsOf(request.body as Readable)) }; // the parser of this type hands the stream on
  }

  function repeatable(key: string, { caller, params, query, body }: HandlerInput<Row>) {
    const request = JSON.stringify([row.path, params, query, body]);
    return { caller: caller.name ?? '', key, request, showsSecret: row.options.showsSecret ?? false };
  }
}

type Keywords = { properties?: Record<string, Keywords>; items?: Keywords; required?: unknown; default?: unknown };

/** With `fields` items are incomplete: the serializer may not throw for a missing field, nor put its default in. */
function serializedAs(answer: TSchema, { query }: Row): TSchema {
  if (!('fields' in query)) return answer;
  const loose = ({ required: _, properties = {}, ...rest }: Keywords): Keywords => ({
    ...rest,
    properties: eachOf(properties, ({ default: _, ...field }) => field),
  });
  const { properties = {}, ...rest } = answer as Keywords; // a schema is a plain object of JSON Schema keywords
  const items = eachOf(properties, (item) => (item.items ? { ...item, items: loose(item.items) } : loose(item)));
  return { ...rest, properties: items } as TSchema; // the same fields
}

function eachOf<T>(of: Record<string, T>, made: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, made(value)]));
}

function inputOf(validator: Validator, request: FastifyRequest, dropped: Problem[] | undefined): Input<Row> {
  return {
    params: validator.params(request.params),
    query: validator.query(request.query),
    body: validator.body(request.body, dropped) as Input<Row>['body'], // the validator of this row's own schema
  };
}

function answerOf(
  result: unknown,
  row: Row,
  request: FastifyRequest,
  reply: FastifyReply,
  outward: (value: unknown) => unknown,
): HttpAnswer {
  if (result instanceof Redirected) return { status: row.status, headers: { location: result.address }, body: '' };
  const bare = result instanceof Versioned || result instanceof WithCookie ? result.body : result;
  const body = bare instanceof Rendered ? bare : outward(bare);
  const headers: Record<string, string> = {};
  if (result instanceof Versioned) headers.etag = versionTag(result.version);
  if (bare instanceof Rendered && bare.fingerprint !== null) headers.etag = tagOf(hashOf(bare.fingerprint), null);
  const made = row.status === 201 ? createdId(body) : undefined;
  if (made !== undefined) headers.location = `${pathOf(request)}/${made}`;
  return { status: row.status, headers, body: row.status === 204 ? '' : serialized(body, row, reply) };
}

/** The one thing under the wrapper key of a creation's answer; what has no id has no address of its own. */
function createdId(body: unknown): number | string | undefined {
  const [made] = Object.values(body as Record<string, { id?: number; uid?: string }>); // {"noun": {"id": …}}
  return made?.uid ?? made?.id;
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0]?.replace(/(.)\/+$/, '$1') ?? '';
}

/** What is kept of an answer; its tag says what it holds, or its bytes do. */
function madeOf({ headers, body: given }: HttpAnswer): ResponseBody {
  const body = bytesOf(given);
  return { body, hash: headers.etag ? unquoted(headers.etag) : hashOf(body) };
}

function serialized(body: unknown, row: Row, reply: FastifyReply): string | Buffer {
  if (body instanceof Rendered) return joined(body.parts);
  return row.api === 'manage'
    ? String(reply.serializeInput(body as Record<string, unknown>, String(row.status)))
    : JSON.stringify(body);
}

/** Written straight to their places: a text of them all would be one more copy, and a large one to clear away. */
function joined(parts: Document[]): Buffer {
  const sizes = parts.map((part) => (typeof part === 'string' ? Buffer.byteLength(part) : part.length));
  const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  parts.forEach((part, index) => {
    if (typeof part === 'string') bytes.write(part, at);
    else bytes.set(part, at);
    at += sizes[index] ?? 0;
  });
  return bytes;
}

function send(reply: FastifyReply, { status, headers, body }: HttpAnswer): FastifyReply {
  reply.code(status).headers(headers);
  return status === 204 || status === 302 ? reply.send() : reply.type(JSON_TYPE).serializer(String).send(body);
}

/** The same bytes and headers as the front cache writes. */
function sendKept(request: FastifyRequest, reply: FastifyReply, { tag, full, short, body }: Variant): FastifyReply {
  const isShort = isKnown(request.headers['if-none-match'], tag);
  const { headers } = isShort ? short : full;
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1]);
  return isShort ? reply.code(304).send() : reply.code(200).send(body);
}

function cacheControl(row: Row, { site }: Authorized): string {
  if (row.api === 'manage' || row.method !== 'GET') return 'no-store';
  return row.api === 'analytics' || site?.api_key_required ? CLOSED_CACHE : OPEN_CACHE;
}

function clientOf({ headers }: FastifyRequest): RequestClient {
  const visitor = headers['x-visitor'];
  return { visitor: visitor === undefined ? undefined : String(visitor), cookies: headers.cookie ?? '' };
}

function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && key.length > 0 && key.length <= LONGEST_KEY) return key;
  throw malformed(`Idempotency-Key must be one value of 1 to ${LONGEST_KEY} characters.`);
}

async function withDeadline<T>(work: () => Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tookTooLong()), ms);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
