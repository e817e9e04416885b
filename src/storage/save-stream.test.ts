import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { saveStream } from './save-stream.ts';

const parent = mkdtempSync(join(tmpdir(), 'masthead-save-stream-'));
afterAll(() => rmSync(parent, { recursive: true }));
const newFolder = () => mkdtempSync(join(parent, 'folder-'));

describe('saving a stream', () => {
  it('writes it through the transforms', async () => {
    const path = join(newFolder(), 'file');
    await saveStream([Readable.from([Buffer.from('ab'), Buffer.from('cd')]), new PassThrough()], path);
    expect(readFileSync(path, 'utf8')).toBe('abcd');
  });

  it('leaves no file behind that was removed after the failure', async () => {
    const folder = newFolder();
    for (let count = 0; count < 200; count++) {
      const path = join(folder, String(count));
      const source = new PassThrough();
      const saved = saveStream([source], path);
      source.destroy(new Error('broken'));
      await expect(saved).rejects.toThrow('broken');
      rmSync(path, { force: true });
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('ends with the error of a folder that does not exist', async () => {
    const path = join(newFolder(), 'none', 'file');
    await expect(saveStream([Readable.from(['a'])], path)).rejects.toThrow('ENOENT');
  });

  it('stops at the signal', async () => {
    const stop = new AbortController();
    const saved = saveStream([new PassThrough()], join(newFolder(), 'file'), stop.signal);
    stop.abort();
    await expect(saved).rejects.toThrow(/abort/i);
  });
});
