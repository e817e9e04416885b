/** Sends a file with its progress, which `fetch` does not tell. */
import type { MediaItem } from '../../../src/sdk/client.ts';
import type { MediaWords } from './words-en.ts';

export interface Sending {
  method: 'POST' | 'PUT';
  address: string;
  file: File;
  ifMatch?: string | undefined;
  signal: AbortSignal;
  /** From 0 to 1; 1 when all bytes are sent and the service works on the file. */
  onProgress(part: number): void;
}

export class SendFailure extends Error {
  /** 0 when there was no answer. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const MIB = 1024 * 1024;
const LARGEST = { video: 200, other: 50 };

export function uploadAddress(siteId: number): string {
  return `/v1/manage/sites/${siteId}/media`;
}

export function sendFile({ method, address, file, ifMatch, signal, onProgress }: Sending): Promise<MediaItem> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    if (ifMatch) request.setRequestHeader('if-match', ifMatch);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener('load', () => {
      const answer = parsed(request.responseText);
      if (request.status < 300 && answer.media_item) resolve(answer.media_item);
      else reject(new SendFailure(request.status, answer.error ?? request.statusText));
    });
    request.addEventListener('error', () => reject(new SendFailure(0, '')));
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });
}

function parsed(text: string): { media_item?: MediaItem; error?: string } {
  try {
    return JSON.parse(text);
  } catch {
    return {}; // a proxy's page
  }
}

/** What is wrong with a file before it is sent; the service decides by its bytes. */
export function problemBefore({ name, size, type }: Pick<File, 'name' | 'size' | 'type'>, words: MediaWords) {
  const most = type.startsWith('video/') ? LARGEST.video : LARGEST.other;
  if (size > most * MIB) return words.problems.tooLarge(most);
  return /\.hei[cf]$/i.test(name) || /^image\/hei[cf]/.test(type) ? words.problems.heic : null;
}

/** What the service said, in the person's language. */
export function problemAfter(error: unknown, { type }: Pick<File, 'type'>, { problems, detail }: MediaWords): string {
  if (!(error instanceof SendFailure)) return error instanceof Error ? error.message : String(error);
  const { status, message } = error;
  if (status === 413) return problems.tooLarge(type.startsWith('video/') ? LARGEST.video : LARGEST.other);
  if (status === 415) {
    if (/HEIC/.test(message)) return problems.heic;
    return /cannot be read/.test(message) ? problems.unreadable : problems.wrongType;
  }
  if (status === 409 && /is item/.test(message)) return detail.taken;
  const known: Record<number, string> = {
    0: problems.lost,
    403: problems.forbidden,
    429: problems.busy,
    503: problems.busy,
    507: problems.full,
  };
  return known[status] ?? message;
}
