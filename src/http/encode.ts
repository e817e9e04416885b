/** Entity tags, 304 and compression: the last step of every response. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gunzip, gzip, constants as zlib } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Below this a compressed body saves less than a packet. */
const SMALLEST = 1_024;
/** Half the CPU of gzip 6 and Brotli 4, for 4 to 6 and 1 to 3 % more bytes (docs/decisions/064). */
const GZIP_LEVEL = 3;
const BROTLI_QUALITY = 2;
/** 2^18 bytes. The default window of 4 MB is memory that each answer pays for. */
const BROTLI_WINDOW = 18;
const REFUSED = /;\s*q=0(\.0*)?\s*$/i;
/** Browsers send a handful of different headers; at most this many are memoized. */
const MOST_MEMOIZED = 100;
const LONGEST_MEMOIZED = 200;

const inThread = { br: promisify(brotliCompress), gzip: promisify(gzip), gunzip: promisify(gunzip) };
const compressors = {
  br: (body: Buffer) =>
    inThread.br(body, {
      params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [zlib.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW },
    }),
  gzip: (body: Buffer) => inThread.gzip(body, { level: GZIP_LEVEL }),
};
export type Coding = keyof typeof compressors;

/** A body that is made of packed documents, and the length of its text. */
export class Gzipped {
  readonly bytes: Buffer;
  readonly length: number;

  constructor(bytes: Buffer, length: number) {
    this.bytes = bytes;
    this.length = length;
  }
}

export type Body = string | Buffer | Gzipped;

/** An onSend hook. It keeps a tag that is already set (a save counter); other responses to GET get a hash of their bytes. */
export async function encodeAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  // A response with a length is complete.
  if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || reply.hasHeader('content-length')) return payload;
  const body = bytesOf(payload);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const given = reply.getHeader('content-encoding') as Coding | undefined; // no other is set
  const coding = given ?? (isText(reply) ? codingFor(request.headers['accept-encoding'], body.length) : null);
  if (isText(reply)) addVary(reply, 'Accept-Encoding');
  if (reply.statusCode < 300) tag(reply, body, coding, isRead);
  if (isRead && reply.statusCode === 200 && isKnown(request.headers['if-none-match'], reply.getHeader('etag'))) {
    reply.code(304).removeHeader('content-type').removeHeader('content-length').removeHeader('content-encoding');
    return null;
  }
  if (!coding || given) return body;
  reply.header('content-encoding', coding).removeHeader('content-length');
  return compressed(body, coding);
}

/** Does not copy a Buffer. */
export function bytesOf(body: string | Buffer): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : body;
}

export function compressed(body: Buffer, coding: Coding): Promise<Buffer> {
  return compressors[coding](body);
}

/** The text. It is written once into a buffer that it does not fill, otherwise copied out of two. */
export function unzipped({ bytes, length }: Gzipped): Promise<Buffer> {
  return inThread.gunzip(bytes, { chunkSize: Math.max(length + 1, zlib.Z_MIN_CHUNK) });
}

/** It may accept Brotli too. */
export function acceptsGzip(accepted: string | undefined): boolean {
  return accepted !== undefined && acceptedCodings(accepted).includes('gzip');
}

/** Long enough to be sent compressed. */
export function isLong({ length }: Body): boolean {
  return length >= SMALLEST;
}

/** The best coding for a body of this size and a client that accepts these codings. */
export function codingFor(accepted: string | undefined, size: number): Coding | null {
  if (accepted === undefined || size < SMALLEST) return null;
  const known = codings.get(accepted);
  if (known !== undefined) return known;
  const coding = bestCoding(accepted);
  if (codings.size < MOST_MEMOIZED && accepted.length < LONGEST_MEMOIZED) codings.set(accepted, coding);
  return coding;
}

const codings = new Map<string, Coding | null>();

/** For a body of any size. */
export function bestCoding(header: string): Coding | null {
  const accepted = acceptedCodings(header);
  return (['br', 'gzip'] as const).find((coding) => accepted.includes(coding)) ?? null;
}

function acceptedCodings(header: string): (string | undefined)[] {
  return header
    .split(',')
    .filter((part) => !REFUSED.test(part))
    .map((part) => part.split(';', 1)[0]?.trim().toLowerCase());
}

export function hashOf(body: Buffer | string): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}

/** A strong tag identifies bytes, so each coding has its own. */
export function tagOf(bare: string, coding: Coding | null): string {
  return coding ? `"${bare}-${coding}"` : `"${bare}"`;
}

export function isKnown(ifNoneMatch: string | undefined, etag: unknown): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === etag);
}

function tag(reply: FastifyReply, body: Buffer, coding: Coding | null, isRead: boolean): void {
  const given = reply.getHeader('etag');
  if (given === undefined && !isRead) return;
  reply.header('etag', tagOf(given === undefined ? hashOf(body) : unquoted(given), coding));
}

export function unquoted(etag: unknown): string {
  return String(etag).replace(/^"(.*)"$/, '$1');
}

export function addVary(reply: FastifyReply, name: string): void {
  const present = reply.getHeader('vary');
  if (String(present ?? '').includes(name)) return;
  reply.header('vary', present ? `${present}, ${name}` : name);
}

function isText(reply: FastifyReply): boolean {
  return /^(text\/|application\/(json|javascript))|image\/svg/.test(String(reply.getHeader('content-type') ?? ''));
}
