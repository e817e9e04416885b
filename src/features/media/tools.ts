/** The dependencies of media besides the database. */
import { join } from 'node:path';
import { createImagePool, type ImagePool, type PoolOptions } from '../../images/pool.ts';
import { diskStorage } from '../../storage/disk.ts';
import { type S3Options, s3Storage } from '../../storage/s3.ts';
import { type Storage, withFallback } from '../../storage/storage.ts';

export interface MediaTools {
  storage: Storage;
  images: ImagePool;
  /** For files that are being received or made. */
  workFolder: string;
}

export interface MediaSettings {
  /** The folder of media on this disk. */
  folder: string;
  s3: S3Options | null;
  /** For new files; files of the other storage are still served. */
  storedIn: 'disk' | 's3';
  /** Only new files, without the other storage. */
  isAlone?: boolean;
}

export function openMediaTools(
  settings: MediaSettings,
  log: (message: string) => void,
  pool: PoolOptions = {},
): MediaTools {
  return {
    storage: openStorage(settings),
    images: createImagePool({ onExit: log, ...pool }),
    workFolder: join(settings.folder, 'work'),
  };
}

/** Without the image processes, for commands that only move bytes. */
export function mediaStorage(settings: MediaSettings): Pick<MediaTools, 'storage' | 'workFolder'> {
  return { storage: openStorage(settings), workFolder: join(settings.folder, 'work') };
}

export function openStorage({ folder, s3, storedIn, isAlone = false }: MediaSettings): Storage {
  const disk = diskStorage(folder);
  if (!s3) return disk;
  const bucket = s3Storage(s3);
  if (isAlone) return storedIn === 's3' ? bucket : disk;
  return storedIn === 's3' ? withFallback(bucket, disk) : withFallback(disk, bucket);
}

export const blobKey = (sha256: Buffer) => {
  const hex = sha256.toString('hex');
  return `blobs/${hex.slice(0, 2)}/${hex}`;
};
export const thumbFolder = (sha256: Buffer) => `thumbs/${sha256.toString('hex')}/`;
export const thumbKey = (sha256: Buffer, variant: string) => thumbFolder(sha256) + variant;
