/**
 * Finds data of a picture besides its pixels: comments, metadata, private blocks, and bytes after its end. Decoders report
 * only the kinds that they know. Data that cannot be parsed counts as extra.
 */

export function hasExtraData(bytes: Buffer, mime: string): boolean {
  if (mime === 'image/jpeg') return hasExtraInJpeg(bytes);
  if (mime === 'image/png') return hasExtraInPng(bytes);
  if (mime === 'image/webp') return hasExtraInWebp(bytes);
  return mime === 'image/gif' && withoutGifExtras(bytes)?.length !== bytes.length;
}

const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP2 = 0xe2;
const APP14 = 0xee;
const JFIF_LENGTH = 16;
const ADOBE_LENGTH = 14;

function hasExtraInJpeg(bytes: Buffer): boolean {
  let at = 2;
  while (at + 1 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (marker === EOI) return at + 2 !== bytes.length;
    else {
      if (at + 4 > bytes.length) return true;
      const length = bytes.readUInt16BE(at + 2);
      if (!isNeededSegment(marker, bytes.subarray(at + 4, at + 2 + length), length)) return true;
      at += 2 + length;
      if (marker === SOS) at = endOfScan(bytes, at);
    }
  }
  return true;
}

/** Tables, frames and scans; the colour profile and the colour transform. */
function isNeededSegment(marker: number, content: Buffer, length: number): boolean {
  if (marker === APP0) return length === JFIF_LENGTH && content.toString('latin1', 0, 5) === 'JFIF\0';
  if (marker === APP2) return content.toString('latin1', 0, 12) === 'ICC_PROFILE\0';
  if (marker === APP14) return length === ADOBE_LENGTH && content.toString('latin1', 0, 5) === 'Adobe';
  return (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || (marker >= SOS && marker <= 0xdd) || marker === 0xdb;
}

/** The next marker that is neither an escaped byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at >= 0) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
    at = bytes.indexOf(0xff, at + 2);
  }
  return bytes.length;
}

const PNG_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs acTL fcTL fdAT'.split(' '),
);
const PNG_HEAD = 8;

function hasExtraInPng(bytes: Buffer): boolean {
  let at = PNG_HEAD;
  while (at + 12 <= bytes.length) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!PNG_CHUNKS.has(type)) return true;
    at += 12 + bytes.readUInt32BE(at);
    if (type === 'IEND') return at !== bytes.length;
  }
  return true;
}

const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ANIM', 'ANMF', 'ALPH', 'ICCP']);
const WEBP_HEAD = 12;
const FRAME_HEAD = 16;

function hasExtraInWebp(bytes: Buffer): boolean {
  if (bytes.length < WEBP_HEAD || bytes.readUInt32LE(4) + 8 !== bytes.length) return true;
  return hasExtraChunk(bytes.subarray(WEBP_HEAD));
}

function hasExtraChunk(bytes: Buffer): boolean {
  let at = 0;
  while (at + 8 <= bytes.length) {
    const type = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    if (!WEBP_CHUNKS.has(type)) return true;
    if (type === 'ANMF' && hasExtraChunk(bytes.subarray(at + 8 + FRAME_HEAD, at + 8 + size))) return true;
    at += 8 + size + (size % 2);
  }
  return at !== bytes.length;
}

const GIF_HEAD = 13;
const LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0'];
const LOOP_LENGTH = 19;

/** The same frames, not encoded again, which takes long and loses colours. Null if the blocks cannot be parsed. */
export function withoutGifExtras(bytes: Buffer): Buffer | null {
  if (bytes.length < GIF_HEAD) return null;
  let at = GIF_HEAD + colourTable(bytes[10] ?? 0);
  const needed = [bytes.subarray(0, at)];
  while (at < bytes.length) {
    const block = bytes[at];
    if (block === 0x3b) return Buffer.concat([...needed, bytes.subarray(at, at + 1)]);
    if (block !== 0x21 && block !== 0x2c) return null;
    const data = block === 0x21 ? at + 2 : at + 11 + colourTable(bytes[at + 9] ?? 0);
    const end = endOfBlocks(bytes, data);
    if (block === 0x2c || isNeededExtension(bytes, at, end)) needed.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
}

const colourTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** The timing of a frame, and how often the animation repeats. */
function isNeededExtension(bytes: Buffer, at: number, end: number): boolean {
  if (bytes[at + 1] === 0xf9) return end - at === 8;
  return (
    bytes[at + 1] === 0xff && end - at === LOOP_LENGTH && LOOPS.includes(bytes.toString('latin1', at + 3, at + 14))
  );
}

function endOfBlocks(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
  return at + 1;
}
