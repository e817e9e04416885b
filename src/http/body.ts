/** Bodies are read when a request has been admitted, within the limit of its row, and are JSON in UTF-8. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parse } from 'secure-json-parse';
import { malformed, type RequestError, tooLarge, tooSlow, unsupportedMedia } from '../core/errors.ts';
import { isDeeperThan, MOST_LEVELS } from '../core/json-depth.ts';
import { hasBody } from './unread.ts';

const JSON_TYPE = 'application/json';
const MIB = 1024 * 1024;
const utf8 = new TextDecoder('utf-8', { fatal: true });

export interface BodyLimits {
  /** Bytes. */
  size: number;
  /** Milliseconds within which all of it has to arrive. */
  timeout: number;
}

/** Undefined where there is no body, or an empty one. */
export async function readJson(request: FastifyRequest, reply: FastifyReply, limits: BodyLimits): Promise<unknown> {
  if (!hasBody(request.raw)) return undefined;
  refuseCoded(request);
  if (typeOf(request) !== JSON_TYPE) throw notJson();
  if (Number(request.headers['content-length']) > limits.size) throw longerThan(limits.size);
  letSend(request.raw, reply.raw);
  return parsedJson(await wholeBody(request.raw, limits));
}

export const notJson = () => unsupportedMedia('Send the body as application/json.');

/** The media type, without parameters. */
export function typeOf(request: FastifyRequest): string {
  return (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

export function refuseCoded({ headers }: FastifyRequest): void {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding !== 'identity') throw unsupportedMedia('Send the body without Content-Encoding.');
}

/** Answers `Expect: 100-continue`: only now is it known that the body will be read. */
export function letSend(raw: IncomingMessage, response: ServerResponse): void {
  if (raw.headers.expect !== undefined && raw.httpVersion !== '1.0') response.writeContinue();
}

function wholeBody(raw: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const onData = (part: Buffer) => {
      size += part.length;
      if (size > limits.size) refuse(longerThan(limits.size));
      else parts.push(part);
    };
    const onEnd = () => {
      stopReading();
      resolve(Buffer.concat(parts, size));
    };
    const onBreak = () => refuse(malformed('The body broke off.'));
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

function parsedJson(body: Buffer): unknown {
  if (isDeeperThan(MOST_LEVELS, body)) throw malformed(`The body is nested more than ${MOST_LEVELS} levels deep.`);
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
  const size = limit < MIB ? `${limit / 1024} kB` : `${limit / MIB} MiB`;
  return tooLarge(`The body is too large; this address takes at most ${size}.`);
}
