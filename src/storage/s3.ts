/** Objects in a bucket of S3 or of a compatible service. */
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { S3mini, S3ServiceError } from 's3mini';
import { storageUnavailable } from '../core/errors.ts';
import type { Storage, StoredObject } from './storage.ts';

export interface S3Options {
  /** With the bucket as its path: `https://s3.example.com/bucket`. */
  url: string;
  key: string;
  secret: string;
  region: string;
  /** Timeout until the start of a response, in milliseconds; default 10,000. */
  timeout?: number;
}

/** Larger files are sent in parts of this size, one after the other, so that an upload takes no more memory than one. */
const PART_BYTES = 8 * 1024 * 1024;
const TIMEOUT = 10_000;
const LISTED_AT_ONCE = 1_000;

export function s3Storage({ url, key: accessKeyId, secret, region, timeout = TIMEOUT }: S3Options): Storage {
  const bucket = new S3mini({
    endpoint: url,
    accessKeyId,
    secretAccessKey: secret,
    region,
    fetch: (input, init) => fetchInTime(input, init, timeout),
  });
  return {
    async put(key, file) {
      await guarded(() => upload(bucket, key, file));
      await rm(file, { force: true });
    },
    async get(key, range) {
      const response = await ifThere(() =>
        // The end of a range is exclusive here.
        range ? bucket.getObjectRaw(key, false, range.from, range.to + 1) : bucket.getObjectRaw(key),
      );
      if (!response?.body) return null;
      return Readable.fromWeb(response.body as ReadableStream); // the same class by another name
    },
    stat: (key) => ifThere(() => objectAt(bucket, key)),
    list: (prefix) => objectsBelow(bucket, prefix),
    async delete(key) {
      await ifThere(() => bucket.deleteObject(key));
    },
    localPath: () => null,
  };
}

async function upload(bucket: S3mini, key: string, file: string): Promise<void> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (size <= PART_BYTES) {
      await bucket.putObject(key, await partOf(handle, 0, size));
      return;
    }
    const uploadId = await bucket.getMultipartUploadId(key);
    try {
      const parts = [];
      for (let at = 0; at < size; at += PART_BYTES) {
        const part = await partOf(handle, at, Math.min(PART_BYTES, size - at));
        parts.push(await bucket.uploadPart(key, uploadId, part, parts.length + 1));
      }
      await bucket.completeMultipartUpload(key, uploadId, parts);
    } catch (error) {
      await bucket.abortMultipartUpload(key, uploadId).catch(() => undefined);
      throw error;
    }
  } finally {
    await handle.close();
  }
}

async function partOf(handle: Awaited<ReturnType<typeof open>>, at: number, size: number): Promise<Uint8Array> {
  const part = Buffer.alloc(size);
  await handle.read(part, 0, size, at);
  return part;
}

async function objectAt(bucket: S3mini, key: string): Promise<StoredObject | null> {
  const response = await bucket.getObjectRaw(key, false, 0, 1).catch((error) => {
    // An empty object has no first byte.
    if (error instanceof S3ServiceError && error.status === 416) return 'empty' as const;
    throw error;
  });
  if (response === 'empty') return { key, size: 0, modified: new Date(0) };
  await response.body?.cancel();
  const size = Number(response.headers.get('content-range')?.split('/')[1] ?? Number.NaN);
  return { key, size, modified: new Date(response.headers.get('last-modified') ?? 0) };
}

async function* objectsBelow(bucket: S3mini, prefix: string): AsyncGenerator<StoredObject> {
  for (let next: string | undefined; ; ) {
    const page = await guarded(() => bucket.listObjectsPaged('/', prefix, LISTED_AT_ONCE, next));
    for (const { Key, Size, LastModified } of page?.objects ?? [])
      yield { key: Key, size: Number(Size), modified: new Date(LastModified) };
    next = page?.nextContinuationToken;
    if (!next) return;
  }
}

/** The timeout covers the headers only; readers limit the time of a body. */
async function fetchInTime(input: Parameters<typeof fetch>[0], init: RequestInit | undefined, timeout: number) {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error('timeout')), timeout);
  try {
    const signal = init?.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal;
    // s3mini sets it and so does fetch; undici's agent, which fetch uses once undici is loaded, refuses the two together.
    const headers = new Headers(init?.headers);
    headers.delete('content-length');
    return await fetch(input, { ...init, headers, signal });
  } finally {
    clearTimeout(timer);
  }
}

/** Null if there is no such object. */
async function ifThere<T>(work: () => Promise<T>): Promise<T | null> {
  return guarded(() =>
    work().catch((error) => {
      if (error instanceof S3ServiceError && error.status === 404) return null;
      throw error;
    }),
  );
}

/** An unexpected response of the bucket, or none, is 503. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const status = error instanceof S3ServiceError ? `it answered ${error.status}` : 'it does not answer';
    throw storageUnavailable(`the bucket of S3_URL: ${status}`);
  }
}
