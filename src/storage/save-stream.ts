/** Streams into new files that can be removed at once when the stream fails. */
import { createWriteStream } from 'node:fs';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export async function saveStream(
  streams: readonly [Readable, ...Transform[]],
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const closed = new Promise<void>((resolve) => file.once('close', resolve));
  file.on('error', () => undefined);
  try {
    await pipeline([...streams, file], signal ? { signal } : {});
  } catch (error) {
    // The file may still be opening: removed now, it would appear afterwards.
    await closed;
    throw error;
  }
}
