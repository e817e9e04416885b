/** Mounts a table of routes: every row is authorized, read, run and sent in the same way. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Row } from '../contract/row.ts';
import { fileTookTooLong, tookTooLong } from '../core/errors.ts';
import type { Api, Handler, Handlers } from '../features/handler.ts';
import type { Authorized } from './authorize.ts';
import { STALE } from './cache/cached-response.ts';
import { corsRule } from './cors.ts';
import { sendEvents } from './event-stream.ts';
import { type ReadRequest, readRequest } from './read.ts';
import { type BindOptions, type Route, routeOf } from './route.ts';
import { runFile, runRoute } from './run.ts';
import { sendAnswer } from './send.ts';
import { discardUpload } from './upload.ts';
import { isId } from './validate.ts';

/** What other servers may take, beside our own work. */
const OTHERS_MS = 25_000;

/** The result of authorization, before the body is read. */
interface Admission {
  admitted: Authorized;
  /** Milliseconds until the deadline. */
  left: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the request is authorized. */
    admission: Admission | null;
  }
}

export function bind<A extends Api>(app: FastifyInstance, api: A, handlers: Handlers<A>, options: BindOptions): void {
  for (const { name, row } of rowsOf(api)) mount(app, routeOf(row, handlerOf(name, handlers), options));
}

/** The rows of a table, named as OpenAPI names them: `listAuthors`, `authors.list`. */
export function rowsOf(api: Api, prefix = ''): { name: string; row: Row }[] {
  return Object.entries(api).flatMap(([name, entry]) =>
    isRow(entry) ? { name: prefix + name, row: entry } : rowsOf(entry, `${prefix}${name}.`),
  );
}

function isRow(entry: Row | Api): entry is Row {
  return typeof entry.path === 'string';
}

function handlerOf(name: string, handlers: unknown): Handler<Row> {
  // The type of `handlers` guarantees a handler for every row.
  const handler = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], handlers);
  return handler as Handler<Row>;
}

function mount(app: FastifyInstance, route: Route): void {
  const { row } = route;
  app.route({
    method: row.method === 'GET' ? ['GET', 'HEAD'] : row.method,
    url: row.path,
    config: { cors: corsRule(row) },
    onRequest: async (request, reply) => {
      request.admission = await admission(route, request, reply);
    },
    handler: async (request, reply) => {
      // Problems of the body are in the words of its schema, which are the operator's.
      const read = await readRequest(route, request, reply, admissionOf(request).admitted);
      return answer(route, read, request, reply).catch((error) => {
        throw route.brandedError(error);
      });
    },
  });
}

/** Callers without a key learn nothing about a management address, not even that it is malformed. */
async function admission({ row, options }: Route, request: FastifyRequest, reply: FastifyReply): Promise<Admission> {
  const siteText = (request.params as Record<string, string>).site_id; // all path parameters are text
  const siteId = siteText === undefined || !isId(siteText) ? undefined : Number(siteText);
  const began = performance.now();
  const admitted = await withDeadline(() => options.authorize(row, request, reply, siteId), options.deadline);
  return { admitted, left: options.deadline - (performance.now() - began) };
}

const admissionOf = (request: FastifyRequest) => request.admission as Admission; // set before the handler runs

async function answer(
  route: Route,
  read: ReadRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const left = admissionOf(request).left + (route.row.options.asksOthers ? OTHERS_MS : 0);
  if (route.row.options.isLive) return sendEvents(route, read, request, reply);
  // A streamed body has no deadline as a whole: each step has its own timeout.
  const isStreamed = read.asked.lines !== null || read.asked.upload !== null;
  if (!isStreamed) read.asked.endsAt = performance.now() + left;
  const late = route.row.options.isUpload ? fileTookTooLong : tookTooLong;
  const inTime = <T>(work: () => Promise<T>) => (isStreamed ? work() : withDeadline(work, left, late));
  if (isFile(route, request, read)) {
    const { headers, body } = await inTime(() => runFile(route, read, request.method === 'HEAD'));
    return reply.headers(headers).send(body);
  }
  const made = await inTime(() => runRoute(route, read, request, reply)).finally(() =>
    discardUpload(read.asked.upload),
  );
  if (route.responseCache?.isStale) reply.header('warning', STALE);
  return sendAnswer(request, reply, made);
}

/** A header may request the same as the parameter. */
function isFile({ row }: Route, { headers }: FastifyRequest, { asked }: ReadRequest): boolean {
  if (!row.options.alsoCsv) return row.options.files !== undefined;
  const query = asked.query as { format?: string }; // by the rows that have it
  if (query.format === undefined && /^text\/csv\b/i.test(headers.accept ?? '')) query.format = 'csv';
  return query.format === 'csv';
}

async function withDeadline<T>(work: () => Promise<T>, ms: number, late = tookTooLong): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([work(), passed]);
  } finally {
    clearTimeout(timer);
  }
}
