/** Reads a request by its row: parameters and headers first, the body only when those are valid. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BODY_LIMIT, type Row } from '../contract/row.ts';
import { malformed, type Problem } from '../core/errors.ts';
import { may } from '../core/rights.ts';
import type { HandlerInput, Line, RequestClient, UploadedFile } from '../features/handler.ts';
import { inTurns } from '../jobs/in-turns.ts';
import type { Authorized } from './authorize.ts';
import { letSend, notJson, readJson, refuseCoded, refuseOtherCharset, typeOf } from './body.ts';
import { acceptsGzip } from './encode.ts';
import { LINES_TYPE, partsOf } from './lines.ts';
import type { Route } from './route.ts';
import { sessionTokensIn } from './session-cookie.ts';
import { discardUpload, FORM_TYPE, readForm } from './upload.ts';

const LONGEST_KEY = 255;

export interface ReadRequest {
  asked: HandlerInput<Row>;
  /** The path with unneeded escapes decoded: one spelling for each address. */
  path: string;
  idempotencyKey: string | null;
  /** Fields that were dropped from the body. */
  removed: Problem[];
}

export async function readRequest(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  admitted: Authorized,
): Promise<ReadRequest> {
  const { row, validator, options } = route;
  const params = validator.params(request.params);
  const query = validator.query(request.query);
  const key = idempotencyKey(row, request, admitted);
  const { body, lines, upload, removed } = await readBody(route, request, reply, admitted);
  const path = pathOf(row, params);
  const asked = {
    ...{ params, query, body, lines, upload, ...admitted },
    ifMatch: request.headers['if-match'],
    lastEventId: singleHeader(request.headers['last-event-id']),
    client: clientOf(request, options.publicUrl()),
    address: options.publicUrl() + path,
    documents: options.documents ?? null,
    takesGzip: acceptsGzip(request.headers['accept-encoding']),
    rollupCache: options.rollupCache,
    now: options.now(),
    // bind.ts sets it when the work begins.
    endsAt: Number.POSITIVE_INFINITY,
  };
  // A streamed body cannot be compared with a repeat; such routes are idempotent anyway.
  return { asked: asked as HandlerInput<Row>, path, idempotencyKey: lines || upload ? null : key, removed }; // read by its row
}

interface ReadBody {
  body: unknown;
  lines: AsyncIterable<Line> | null;
  upload: UploadedFile | null;
  removed: Problem[];
}

const NO_BODY: ReadBody = { body: undefined, lines: null, upload: null, removed: [] };

async function readBody(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  { caller, site }: Authorized,
): Promise<ReadBody> {
  const { row, validator, clean, inward, options } = route;
  if (!row.body) return NO_BODY;
  if (typeOf(request) === LINES_TYPE) return { ...NO_BODY, lines: streamedBody(route, request, reply) };
  if (row.options.isUpload && typeOf(request) === FORM_TYPE) return receivedForm(route, request, reply, caller);
  const json = await readJson(request, reply, {
    size: row.options.bodyLimit ?? BODY_LIMIT,
    timeout: options.bodyTimeout,
  });
  // An administrator's POST may be a migration from another installation.
  const dropped: Problem[] | undefined =
    row.method === 'POST' && caller.kind !== 'person' && may(caller, 'keys', 'write') ? [] : undefined;
  const body = inward(validator.body(json, dropped));
  const removed = await inTurns(clean(body));
  if (site) route.storeMedia(body, site.media_url);
  return { ...NO_BODY, body, removed: [...(dropped ?? []), ...removed] };
}

/** The fields of a form are checked as the same body in JSON would be. */
async function receivedForm(
  { row, validator, options }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, name }: Authorized['caller'],
): Promise<ReadBody> {
  if (!options.uploads) throw notJson();
  const { uploads: space, bodyTimeout: timeout } = options;
  const caller = kind === 'person' || kind === 'key' ? name : null;
  const isPicture = row.options.isPicture ?? false;
  const { upload, fields } = await readForm(request, reply, { space, timeout, caller, isPicture });
  try {
    return { ...NO_BODY, body: validator.body(row.body?.key ? { [row.body.key]: fields } : fields), upload };
  } catch (error) {
    await discardUpload(upload);
    throw error;
  }
}

function streamedBody(
  { readLines, options }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): AsyncIterable<Line> {
  if (!readLines) throw notJson();
  refuseCoded(request);
  refuseOtherCharset(request);
  letSend(request.raw, reply.raw);
  return readLines(partsOf(request.raw, options.bodyTimeout));
}

function pathOf(row: Row, params: Record<string, number | string>): string {
  return row.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));
}

function clientOf({ headers, ip, id }: FastifyRequest, publicUrl: string): RequestClient {
  const visitor = headers['x-visitor'];
  const cookies = headers.cookie ?? '';
  return {
    visitor: visitor === undefined ? undefined : String(visitor),
    cookies,
    address: ip,
    requestId: id,
    userAgent: headers['user-agent'] ?? '',
    origin: headers.origin ?? '',
    sessionTokens: sessionTokensIn(cookies, publicUrl),
  };
}

/** Anonymous callers have no identity: one could get the stored answer of another. */
function idempotencyKey(row: Row, request: FastifyRequest, { caller }: Authorized): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || row.api !== 'manage' || row.method !== 'POST' || caller.name === null) return null;
  if (typeof key === 'string' && key.length > 0 && key.length <= LONGEST_KEY) return key;
  throw malformed(`Idempotency-Key must be one value of 1 to ${LONGEST_KEY} characters.`);
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
