/** Messages between the service and the image processes. Bytes are passed as files. */
import type { Crop, Size, ThumbFormat } from '../core/thumb.ts';

export interface InspectWork {
  kind: 'inspect';
  file: string;
  /** The output file for the picture without metadata, if the file has some. */
  master: string;
  mime: string;
}

export interface ThumbWork extends Size {
  kind: 'thumb';
  file: string;
  out: string;
  crop: Crop;
  format: ThumbFormat;
  quality: number;
  /** All frames; otherwise the first. */
  isAnimated: boolean;
}

/** Draws an SVG as PNG. */
export interface DrawWork {
  kind: 'draw';
  file: string;
  out: string;
}

export type ImageWork = InspectWork | ThumbWork | DrawWork;

export interface Inspected extends Size {
  pages: number;
  hasAlpha: boolean;
  thumbhash: string;
  color: string;
  /** Whether `master` was written. */
  isRewritten: boolean;
}

export interface WorkResult {
  inspect: Inspected;
  thumb: { isDone: true };
  draw: { isDone: true };
}

export type WorkReply =
  | { result: WorkResult[keyof WorkResult]; rss: number }
  | { error: string; cause: FailureCause; rss: number };

/** What the work has cost so far, sent every so often. */
export interface WorkProgress {
  /** Milliseconds of CPU. */
  cpu: number;
  rss: number;
}

/** The file cannot be read, the time ran out, or neither: a full disk and the like. */
export type FailureCause = 'input' | 'timeout' | 'other';

/** Pixels of one frame, and of all frames of an animation together. */
export const MOST_PIXELS = 50_000_000;
export const MOST_ANIMATED_PIXELS = 100_000_000;
export const MOST_FRAMES = 300;
/** Pixels that an animated thumbnail encodes, all frames together: 4 megapixels of noise took 1.0 to 1.3 s of CPU. */
export const MOST_ENCODED_PIXELS = 4_000_000;
