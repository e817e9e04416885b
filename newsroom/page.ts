/** What the page says about the installation; src/http/newsroom.ts writes it. */

export interface Page {
  wireWord: string;
  version: string;
  /** For style elements that are added while the app runs. */
  nonce: string;
}

export function readPage(root: HTMLElement): Page {
  const { wireWord = 'service', version = '' } = root.dataset;
  return { wireWord, version, nonce: root.nonce ?? '' };
}
