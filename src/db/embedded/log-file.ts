import { closeSync, constants, fchmodSync, fchownSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { fileFailure } from './failures.ts';
import type { Installation } from './installation.ts';

const LARGEST = 10 * 1024 * 1024;
const LONGEST_TAIL = 64 * 1024;

/** The open server log, and where the next server's lines begin. */
export interface LogFile {
  fd: number;
  start: number;
}

export function openLogFile(installation: Installation): LogFile {
  const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW } = constants;
  try {
    // O_NOFOLLOW: root opens this in a folder that another account may own.
    const fd = openSync(installation.logFile, O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW, 0o600);
    if (installation.account.switched) fchownSync(fd, installation.account.uid, installation.account.gid);
    fchmodSync(fd, 0o600);
    if (fstatSync(fd).size > LARGEST) ftruncateSync(fd);
    return { fd, start: fstatSync(fd).size };
  } catch (error) {
    throw fileFailure(error, installation.dataDir);
  }
}

/** The lines written since the log was opened, at most the last 64 KB. */
export function writtenSince({ fd, start }: LogFile): string {
  const { size } = fstatSync(fd);
  const from = Math.max(start, size - LONGEST_TAIL);
  const buffer = Buffer.alloc(Math.max(0, size - from));
  readSync(fd, buffer, 0, buffer.length, from);
  return buffer.toString('utf8');
}

export const closeLogFile = ({ fd }: LogFile) => closeSync(fd);
