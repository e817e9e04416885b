/** Fields of the Graph API: `id,media.after(x).limit(50){id,caption}`. Only what is named is answered. */
export interface Field {
  name: string;
  /** Such as `limit: "50"`. */
  options: Record<string, string>;
  fields: Field[];
}

export function fieldsOf(text: string): Field[] {
  return parts(text).map((part) => {
    const [, head = '', inner = ''] = /^([^{]*)(?:\{(.*)\})?$/s.exec(part) ?? [];
    const [, name = ''] = /^(\w+)/.exec(head) ?? [];
    const options = [...head.matchAll(/\.(\w+)\(([^)]*)\)/g)].map(([, key = '', value = '']) => [key, value]);
    return { name, options: Object.fromEntries(options), fields: inner === '' ? [] : fieldsOf(inner) };
  });
}

/** By the commas that are in no brackets. */
function parts(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let part = '';
  for (const sign of text) {
    if ('{('.includes(sign)) depth += 1;
    if ('})'.includes(sign)) depth -= 1;
    if (sign === ',' && depth === 0) {
      found.push(part.trim());
      part = '';
    } else part += sign;
  }
  return [...found, part.trim()].filter((one) => one !== '');
}

type Document = Record<string, unknown>;

/** Of a document; without fields only the id and the name. What has no value is absent. */
export function picked(document: Document, fields: Field[]): Document {
  const wanted = fields.length > 0 ? fields : [{ name: 'id', options: {}, fields: [] }];
  const entries = wanted.flatMap(({ name, fields: inner }): [string, unknown][] => {
    const value = document[name];
    if (value === undefined) return [];
    return [[name, inner.length > 0 ? pickedInside(value, inner) : value]];
  });
  return { ...Object.fromEntries(entries), ...(document.id === undefined ? {} : { id: document.id }) };
}

function pickedInside(value: unknown, fields: Field[]): unknown {
  const { data } = value as { data?: unknown };
  if (Array.isArray(data)) return { ...(value as object), data: data.map((one) => picked(one as Document, fields)) };
  return data === undefined ? picked(value as Document, fields) : value;
}
