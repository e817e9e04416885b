/**
 * Writes what the client knows of the interface, from the rows of the contract: plain types with their descriptions, and
 * the addresses. Plain, so that who imports the client needs neither TypeBox nor patience with inferred types. A test
 * fails when wire.generated.ts differs from it.
 */
import type { Row } from '../../contract/row.ts';

interface Schema {
  type?: string | string[];
  title?: string;
  description?: string;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

export type Rows = Record<string, Row>;

/** Content rows are read through a site; the rest of their address is what a call gives. */
const SITE = '/v1/sites/:site_id';
const WIDTH = 120;
/** Parameters that are one comma-separated text on the wire. */
const LISTS = ['fields', 'tags'];
/** What stands beside the items of an answer, and is not shaped by `fields`. */
const BESIDE_ITEMS = ['meta', 'pagination'];
const SIMPLE: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

const HEADER = `// Made by \`npm run client-types\` from src/contract; do not edit.
import type { CallOptions, Route } from './route.ts';
import type { Walk } from './walk.ts';
`;

/** The client reads JSON: rows that write, and files, are left out. */
export function wireTypes(contentApi: Rows, analyticsApi: Rows): string {
  const [content, analytics] = [reads(contentApi), reads(analyticsApi)];
  const named = new Map<string, string>();
  const operations = [
    operationsInterface('SiteOperations', 'What can be read of one site.', content, named),
    operationsInterface('AnalyticsOperations', 'What can be read of social campaigns.', analytics, named),
  ];
  const tables = [routeTable('siteRoutes', content), routeTable('analyticsRoutes', analytics)];
  return [HEADER, ...named.values(), ...operations, ...tables].join('\n');
}

function reads(rows: Rows): Rows {
  return Object.fromEntries(
    Object.entries(rows).filter(([, { method, options }]) => method === 'GET' && !options.files),
  );
}

function operationsInterface(name: string, about: string, rows: Rows, named: Map<string, string>): string {
  const methods = Object.entries(rows).map(([row, of]) => method(row, of, named));
  return `/** ${about} */\nexport interface ${name} {\n${methods.join('\n')}}\n`;
}

function method(name: string, row: Row, named: Map<string, string>): string {
  const parameters = parametersOf(row);
  const answer = row.answer as Schema; // TypeBox schemas are JSON Schema
  const items = itemsOf(answer);
  const item = items && typeOf(oneOf(answer.properties?.[items]), named);
  const isShaped = item !== null && 'fields' in row.query;
  const shaped = isShaped ? `Pick<${item}, Field>` : (item ?? '');
  const answerType = items ? answerObject(answer, items, shaped, named) : typeOf(answer, named);
  const optional = parameters.every(({ isRequired }) => !isRequired) ? '?' : '';
  const generic = isShaped ? `<Field extends keyof ${item} = keyof ${item}>` : '';
  const fields = isShaped ? 'Field' : 'string';
  const given = parameters.map((parameter) => parameterLine(parameter, fields, named)).join('');
  const returned = pagingOf(row) ? `Walk<${answerType}, ${shaped}>` : `Promise<${answerType}>`;
  const about = [`\`GET ${row.path.replace(/:(\w+)/g, '{$1}')}\``, row.options.about].filter(Boolean).join(': ');
  return [
    comment(about, '  '),
    `  ${name}${generic}(`,
    given === '' ? '    parameters?: Record<string, never>,' : `    parameters${optional}: {\n${given}    },`,
    '    options?: CallOptions,',
    `  ): ${returned};\n`,
  ].join('\n');
}

interface Parameter {
  name: string;
  isRequired: boolean;
  schema: Schema;
}

function parametersOf({ path, query }: Row): Parameter[] {
  const inPath = [...relativePath(path).matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return [
    ...inPath.map((name) => ({ name, isRequired: true, schema: pathSchema(path, name) })),
    ...Object.entries(query).map(([name, schema]) => ({
      name,
      isRequired: !('~optional' in schema),
      schema: schema as Schema, // TypeBox schemas are JSON Schema
    })),
  ];
}

/** Ids are integers, except those of analytics users and the network they belong to. */
function pathSchema(path: string, name: string): Schema {
  const isText = path.startsWith('/v1/campaigns') && name !== 'campaign_id';
  return { type: isText ? 'string' : 'integer' };
}

function parameterLine(parameter: Parameter, fields: string, named: Map<string, string>): string {
  const { name, isRequired, schema } = parameter;
  const type = LISTS.includes(name) ? `readonly ${name === 'fields' ? fields : 'string'}[]` : typeOf(schema, named);
  const about = name === 'fields' ? 'The items then hold only these.' : schema.description;
  const nothing = isRequired ? '' : ' | undefined';
  return `${comment(about, '      ')}${about ? '\n' : ''}      ${name}${isRequired ? '' : '?'}: ${type}${nothing};\n`;
}

/** The items are the first thing in an answer that is not about the list; an answer with a title is itself the item. */
function itemsOf({ title, properties = {} }: Schema): string | null {
  if (title) return null;
  return Object.keys(properties).find((name) => !BESIDE_ITEMS.includes(name)) ?? null;
}

function oneOf(schema: Schema | undefined): Schema {
  return schema?.items ?? schema ?? {};
}

function answerObject({ properties = {} }: Schema, items: string, item: string, named: Map<string, string>): string {
  const typeIn = (name: string, schema: Schema) =>
    name === items ? `${item}${schema.items ? '[]' : ''}` : typeOf(schema, named);
  return `{ ${Object.entries(properties)
    .map(([name, schema]) => `${name}: ${typeIn(name, schema)}`)
    .join('; ')} }`;
}

/** How the next page of a list is found: by the link that the answer carries, or by counting. */
function pagingOf({ query, answer }: Row): 'older' | 'offset' | null {
  if ('pagination' in ((answer as Schema | undefined)?.properties ?? {})) return 'older';
  return 'offset' in query ? 'offset' : null;
}

function typeOf(schema: Schema, named: Map<string, string>): string {
  const types = [schema.type ?? 'unknown'].flat();
  if (schema.enum) return schema.enum.map((value) => literal(value)).join(' | ');
  return types.map((type) => typeCalled(type, schema, named)).join(' | ');
}

function typeCalled(type: string, schema: Schema, named: Map<string, string>): string {
  if (type === 'array') return `${inParentheses(typeOf(schema.items ?? {}, named))}[]`;
  if (type !== 'object') return SIMPLE[type] ?? 'unknown';
  if (!schema.title) return objectType(schema, named, '');
  if (!named.has(schema.title)) {
    named.set(schema.title, ''); // its place comes before the types that it uses
    const about = schema.description ? `${comment(schema.description, '')}\n` : '';
    named.set(schema.title, `${about}export interface ${schema.title} ${objectType(schema, named, '\n')}\n`);
  }
  return schema.title;
}

/** With `newline` a declaration over many lines, without it a type on one. */
function objectType(schema: Schema, named: Map<string, string>, newline: '\n' | ''): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const lines = Object.entries(properties).map(([name, property]) => {
    const about = newline && property.description ? `${comment(property.description, '  ')}\n` : '';
    const isRequired = required.includes(name);
    const type = typeOf(property, named);
    return `${about}${newline ? '  ' : ''}${name}${isRequired ? '' : '?'}: ${type};`;
  });
  if (typeof additionalProperties === 'object')
    lines.push(`${newline ? '  ' : ''}[name: string]: ${typeOf(additionalProperties, named)} | undefined;`);
  return newline ? `{\n${lines.join('\n')}\n}` : `{ ${lines.join(' ')} }`;
}

function routeTable(name: string, rows: Rows): string {
  const lines = Object.entries(rows).map(([row, of]) => `  ${row}: ${routeLiteral(of)},\n`);
  return `export const ${name} = {\n${lines.join('')}} satisfies Record<string, Route>;\n`;
}

function routeLiteral(row: Row): string {
  const paging = pagingOf(row);
  const items = paging && itemsOf(row.answer as Schema); // TypeBox schemas are JSON Schema
  const path = literal(relativePath(row.path));
  return paging ? `{ path: ${path}, paging: '${paging}', items: ${literal(items)} }` : `{ path: ${path} }`;
}

function relativePath(path: string): string {
  return path.startsWith(SITE) ? path.slice(SITE.length) : path;
}

function comment(text: string | undefined, indent: string): string {
  if (!text) return '';
  const line = `${indent}/** ${text} */`;
  if (line.length <= WIDTH) return line;
  const words = text.split(' ');
  const lines = [''];
  for (const word of words) {
    const last = lines.at(-1) ?? '';
    if (`${indent} * ${last} ${word}`.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return [`${indent}/**`, ...lines.map((part) => `${indent} * ${part}`), `${indent} */`].join('\n');
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function inParentheses(type: string): string {
  return type.includes(' | ') ? `(${type})` : type;
}
