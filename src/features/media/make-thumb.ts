/** Makes a thumbnail in an image process. */
import { readFile } from 'node:fs/promises';
import { type Crop, cropOf, type Size, type Variant } from '../../core/thumb.ts';
import { MOST_ANIMATED_PIXELS, MOST_ENCODED_PIXELS, MOST_FRAMES } from '../../images/work.ts';
import { withLocalCopy, withWorkFile } from './local-copy.ts';
import type { FoundMedia } from './lookup.ts';
import { blobKey, type MediaTools } from './tools.ts';

/** Null when the picture's bytes are missing. */
export function madeThumb(tools: MediaTools, media: FoundMedia, variant: Variant): Promise<Buffer | null> {
  return withLocalCopy(tools, blobKey(media.sha256), (file) =>
    withWorkFile(tools.workFolder, async (out) => {
      const { width, height, format, quality } = variant;
      const crop = cropFor(media, variant);
      const isAnimated = isMoving(media, variant);
      await tools.images.run({ kind: 'thumb', file, out, crop, width, height, format, quality, isAnimated });
      return readFile(out);
    }),
  );
}

export function sizeOf({ width, height }: FoundMedia): Size {
  return { width: width ?? 1, height: height ?? 1 };
}

/** Beyond the limits, of the source and of what is encoded, a thumbnail shows the first frame. */
export function isMoving(media: FoundMedia, variant: Variant): boolean {
  const { pages, width, height } = media;
  const { scaled } = cropFor(media, variant);
  const frames = pages ?? 1;
  const isReadable = frames * (width ?? 0) * (height ?? 0) <= MOST_ANIMATED_PIXELS;
  const isQuick = frames * scaled.width * scaled.height <= MOST_ENCODED_PIXELS;
  return variant.format === 'webp' && frames > 1 && frames <= MOST_FRAMES && isReadable && isQuick;
}

function cropFor(media: FoundMedia, variant: Variant): Crop {
  return cropOf(sizeOf(media), variant, variant.focal);
}
