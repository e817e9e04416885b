/** The schema that an answer of management is serialized by. */
import type { TSchema } from 'typebox';
import type { Row } from '../contract/row.ts';

type Keywords = { properties?: Record<string, Keywords>; items?: Keywords; required?: unknown; default?: unknown };

/** With `fields` items are incomplete: the serializer must neither throw for a missing field nor add its default. */
export function serializedAs(answer: TSchema, { query }: Row): TSchema {
  if (!('fields' in query)) return answer;
  const loose = ({ required: _, properties = {}, ...rest }: Keywords): Keywords => ({
    ...rest,
    properties: eachOf(properties, ({ default: _, ...field }) => field),
  });
  const { properties = {}, ...rest } = answer as Keywords; // a schema is a plain object of JSON Schema keywords
  const items = eachOf(properties, (item) => (item.items ? { ...item, items: loose(item.items) } : loose(item)));
  return { ...rest, properties: items } as TSchema; // the same fields
}

function eachOf<T>(of: Record<string, T>, made: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, made(value)]));
}
