/** What the nouns' `columns` have in common: slugs made from names, numbers that go last, JSON, instants. */
import { freeSlug, slugify } from '../../core/slug.ts';
import { instantOfField } from '../../core/time.ts';
import type { Tx } from '../../db/transaction.ts';
import { nextNumber, takenSlugs } from './queries.ts';
import type { Columns, Draft, ResourceTable } from './resource.ts';

/** A new one without a slug gets one made from its name, with a number where that is taken. A given one stays as given. */
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

export async function madeNumber<Wire>(
  tx: Tx,
  table: ResourceTable,
  column: string & keyof Wire,
  { site, input, current }: Draft<ResourceTable, Wire>,
): Promise<Columns> {
  if (current || input[column] !== undefined) return {};
  return { [column]: await nextNumber(tx, table, column, site.id) };
}

/** Only what the body holds: a column that is not mentioned keeps its value. */
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
