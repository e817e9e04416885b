/** The request of an example in the languages that the reference shows. */

import type { Operation } from '../contract/reference/operation.ts';
import type { ExampleRequest } from '../contract/reference/request.ts';
import { pathValue } from '../contract/reference/request.ts';
import type { Row } from '../contract/row.ts';

export interface Sample {
  lang: string;
  label: string;
  source: string;
}

/** Parameters that the client takes as lists. */
const LISTS = ['fields', 'tags'];
const SITE = '/v1/sites/:site_id';
const WIDTH = 88;

export function samplesOf(
  name: string,
  row: Row,
  operation: Operation,
  request: ExampleRequest,
  url: string,
): Sample[] {
  return [
    { lang: 'Shell', label: 'curl', source: curl(request, url) },
    { lang: 'JavaScript', label: 'JavaScript', source: javaScript(name, row, operation, url) },
    { lang: 'Python', label: 'Python', source: python(row, request, url) },
  ];
}

function curl({ method, path, headers, body, needsKey, session }: ExampleRequest, url: string): string {
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${url}${path}'`,
    ...(needsKey ? ['-H "Authorization: Bearer $MASTHEAD_KEY"'] : []),
    ...(session ? [`${session === 'used' ? '-b' : '-c'} cookies.txt`] : []),
    ...(session && method !== 'GET' ? [`-H 'Origin: ${url}'`] : []),
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function javaScript(name: string, row: Row, operation: Operation, url: string): string {
  const isKeyless = row.api === 'content' || row.right === 'open' || row.right === 'self' || row.options.isForPeople;
  const key = isKeyless ? '' : ', apiKey';
  const client = `createClient({ url: '${url}'${key} })`;
  const [object, call] = row.api === 'manage' ? managementCall(name, row, operation) : namedCall(name, row, operation);
  const made = object === 'site' ? `${client}.site(${pathValue(operation, 'site_id')})` : client;
  const declared = object === 'manage' ? '{ manage }' : object;
  return [
    "import { createClient } from 'masthead-client';",
    '',
    ...(key ? ["const apiKey = 'your key';"] : []),
    `const ${declared} = ${made};`,
    row.options.files ? `for await (const line of ${call}) console.log(line);` : logged(row, call),
  ].join('\n');
}

function logged(row: Row, call: string): string {
  return row.answer ? `console.log(await ${call});` : `await ${call};`;
}

/** `site.readArticle({ article_id: 1 })`: all parameters in one object. */
function namedCall(name: string, row: Row, operation: Operation): [object: string, call: string] {
  const object = row.path.startsWith(SITE) ? 'site' : 'client';
  const inPath = parametersOf(row).filter((parameter) => object === 'client' || parameter !== 'site_id');
  const given = {
    ...Object.fromEntries(inPath.map((parameter) => [parameter, pathValue(operation, parameter)])),
    ...queryOf(operation),
    ...(operation.example.body as object | undefined),
  };
  const visitor = operation.example.headers?.['X-Visitor'];
  const options = visitor ? `, { visitor: '${visitor}' }` : '';
  const parameters = Object.keys(given).length > 0 || options ? literal(given, JS) : '';
  return [object, `${object}.${name}(${parameters}${options})`];
}

/** `manage.articles.change(1, 2, { … })`: ids, then the body, then options. */
function managementCall(name: string, row: Row, operation: Operation): [object: string, call: string] {
  const ids = parametersOf(row).map((parameter) => literal(pathValue(operation, parameter), JS));
  const { body } = operation.example;
  const query = queryOf(operation);
  const given = [
    ...ids,
    ...(body === undefined ? [] : [literal(body, JS)]),
    ...(Object.keys(query).length === 0 ? [] : [literal(query, JS)]),
  ];
  return ['manage', `manage.${name}(${given.join(', ')})`];
}

function parametersOf({ path }: Row): string[] {
  return [...path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name);
}

function queryOf({ example: { query = {} } }: Operation): Record<string, unknown> {
  const entries = Object.entries(query).filter(([name]) => name !== 'format');
  return Object.fromEntries(
    entries.map(([name, value]) => [name, LISTS.includes(name) ? String(value).split(',') : value]),
  );
}

/** With the standard library alone. */
function python(row: Row, example: ExampleRequest, url: string): string {
  const { method, path, headers, body, needsKey, session } = example;
  const pairs = [
    ...(needsKey ? ['"Authorization": "Bearer " + os.environ["MASTHEAD_KEY"]'] : []),
    ...(session === 'used' ? ['"Cookie": os.environ["MASTHEAD_COOKIE"]'] : []),
    ...(session && method !== 'GET' ? [`"Origin": "${url}"`] : []),
    ...Object.entries(headers).map(([name, value]) => `"${name}": "${value}"`),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const parts = [
    `"${url}${path}"`,
    ...(method === 'GET' ? [] : [`method="${method}"`]),
    ...(pairs.length > 0 ? [`headers={${pairs.join(', ')}}`] : []),
    ...(body === undefined ? [] : [`data=json.dumps(${literal(body, PYTHON, 4)}).encode()`]),
  ];
  const request = parts.length === 1 ? `Request(${parts[0]})` : `Request(\n    ${parts.join(',\n    ')},\n)`;
  const isJson = row.answer !== undefined && !row.options.files;
  const result = isJson ? 'json.load(response)' : row.answer ? 'response.read().decode()' : 'response.status';
  const modules = [
    ...(isJson || body !== undefined ? ['json'] : []),
    ...(needsKey || session === 'used' ? ['os'] : []),
  ];
  return [
    ...modules.map((name) => `import ${name}`),
    'from urllib.request import Request, urlopen',
    '',
    `request = ${request}`,
    'with urlopen(request) as response:',
    `    print(${result})`,
  ].join('\n');
}

interface Language {
  string(text: string): string;
  key(name: string): string;
  words: Record<string, string>;
  /** The brackets of an object on one line. */
  padding: string;
  indent: number;
}

const JS: Language = {
  string: (text) => (/['\n\r]/.test(text) ? JSON.stringify(text) : `'${text.replaceAll('\\', '\\\\')}'`),
  key: (name) => name,
  words: {},
  padding: ' ',
  indent: 2,
};
const PYTHON: Language = {
  string: (text) => JSON.stringify(text),
  key: (name) => JSON.stringify(name),
  words: { true: 'True', false: 'False', null: 'None' },
  padding: '',
  indent: 4,
};

/** A JSON value as source text, on one line where it is short. */
function literal(value: unknown, language: Language, column = 0): string {
  if (typeof value === 'string') return language.string(value);
  if (typeof value !== 'object' || value === null) return language.words[String(value)] ?? String(value);
  const inner = column + language.indent;
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((item) => literal(item, language, inner))
    : Object.entries(value).map(([name, item]) => `${language.key(name)}: ${literal(item, language, inner)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const padding = isList ? '' : language.padding;
  const line = `${open}${padding}${members.join(', ')}${padding}${close}`;
  if (members.length === 0) return `${open}${close}`;
  if (line.length + column <= WIDTH && !line.includes('\n')) return line;
  const margin = ' '.repeat(inner);
  return `${open}\n${members.map((member) => `${margin}${member},\n`).join('')}${' '.repeat(column)}${close}`;
}
