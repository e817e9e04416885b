/** Finds fields of a value by their schema, at any depth. */
import type { TSchema } from 'typebox';

/** The names that lead to a field from the outside in; `null` stands for every element of an array. */
export type FieldPath = readonly (string | null)[];

interface Keywords {
  properties?: Record<string, TSchema>;
  items?: TSchema;
}

export function fieldPaths(schema: TSchema, isWanted: (schema: TSchema) => boolean): FieldPath[] {
  if (isWanted(schema)) return [[]];
  const { properties = {}, items } = schema as Keywords; // a schema is a plain object of JSON Schema keywords
  const below = (name: string | null, inner: TSchema) => fieldPaths(inner, isWanted).map((path) => [name, ...path]);
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => below(name, inner)),
    ...(items ? below(null, items) : []),
  ];
}

export interface Field {
  /** The object that contains the field. */
  holder: Record<string, unknown>;
  name: string;
  /** As a JSON pointer. */
  pointer: string;
}

/** The fields at a path that the value has. */
export function fieldsAt(value: unknown, path: FieldPath, pointer = ''): Field[] {
  const [name, ...rest] = path;
  if (typeof value !== 'object' || value === null || name === undefined) return [];
  const names = name === null ? Object.keys(value) : [name];
  return names
    .filter((key) => Object.hasOwn(value, key))
    .flatMap((key) => {
      const holder = value as Record<string, unknown>; // checked above
      const place = `${pointer}/${key}`;
      return rest.length === 0 ? [{ holder, name: key, pointer: place }] : fieldsAt(holder[key], rest, place);
    });
}
