/** Settings of the installation, in attributes of the page that src/http/newsroom.ts writes. */

export interface Page {
  wireWord: string;
  version: string;
  /** For style elements that are added while the app runs. */
  nonce: string;
}

export function readPage(root: HTMLElement): Page {
  const { brandedPrefix: wireWord = 'service', version = '' } = root.dataset;
  return { wireWord, version, nonce: root.nonce ?? '' };
}
