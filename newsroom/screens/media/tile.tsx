/** One item: its picture, or what kind of file it is, with its title and a line of facts. */
import { useEffect, useState } from 'react';
import type { MediaItem } from '../../../src/sdk/client.ts';
import { usePictures } from '../../parts/pictures.ts';
import { useMediaWords } from './words.ts';

const THUMB = { width: 320, height: 213 };
const AGAIN_MS = 6_000;
const MOST_FAILURES = 3;

export function TileFace({ item }: { item: MediaItem }) {
  const words = useMediaWords();
  const isPicture = item.type === 'image';
  return (
    <>
      <Face item={item} />
      <span className="media-title">{item.title || words.detail.untitled}</span>
      <span className="media-facts">
        {isPicture && !item.alt_text ? <span className="media-lack">{words.noAlt}</span> : factsOf(item)}
      </span>
    </>
  );
}

/** The address carries the focal point: the crop is the one that articles get. A busy service is asked again. */
function Face({ item }: { item: MediaItem }) {
  const [failures, setFailures] = useState(0);
  const [isWaiting, setWaiting] = useState(false);
  const { thumb } = usePictures();
  useEffect(() => {
    if (!isWaiting || failures > MOST_FAILURES) return;
    const timer = window.setTimeout(() => setWaiting(false), AGAIN_MS);
    return () => window.clearTimeout(timer);
  }, [isWaiting, failures]);
  if (item.type !== 'image') return <span className="media-face media-kind">{extensionOf(item)}</span>;
  const style = item.color ? { backgroundColor: item.color } : undefined;
  if (isWaiting) return <span className="media-face" style={style} />;
  return (
    <img
      alt={item.alt_text ?? ''}
      className="media-face"
      decoding="async"
      loading="lazy"
      onError={() => {
        setFailures(failures + 1);
        setWaiting(true);
      }}
      src={thumb(servedPath(item), THUMB.width, THUMB.height)}
      style={style}
    />
  );
}

/** The path with the focal point: of this service, also where readers get files from a CDN. */
export function servedPath({ path, focal_x, focal_y }: MediaItem): string {
  return focal_x === 50 && focal_y === 50 ? path : path.replace(/(\.\w+)$/, `~${focal_x}x${focal_y}$1`);
}

export function extensionOf({ path }: MediaItem): string {
  return path.slice(path.lastIndexOf('.') + 1).toUpperCase();
}

function factsOf(item: MediaItem): string {
  const size = sizeText(item.size);
  return item.width && item.height ? `${item.width} × ${item.height} · ${size}` : `${extensionOf(item)} · ${size}`;
}

const KIB = 1024;

export function sizeText(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  const inMebibytes = bytes >= KIB * KIB;
  const value = bytes / (inMebibytes ? KIB * KIB : KIB);
  return `${value.toFixed(value < 10 ? 1 : 0)} ${inMebibytes ? 'MiB' : 'KiB'}`;
}
