/** `multipart/form-data`: one file and a few fields. The file is written to a temporary folder as it arrives, never held in memory. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidBody, malformed, tooLarge, tooMany, tooSlow, unavailable, unsupportedMedia } from '../core/errors.ts';
import { HEIC, type MediaType, mediaType, SNIFFED_BYTES } from '../core/media-type.ts';
import type { UploadedFile } from '../features/handler.ts';
import { diskError } from '../storage/disk.ts';
import { saveStream } from '../storage/save-stream.ts';
import { letSend, refuseCoded, sizeText } from './body.ts';

export const FORM_TYPE = 'multipart/form-data';
const MIB = 1024 * 1024;
export const LARGEST_FILE = 50 * MIB;
export const LARGEST_VIDEO = 200 * MIB;
/** From partners. */
export const LARGEST_PICTURE = 20 * MIB;
/** Bytes of a form besides its file. */
const FORM_OVERHEAD = 64 * 1024;
const MOST_FIELDS = 20;
const LONGEST_FIELD = 8_192;
/** Each has a connection and a file open. */
const MOST_AT_ONCE = 50;
/** Per person or key, so that none uses all: two more than a browser opens to a server. */
const MOST_EACH = 8;
/** Bytes that must arrive within each period of the timeout. */
const LEAST_PROGRESS = 64 * 1024;
/** The parser's replacement for bytes that are not UTF-8. */
const NO_TEXT = '\u{fffd}';
/** Fields that are numbers; in a form they are text. */
const NUMBERS = ['focal_x', 'focal_y'];

/** The folder for files of forms, and how many are being received. */
export interface UploadSpace {
  folder: string;
  atOnce: number;
  /** By the names of people and keys. */
  byCaller: Map<string, number>;
}

export interface FormLimits {
  space: UploadSpace;
  /** Timeout for the body, or at least `LEAST_PROGRESS` of it, in milliseconds. */
  timeout: number;
  /** The person or key; null for callers without a limit of their own. */
  caller: string | null;
  /** Only pictures are accepted. */
  isPicture?: boolean;
  /** Only pictures of these MIME types are accepted. */
  pictureTypes?: readonly string[];
}

/** Bytes of the file; raised when it turns out to be a video. */
interface FileLimit {
  file: number;
  isPicture: boolean;
  pictureTypes: readonly string[] | undefined;
}

interface Form {
  upload: UploadedFile;
  fields: Record<string, string | number>;
}

export async function readForm(request: FastifyRequest, reply: FastifyReply, limits: FormLimits): Promise<Form> {
  refuseCoded(request);
  const largest = limits.isPicture ? LARGEST_PICTURE : LARGEST_VIDEO;
  if (Number(request.headers['content-length']) > largest + FORM_OVERHEAD) throw tooLong(largest);
  const leave = takeSlot(limits);
  try {
    letSend(request.raw, reply.raw);
    return await received(request, limits);
  } finally {
    leave();
  }
}

/** Returns the function that releases the slot. */
function takeSlot({ space, caller }: FormLimits): () => void {
  const own = caller === null ? 0 : (space.byCaller.get(caller) ?? 0);
  if (own >= MOST_EACH) throw tooMany(5);
  if (space.atOnce >= MOST_AT_ONCE) throw unavailable('Too many files are being uploaded; try again in a moment.', 5);
  const count = (by: number) => {
    space.atOnce += by;
    if (caller === null) return;
    const now = (space.byCaller.get(caller) ?? 0) + by;
    if (now > 0) space.byCaller.set(caller, now);
    else space.byCaller.delete(caller);
  };
  count(1);
  return () => count(-1);
}

export async function discardUpload(upload: UploadedFile | null): Promise<void> {
  if (upload) await rm(upload.path, { force: true });
}

async function received(
  { raw, headers }: FastifyRequest,
  { space: { folder }, timeout, isPicture = false, pictureTypes }: FormLimits,
): Promise<Form> {
  const parser = parserOf(headers);
  const fields: Form['fields'] = {};
  let file: Promise<UploadedFile> | undefined;
  const limit = { file: isPicture ? LARGEST_PICTURE : LARGEST_FILE, isPicture, pictureTypes };
  const stop = new AbortController();
  const failed = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true });
  });
  failed.catch(() => {});
  parser.on('file', (field: string, stream: Readable, name: string) => {
    // The parser reports a truncated form here too, even when the file is no longer read.
    stream.on('error', () => undefined);
    if (field !== 'file' || file) {
      stream.resume();
      return void stop.abort(tooManyFiles());
    }
    file = receivedFile(stream, name, folder, { signal: stop.signal, limit });
    file.catch((error) => stop.abort(error));
  });
  parser.on('field', (name: string, value: string, _nameCut: boolean, isCut: boolean) => {
    if (isCut)
      stop.abort(invalidBody([{ path: `/${name}`, message: `must not be longer than ${LONGEST_FIELD} bytes` }]));
    else if ((name + value).includes(NO_TEXT)) stop.abort(invalidBody([{ path: `/${name}`, message: 'is not UTF-8' }]));
    else fields[name] = NUMBERS.includes(name) && /^-?\d{1,9}$/.test(value) ? Number(value) : value;
  });
  for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit']) parser.on(event, () => stop.abort(tooManyFiles()));
  try {
    await Promise.race([fed(raw, parser, { timeout, limit, signal: stop.signal }), failed]);
    if (!file)
      throw invalidBody([{ path: '/file', message: 'is missing: send the file as the field “file” of the form' }]);
    return { upload: await Promise.race([file, failed]), fields };
  } catch (error) {
    // Ignore the rest of the body.
    raw.pause();
    stop.abort(error);
    await file?.then(discardUpload, () => undefined);
    throw error;
  }
}

const tooManyFiles = () =>
  invalidBody([{ path: '/file', message: 'must be the only file of the form, which has a few fields' }]);

function parserOf(headers: FastifyRequest['headers']) {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: {
        files: 1,
        fields: MOST_FIELDS,
        parts: MOST_FIELDS + 1,
        fieldSize: LONGEST_FIELD,
        fieldNameSize: 100,
        headerPairs: 20,
        headerSize: 8_192,
      },
    });
  } catch {
    throw malformed('The form cannot be read: its boundary is missing.');
  }
}

/** Passes the body to the parser as fast as the disk can write. */
async function fed(
  raw: IncomingMessage,
  parser: InstanceType<typeof Busboy>,
  { timeout, limit, signal }: { timeout: number; limit: FileLimit; signal: AbortSignal },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let size = 0;
    let sizeBefore = 0;
    const timer = setInterval(() => {
      if (size - sizeBefore < LEAST_PROGRESS) end(tooSlow('The body took too long to arrive.'));
      sizeBefore = size;
    }, timeout);
    const onData = (part: Buffer) => {
      size += part.length;
      // Bytes before the first part and after the last one count as well.
      if (size > limit.file + FORM_OVERHEAD) return end(tooLong(limit.file));
      if (parser.write(part)) return;
      raw.pause();
      parser.once('drain', () => raw.resume());
    };
    const onEnd = () => parser.end();
    const onBreak = () => (raw.readableEnded ? undefined : end(malformed('The body broke off.')));
    const onAbort = () => end(null);
    const end = (error: Error | null) => {
      clearInterval(timer);
      raw.off('data', onData).off('end', onEnd).off('error', onBreak).off('close', onBreak);
      signal.removeEventListener('abort', onAbort);
      if (error) reject(error);
      else resolve();
    };
    parser.on('finish', () => end(null));
    parser.on('error', () => end(malformed('The form cannot be read: it is truncated or malformed.')));
    signal.addEventListener('abort', onAbort, { once: true });
    raw.on('data', onData).on('end', onEnd).on('error', onBreak).on('close', onBreak);
  });
}

async function receivedFile(
  stream: Readable,
  name: string,
  folder: string,
  { signal, limit }: { signal: AbortSignal; limit: FileLimit },
): Promise<UploadedFile> {
  const path = join(folder, randomUUID());
  const check = checking(limit);
  try {
    await mkdir(folder, { recursive: true });
    await saveStream([stream, check.transform], path, signal);
    return { path, name, ...check.result() };
  } catch (error) {
    await rm(path, { force: true });
    throw diskError(error);
  }
}

/** Hashes and counts the bytes; rejects a file by its first bytes, or when it becomes too long. */
function checking(limit: FileLimit) {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let type: MediaType | null = null;
  let size = 0;
  const judge = () => {
    const found = mediaType(head);
    if (found === HEIC)
      throw unsupportedMedia(
        'HEIC pictures cannot be read here: send JPEG, PNG or WebP. Phones convert when they share “most compatible”.',
      );
    if (limit.pictureTypes && !(found && limit.pictureTypes.includes(found.mime))) throw unsupportedMedia(NO_PHOTO);
    if (!found)
      throw unsupportedMedia('Send JPEG, PNG, WebP, GIF, AVIF, SVG, PDF, MP4, WebM or MP3; the file is none of these.');
    if (limit.isPicture && found.kind !== 'image') throw unsupportedMedia(NO_PICTURE);
    return found;
  };
  const transform = new Transform({
    transform(part: Buffer, _encoding, done) {
      try {
        size += part.length;
        hash.update(part);
        if (!type) {
          head = Buffer.concat([head, part.subarray(0, SNIFFED_BYTES - head.length)]);
          if (head.length >= SNIFFED_BYTES) type = judge();
        }
        if (type?.kind === 'video') limit.file = LARGEST_VIDEO;
        if (size > limit.file) throw tooLong(limit.file);
        done(null, part);
      } catch (error) {
        done(error as Error); // made above
      }
    },
    flush(done) {
      try {
        type ??= judge();
        done();
      } catch (error) {
        done(error as Error); // made above
      }
    },
  });
  return {
    transform,
    result: () => ({ size, sha256: hash.digest(), type: type as MediaType }), // judged at the end at the latest
  };
}

const NO_PHOTO = 'Send a picture: JPEG, PNG, WebP or GIF.';
export const NO_PICTURE = 'Send a picture: JPEG, PNG, WebP, GIF, AVIF or SVG.';
const tooLong = (limit: number) => tooLarge(`The file is too large; at most ${sizeText(limit)} are accepted.`);
