/** The parts of the tar format (ustar) that an archive of media needs: plain files with short names. */

export const TAR_BLOCK = 512;
const LARGEST_FILE = 0o77777777777;

export interface TarEntry {
  name: string;
  size: number;
}

export function tarHeader({ name, size }: TarEntry): Buffer {
  if (Buffer.byteLength(name) > 100 || size > LARGEST_FILE)
    throw new RangeError(`The name or size does not fit into a tar archive: ${name}`);
  const block = Buffer.alloc(TAR_BLOCK);
  const octal = (value: number, at: number, digits: number) => block.write(value.toString(8).padStart(digits, '0'), at);
  block.write(name, 0);
  octal(0o644, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(0, 136, 11);
  block.write('        0', 148);
  block.write('ustar\x0000', 257, 'latin1');
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

/** Null for the block of zeros at the end. */
export function parseTarHeader(block: Buffer): TarEntry | null {
  if (block.every((byte) => byte === 0)) return null;
  const text = (from: number, length: number) => block.toString('latin1', from, from + length).replace(/[\0 ].*$/s, '');
  if (Number.parseInt(text(148, 8), 8) !== checksum(block))
    throw new RangeError('This is not a tar archive, or it is damaged.');
  return { name: text(0, 100), size: Number.parseInt(text(124, 12), 8) };
}

/** Zeros that fill the last block of a file. */
export const tarPadding = (size: number) => Buffer.alloc((TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK);

/** The checksum of the header, computed with spaces in its own place. */
function checksum(block: Buffer): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}
