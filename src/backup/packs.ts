/**
 * The files of a database as a few tar archives: a bucket takes seconds for a few large objects, and minutes for thousands of small ones.
 * `tar -x` reads them too.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { dataTrouble } from '../core/errors.ts';
import { parseTarHeader, TAR_BLOCK, tarHeader, tarPadding } from '../core/tar.ts';
import { type FileLine, PRIVATE_FOLDER } from './files.ts';

/** An archive is complete when it reaches this size, so that a temporary one takes little space. */
const PACK_BYTES = 256 * 1024 * 1024;
const PRIVATE_FILE = 0o600;

/** Calls `onPack` with each archive in turn, at the path `draft`. */
export async function packFiles(
  folder: string,
  files: FileLine[],
  draft: string,
  onPack: (number: number) => Promise<void>,
): Promise<void> {
  const left = files.values();
  for (let number = 1, isMore = files.length > 0; isMore; number++) {
    await rm(draft, { force: true });
    isMore = await writePack(folder, left, draft);
    await onPack(number);
  }
}

/** Returns whether it was full. */
async function writePack(folder: string, left: Iterator<FileLine>, draft: string): Promise<boolean> {
  const pack = await open(draft, 'wx', PRIVATE_FILE);
  try {
    for (let size = 0; size < PACK_BYTES; ) {
      const next = left.next();
      if (next.done) return false;
      const { path, bytes } = next.value;
      await pack.appendFile(tarHeader({ name: path, size: bytes }));
      for await (const piece of createReadStream(join(folder, path))) await pack.appendFile(piece);
      await pack.appendFile(tarPadding(bytes));
      size += bytes + TAR_BLOCK;
    }
    return true;
  } finally {
    await pack.close();
  }
}

/** Only the files that the list names; what they contain is checked when they are restored. */
export async function unpackFiles(archive: string, folder: string, named: Set<string>): Promise<void> {
  const pack = await open(archive);
  try {
    for (let at = 0; ; ) {
      const entry = await entryAt(pack, archive, at);
      if (!entry) return;
      const { name, size } = entry;
      at += TAR_BLOCK;
      if (named.has(name)) await extract(archive, { at, size }, join(folder, name));
      at += size + tarPadding(size).length;
    }
  } finally {
    await pack.close();
  }
}

/** Null at the end. */
async function entryAt(pack: FileHandle, archive: string, at: number) {
  const block = Buffer.alloc(TAR_BLOCK);
  const { bytesRead } = await pack.read(block, 0, TAR_BLOCK, at);
  try {
    return bytesRead === TAR_BLOCK ? parseTarHeader(block) : null;
  } catch {
    throw dataTrouble(`${archive} is damaged.`);
  }
}

async function extract(archive: string, { at, size }: { at: number; size: number }, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: PRIVATE_FOLDER });
  const file = createWriteStream(to, { mode: PRIVATE_FILE });
  if (size === 0) return void file.end();
  await pipeline(createReadStream(archive, { start: at, end: at + size - 1 }), file);
}
