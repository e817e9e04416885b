/** Reads JSON bodies in UTF-8, after authorization and within the limit of the row. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parse } from 'secure-json-parse';
import { malformed, type RequestError, tooLarge, tooSlow, unsupportedMedia } from '../core/errors.ts';
import { jsonExcess } from '../core/json-limits.ts';
import { hasBody } from './unread.ts';

const JSON_TYPE = 'application/json';
const CHARSET = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]*))/i;
const UTF8_NAMES = ['utf-8', 'utf8', 'us-ascii', 'ascii'];
const MIB = 1024 * 1024;
const FIRST_BYTES = 16 * 1024;
const utf8 = new TextDecoder('utf-8', { fatal: true });

export interface BodyLimits {
  /** Bytes. */
  size: number;
  /** Milliseconds for the whole body. */
  timeout: number;
}

/** Undefined without a body, or with an empty one. */
export async function readJson(request: FastifyRequest, reply: FastifyReply, limits: BodyLimits): Promise<unknown> {
  if (!hasBody(request.raw)) return undefined;
  refuseCoded(request);
  if (typeOf(request) !== JSON_TYPE) throw notJson();
  refuseOtherCharset(request);
  if (Number(request.headers['content-length']) > limits.size) throw longerThan(limits.size);
  letSend(request.raw, reply.raw);
  return parsedJson(await wholeBody(request.raw, limits));
}

export const notJson = () => unsupportedMedia('Send the body as application/json.');

/** The media type, without parameters. */
export function typeOf(request: FastifyRequest): string {
  return (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** JSON is UTF-8 (RFC 8259); ASCII is a part of it. */
export function refuseOtherCharset({ headers }: FastifyRequest): void {
  const [, quoted, bare] = CHARSET.exec(headers['content-type'] ?? '') ?? [];
  const charset = quoted ?? bare ?? 'utf-8';
  if (!UTF8_NAMES.includes(charset.toLowerCase()))
    throw unsupportedMedia('Send the body in UTF-8, without `charset` or with `charset=utf-8`.');
}

export function refuseCoded({ headers }: FastifyRequest): void {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding !== 'identity') throw unsupportedMedia('Send the body without Content-Encoding.');
}

/** Answers `Expect: 100-continue`, now that the request is authorized. */
export function letSend(raw: IncomingMessage, response: ServerResponse): void {
  if (raw.headers.expect !== undefined && raw.httpVersion !== '1.0') response.writeContinue();
}

function wholeBody(raw: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const body = growingBuffer(limits.size);
    const onData = (part: Buffer) => {
      if (!body.add(part)) refuse(longerThan(limits.size));
    };
    const onEnd = () => {
      stopReading();
      resolve(body.bytes());
    };
    const onBreak = () => refuse(malformed('The body ended early.'));
    const timer = setTimeout(() => refuse(tooSlow('The body took too long to arrive.')), limits.timeout);
    raw.on('data', onData).on('end', onEnd).on('error', onBreak).on('close', onBreak);

    function refuse(error: RequestError): void {
      stopReading();
      raw.pause();
      reject(error);
    }

    function stopReading(): void {
      clearTimeout(timer);
      raw.off('data', onData).off('end', onEnd).off('error', onBreak).off('close', onBreak);
    }
  });
}

/** Copies chunks at once: a list of one-byte chunks would take a hundred times the memory of the body. */
function growingBuffer(most: number) {
  let buffer = Buffer.allocUnsafe(Math.min(most, FIRST_BYTES));
  let size = 0;
  return {
    /** False when it would be larger than `most`. */
    add(part: Buffer): boolean {
      const needed = size + part.length;
      if (needed > most) return false;
      if (needed > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.min(most, Math.max(needed, 2 * buffer.length)));
        buffer.copy(larger, 0, 0, size);
        buffer = larger;
      }
      part.copy(buffer, size);
      size = needed;
      return true;
    },
    bytes: () => buffer.subarray(0, size),
  };
}

function parsedJson(body: Buffer): unknown {
  const excess = jsonExcess(body);
  if (excess !== null) throw malformed(`The body ${excess}.`);
  const text = decoded(body);
  if (text.trim() === '') return undefined;
  try {
    return parse(text);
  } catch {
    throw malformed('The body is not valid JSON.');
  }
}

function decoded(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw malformed('The body is not UTF-8.');
  }
}

function longerThan(limit: number): RequestError {
  return tooLarge(`The body is too large; this address accepts at most ${sizeText(limit)}.`);
}

/** `4 MiB`, `1 kB`. */
export function sizeText(bytes: number): string {
  return bytes < MIB ? `${bytes / 1024} kB` : `${bytes / MIB} MiB`;
}
