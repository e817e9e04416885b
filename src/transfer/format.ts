/**
 * The file of an export: NDJSON, one object per line under its wrapper key, with the interface's field names, in dependency
 * order. The first line names the format, the last one marks a complete file.
 */
import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { id, instant, integer, text } from '../contract/common.ts';
import { SecretsHeader } from './secrets.ts';

/** 1 had neither campaigns nor people, keys, webhooks and media. It is read as ever. */
export const FORMAT_VERSION = 2;
/** The wrapper key of the first line and of the last. */
export const FRAME = 'masthead';

export const Header = Type.Object({
  format: Type.Integer({ minimum: 1 }),
  version: Type.Optional(text('The program that wrote it.')),
  exported_at: Type.Optional(instant('When.')),
  site_ids: Type.Optional(Type.Array(id('A site.'))),
  media_items: Type.Optional(
    integer('How many items of media have their bytes in the archive beside it.', { minimum: 0 }),
  ),
  secrets: Type.Optional(SecretsHeader),
});
export type Header = Static<typeof Header>;

export const siteId = id('The site’s id.');
export const version = integer('Save counter.', { minimum: 1 });

/** Every id that the service has can be imported, also one that was drawn behind the largest that a POST may bring. */
const lineId = id('Its id, which it keeps.');

/** What a line holds: what a creation takes, and what the service itself keeps, which an import brings along. */
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
