/** Image processes read files: a remote object is copied to a temporary file. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { diskError } from '../../storage/disk.ts';
import { saveStream } from '../../storage/save-stream.ts';
import type { MediaTools } from './tools.ts';

export async function withLocalCopy<T>(
  { storage, workFolder }: MediaTools,
  key: string,
  work: (path: string) => Promise<T>,
): Promise<T | null> {
  const local = storage.localPath(key);
  if (local) return work(local);
  const stream = await storage.get(key);
  if (!stream) return null;
  return withWorkFile(workFolder, async (path) => {
    await saveStream([stream], path).catch((error) => {
      throw diskError(error);
    });
    return work(path);
  });
}

/** A name in the work folder; the file is removed afterwards. */
export async function withWorkFile<T>(folder: string, work: (path: string) => Promise<T>): Promise<T> {
  const path = join(folder, randomUUID());
  await mkdir(folder, { recursive: true }).catch((error) => {
    throw diskError(error);
  });
  try {
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}
