/** Copies of files with their hashes, flushed to disk. */
import { createHash } from 'node:crypto';
import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { diskFailure } from '../core/errors.ts';

const PIECE_BYTES = 1024 * 1024;
const PRIVATE_FILE = 0o600;
const OF_FILES = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'EEXIST', 'ENAMETOOLONG'];
export const PRIVATE_FOLDER = 0o700;

/** A line of the list of files. */
export interface FileLine {
  /** Below the backup, with slashes; below the folder of all backups if `isShared`. */
  path: string;
  bytes: number;
  sha256: string;
  isShared?: true;
}

export type Content = Pick<FileLine, 'bytes' | 'sha256'>;

/** Says in a sentence why files cannot be written: a full disk, or a folder of someone else. */
export async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  return work().catch((error) => {
    throw OF_FILES.includes(error.code) ? diskFailure(`${folder} cannot be written: ${error.code}.`) : error;
  });
}

/** Null if there is no such file: the server deletes files while they are copied. */
export async function copyFile(from: string, to: string): Promise<Content | null> {
  const source = await opened(from);
  if (!source) return null;
  try {
    await mkdir(dirname(to), { recursive: true, mode: PRIVATE_FOLDER });
    const target = await open(to, 'wx', PRIVATE_FILE);
    try {
      const content = await read(source, (piece) => writeAll(target, piece));
      await target.sync();
      return content;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

export async function writeFile(path: string, text: string): Promise<Content> {
  const bytes = Buffer.from(text);
  const target = await open(path, 'wx', PRIVATE_FILE);
  try {
    await writeAll(target, bytes);
    await target.sync();
  } finally {
    await target.close();
  }
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Null if there is no such file. */
export async function contentOf(path: string): Promise<Content | null> {
  const source = await opened(path);
  if (!source) return null;
  try {
    return await read(source, async () => {});
  } finally {
    await source.close();
  }
}

/** The entries of a folder outlive a power cut only after this. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function read(source: FileHandle, take: (piece: Buffer) => Promise<void>): Promise<Content> {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await source.read(piece, 0, PIECE_BYTES, null);
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') };
    const part = piece.subarray(0, bytesRead);
    hash.update(part);
    await take(part);
    bytes += bytesRead;
  }
}

async function writeAll(target: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await target.write(bytes, at)).bytesWritten;
}

/** Null if there is no such file. A pipe or a device, which could block for ever, is none. */
async function opened(path: string): Promise<FileHandle | null> {
  const found = await lstat(path).catch(ifMissing);
  return found?.isFile() ? open(path).catch(ifMissing) : null;
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
