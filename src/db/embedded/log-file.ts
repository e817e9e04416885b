import { closeSync, constants, fchmodSync, fchownSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import type { BinaryPlace } from './place.ts';
import { fileFailure } from './trouble.ts';

const LARGEST = 10 * 1024 * 1024;
const LONGEST_TAIL = 64 * 1024;

/** The open server log, and where the next server's lines begin. */
export interface LogFile {
  fd: number;
  start: number;
}

export function openLogFile(place: BinaryPlace): LogFile {
  const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW } = constants;
  try {
    // Not through a link: root opens this in a folder that may belong to someone else.
    const fd = openSync(place.logFile, O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW, 0o600);
    if (place.account.switched) fchownSync(fd, place.account.uid, place.account.gid);
    fchmodSync(fd, 0o600);
    if (fstatSync(fd).size > LARGEST) ftruncateSync(fd);
    return { fd, start: fstatSync(fd).size };
  } catch (error) {
    throw fileFailure(error, place.dataDir);
  }
}

/** What was written since the log was opened, at most its last 64 KB. */
export function writtenSince({ fd, start }: LogFile): string {
  const { size } = fstatSync(fd);
  const from = Math.max(start, size - LONGEST_TAIL);
  const buffer = Buffer.alloc(Math.max(0, size - from));
  readSync(fd, buffer, 0, buffer.length, from);
  return buffer.toString('utf8');
}

export const closeLogFile = ({ fd }: LogFile) => closeSync(fd);
