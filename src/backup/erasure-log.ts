/** The file of the erasure log, beside the backups of a folder. It only grows: an installation that was restored knows less than it. */
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inFolder, PRIVATE_FOLDER } from './files.ts';

export const ERASURES = 'erasures.ndjson';
const PRIVATE_FILE = 0o600;
const WRITE_BYTES = 64 * 1024;

/** Appends what is not in the file yet; returns whether there was something. */
export async function logErasures(folder: string, lines: AsyncIterable<object>): Promise<boolean> {
  return inFolder(folder, async () => {
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    const known = new Set<string>();
    for await (const line of textLines(folder)) known.add(line);
    let text = '';
    let isNew = false;
    const file = await open(join(folder, ERASURES), 'a', PRIVATE_FILE);
    try {
      for await (const line of lines) {
        const words = JSON.stringify(line);
        if (known.has(words)) continue;
        // A line that was cut off by a crash ends here.
        if (!isNew && known.size > 0) text = '\n';
        isNew = true;
        text += `${words}\n`;
        if (text.length > WRITE_BYTES) await file.appendFile(text);
        if (text.length > WRITE_BYTES) text = '';
      }
      await file.appendFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    return isNew;
  });
}

/** None if there is no log. Lines that are no JSON were cut off by a crash, and their erasures were written again behind them. */
export async function* loggedLines<Line>(folder: string): AsyncGenerator<Line> {
  for await (const line of textLines(folder)) {
    const parsed = parsedLine(line);
    if (parsed !== null) yield parsed as Line; // `logErasures` wrote it
  }
}

async function* textLines(folder: string): AsyncGenerator<string> {
  const file = await open(join(folder, ERASURES)).catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!file) return;
  const input = createReadStream('', { fd: file });
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) if (line !== '') yield line;
}

function parsedLine(line: string): object | null {
  try {
    const parsed = JSON.parse(line);
    return typeof parsed === 'object' ? parsed : null;
  } catch {
    return null;
  }
}
