/** Moves objects from one storage to another, one by one; after an interruption it continues. */
import { saveStream } from '../../storage/save-stream.ts';
import { MAIL_FOLDER, type Storage } from '../../storage/storage.ts';
import { withWorkFile } from './local-copy.ts';

export async function moveObjects(
  from: Storage,
  to: Storage,
  workFolder: string,
  onMoved: (count: number) => void,
): Promise<number> {
  let moved = 0;
  for (const prefix of ['blobs/', 'thumbs/', MAIL_FOLDER]) {
    for await (const { key, size } of from.list(prefix)) {
      if ((await to.stat(key))?.size !== size) await copy(from, to, key, workFolder);
      // Deleted only after the copy is complete.
      const stored = (await to.stat(key))?.size ?? 'none';
      if (stored !== size) throw new Error(`${key} was not stored completely: ${stored} of ${size} bytes.`);
      await from.delete(key);
      onMoved(++moved);
    }
  }
  return moved;
}

async function copy(from: Storage, to: Storage, key: string, workFolder: string): Promise<void> {
  const stream = await from.get(key);
  if (!stream) return;
  await withWorkFile(workFolder, async (path) => {
    await saveStream([stream], path);
    await to.put(key, path);
  });
}
