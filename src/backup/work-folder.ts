/** Folders for the time of a command, in the data folder: the database's account can enter it, and it has room. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../db/embedded/cluster.ts';

/** Followed by the pid of the process. */
const PREFIX = 'backup-work-';

export async function inWorkFolder<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  await removeAbandonedWork(dataDir);
  const folder = await mkdtemp(join(dataDir, `${PREFIX}${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of commands that were killed. A process that has just started has none of its own, but may have the number of one before it, as in containers. */
export async function removeAbandonedWork(dataDir: string, { hasJustStarted = false } = {}): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const maker = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : null;
    if (maker === null || (isAlive(maker) && !(hasJustStarted && maker === process.pid))) continue;
    await rm(join(dataDir, name), { recursive: true, force: true });
  }
}
