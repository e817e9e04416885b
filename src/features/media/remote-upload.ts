/** Pictures that are uploaded by their address: fetched while the request waits, through the guard of all outbound requests. */
import { invalidBody, unavailable } from '../../core/errors.ts';
import type { AddressGuard } from '../../outbound/connect.ts';
import { OutboundError } from '../../outbound/errors.ts';
import type { UploadedFile } from '../handler.ts';
import { BadAnswer, fetchPicture, NoPicture } from './remote.ts';
import type { MediaTools } from './tools.ts';

const LONGEST_MS = 20_000;
/** Each has a connection and a file open. */
const MOST_AT_ONCE = 8;

export function uploadsFromAddresses(tools: MediaTools, guard: AddressGuard) {
  let atOnce = 0;
  return async <T>(url: string, work: (file: UploadedFile) => Promise<T>): Promise<T> => {
    if (atOnce >= MOST_AT_ONCE) throw unavailable('Too many pictures are being fetched; try again in a moment.', 5);
    atOnce += 1;
    try {
      return await fetchPicture(tools, guard, url, AbortSignal.timeout(LONGEST_MS), work);
    } catch (error) {
      throw isOfAddress(error)
        ? invalidBody([{ path: '/url', message: `cannot be fetched: ${error.message}` }])
        : error;
    } finally {
      atOnce -= 1;
    }
  };
}

function isOfAddress(error: unknown): error is Error {
  const isFailure = [OutboundError, NoPicture, BadAnswer].some((failure) => error instanceof failure);
  return isFailure || (error as Error).name === 'TimeoutError';
}
