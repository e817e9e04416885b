/** The thumbnail that an address names. Sizes are rounded, so that a picture has few variants for any number of sizes. */
import { type FocalPoint, LARGEST_SIDE, type ThumbAddress } from './media-address.ts';

export interface Size {
  width: number;
  height: number;
}

export interface Crop {
  scaled: Size;
  left: number;
  top: number;
}

export type ThumbFormat = 'jpeg' | 'png' | 'webp' | 'avif';

export interface Variant extends Size {
  quality: number;
  focal: FocalPoint;
  format: ThumbFormat;
}

const WIDTHS = [48, 96, 160, 240, 320, 480, 600, 800, 1024, 1280, 1600, 2048, 2560];
const LARGEST_WIDTH = 2_560;
const QUALITIES = [60, 80, 90];
const QUALITY = 80;

/**
 * The width is rounded up to the next of the list and the height follows the requested ratio. `_noupscale` limits it to the
 * size of the picture. A picture that keeps its ratio is not cropped, so its focal point has no effect.
 */
export function variantOf(asked: ThumbAddress, source: Size, format: ThumbFormat): Variant {
  const isCropped = asked.width > 0 && asked.height > 0;
  const ratio = isCropped ? asked.height / asked.width : source.height / source.width;
  const wanted = asked.width > 0 ? asked.width : asked.height / ratio;
  const snapped = WIDTHS.find((width) => width >= wanted) ?? LARGEST_WIDTH;
  const most = asked.neverEnlarged ? widestWithin(source, ratio) : LARGEST_WIDTH;
  const width = Math.max(1, Math.min(snapped, most));
  return {
    width,
    height: Math.max(1, Math.min(asked.neverEnlarged ? source.height : LARGEST_SIDE, Math.round(width * ratio))),
    quality: QUALITIES.find((quality) => quality >= (asked.quality ?? QUALITY)) ?? 90,
    focal: isCropped ? asked.focal : { x: 50, y: 50 },
    format,
  };
}

/** The widest crop of this ratio that fits into the picture without enlarging it. */
function widestWithin({ width, height }: Size, ratio: number): number {
  return Math.max(1, Math.floor(Math.min(width, height / ratio)));
}

/** The most variants of a picture that are stored, and how many of them may be crops: anyone can request odd crops. */
export const MOST_STORED = 64;
const MOST_CROPS = 32;

/** Whether another variant may be stored. */
export function hasRoom(variant: Variant, source: Size, stored: ReadonlySet<string>): boolean {
  if (stored.has(variantName(variant))) return true;
  if (stored.size >= MOST_STORED) return false;
  if (keepsRatio(variant, source)) return true;
  const isCrop = (name: string) => {
    const other = parseVariant(name);
    return other !== null && !keepsRatio(other, source);
  };
  return [...stored].filter(isCrop).length < MOST_CROPS;
}

function keepsRatio({ width, height, focal }: Variant, source: Size): boolean {
  const whole = Math.max(1, Math.min(LARGEST_SIDE, Math.round((width * source.height) / source.width)));
  return height === whole && focal.x === 50 && focal.y === 50;
}

/** The name of a stored variant. */
export function variantName({ width, height, quality, focal, format }: Variant): string {
  return `${width}x${height}_${focal.x}-${focal.y}_q${quality}.${format}`;
}

export function parseVariant(name: string): Variant | null {
  const found = /^(\d+)x(\d+)_(\d+)-(\d+)_q(\d+)\.(jpeg|png|webp|avif)$/.exec(name);
  if (!found) return null;
  const [width = 0, height = 0, x = 0, y = 0, quality = 0] = found.slice(1, 6).map(Number);
  return { width, height, quality, focal: { x, y }, format: found[6] as ThumbFormat }; // by the pattern
}

/** The smallest larger stored variant of about the same ratio and the same format: a substitute under load. */
export function neighbourOf(variant: Variant, stored: Iterable<string>): string | null {
  const ratio = variant.height / variant.width;
  const fitting = [...stored]
    .map((name) => ({ name, ...parseVariant(name) }))
    .filter(
      ({ width = 0, height = 0, format }) =>
        format === variant.format && width >= variant.width && Math.abs(height / width - ratio) < 0.05 * ratio,
    )
    .sort((one, other) => (one.width ?? 0) - (other.width ?? 0));
  return fitting[0]?.name ?? null;
}

/**
 * How a picture is scaled and cropped: it is scaled until it covers the size, then the crop is placed with the focal point as
 * near to its middle as the edges allow.
 */
export function cropOf(source: Size, target: Size, focal: FocalPoint): Crop {
  const scale = Math.max(target.width / source.width, target.height / source.height);
  const scaled = {
    width: Math.max(target.width, Math.round(source.width * scale)),
    height: Math.max(target.height, Math.round(source.height * scale)),
  };
  const placed = (point: number, length: number, whole: number) =>
    Math.round(Math.min(Math.max((point / 100) * whole - length / 2, 0), whole - length));
  return {
    scaled,
    left: placed(focal.x, target.width, scaled.width),
    top: placed(focal.y, target.height, scaled.height),
  };
}

/** The format for a client, by its `Accept` and the kind of picture. AVIF is served only if it was already made. */
export function acceptedFormats(accept: string | undefined, hasAlpha: boolean): ThumbFormat[] {
  const plain: ThumbFormat = hasAlpha ? 'png' : 'jpeg';
  return [
    ...(accepts(accept, 'image/avif') ? (['avif'] as const) : []),
    ...(accepts(accept, 'image/webp') ? (['webp'] as const) : []),
    plain,
  ];
}

/** Whether `Accept` names the type, without `q=0`. */
export function accepts(accept: string | undefined, mime: string): boolean {
  return (accept ?? '').split(',').some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === mime && !parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter));
  });
}
