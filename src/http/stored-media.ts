/** Addresses of our own media in a body are stored without the address of the service, which may change. */
import type { TSchema } from 'typebox';
import { isHtml, isPicture } from '../contract/common.ts';
import { fieldPaths, fieldsAt } from '../contract/fields.ts';
import { storedHtml, storedMedia } from '../core/media-text.ts';

/** Rewrites the fields of a value in place. `base` is the address that media are served under. */
export type MediaStorer = (value: unknown, base: string) => void;

export function mediaStorer(schema: TSchema | undefined): MediaStorer {
  const pictures = schema ? fieldPaths(schema, isPicture) : [];
  const texts = schema ? fieldPaths(schema, isHtml) : [];
  const rewrite = (value: unknown, paths: typeof pictures, change: (text: string) => string) => {
    for (const { holder, name } of paths.flatMap((path) => fieldsAt(value, path))) {
      const text = holder[name];
      if (typeof text === 'string') holder[name] = change(text);
    }
  };
  return (value, base) => {
    rewrite(value, pictures, (address) => storedMedia(address, base));
    rewrite(value, texts, (html) => storedHtml(html, base));
  };
}
