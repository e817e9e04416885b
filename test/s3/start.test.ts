import fs, { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { s3Storage } from '../../src/storage/s3.ts';
import { atFileEnd } from '../at-file-end.ts';
import { s3Server } from './server.ts';

it('has the whole object once it answers that it is stored, on a slow disk too', async () => {
  const storage = s3Storage((await s3Server()).options);
  const folder = mkdtempSync(join(tmpdir(), 'masthead-s3-test-'));
  atFileEnd(() => fs.rmSync(folder, { recursive: true, force: true }));
  const write = fs.WriteStream.prototype._write;
  fs.WriteStream.prototype._write = async function (...given) {
    await sleep(100);
    write.apply(this, given);
  };
  try {
    writeFileSync(join(folder, 'file'), 'twelve bytes');
    await storage.put('blobs/a', join(folder, 'file'));
    expect(await storage.stat('blobs/a')).toMatchObject({ size: 12 });
  } finally {
    fs.WriteStream.prototype._write = write;
  }
});
