/** Bodies of `application/x-ndjson`: one line per item, produced while it is sent. */
import type { Lines } from './route.ts';

export interface Upload {
  /** The body of one attempt; `onEnd` is called when the last item was read. */
  body(onEnd: () => void): ReadableStream | Promise<Blob>;
  /** Ends the attempt: `fetch` goes on reading the items of a request that was answered or aborted. */
  close(): void;
  /** Whether the items can be read again for another attempt. */
  isRepeatable: boolean;
  /** The error of the caller’s own iterable. */
  failure: { reason: unknown } | null;
}

/** Lines are joined to chunks of about this many characters: a chunk for each line costs more than the line. */
const CHUNK = 65_536;
/** A slow source is sent on after this many milliseconds, because the service ends a silent connection. */
const LONGEST_DELAY = 1_000;

/** A form with a file, which `fetch` sends as `multipart/form-data`. */
export function isForm(value: unknown): value is FormData {
  return typeof FormData === 'function' && value instanceof FormData;
}

export function isLines(value: unknown): value is Lines<unknown> {
  if (isForm(value)) return false;
  return typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value);
}

export function uploadOf(items: Lines<unknown>, toWire: (item: unknown) => unknown): Upload {
  const upload: Upload = {
    isRepeatable: Array.isArray(items),
    failure: null,
    close() {},
    body(onEnd) {
      const chunks = chunksOf(items, toWire, upload);
      return canStream() ? streamOf(chunks, onEnd, upload) : blobOf(chunks);
    },
  };
  return upload;
}

/** Browsers stream a body over HTTP/2 only, or not at all. */
function canStream(): boolean {
  return !('document' in globalThis || 'importScripts' in globalThis);
}

async function* chunksOf(
  items: Lines<unknown>,
  toWire: (item: unknown) => unknown,
  upload: Upload,
): AsyncGenerator<string> {
  let chunk = '';
  let sentAt = Date.now();
  try {
    for await (const item of items) {
      chunk += `${JSON.stringify(toWire(item))}\n`;
      if (chunk.length < CHUNK && Date.now() - sentAt < LONGEST_DELAY) continue;
      yield chunk;
      chunk = '';
      sentAt = Date.now();
    }
  } catch (reason) {
    upload.failure = { reason };
    throw reason;
  }
  if (chunk !== '') yield chunk;
}

function streamOf(chunks: AsyncGenerator<string>, onEnd: () => void, upload: Upload): ReadableStream {
  const encoder = new TextEncoder();
  const endSource = async () => void (await chunks.return(undefined));
  return new ReadableStream({
    start(stream) {
      upload.close = () => {
        stream.error();
        endSource().catch(() => {}); // errors of a source while it is closed are ignored
      };
    },
    async pull(stream) {
      const { done, value } = await chunks.next();
      if (!done) return stream.enqueue(encoder.encode(value));
      stream.close();
      onEnd();
    },
    cancel: endSource,
  });
}

/** The progress of sending cannot be observed, so there is no timeout. */
async function blobOf(chunks: AsyncIterable<string>): Promise<Blob> {
  const parts: string[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return new Blob(parts);
}
