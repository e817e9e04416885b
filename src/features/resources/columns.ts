/** Shared by the nouns' `columns`: slugs from names, order numbers, JSON, instants. */
import { LARGEST_INTEGER } from '../../contract/common.ts';
import { invalidBody } from '../../core/errors.ts';
import { freeSlug, slugify } from '../../core/slug.ts';
import { instantOfField } from '../../core/time.ts';
import type { Tx } from '../../db/transaction.ts';
import { nextNumber, takenSlugs } from './queries.ts';
import type { Columns, Draft, ResourceTable } from './resource.ts';

/** A new row without a slug gets one from its name, with a number if taken. A given slug is kept. */
export async function madeSlug<Wire extends { name: string }>(
  tx: Tx,
  table: ResourceTable,
  column: string & keyof Wire,
  { site, input, current }: Draft<ResourceTable, Wire>,
): Promise<Columns> {
  if (current || input[column] !== undefined) return {};
  const slug = slugify(input.name ?? '', table.replaceAll('_', '-'));
  return { [column]: freeSlug(slug, await takenSlugs(tx, table, column, site.id, slug)) };
}

/** A new one goes last, or shares the largest number. */
export async function madeNumber<Wire>(
  tx: Tx,
  table: ResourceTable,
  column: string & keyof Wire,
  { site, input, current }: Draft<ResourceTable, Wire>,
): Promise<Columns> {
  if (current || input[column] !== undefined) return {};
  return { [column]: Math.min(await nextNumber(tx, table, column, site.id), LARGEST_INTEGER) };
}

/** The same for a number that no two may share. */
export async function madeUniqueNumber<Wire>(
  tx: Tx,
  table: ResourceTable,
  column: string & keyof Wire,
  { site, input, current }: Draft<ResourceTable, Wire>,
): Promise<Columns> {
  if (current || input[column] !== undefined) return {};
  const number = await nextNumber(tx, table, column, site.id);
  if (number <= LARGEST_INTEGER) return { [column]: number };
  const message = `must be given: ${LARGEST_INTEGER} is taken, and no number is larger`;
  throw invalidBody([{ path: `/${column}`, message }]);
}

/** Only fields in the body: other columns keep their values. */
export function given(columns: Columns): Columns {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

export function json(value: unknown): string | null | undefined {
  return value === undefined ? undefined : value === null ? null : JSON.stringify(value);
}

/** A bare date is midnight in the site's time zone. */
export function instant<Text extends string | null | undefined>(text: Text, timeZone: string, field: string) {
  if (text === null || text === undefined) return text as null | undefined; // the two values that are left
  return instantOfField(text, timeZone, field);
}
