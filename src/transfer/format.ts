/**
 * The file of an export: NDJSON, one object per line under its wrapper key, with the interface's field names, in dependency
 * order. The first line names the format, the last one marks a complete file.
 */
import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { id, instant, integer, text } from '../contract/common.ts';
import { SecretsHeader } from './secrets.ts';

/** 1 had neither campaigns nor people, keys, webhooks and media. It can still be read. */
export const FORMAT_VERSION = 2;
/** The wrapper key of the first line and of the last. */
export const FRAME = 'masthead';

export const Header = Type.Object({
  format: Type.Integer({ minimum: 1 }),
  version: Type.Optional(text('The program that wrote the file.')),
  exported_at: Type.Optional(instant('When.')),
  site_ids: Type.Optional(Type.Array(id('A site.'))),
  media_items: Type.Optional(integer('The number of media items in the archive beside the file.', { minimum: 0 })),
  secrets: Type.Optional(SecretsHeader),
});
export type Header = Static<typeof Header>;

export const siteId = id('The site’s id.');
export const version = integer('Save counter.', { minimum: 1 });

/** Every id of the service can be imported, also one above the largest that a POST may send. */
const lineId = id('The id, which is kept.');

/** The schema of a line: the fields of a creation, and fields that the service sets itself. */
export function lineSchema(creation: TSchema, kept: TProperties, required: string[]): TSchema {
  const given = creation as {
    properties: TProperties;
    required?: readonly string[];
    'x-computed'?: string[];
  }; // as contract/manage.ts makes them
  return Type.Unsafe({
    type: 'object',
    properties: { ...given.properties, ...('id' in given.properties ? { id: Type.Optional(lineId) } : {}), ...kept },
    required: [...new Set([...(given.required ?? []), ...required])],
    additionalProperties: false,
    'x-computed': (given['x-computed'] ?? []).filter((name) => !(name in kept)),
  });
}
