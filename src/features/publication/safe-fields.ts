/** Sanitises a stored article by today's rules. */
import type { TSchema } from 'typebox';
import { isAddress, isHtml } from '../../contract/common.ts';
import { type FieldPath, fieldPaths, fieldsAt } from '../../contract/fields.ts';
import { sanitizing } from '../../core/html.ts';
import { parseFile } from '../../core/media-address.ts';
import { isWebAddress, plainAddress } from '../../core/web-address.ts';

/** Changes a value in place, in short steps; returns whether anything changed. */
export type Repair = (value: unknown) => Generator<void, boolean, undefined>;

interface Paths {
  html: FieldPath[];
  addresses: FieldPath[];
  nullable: FieldPath[];
  pictures: FieldPath[];
}

/** For values of this schema; earlier releases checked `attachments` least. */
export function repairOf(schema: TSchema): Repair {
  const attached = (isWanted: (field: TSchema) => boolean) =>
    fieldPaths(schema, (field) => isAddress(field) && isWanted(field)).filter((path) => path.includes('attachments'));
  const addresses = attached((field) => !isNullable(field));
  const paths = {
    html: fieldPaths(schema, isHtml),
    addresses,
    nullable: attached(isNullable),
    pictures: addresses.filter((path) => path.includes('picture_attachments')).map((path) => path.slice(0, -2)),
  };
  return (value) => repairing(value, paths);
}

function isNullable(schema: TSchema): boolean {
  return [(schema as { type?: string | string[] }).type].flat().includes('null');
}

function* repairing(value: unknown, paths: Paths): Generator<void, boolean, undefined> {
  const before = JSON.stringify(value);
  for (const { holder, name } of found(value, paths.pictures)) holder[name] = pictureList(holder[name]);
  for (const { holder, name } of found(value, paths.addresses)) holder[name] = safeAddress(holder[name], '');
  for (const { holder, name } of found(value, paths.nullable)) holder[name] = safeAddress(holder[name], null);
  for (const { holder, name } of found(value, paths.html)) {
    const text = holder[name];
    if (typeof text === 'string') holder[name] = (yield* sanitizing(text)).html;
  }
  return JSON.stringify(value) !== before;
}

function found(value: unknown, paths: FieldPath[]) {
  return paths.flatMap((path) => fieldsAt(value, path));
}

function safeAddress<Blank extends '' | null>(value: unknown, blank: Blank): string | Blank {
  const address = typeof value === 'string' ? plainAddress(value) : '';
  return isWebAddress(address) || parseFile(address) ? address : blank;
}

/** Earlier releases accepted anything; items with a picture's address stay. */
function pictureList(value: unknown): { url: string }[] {
  return (Array.isArray(value) ? value : []).flatMap((picture) => {
    const url = safeAddress((picture as { url?: unknown } | null)?.url, '');
    return url === '' ? [] : [{ url }];
  });
}
