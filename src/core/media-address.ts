/**
 * Addresses of media. `/files/sites/1/harbour-3fa9c1d2e4b7~30x70.jpg` is the file, with the point that crops are made around in
 * its name; `/thumbs/sites/1/harbour-3fa9c1d2e4b7~30x70_s600x400_q80_noupscale.jpg` is a picture made of it.
 */

export interface FileAddress {
  dir: string;
  name: string;
  ext: string;
  /** Percent from the left and the top. */
  focal: FocalPoint;
}

export interface FocalPoint {
  x: number;
  y: number;
}

export interface ThumbAddress extends FileAddress {
  /** 0 keeps the ratio. */
  width: number;
  height: number;
  quality: number | null;
  neverEnlarged: boolean;
}

export const CENTRE: FocalPoint = { x: 50, y: 50 };
export const LARGEST_SIDE = 4_096;
const DIR = 'sites/[1-9][0-9]{0,15}';
const NAME = '[a-z0-9][a-z0-9._-]{0,99}';
const FOCAL = '(?:~(\\d{1,3})x(\\d{1,3}))?';
const EXT = '[a-z0-9]{2,5}';
const FILE = new RegExp(`^/files/(${DIR})/(${NAME})${FOCAL}\\.(${EXT})$`);
const THUMB = new RegExp(
  `^/thumbs/(${DIR})/(${NAME}?)${FOCAL}_s(\\d{1,5})x(\\d{1,5})(?:_q(\\d{1,3}))?(_noupscale)?\\.(${EXT})$`,
);

export function parseFile(path: string): FileAddress | null {
  const [, dir, name, x, y, ext] = FILE.exec(path) ?? [];
  return dir && name && ext ? { dir, name, ext, focal: focalOf(x, y) } : null;
}

export function parseThumb(path: string): ThumbAddress | null {
  const [, dir, name, x, y, width, height, quality, noUpscale, ext] = THUMB.exec(path) ?? [];
  if (!dir || !name || !ext) return null;
  return {
    ...{ dir, name, ext, focal: focalOf(x, y) },
    width: Number(width),
    height: Number(height),
    quality: quality === undefined ? null : Number(quality),
    neverEnlarged: noUpscale !== undefined,
  };
}

/** The address as drafts store it. */
export function filePath({ dir, name, ext }: Pick<FileAddress, 'dir' | 'name' | 'ext'>): string {
  return `/files/${dir}/${name}.${ext}`;
}

/** A media address of this service, absolute or not, as drafts store it; null for any other. */
export function storedPath(address: string, bases: readonly string[]): string | null {
  const base = address.startsWith('/') ? '' : bases.find((one) => one !== '' && address.startsWith(`${one}/files/`));
  const file = base === undefined ? null : parseFile(address.slice(base.length));
  return file && filePath(file);
}

/** The served address of a stored path: absolute, with the focal point in its name unless that is the centre. */
export function servedAddress(path: string, base: string, focal: FocalPoint = CENTRE): string {
  const dot = path.lastIndexOf('.');
  const point = focal.x === 50 && focal.y === 50 ? '' : `~${focal.x}x${focal.y}`;
  return `${base}${path.slice(0, dot)}${point}${path.slice(dot)}`;
}

function focalOf(x: string | undefined, y: string | undefined): FocalPoint {
  return x === undefined ? CENTRE : { x: Math.min(100, Number(x)), y: Math.min(100, Number(y)) };
}
