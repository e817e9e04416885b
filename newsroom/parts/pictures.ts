/**
 * Where the page loads pictures from: files of the service from the page's own host, also where readers get them from another one,
 * because private pictures need the cookie.
 */
import type { ManagedArticle } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';

const OWN = /^\/(?:files|thumbs)\/sites\//;
const FILE = /^\/files\/(sites\/\d+\/.+)(\.\w+)$/;

export interface Pictures {
  full(address: string): string;
  /** Files of the library have a thumbnail in any size (docs/media.md); others are scaled by the browser. */
  thumb(address: string, width: number, height: number): string;
  /** Whether the browser asks nobody else for it. */
  isOwn(address: string): boolean;
}

export function usePictures(): Pictures {
  const { mediaUrl } = useApi();
  return picturesOf(mediaUrl);
}

/** `mediaUrl` is the base of the addresses that readers get. */
export function picturesOf(mediaUrl: string): Pictures {
  const full = (address: string) => {
    const path = mediaUrl !== '' && address.startsWith(mediaUrl) ? address.slice(mediaUrl.length) : address;
    return OWN.test(path) ? path : address;
  };
  return {
    full,
    isOwn: (address) => OWN.test(full(address)) || address.trim().startsWith('data:'),
    thumb(address, width, height) {
      const [, path, extension] = FILE.exec(full(address)) ?? [];
      return path === undefined ? address : `/thumbs/${path}_s${width}x${height}${extension}`;
    },
  };
}

const SENT = ['email', 'upload_form', 'guest_api', 'feed'];

/** What came from outside, by the kind of its source. */
export const isSent = (kind: string | undefined) => kind !== undefined && SENT.includes(kind);

/** An article from outside about which nobody has decided. */
export function isUndecided({ source, state }: Pick<ManagedArticle, 'source' | 'state'>): boolean {
  return isSent(source) && (state === 'pending' || state === 'draft');
}
