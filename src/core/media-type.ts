/** The type of a file by its first bytes: names and declared types cannot be trusted. */

export type MediaKind = 'image' | 'video' | 'audio' | 'document';

export interface MediaType {
  mime: string;
  ext: string;
  kind: MediaKind;
}

const TYPES: Record<string, MediaType> = {
  jpeg: { mime: 'image/jpeg', ext: 'jpg', kind: 'image' },
  png: { mime: 'image/png', ext: 'png', kind: 'image' },
  webp: { mime: 'image/webp', ext: 'webp', kind: 'image' },
  gif: { mime: 'image/gif', ext: 'gif', kind: 'image' },
  avif: { mime: 'image/avif', ext: 'avif', kind: 'image' },
  svg: { mime: 'image/svg+xml', ext: 'svg', kind: 'image' },
  pdf: { mime: 'application/pdf', ext: 'pdf', kind: 'document' },
  mp4: { mime: 'video/mp4', ext: 'mp4', kind: 'video' },
  webm: { mime: 'video/webm', ext: 'webm', kind: 'video' },
  mp3: { mime: 'audio/mpeg', ext: 'mp3', kind: 'audio' },
};

/** The type is recognized within this many bytes. */
export const SNIFFED_BYTES = 4_096;
/** `image/svg+xml` is never served: it becomes PNG when it arrives. */
export const SVG = 'image/svg+xml';
export const HEIC = 'heic';
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];
const MP4_BRANDS = [
  'isom',
  'iso2',
  'iso4',
  'iso5',
  'iso6',
  'mp41',
  'mp42',
  'avc1',
  'M4V ',
  'M4VH',
  'dash',
  'MSNV',
  'qt  ',
];

/** The type of a file; `heic` for pictures of phones, which cannot be decoded here, null for everything else. */
export function mediaType(head: Buffer): MediaType | typeof HEIC | null {
  if (head.length < 12) return null;
  const text = (from: number, to: number) => head.toString('latin1', from, to);
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return known('jpeg');
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return known('png');
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return known('webp');
  if (/^GIF8[79]a/.test(text(0, 6))) return known('gif');
  if (text(0, 5) === '%PDF-') return known('pdf');
  if (text(4, 8) === 'ftyp') return ofBrand(text(8, 12), text(16, Math.min(head.readUInt32BE(0), 64)));
  if (head.readUInt32BE(0) === 0x1a45dfa3) return head.includes('webm') ? known('webm') : null;
  if (text(0, 3) === 'ID3' || isMp3Frame(head)) return known('mp3');
  return isSvg(head.toString('utf8')) ? known('svg') : null;
}

export function typeOfMime(mime: string): MediaType | undefined {
  return Object.values(TYPES).find((type) => type.mime === mime);
}

export function kindOf(mime: string): MediaKind {
  return typeOfMime(mime)?.kind ?? 'document';
}

const known = (name: string) => TYPES[name] as MediaType; // a name of the table

/** The brands of a container of the MP4 family say what is in it. */
function ofBrand(major: string, others: string): MediaType | typeof HEIC | null {
  const brands = [major, ...(others.match(/.{4}/gs) ?? [])];
  if (major === 'avif' || major === 'avis' || (HEIC_BRANDS.includes(major) && brands.includes('avif')))
    return known('avif');
  if (HEIC_BRANDS.includes(major)) return HEIC;
  return MP4_BRANDS.includes(major) ? known('mp4') : null;
}

/** MPEG audio layer III: eleven bits of sync, then a version, a layer and a bit rate that exist. */
function isMp3Frame(head: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = head;
  const [version, layer, rate, frequency] = [(second >> 3) & 3, (second >> 1) & 3, third >> 4, (third >> 2) & 3];
  return first === 0xff && second >> 5 === 7 && version !== 1 && layer === 1 && rate > 0 && rate < 15 && frequency < 3;
}

/** After an XML declaration, comments and a document type: the element itself. */
function isSvg(text: string): boolean {
  return /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!DOCTYPE\s+svg[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/i.test(
    text,
  );
}
