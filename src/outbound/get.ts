/**
 * GET for pictures, feeds and network APIs: `get(guard, url, { maxBytes })`.
 *
 * Redirects are followed hop by hop, and each hop passes the address guard and gets its own connection. The body is a
 * stream; `maxBytes` limits the received bytes and, separately, the decompressed ones, of which there may be 100 for each received one. One time limit covers everything
 * from the first name resolution to the last byte of the body. Failures are `OutboundError`s, thrown before the headers
 * and emitted by the body after them. A status such as 404 is a response, not a failure.
 */
import { pipeline, Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { Client, type Dispatcher } from 'undici';
import { type AddressGuard, type ConnectStep, limitBytes, openSocket, type Target, targetOf } from './connect.ts';
import { OutboundError, outboundError } from './errors.ts';

export interface GetOptions {
  maxBytes: number;
  timeoutMs?: number;
  /** 0: a redirect is returned as a response. */
  maxRedirects?: number;
  /** Sent to the first origin only, apart from `accept` and `user-agent`: they may contain credentials. Names in lower case. */
  headers?: Record<string, string>;
  /** Validators of an earlier response: the answer is 304 with an empty body when nothing has changed. */
  etag?: string | null;
  lastModified?: string | null;
  signal?: AbortSignal;
  /** Sent as the body of a POST instead. Use it without redirects. */
  post?: string;
}

export interface GetResponse {
  /** After redirects. */
  url: string;
  status: number;
  /** Names in lower case; repeated headers are joined with commas. */
  headers: Record<string, string>;
  /** Decompressed. Consume or destroy it: until then the connection stays open, at most for the time limit. */
  body: Readable;
  /** Every request that was made, the last one included. */
  hops: Hop[];
}

export interface Hop {
  url: string;
  status: number | null;
  remoteAddress: string | null;
  /** Milliseconds from the start of the hop. */
  timing: Partial<Record<ConnectStep | 'headers', number>>;
}

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];
const MAX_HEADER_BYTES = 16 * 1024;
/** Allowed beyond `maxBytes` for headers, interim responses and the framing of chunks. */
const EXTRA_BYTES = 64 * 1024;
const MAX_INTERIM = 8;
/** Unpacked to packed bytes, beyond a small size. */
const MAX_RATIO = 100;
const SMALL_BYTES = 1024 * 1024;
const SENT_EVERYWHERE = ['accept', 'user-agent'];

export async function get(guard: AddressGuard, address: string, options: GetOptions): Promise<GetResponse> {
  const { timeoutMs = TIMEOUT_MS, maxRedirects = MAX_REDIRECTS } = options;
  const limit = timeLimit(timeoutMs, options.signal);
  const hops: Hop[] = [];
  try {
    for (let target = targetOf(address, guard); ; ) {
      const isFirstOrigin = hops.every(({ url }) => new URL(url).origin === target.url.origin);
      const hop = newHop(target);
      hops.push(hop);
      const answer = await sendTo(target, guard, hop, headersFor(options, isFirstOrigin), options, limit.signal);
      const next = maxRedirects === 0 ? null : redirectOf(answer, target);
      if (next === null) return responseOf(answer, hops, options.maxBytes, limit);
      answer.close();
      if (hops.length > maxRedirects) throw new OutboundError('redirects', `More than ${maxRedirects} redirects.`);
      target = targetOf(next, guard);
    }
  } catch (error) {
    limit.clear();
    throw limit.signal.aborted ? limit.signal.reason : outboundError(error as Error);
  }
}

interface TimeLimit {
  signal: AbortSignal;
  clear(): void;
}

function timeLimit(ms: number, outer: AbortSignal | undefined): TimeLimit {
  const controller = new AbortController();
  const late = () => controller.abort(new OutboundError('timeout', `No complete response within ${ms / 1_000} s.`));
  const cancel = () => controller.abort(new OutboundError('aborted', 'The request was aborted.'));
  const timer = setTimeout(late, ms);
  if (outer?.aborted) cancel();
  outer?.addEventListener('abort', cancel, { once: true });
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', cancel);
    },
  };
}

function newHop({ url }: Target): Hop {
  return { url: url.href, status: null, remoteAddress: null, timing: {} };
}

function headersFor(options: GetOptions, isFirstOrigin: boolean): Record<string, string> {
  const { headers = {}, etag, lastModified } = options;
  const own = Object.entries(headers).filter(([name]) => isFirstOrigin || SENT_EVERYWHERE.includes(name));
  return {
    'user-agent': 'Masthead',
    accept: '*/*',
    ...Object.fromEntries(own),
    'accept-encoding': 'gzip, br',
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(lastModified ? { 'if-modified-since': lastModified } : {}),
  };
}

interface Answer extends Pick<Dispatcher.ResponseData, 'body'> {
  status: number;
  headers: Record<string, string>;
  close(): void;
}

/** One request on its own connection. */
async function sendTo(
  target: Target,
  guard: AddressGuard,
  hop: Hop,
  headers: Record<string, string>,
  { maxBytes, post }: GetOptions,
  signal: AbortSignal,
): Promise<Answer> {
  signal.throwIfAborted();
  const began = performance.now();
  const mark = (step: ConnectStep | 'headers') => {
    hop.timing[step] = Math.round((performance.now() - began) * 100) / 100;
  };
  const tooLarge = () => new OutboundError('too_large', `The response is larger than ${maxBytes} bytes.`);
  const client = new Client(target.url.origin, {
    connect: (_, callback) => {
      const opened = openSocket(target, guard, mark).then((socket) => {
        hop.remoteAddress = socket.remoteAddress ?? null;
        limitBytes(socket, maxBytes + EXTRA_BYTES, tooLarge);
        return socket;
      });
      opened.then(
        (socket) => callback(null, socket),
        (error: Error) => callback(outboundError(error), null),
      );
    },
    pipelining: 0, // no second request on the connection
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0, // the time limit covers both
    bodyTimeout: 0,
  });
  const close = () => void client.destroy().catch(() => {});
  // Not given to the request: undici looks at a request's signal only once the connection is open.
  signal.addEventListener('abort', () => void client.destroy(signal.reason as Error).catch(() => {}), { once: true });
  try {
    const path = `${target.url.pathname}${target.url.search}`;
    const response = await client.request({
      method: post === undefined ? 'GET' : 'POST',
      path,
      headers,
      ...(post === undefined ? {} : { body: post }),
      onInfo: interimLimit(),
    });
    mark('headers');
    hop.status = response.statusCode;
    const answer = { status: response.statusCode, headers: joined(response.headers), body: response.body, close };
    if (Number(answer.headers['content-length']) > maxBytes) throw tooLarge();
    return answer;
  } catch (error) {
    close();
    throw error;
  }
}

function interimLimit(): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > MAX_INTERIM) throw new OutboundError('broken', 'Too many interim responses.');
  };
}

function joined(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

function redirectOf({ status, headers, close }: Answer, { url }: Target): string | null {
  if (!REDIRECTS.includes(status)) return null;
  const { location = '' } = headers;
  // Programs disagree on what a backslash in a URL means, so it is not valid here.
  const isValid = location !== '' && !location.includes('\\') && URL.canParse(location, url.href);
  if (isValid) return new URL(location, url).href;
  close();
  throw new OutboundError('broken', 'The redirect has no valid Location header.');
}

function responseOf(answer: Answer, hops: Hop[], maxBytes: number, limit: TimeLimit): GetResponse {
  const packed = { bytes: 0 };
  const chunks = decoded(answer, packed)[Symbol.asyncIterator]();
  let size = 0;
  const body = new Readable({
    read() {
      chunks.next().then(
        ({ value, done }) => {
          size += value?.length ?? 0;
          if (size > maxBytes || isBomb(size, packed.bytes))
            this.destroy(new OutboundError('too_large', `The response is larger than ${maxBytes} bytes.`));
          else this.push(done ? null : value);
        },
        (error: Error) => this.destroy(limit.signal.aborted ? limit.signal.reason : outboundError(error)),
      );
    },
    destroy(error, callback) {
      limit.clear();
      answer.close();
      callback(error);
    },
  });
  // Without a listener an error crashes Node; iteration and pipelines still receive it.
  body.on('error', () => {});
  const { status, headers } = answer;
  return { url: hops.at(-1)?.url ?? '', status, headers, body, hops };
}

/** No text that people write is packed so well. */
const isBomb = (size: number, packed: number) => packed > 0 && size > SMALL_BYTES && size > packed * MAX_RATIO;

function decoded({ body, headers, close }: Answer, packed: { bytes: number }): AsyncIterable<Buffer> {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return body;
  if (encoding === 'gzip' || encoding === 'x-gzip') return pipeline(body, counted(packed), createGunzip(), () => {});
  if (encoding === 'br') return pipeline(body, counted(packed), createBrotliDecompress(), () => {});
  close();
  throw new OutboundError('broken', `The content encoding ${encoding} is not supported.`);
}

function counted(packed: { bytes: number }): Transform {
  return new Transform({
    transform(chunk: Buffer, _, callback) {
      packed.bytes += chunk.length;
      callback(null, chunk);
    },
  });
}
