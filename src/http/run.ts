/** Runs the handler of a request and turns its result into an answer. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Row } from '../contract/row.ts';
import { gzipOf, lengthOf, type Part } from '../core/packed.ts';
import { versionTag } from '../core/versions.ts';
import type { Db } from '../db/connect.ts';
import type { Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import {
  type HandlerInput,
  Redirected,
  Rendered,
  type Streamed,
  Versioned,
  WithCookie,
  WithSession,
} from '../features/handler.ts';
import { answerOnce, type HttpAnswer } from '../features/idempotency/commands.ts';
import { codingOf, type ResponseBody, type Variant } from './cache/cached-response.ts';
import { withRemoved } from './clean.ts';
import { setCookie } from './cookie.ts';
import { CLOSED_CACHE, NOT_INDEXED, OPEN_CACHE } from './default-headers.ts';
import { type Body, bytesOf, Gzipped, hashOf, isLong, tagOf, unquoted, unzipped } from './encode.ts';
import { onReplica } from './on-replica.ts';
import type { ReadRequest } from './read.ts';
import type { Route } from './route.ts';
import { sessionCookie } from './session-cookie.ts';
import { begunFile, fileHeaders } from './stream.ts';

/** What a handler's result becomes. */
export interface Answer extends Omit<HttpAnswer, 'body'> {
  body: Body;
}

/** A cached response in one coding, or an answer that is not cached. */
export async function runRoute(
  route: Route,
  read: ReadRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Variant | Answer> {
  const { responseCache, row } = route;
  const site = read.asked.site as Site | undefined; // by its row
  const cacheKey = responseCache?.keyOf(read.path + queryOf(request.url));
  const accepted = request.headers['accept-encoding'];
  if (!responseCache || !cacheKey || !site || site.api_key_required) {
    const answer = await made(route, read, request, reply);
    return read.asked.takesGzip && isLong(answer.body) ? answer : withText(answer);
  }
  const answer = await responseCache.answer(cacheKey, row, site, async () =>
    madeOf(await made(route, read, request, reply)),
  );
  const ifNoneMatch = request.headers['if-none-match'];
  return responseCache.variant(answer, codingOf(answer, accepted, { ifNoneMatch, isNew: true }));
}

/** An error before the first lines gets a normal response; a later one ends the connection. */
export async function runFile(route: Route, { asked }: ReadRequest, isHead: boolean) {
  const { handler, row, outward } = route;
  return onReplica(route, asked, async (db) => {
    const file = (await handler(db, asked)) as Streamed; // by its row
    return {
      headers: { ...fileHeaders(file), 'cache-control': cacheControl(row, asked) },
      body: isHead ? undefined : await begunFile(file, outward),
    };
  });
}

function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}

async function made(route: Route, read: ReadRequest, request: FastifyRequest, reply: FastifyReply): Promise<Answer> {
  const { handler, row, options } = route;
  const { asked, removed, idempotencyKey: key } = read;
  const run = async (db: Db | Tx) => {
    const result = await handler(db, asked);
    if (result instanceof WithCookie)
      reply.header('set-cookie', setCookie(result.cookie, isCrossSite(request), asked.address));
    if (result instanceof WithSession) reply.header('set-cookie', sessionCookie(result.token, options.publicUrl()));
    if (result instanceof Redirected) leaveCookies(result, reply, options.publicUrl());
    const answer = answerOf(route, read.path, result, reply);
    return removed.length > 0 ? { ...answer, body: withRemoved(String(answer.body), removed) } : answer;
  };
  const answer =
    key === null
      ? await onReplica(route, asked, run)
      : await answerOnce(options.db, repeatable(row, read, key), async (tx) => withText(await run(tx)));
  return { ...answer, headers: { ...answer.headers, 'cache-control': cacheControl(row, asked), ...unindexed(row) } };
}

async function withText({ body, ...answer }: Answer): Promise<HttpAnswer> {
  return { ...answer, body: body instanceof Gzipped ? await unzipped(body) : body };
}

function unindexed({ options }: Row): Record<string, string> {
  return options.isShared ? { 'x-robots-tag': NOT_INDEXED } : {};
}

function isCrossSite(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-site'] === 'cross-site';
}

function leaveCookies({ token, cookie }: Redirected, reply: FastifyReply, publicUrl: string): void {
  const cookies = [
    ...(token === undefined ? [] : [sessionCookie(token, publicUrl)]),
    // The browser comes from another site, but this cookie is for pages of ours.
    ...(cookie ? [setCookie(cookie, false, publicUrl)] : []),
  ];
  if (cookies.length > 0) reply.header('set-cookie', cookies);
}

function repeatable(row: Row, { asked }: ReadRequest, key: string) {
  const { caller, params, query, body } = asked;
  const request = JSON.stringify([row.path, params, query, body]);
  return { caller: caller.name ?? '', key, request, showsSecret: row.options.showsSecret ?? false };
}

function answerOf({ row, outward, serializedBy }: Route, path: string, result: unknown, reply: FastifyReply): Answer {
  if (result instanceof Redirected) return { status: row.status, headers: { location: result.address }, body: '' };
  const bare =
    result instanceof Versioned || result instanceof WithCookie || result instanceof WithSession ? result.body : result;
  if (bare instanceof Rendered) return renderedAnswer(row, bare);
  const body = outward(bare);
  const headers: Record<string, string> = {};
  const created = row.status === 201 ? createdId(body) : undefined;
  if (created !== undefined) headers.location = `${path}/${created}`;
  const sent = row.status === 204 ? '' : serialized(body, serializedBy, reply);
  if (result instanceof Versioned)
    headers.etag = versionTag(result.version, result.isMixed ? hashOf(sent) : result.state);
  return { status: row.status, headers, body: sent };
}

function renderedAnswer({ status }: Row, { parts, fingerprint }: Rendered): Answer {
  const headers: Record<string, string> = fingerprint === null ? {} : { etag: tagOf(hashOf(fingerprint), null) };
  return { status, headers, body: areTexts(parts) ? joined(parts) : new Gzipped(gzipOf(parts), lengthOf(parts)) };
}

const areTexts = (parts: Part[]): parts is string[] => parts.every((part) => typeof part === 'string');

/** The id of the object under the wrapper key; without an id there is no `Location`. */
function createdId(body: unknown): number | string | undefined {
  const [created] = Object.values(body as Record<string, { id?: number; uid?: string }>); // {"noun": {"id": …}}
  return created?.uid ?? created?.id;
}

/** Fastify compiles the schema for the first answer. */
function serialized(body: unknown, schema: TSchema | null, reply: FastifyReply): string {
  return schema
    ? String(reply.serializeInput(body as Record<string, unknown>, schema as Record<string, unknown>)) // a plain object
    : JSON.stringify(body);
}

/** Written into one buffer: joining texts first would be another large copy. */
function joined(parts: string[]): Buffer {
  const bytes = Buffer.allocUnsafe(lengthOf(parts));
  let at = 0;
  for (const part of parts) at += bytes.write(part, at);
  return bytes;
}

/** The part of an answer that is cached; its hash comes from its tag or its bytes. */
function madeOf({ headers, body: given }: Answer): ResponseBody {
  const body = given instanceof Gzipped ? given : bytesOf(given);
  const hash = headers.etag ? unquoted(headers.etag) : hashOf(body instanceof Gzipped ? body.bytes : body);
  return { body, hash };
}

function cacheControl(row: Row, { caller, site }: HandlerInput<Row>): string {
  if (row.api === 'manage' || row.method !== 'GET' || caller.kind === 'person') return 'no-store';
  return row.api === 'analytics' || (site as Site | undefined)?.api_key_required ? CLOSED_CACHE : OPEN_CACHE;
}
