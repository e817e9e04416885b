/** Rows of the contract as the client’s tables of routes. */
import type { Row } from '../../../contract/row.ts';
import { pathParameters, type Route } from '../route.ts';
import { literal, type Schema } from './schema-types.ts';

export interface Rows {
  [name: string]: Row | Rows;
}

/** Rows of the content API are called on a site; their paths are relative to it. */
const SITE = '/v1/sites/:site_id';
/** Keys beside the items of an answer, which `fields` does not affect. */
const BESIDE_ITEMS = ['meta', 'pagination'];

export function isRow(entry: Row | Rows): entry is Row {
  return typeof entry.path === 'string';
}

export function routeTable(name: string, rows: Rows): string {
  return `export const ${name} = ${tableLiteral(rows, '')} satisfies RouteTable;\n`;
}

function tableLiteral(rows: Rows, indent: string): string {
  const lines = Object.entries(rows).map(([name, entry]) => {
    const value = isRow(entry) ? routeLiteral(routeOf(entry)) : tableLiteral(entry, `${indent}  `);
    return `${indent}  ${name}: ${value},\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

function routeLiteral(route: Route): string {
  return `{ ${Object.entries(route)
    .map(([name, value]) => `${name}: ${literal(value)}`)
    .join(', ')} }`;
}

export function routeOf(row: Row): Route {
  const paging = pagingOf(row);
  const body = bodyKeyOf(row);
  return {
    ...(row.method === 'GET' ? {} : { method: row.method }),
    path: relativePath(row.path),
    ...(body === null ? {} : { body }),
    ...(paging ? { paging, items: itemsOf(answerOf(row)) ?? '' } : {}),
    ...(row.options.files ? { isFile: true } : {}),
    ...(row.options.isPersonal ? { isPersonal: true } : {}),
  };
}

export function relativePath(path: string): string {
  return path.startsWith(SITE) ? path.slice(SITE.length) : path;
}

export function parametersIn(path: string): string[] {
  return pathParameters(relativePath(path));
}

export function answerOf({ answer }: Row): Schema {
  return (answer ?? {}) as Schema; // TypeBox schemas are JSON Schema
}

/** An empty body is not sent. */
function bodyKeyOf({ body }: Row): string | null {
  const { properties = {} } = (body?.schema ?? {}) as Schema; // TypeBox schemas are JSON Schema
  return body && Object.keys(properties).length > 0 ? (body.key ?? '') : null;
}

/** The first thing in an answer that is not about the list; an answer with a title is itself the item. */
export function itemsOf({ title, properties = {} }: Schema): string | null {
  if (title) return null;
  return Object.keys(properties).find((name) => !BESIDE_ITEMS.includes(name)) ?? null;
}

function pagingOf(row: Row): Route['paging'] | null {
  const { properties = {} } = answerOf(row);
  if ('pagination' in properties) return 'older';
  if ('cursor' in properties && 'cursor' in row.query) return 'cursor';
  return (['offset', 'page'] as const).find((name) => name in row.query) ?? null;
}
