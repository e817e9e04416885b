/** The text of a body to compare and to show in short: a line for each block. */
import { splitBlocks } from './split.ts';

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

export function textOfBody(body: string): string {
  return splitBlocks(body)
    .pieces.map(({ source }) => textOfBlock(source))
    .join('\n');
}

/** The source itself where a block has no text, such as a picture. */
export function textOfBlock(source: string): string {
  const text = source
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<\/(?:p|li|h\d|tr|figcaption)>|<br\s*\/?>/gi, '\n')
    .replace(/<(?:li|tr|summary)\b[^>]*>/gi, '\n')
    .replace(/<t[dh]\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => NAMED[name] ?? '')
    .replace(/[ \t]*\n\s*/g, '\n')
    .trim();
  return text === '' ? source.trim() : text;
}
