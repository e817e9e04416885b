/** Stores the files of a message in the library, where they are private until an article that shows them is published. */
import { RequestError } from '../core/errors.ts';
import type { MailFile } from '../core/intake/mail.ts';
import { contentId, LEAST_PIXELS } from '../core/intake/mail-text.ts';
import { filePath } from '../core/media-address.ts';
import { timer } from '../core/rights.ts';
import type { Db } from '../db/connect.ts';
import { withBytes } from '../features/media/local-file.ts';
import { receiveFile } from '../features/media/receive.ts';
import type { MediaTools } from '../features/media/tools.ts';
import type { SourceRow } from '../features/sources/queries.ts';

export interface StoredFile {
  mediaId: number;
  path: string;
  name: string;
  isPicture: boolean;
  isInline: boolean;
  /** The id by which the text shows it, or empty. */
  id: string;
  width: number;
}

export interface StoredFiles {
  files: StoredFile[];
  refused: { name: string; reason: string }[];
}

const LONGEST_NAME = 200;
const MOST_LISTED = 20;
const REFUSALS = { count: 'A message may have 20 files.', size: 'It is larger than 20 MiB.' };

/** One after the other: what the library refuses is listed, and the rest is taken. */
export async function storeFiles(
  db: Db,
  media: MediaTools,
  source: SourceRow,
  given: MailFile[],
): Promise<StoredFiles> {
  const stored: StoredFiles = { files: [], refused: [] };
  for (const file of given) {
    const name = nameOf(file);
    const outcome = file.why ? REFUSALS[file.why] : await storedFile(db, media, source, file, name);
    if (typeof outcome === 'string') stored.refused.push({ name, reason: outcome });
    else if (outcome) stored.files.push(outcome);
  }
  return { ...stored, refused: shortened(stored.refused) };
}

/** Lists of items show all of it. */
function shortened(refused: StoredFiles['refused']): StoredFiles['refused'] {
  const left = refused.slice(MOST_LISTED);
  if (left.length === 0) return refused;
  return [...refused.slice(0, MOST_LISTED), { name: `${left.length} more`, reason: REFUSALS.count }];
}

/** Or why it is refused; null for a picture that only counts readers. */
async function storedFile(
  db: Db,
  media: MediaTools,
  source: SourceRow,
  { content, id, isInline }: MailFile,
  name: string,
): Promise<StoredFile | string | null> {
  const caller = { ...timer, name: `source:${source.id}` };
  try {
    const row = await withBytes(media, Buffer.from(content ?? []), name, (file) =>
      receiveFile(db, media, file, { siteId: source.site_id, origin: 'email', caller, fields: {} }),
    );
    const [width, height] = [row.width ?? LEAST_PIXELS, row.height ?? LEAST_PIXELS];
    if (width < LEAST_PIXELS || height < LEAST_PIXELS) return null;
    const isPicture = row.mime.startsWith('image/');
    return { mediaId: row.id, path: filePath(row), name, isPicture, isInline, id: contentId(id), width };
  } catch (error) {
    if (error instanceof RequestError && error.status < 500) return error.message;
    throw error;
  }
}

/** Names are data of strangers: no folders, no control characters. */
function nameOf({ name, mime }: MailFile): string {
  const plain = name
    .replace(/^.*[/\\]/, '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim();
  return plain.slice(0, LONGEST_NAME).toWellFormed() || (mime.startsWith('image/') ? 'picture' : 'file');
}
