/**
 * The program of an image process: handles one message after the other. A picture that crashes a decoder crashes this process,
 * not the service. Arguments: `svg` or `pictures`, and the seconds after which sharp stops.
 */
import { readFile, writeFile } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { averageColor } from './average-color.ts';
import { hasExtraData, withoutGifExtras } from './extra-data.ts';
import { reporting } from './reporting.ts';
import {
  type DrawWork,
  type FailureCause,
  type ImageWork,
  type Inspected,
  type InspectWork,
  MOST_ANIMATED_PIXELS,
  MOST_FRAMES,
  MOST_PIXELS,
  type ThumbWork,
  type WorkReply,
} from './work.ts';

/** WebP and AVIF cost several times more time at their defaults. */
const AVIF_EFFORT = 2;
const WEBP_EFFORT = 3;
const MASTER_QUALITY = 92;
const LARGEST_DRAWING = 2_048;
const THUMBHASH_SIDE = 100;
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'];
const LOADED_FORMATS: Record<string, string> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
};

class BadInput extends Error {}

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
const [kind, timeout] = process.argv.slice(2);
const readable = kind === 'svg' ? ['Svg'] : LOADERS;
sharp.unblock({ operation: readable.map((name) => `VipsForeignLoad${name}`) });

process.on('message', (work: ImageWork) => {
  const reports = reporting();
  reply(work)
    .finally(() => clearInterval(reports))
    .then(
      (answer) => process.send?.(answer),
      (error) => process.send?.({ error: String(error), cause: 'other', rss: process.memoryUsage.rss() }),
    );
});
// The service has ended, perhaps by kill -9.
process.on('disconnect', () => process.exit(0));

async function reply(work: ImageWork): Promise<WorkReply> {
  try {
    const result = await done(work);
    return { result, rss: process.memoryUsage.rss() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { error: message.slice(0, 300), cause: causeOf(error, message), rss: process.memoryUsage.rss() };
  }
}

function causeOf(error: unknown, message: string): FailureCause {
  if (error instanceof BadInput) return 'input';
  // sharp: `timeout: 42% complete`.
  if (/^timeout: /.test(message)) return 'timeout';
  return /no space|unable to (open|write).*(out|tmp)|permission denied/i.test(message) ? 'other' : 'input';
}

async function done(work: ImageWork): Promise<Inspected | { isDone: true }> {
  if (work.kind === 'inspect') return inspect(work);
  await (work.kind === 'thumb' ? makeThumb(work) : draw(work));
  return { isDone: true };
}

function opened(file: string, options: SharpOptions = {}): Sharp {
  return sharp(file, { failOn: 'truncated', limitInputPixels: MOST_PIXELS, sequentialRead: true, ...options }).timeout({
    seconds: Number(timeout),
  });
}

async function inspect({ file, master, mime }: InspectWork): Promise<Inspected> {
  const metadata = await opened(file).metadata();
  if (metadata.format !== LOADED_FORMATS[mime]) throw new BadInput(`The file is ${metadata.format}, not ${mime}.`);
  if (metadata.format === 'heif' && metadata.compression !== 'av1') throw new BadInput('The picture is not AVIF.');
  if ((metadata.width ?? 0) * (metadata.height ?? 0) > MOST_PIXELS)
    throw new BadInput('The picture has too many pixels.');
  const bytes = await readFile(file);
  // The decoder takes the size of a frame instead; browsers would make room for the screen.
  if (mime === 'image/gif' && bytes.readUInt16LE(6) * bytes.readUInt16LE(8) > MOST_PIXELS)
    throw new BadInput('The screen of the picture has too many pixels.');
  const isRewritten = hasMetadata(metadata) || hasExtraData(bytes, mime);
  const stripped = isRewritten && mime === 'image/gif' ? withoutGifExtras(bytes) : null;
  if (stripped) await writeFile(master, stripped);
  else if (isRewritten)
    await writeMaster(file, master, metadata).catch(async (error) => {
      // For a damaged file sharp reports a failed write; decoding it alone finds the cause.
      await lookAt(file);
      throw error;
    });
  // Of the served picture: an animation with too many frames is rewritten as its first frame.
  const look = await lookAt(isRewritten ? master : file);
  return { ...look, hasAlpha: metadata.hasAlpha ?? false, isRewritten };
}

/** An sRGB profile is redundant: sRGB is the default. */
function hasMetadata({ exif, xmp, iptc, icc, orientation = 1, comments, space, tifftagPhotoshop }: Metadata): boolean {
  const isOtherColour = space === 'cmyk' || (icc !== undefined && !icc.includes('sRGB') && !icc.includes('s\0R\0G\0B'));
  return Boolean(exif || xmp || iptc || comments?.length || tifftagPhotoshop) || orientation > 1 || isOtherColour;
}

/** Upright, in sRGB, without metadata. Metadata often contains places and names of people. */
async function writeMaster(file: string, master: string, metadata: Metadata): Promise<void> {
  const isAnimated = isWithinFrames(metadata);
  const image = opened(file, isAnimated ? { animated: true, limitInputPixels: MOST_ANIMATED_PIXELS } : {}).autoOrient();
  const encoded = {
    jpeg: () => image.jpeg({ quality: MASTER_QUALITY, mozjpeg: false, chromaSubsampling: '4:4:4' }),
    png: () => image.png({ compressionLevel: 6 }),
    webp: () => image.webp({ quality: MASTER_QUALITY, effort: WEBP_EFFORT }),
    gif: () => image.gif(),
    heif: () => image.avif({ quality: 80, effort: AVIF_EFFORT }),
  }[metadata.format as string];
  if (!encoded) throw new BadInput(`No pictures of the format ${metadata.format} are accepted.`);
  await encoded().toFile(master);
}

function isWithinFrames({ pages = 1, width = 0, pageHeight, height = 0 }: Metadata): boolean {
  return pages > 1 && pages <= MOST_FRAMES && pages * width * (pageHeight ?? height) <= MOST_ANIMATED_PIXELS;
}

/** Decodes the whole file, which finds a truncated one. */
async function lookAt(file: string): Promise<Pick<Inspected, 'width' | 'height' | 'pages' | 'thumbhash' | 'color'>> {
  const { width = 0, height = 0, pages = 1 } = await opened(file).metadata();
  const small = opened(file)
    .resize(THUMBHASH_SIDE, THUMBHASH_SIDE, { fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha();
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  const thumbhash = Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
  return { width, height, pages, thumbhash, color: averageColor(data) };
}

/** Scales first, then crops: decoders can shrink large pictures while loading. */
async function makeThumb({ file, out, crop, width, height, format, quality, isAnimated }: ThumbWork): Promise<void> {
  const options = isAnimated ? { animated: true, limitInputPixels: MOST_ANIMATED_PIXELS } : {};
  const scaled = opened(file, options).resize(crop.scaled.width, crop.scaled.height, { fit: 'fill' });
  const image = scaled.extract({ left: crop.left, top: crop.top, width, height });
  const encoded = {
    jpeg: () => image.flatten({ background: '#ffffff' }).jpeg({ quality, mozjpeg: false }),
    png: () => image.png({ compressionLevel: 6, palette: false }),
    webp: () => image.webp({ quality, effort: WEBP_EFFORT }),
    avif: () => image.avif({ quality: Math.round(quality * 0.7), effort: AVIF_EFFORT }),
  }[format];
  await encoded().toFile(out);
}

async function draw({ file, out }: DrawWork): Promise<void> {
  const { width = 0, height = 0 } = await opened(file).metadata();
  if (width === 0 || height === 0) throw new BadInput('The drawing has no size.');
  const side = { width: LARGEST_DRAWING, height: LARGEST_DRAWING, fit: 'inside' as const, withoutEnlargement: true };
  await opened(file).resize(side).png({ compressionLevel: 6 }).toFile(out);
}
