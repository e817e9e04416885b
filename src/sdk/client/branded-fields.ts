/**
 * The neutral word of field names (`service_site_id`) is a setting of the installation (`acme_site_id`). Code that uses the
 * client always has the neutral names.
 */

export interface FieldNames {
  /** A value as the service reads it. */
  toWire(value: unknown): unknown;
  /** A value as the client’s types have it. */
  fromWire(value: unknown): unknown;
}

const NEUTRAL = 'service';
const BRANDED = ['site_id', 'section_id', 'article_id', 'article_ids'];

export function fieldNames(word: string): FieldNames {
  if (word === NEUTRAL) return { toWire: (value) => value, fromWire: (value) => value };
  return { toWire: renamer(NEUTRAL, word), fromWire: renamer(word, NEUTRAL) };
}

function renamer(from: string, to: string): (value: unknown) => unknown {
  const names = new Map(BRANDED.map((name) => [`${from}_${name}`, `${to}_${name}`]));
  const renamed = (name: string) => names.get(name) ?? name;
  const rename = (value: unknown, key = ''): unknown => {
    // Problems name fields by path: `/acme_site_id`.
    if (key === 'path' && typeof value === 'string') return value.split('/').map(renamed).join('/');
    if (Array.isArray(value)) return value.map((item) => rename(item));
    if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [renamed(name), rename(item, name)]));
  };
  return rename;
}
