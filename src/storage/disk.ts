/** Objects as files below a folder. A file gets its name only when it is complete and flushed to disk. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { diskFull, storageUnavailable } from '../core/errors.ts';
import type { Storage, StoredObject } from './storage.ts';

export function diskStorage(root: string): Storage {
  const pathOf = (key: string) => join(root, key);
  return {
    async put(key, file) {
      const path = pathOf(key);
      await guarded(async () => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await moveInto(file, path, join(root, 'work'));
      });
    },
    async get(key, range) {
      // Opened first: a stream of a missing file would fail only when it is read.
      const handle = await open(pathOf(key)).catch(ifMissing);
      return handle && createReadStream('', { fd: handle, ...(range ? { start: range.from, end: range.to } : {}) });
    },
    stat: async (key) => objectAt(root, pathOf(key)),
    list: (prefix) => objectsBelow(root, pathOf(prefix)),
    async delete(key) {
      const path = pathOf(key);
      await guarded(() => rm(path, { force: true }));
      // Removes the folder with its last file.
      await rmdir(dirname(path)).catch(() => undefined);
    },
    localPath: pathOf,
  };
}

async function moveInto(file: string, path: string, workFolder: string): Promise<void> {
  await flush(file);
  try {
    await rename(file, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyInto(file, path, workFolder);
  }
  await flush(dirname(path));
}

/**
 * From another file system: copied under a name of its own into the work folder of this one, then renamed. A clean-up deletes
 * what a crash leaves there.
 */
export async function copyInto(file: string, path: string, workFolder: string): Promise<void> {
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const part = join(workFolder, randomUUID());
  try {
    await copyFile(file, part);
    await flush(part);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await rm(file, { force: true });
}

async function flush(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function objectAt(root: string, path: string): Promise<StoredObject | null> {
  const found = await stat(path).catch(ifMissing);
  if (!found?.isFile()) return null;
  return { key: relative(root, path).split(sep).join('/'), size: found.size, modified: found.mtime };
}

/** Folder by folder, so that a large store takes no more memory than its largest folder. */
async function* objectsBelow(root: string, folder: string): AsyncGenerator<StoredObject> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(ifMissing)) ?? [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* objectsBelow(root, path);
    else {
      const object = await objectAt(root, path);
      if (object) yield object;
    }
  }
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw diskError(error);
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw diskError(error);
  }
}

/** 507 for a full disk, 503 for other errors of the disk; the rest are bugs. */
export function diskError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull();
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM' || code === 'EIO')
    return storageUnavailable(`the media folder cannot be used (${code})`);
  return error;
}
