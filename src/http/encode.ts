/** The last step of every answer: entity tag, 304, compression. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Below this a compressed body saves less than a packet. */
const SMALLEST = 1_024;
/** Brotli 4 is as fast as gzip 6 and smaller; higher levels cost more time than they save bytes. */
const BROTLI_QUALITY = 4;

const brotli = promisify(brotliCompress);
const compress = {
  br: (body: Buffer) => brotli(body, { params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: promisify(gzip),
};
type Coding = keyof typeof compress;

/** An onSend hook. A tag that is set already (a save counter) stays; other answers to GET are tagged by their bytes. */
export async function encodeAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
  const body = Buffer.from(payload as string); // a Buffer is taken as it is
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const coding = body.length >= SMALLEST && isText(reply) ? acceptedCoding(request) : null;
  if (isText(reply)) addVary(reply, 'Accept-Encoding');
  if (reply.statusCode < 300) tag(reply, body, coding, isRead);
  if (isRead && reply.statusCode === 200 && isKnown(request.headers['if-none-match'], reply.getHeader('etag'))) {
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return null;
  }
  if (!coding) return body;
  reply.header('content-encoding', coding).removeHeader('content-length');
  return compress[coding](body);
}

export function addVary(reply: FastifyReply, name: string): void {
  const present = reply.getHeader('vary');
  if (String(present ?? '').includes(name)) return;
  reply.header('vary', present ? `${present}, ${name}` : name);
}

function tag(reply: FastifyReply, body: Buffer, coding: Coding | null, isRead: boolean): void {
  const given = reply.getHeader('etag');
  if (given === undefined && !isRead) return;
  const bare =
    given === undefined ? createHash('sha256').update(body).digest('base64url').slice(0, 22) : unquoted(given);
  // Strong tags name bytes, so each coding has its own.
  reply.header('etag', coding ? `"${bare}-${coding}"` : `"${bare}"`);
}

function unquoted(etag: unknown): string {
  return String(etag).replace(/^"(.*)"$/, '$1');
}

function isKnown(ifNoneMatch: string | undefined, etag: unknown): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === etag);
}

function isText(reply: FastifyReply): boolean {
  return /^(text\/|application\/(json|javascript))|image\/svg/.test(String(reply.getHeader('content-type') ?? ''));
}

function acceptedCoding(request: FastifyRequest): Coding | null {
  const refused = /;\s*q=0(\.0*)?\s*$/i;
  const accepted = String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .filter((part) => !refused.test(part))
    .map((part) => part.split(';', 1)[0]?.trim().toLowerCase());
  return (['br', 'gzip'] as const).find((coding) => accepted.includes(coding)) ?? null;
}
