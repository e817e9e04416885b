/** Fetches pictures from other servers into the library. Every hop passes the address guard. */
import { sql } from 'kysely';
import { timer } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import { transaction } from '../../db/transaction.ts';
import { type Job, type JobHandler, onJob } from '../../jobs/kinds.ts';
import type { AddressGuard } from '../../outbound/connect.ts';
import { get } from '../../outbound/get.ts';
import { saveStream } from '../../storage/save-stream.ts';
import { remoteImageFetch, urlHash } from '../publication/remote-covers.ts';
import { recheckLater } from '../publication/rendering.ts';
import { eraseCollected } from './erase.ts';
import { withWorkFile } from './local-copy.ts';
import { localFile } from './local-file.ts';
import { receiveFile } from './receive.ts';
import type { MediaTools } from './tools.ts';

const LARGEST = 20 * 1024 * 1024;
const TIMEOUT = 15_000;
const TRIES = 6;
const LONGEST_ERROR = 300;

type Fetch = NonNullable<typeof remoteImageFetch.payload>;

/** The server may answer otherwise later. */
export class BadAnswer extends Error {}

/** There is no picture at the address: a retry would not help. */
export class NoPicture extends Error {
  readonly state: 'failed' | 'gone';

  constructor(message: string, state: 'failed' | 'gone') {
    super(message);
    this.state = state;
  }
}

/** A failure keeps the remote address. */
export function fetchRemoteImages(tools: MediaTools, guard: AddressGuard): JobHandler {
  return onJob(
    remoteImageFetch,
    async ({ db, jobs, complete, signal }) => {
      for (const job of jobs) {
        const end = await fetched(db, tools, guard, job, signal);
        await transaction(db, async (tx) => {
          const { site_id, url, article_id } = job.payload;
          const { numAffectedRows } = await sql`
            update remote_image set state = ${end.state}, media_id = ${end.mediaId}, last_error = ${end.error}, tries = tries + 1
            where site_id = ${site_id} and url_hash = ${urlHash(url)}`.execute(tx);
          // Its article was erased meanwhile, and the job with it.
          if (!numAffectedRows) {
            if (end.mediaId !== null) await eraseCollected(tx, site_id, [end.mediaId]);
            return;
          }
          if (end.mediaId !== null) await recheckLater(tx, site_id, article_id);
          await complete(tx, [job]);
        });
      }
    },
    { batch: 1, concurrency: 2, tries: TRIES },
  );
}

interface End {
  state: 'cached' | 'failed' | 'gone';
  mediaId: number | null;
  error: string | null;
}

/** Throws temporary failures, so that the queue retries. */
async function fetched(
  db: Db,
  tools: MediaTools,
  guard: AddressGuard,
  { payload, tries }: Job<Fetch>,
  signal: AbortSignal,
): Promise<End> {
  const { site_id: siteId, url } = payload;
  try {
    const item = await fetchPicture(tools, guard, url, signal, (file) =>
      receiveFile(db, tools, file, {
        siteId,
        origin: 'remote',
        caller: timer,
        sourceUrl: url,
        fields: {},
      }),
    );
    return { state: 'cached', mediaId: item.id, error: null };
  } catch (error) {
    const reason = (error as Error).message.slice(0, LONGEST_ERROR);
    const { state = null, status = 0 } = error as { state?: End['state'] | null; status?: number };
    const isRefused = (error as { reason?: string }).reason === 'address';
    if (state) return { state, mediaId: null, error: reason };
    if (status === 415 || status === 422 || isRefused || tries + 1 >= TRIES)
      return { state: 'failed', mediaId: null, error: reason };
    throw error;
  }
}

/** The picture at an address as a temporary file. */
export async function fetchPicture<T>(
  tools: Pick<MediaTools, 'workFolder'>,
  guard: AddressGuard,
  url: string,
  signal: AbortSignal,
  work: (file: Awaited<ReturnType<typeof localFile>>) => Promise<T>,
): Promise<T> {
  const response = await get(guard, url, {
    maxBytes: LARGEST,
    timeoutMs: TIMEOUT,
    headers: { accept: 'image/*' },
    signal,
  });
  if (response.status !== 200) {
    response.body.destroy();
    if ([404, 410].includes(response.status)) throw new NoPicture(`It answered ${response.status}.`, 'gone');
    throw new BadAnswer(`It answered ${response.status}.`);
  }
  return withWorkFile(tools.workFolder, async (path) => {
    await saveStream([response.body], path);
    const file = await localFile(path, nameIn(response.url));
    if (file.type.kind !== 'image') throw new NoPicture(`It is ${file.type.mime}, not a picture.`, 'failed');
    return work(file);
  });
}

function nameIn(url: string): string {
  return new URL(url).pathname.split('/').at(-1) || 'picture';
}
