/**
 * Published documents as they are sent with gzip: each is compressed once, when it is published, and an answer joins them
 * without compressing anything again (docs/decisions/067).
 */
import { crc32, deflateRawSync, constants as zlib } from 'node:zlib';

/**
 * The JSON text of an object without its last brace, so that more fields can follow. `blocks` are deflate blocks that end on a
 * byte border and refer to nothing before them.
 */
export interface Packed {
  blocks: Buffer;
  /** Of the text without its last brace. */
  crc: number;
  /** The bytes of that text. */
  length: number;
}

/** What an answer consists of: text, and packed documents. */
export type Part = string | Packed;

/** A document is packed once and read many times. */
const DOCUMENT_LEVEL = 6;
/** Text is packed again for each answer. */
const TEXT_LEVEL = 3;
/** Shorter text is stored: compressing it costs more than its bytes. */
const SHORTEST_COMPRESSED = 1_024;
/** The sign of gzip, deflate, no name and no time, no hint about the level, and an unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block. */
const END = Buffer.from([3, 0]);
/** The CRC and the length, four bytes each. */
const SUMS_BYTES = 8;
/** The header of a stored block, and how much it may contain. */
const STORED_HEADER = 5;
const MOST_STORED = 0xffff;

/** `document` is the JSON text of an object with at least one field. */
export function packed(document: string): Packed {
  const text = Buffer.from(document.slice(0, -1));
  return { blocks: deflated(text, DOCUMENT_LEVEL), crc: crc32(text), length: text.length };
}

/** As it is stored: the CRC and the length, then the blocks. */
export function storedForm({ blocks, crc, length }: Packed): Buffer {
  return Buffer.concat([sums(crc, length), blocks]);
}

export function packedFrom(stored: Buffer): Packed {
  return { blocks: stored.subarray(SUMS_BYTES), crc: stored.readUInt32LE(), length: stored.readUInt32LE(4) };
}

/** The bytes of the text. */
export function lengthOf(parts: Part[]): number {
  return parts.reduce((sum, part) => sum + (typeof part === 'string' ? Buffer.byteLength(part) : part.length), 0);
}

/** The text of the parts as one gzip file. */
export function gzipOf(parts: Part[]): Buffer {
  const pieces: Buffer[] = [HEADER];
  let [crc, length] = [0, 0];
  for (const part of parts) {
    if (part === '') continue;
    if (typeof part === 'string') {
      const text = Buffer.from(part);
      pieces.push(text.length < SHORTEST_COMPRESSED ? stored(text) : deflated(text, TEXT_LEVEL));
      crc = crc32(text, crc);
      length += text.length;
    } else {
      pieces.push(part.blocks);
      crc = combinedCrc(crc, part.crc, part.length);
      length += part.length;
    }
  }
  pieces.push(END, sums(crc, length));
  return Buffer.concat(pieces);
}

/** A sync flush ends on a byte border, and a compressor of its own has nothing before to refer to. */
function deflated(text: Buffer, level: number): Buffer {
  return deflateRawSync(text, { level, finishFlush: zlib.Z_SYNC_FLUSH });
}

/** A block that is not compressed. */
function stored(text: Buffer): Buffer {
  const block = Buffer.allocUnsafe(STORED_HEADER + text.length);
  block.writeUInt8(0);
  block.writeUInt16LE(text.length, 1);
  block.writeUInt16LE(MOST_STORED - text.length, 3);
  text.copy(block, STORED_HEADER);
  return block;
}

/** As at the end of a gzip file. */
function sums(crc: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(SUMS_BYTES);
  bytes.writeUInt32LE(crc);
  bytes.writeUInt32LE(length % 2 ** 32, 4);
  return bytes;
}

/** The polynomial of CRC-32, lowest power first in the highest bit. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;
const BITS_PER_BYTE = 8;
const MOST_LENGTH_BITS = 31;

/** The CRC of two texts in a row, by the CRC of each and the bytes of the second. */
export function combinedCrc(first: number, second: number, secondLength: number): number {
  return (product(zeros(secondLength), first) ^ second) >>> 0;
}

/** x^(8 · length) modulo the polynomial: what that many bytes of zeros do to a CRC. */
function zeros(length: number): number {
  let result = ONE;
  for (let bit = 0; bit < MOST_LENGTH_BITS; bit++) if ((length >>> bit) & 1) result = product(POWERS[bit] ?? 0, result);
  return result;
}

/** a · b modulo the polynomial. */
function product(a: number, b: number): number {
  let [result, term] = [0, b];
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (a & bit) result ^= term;
    term = term & 1 ? (term >>> 1) ^ POLYNOMIAL : term >>> 1;
  }
  return result;
}

/** x^8, and then the square of the one before: what 1, 2, 4 … bytes of zeros do. The highest bit is x^0. */
const POWERS = squares(ONE >>> BITS_PER_BYTE);

function squares(first: number): number[] {
  const powers: number[] = [];
  for (let power = first; powers.length < MOST_LENGTH_BITS; power = product(power, power)) powers.push(power);
  return powers;
}
