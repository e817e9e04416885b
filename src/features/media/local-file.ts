/** Local files: of the demo, of an import, or sent within JSON. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { unsupportedMedia } from '../../core/errors.ts';
import { HEIC, mediaType, SNIFFED_BYTES } from '../../core/media-type.ts';
import { diskError } from '../../storage/disk.ts';
import type { UploadedFile } from '../handler.ts';
import { withWorkFile } from './local-copy.ts';
import type { MediaTools } from './tools.ts';

/** A file as if it had been uploaded. */
export async function localFile(path: string, name = basename(path)): Promise<UploadedFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const type = mediaType(await headOf(path));
  if (!type || type === HEIC) throw unsupportedMedia(`${name} is not a supported file: its type is unknown.`);
  return { path, name, size: (await stat(path)).size, sha256: hash.digest(), type };
}

/** Bytes as a temporary file. */
export async function withBytes<T>(
  { workFolder }: MediaTools,
  bytes: Buffer,
  name: string,
  work: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  return withWorkFile(workFolder, async (path) => {
    await mkdir(workFolder, { recursive: true });
    await writeFile(path, bytes, { mode: 0o600 }).catch((error) => {
      throw diskError(error);
    });
    return work(await localFile(path, name));
  });
}

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
