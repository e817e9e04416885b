/** JSON Schema as plain TypeScript types, with their descriptions. */

export interface Schema {
  type?: string | string[];
  title?: string;
  description?: string;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

/** Declarations by name, in the order of first use. */
export type Declarations = Map<string, string>;

const WIDTH = 120;
const SIMPLE: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** The type of a schema; one with a title is declared under that name. */
export function typeOf(schema: Schema, declared: Declarations): string {
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  return [schema.type ?? 'unknown']
    .flat()
    .map((type) => typeCalled(type, schema, declared))
    .join(' | ');
}

function typeCalled(type: string, schema: Schema, declared: Declarations): string {
  if (type === 'array') return `${inParentheses(typeOf(schema.items ?? {}, declared))}[]`;
  if (type !== 'object') return SIMPLE[type] ?? 'unknown';
  if (!schema.title) return objectType(schema, declared, '');
  if (!declared.has(schema.title)) {
    declared.set(schema.title, ''); // its place comes before the types that it uses
    const about = schema.description ? `${comment(schema.description, '')}\n` : '';
    declared.set(schema.title, `${about}export interface ${schema.title} ${objectType(schema, declared, '\n')}\n`);
  }
  return schema.title;
}

/** With `newline` a declaration over many lines, without it a type on one. */
function objectType(schema: Schema, declared: Declarations, newline: '\n' | ''): string {
  const { properties = {}, required = [], additionalProperties, patternProperties } = schema;
  const indent = newline ? '  ' : '';
  const lines = Object.entries(properties).map(([name, property]) => {
    const about = newline && property.description ? `${comment(property.description, indent)}\n` : '';
    return `${about}${indent}${name}${required.includes(name) ? '' : '?'}: ${typeOf(property, declared)};`;
  });
  const [values] = Object.values(patternProperties ?? {});
  if (values) lines.push(`${indent}[name: string]: ${typeOf(values, declared)};`);
  if (typeof additionalProperties === 'object')
    lines.push(`${indent}[name: string]: ${typeOf(additionalProperties, declared)} | undefined;`);
  return newline ? `{\n${lines.join('\n')}\n}` : `{ ${lines.join(' ')} }`;
}

export function comment(text: string, indent: string): string {
  const line = `${indent}/** ${text} */`;
  if (line.length <= WIDTH) return line;
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (`${indent} * ${last} ${word}`.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return [`${indent}/**`, ...lines.map((part) => `${indent} * ${part}`), `${indent} */`].join('\n');
}

export function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function inParentheses(type: string): string {
  return type.includes(' | ') ? `(${type})` : type;
}
