/** The pictures of the demo: files of public/demo, which go into the library as any upload does. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RequestError } from '../core/errors.ts';
import { filePath } from '../core/media-address.ts';
import type { Actor } from '../core/rights.ts';
import type { Tx } from '../db/transaction.ts';
import { localFile } from '../features/media/local-file.ts';
import { mediaById } from '../features/media/queries.ts';
import { type PreparedFile, prepareFile, writeItem } from '../features/media/receive.ts';
import type { MediaTools } from '../features/media/tools.ts';

const FOLDER = fileURLToPath(new URL('../../public/demo/', import.meta.url));
const DEMO_SITE = 1;
/** On a busy machine a picture may time out during start; the demo is filled without it. */
const TRIES = 20;

/** Their bytes, before the transaction that writes the rows. */
export async function preparePictures(media: MediaTools): Promise<PreparedFile[]> {
  const names = (await readdir(FOLDER)).sort();
  return Promise.all(names.map((name) => prepare(media, name)));
}

async function prepare(media: MediaTools, name: string): Promise<PreparedFile> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await prepareFile(media, await localFile(join(FOLDER, name)));
    } catch (error) {
      const isTemporary = error instanceof RequestError && error.status === 503;
      if (!isTemporary || attempt === TRIES) throw error;
    }
  }
}

/** The paths of the pictures by their names, `harbour` for harbour.webp. */
export async function fillPictures(
  tx: Tx,
  media: MediaTools,
  prepared: PreparedFile[],
  caller: Actor,
): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  for (const one of prepared) {
    const item = { siteId: DEMO_SITE, origin: 'upload' as const, caller, fields: {} };
    const id = await writeItem(tx, media, one, item);
    if (id !== null) paths.set(one.file.name.replace(/\.webp$/, ''), filePath(await mediaById(tx, DEMO_SITE, id)));
  }
  return paths;
}
