import { StartError } from '../../../core/errors.ts';
import { tryDataDir } from '../data-folder.ts';
import { openEmbedded } from '../open.ts';

/** The exit codes of a start and of the doctor for a folder; 0: accepted, 70: an internal error. */
export async function refusals(folder: string): Promise<{ start: number; doctor: number }> {
  const open = async () => (await openEmbedded(folder, { purpose: 'serve', log: () => {} })).stop();
  return { start: await exitCode(open), doctor: await exitCode(async () => void tryDataDir(folder)) };
}

async function exitCode(work: () => Promise<void>): Promise<number> {
  try {
    await work();
    return 0;
  } catch (error) {
    return error instanceof StartError ? error.exitCode : 70;
  }
}
