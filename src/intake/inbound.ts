/** Stores a message that arrives, with a job for each source that it is for, in one transaction. */
import { createHash, type Hash } from 'node:crypto';
import { constants, copyFile } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { type Envelope, LARGEST_MESSAGE, newMessageKey, storeMessage } from '../features/mail/messages.ts';
import { withWorkFile } from '../features/media/local-copy.ts';
import type { MediaTools } from '../features/media/tools.ts';
import type { SourceKey } from '../features/sources/commands.ts';
import { sourceOfMailName } from '../features/sources/mail-name.ts';
import { saveStream } from '../storage/save-stream.ts';

/** Times the largest message: a sender that goes on is cut off. */
const FLOOD = 2;

export interface Arrival extends Omit<Accepted, 'sources'> {
  /** The addresses, before the @. */
  names: string[];
}

type Recipient = (tx: Tx) => Promise<SourceKey>;
interface Accepted {
  /** In the transaction of the message; what they throw rolls it back. */
  sources: Recipient[];
  envelope: Envelope;
  mailDays: number;
  onFlood(): void;
}

/** A message to addresses. Throws if the source of one is gone. */
export function acceptMessage(db: Db, media: MediaTools, stream: Readable, { names, ...arrival }: Arrival) {
  const sources = [...new Set(names)].map((name) => async (tx: Tx) => {
    const source = await sourceOfMailName(tx, name);
    if (!source) throw new Error(`The source of ${name} was deleted meanwhile.`);
    return source;
  });
  return acceptFor(db, media, stream, { ...arrival, sources });
}

/** False if it was not stored because it is too large. */
export async function acceptFor(
  db: Db,
  media: MediaTools,
  stream: Readable,
  { sources, envelope, mailDays, onFlood }: Accepted,
): Promise<boolean> {
  return withWorkFile(media.workFolder, async (path) => {
    const hash = createHash('sha256');
    const meter = { size: 0 };
    await saveStream([stream, metered(hash, meter, onFlood)], path);
    if (meter.size > LARGEST_MESSAGE) return false;
    const copies = sources.map((source) => ({ source, key: newMessageKey() }));
    for (const { key } of copies) await putCopy(media, path, key);
    const receivedAt = new Date();
    const stored = { sha256: hash.digest(), size: meter.size, envelope, receivedAt, mailDays };
    // If it fails, a clean-up deletes the bytes: whether the commit succeeded is not known.
    await transaction(db, async (tx) => {
      for (const { source, key } of copies) await storeMessage(tx, await source(tx), { ...stored, storageKey: key });
    });
    return true;
  });
}

/** Counts and hashes. What is beyond the limit is not stored. */
function metered(hash: Hash, meter: { size: number }, onFlood: () => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      meter.size += chunk.length;
      if (meter.size > FLOOD * LARGEST_MESSAGE) onFlood();
      if (meter.size > LARGEST_MESSAGE) return done();
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

/** `put` may move the file. */
async function putCopy({ storage, workFolder }: MediaTools, path: string, key: string): Promise<void> {
  await withWorkFile(workFolder, async (copy) => {
    await copyFile(path, copy, constants.COPYFILE_FICLONE);
    await storage.put(key, copy);
  });
}
