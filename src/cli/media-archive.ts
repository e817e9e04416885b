/** The archive of media beside the file of an export. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { diskFailure } from '../core/errors.ts';

/** `posten.ndjson.gz` has its media in `posten.media.tar`. */
export function archiveOf(file: string): string {
  return `${file.replace(/(\.ndjson|\.jsonl)?(\.gz)?$/i, '')}.media.tar`;
}

/** The archive gets its name only when it is complete. */
export async function writingArchive<T>(
  path: string,
  work: (write: (bytes: Buffer) => Promise<void>) => Promise<T>,
): Promise<T> {
  const part = `${path}.part`;
  const file = createWriteStream(part);
  const failed = once(file, 'error').then(([error]) => {
    throw diskFailure(`${path} cannot be written: ${error.code}.`);
  });
  failed.catch(() => {});
  const write = async (bytes: Buffer) => {
    if (!file.write(bytes)) await Promise.race([once(file, 'drain'), failed]);
  };
  try {
    const result = await Promise.race([work(write), failed]);
    file.end();
    await Promise.race([finished(file), failed]);
    await rename(part, path);
    return result;
  } catch (error) {
    file.destroy();
    await rm(part, { force: true });
    throw error;
  }
}
