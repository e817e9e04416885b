/** Settings of the installation, in attributes of the page that src/http/newsroom.ts writes. */

export interface Page {
  wireWord: string;
  version: string;
  /** The base of the addresses of media that readers get. */
  mediaUrl: string;
  /** For style elements that are added while the app runs. */
  nonce: string;
}

export function readPage(root: HTMLElement): Page {
  const { brandedPrefix: wireWord = 'service', version = '', mediaUrl = '' } = root.dataset;
  return { wireWord, version, mediaUrl, nonce: root.nonce ?? '' };
}
