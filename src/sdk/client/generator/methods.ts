/** Rows of the contract as the types of the client’s methods. */
import { operationOf } from '../../../contract/reference/operations.ts';
import { type Row, TEXT_PARAMETERS } from '../../../contract/row.ts';
import { answerOf, isRow, itemsOf, parametersIn, type Rows, routeOf } from './routes.ts';
import { comment, type Declarations, type Schema, typeOf } from './schema-types.ts';

/** Parameters that are one comma-separated text on the wire. */
const LISTS = ['fields', 'tags'];
/** An article is addressed by its uid or by its id; the id of an entry is text in answers and a number in addresses. */
const EITHER = ['uid', 'entry_id'];
/** Names of options, which share an object with the parameters of a management call. */
const OPTIONS = ['signal', 'ifMatch', 'idempotencyKey'];

/** Methods that take all parameters in one object. */
export function namedMethods(name: string, about: string, rows: Rows, declared: Declarations): string {
  const methods = Object.entries(rows).map(([row, of]) => (isRow(of) ? namedMethod(row, of, declared) : ''));
  return `/** ${about} */\nexport interface ${name} {\n${methods.join('\n')}}\n`;
}

/** Methods that take ids, then a body, then options. */
export function managementMethods(name: string, about: string, rows: Rows, declared: Declarations): string {
  return `/** ${about} */\nexport interface ${name} {\n${groupOf(rows, '', '  ', declared)}}\n`;
}

function groupOf(rows: Rows, noun: string, indent: string, declared: Declarations): string {
  const members = Object.entries(rows).map(([name, entry]) =>
    isRow(entry)
      ? managementMethod(name, entry, { about: aboutOf(entry, noun + name), indent }, declared)
      : `${indent}${name}: {\n${groupOf(entry, `${noun}${name}.`, `${indent}  `, declared)}${indent}};\n`,
  );
  return members.join('\n');
}

function namedMethod(name: string, row: Row, declared: Declarations): string {
  const result = resultOf(row, declared);
  const parameters = [...inPath(row), ...queryOf(row), ...bodyFields(row)];
  const isOptional = parameters.every(({ isRequired }) => !isRequired);
  const given = parameters.map((parameter) => parameterLine(parameter, '      ', declared, result.fields)).join('');
  return [
    comment(aboutOf(row, name), '  '),
    `  ${name}${result.generic}(`,
    given === ''
      ? '    parameters?: Record<string, never>,'
      : `    parameters${isOptional ? '?' : ''}: {\n${given}    },`,
    `    options?: ${row.options.isPersonal ? 'VisitorOptions' : 'CallOptions'},`,
    `  ): ${returned(row, result)};\n`,
  ].join('\n');
}

interface MethodText {
  about: string;
  indent: string;
}

function managementMethod(name: string, row: Row, { about, indent }: MethodText, declared: Declarations): string {
  const result = resultOf(row, declared);
  const ids = inPath(row).map((id) => `${id.name}: ${idType(id)}`);
  const given = [...ids, ...bodyArgument(row, declared), optionsArgument(row, indent, declared, result.fields)];
  const type = row.answer ? tagged(row, result.type) : 'void';
  const line = `${indent}${name}${result.generic}(${given.join(', ')}): ${returned(row, { ...result, type })};`;
  return `${comment(about, indent)}\n${line}\n`;
}

interface Result {
  type: string;
  /** The type of an item, where the answer is a list. */
  item: string;
  /** Where `fields` trims the items: the type parameter for the names, and their type. */
  generic: string;
  fields: string;
}

function resultOf(row: Row, declared: Declarations): Result {
  const answer = answerOf(row);
  const items = itemsOf(answer);
  if (!items) return { type: typeOf(answer, declared), item: '', generic: '', fields: 'string' };
  const whole = typeOf(itemSchema(answer.properties?.[items]), declared);
  const isTrimmed = 'fields' in row.query;
  const item = isTrimmed ? `Pick<${whole}, Field>` : whole;
  const generic = isTrimmed ? `<Field extends keyof ${whole} = keyof ${whole}>` : '';
  const type = answerObject(answer, items, item, declared);
  return { type, item, generic, fields: isTrimmed ? 'Field' : 'string' };
}

function idType({ name, schema }: Parameter): string {
  if (EITHER.includes(name)) return 'string | number';
  return schema.type === 'string' ? 'string' : 'number';
}

function bodyArgument(row: Row, declared: Declarations): string[] {
  const { body: key } = routeOf(row);
  if (!row.body || key === undefined) return [];
  const lines = row.options.line ? ` | Lines<${typeOf(row.options.line as Schema, declared)}>` : '';
  const type = typeOf(row.body.schema as Schema, declared); // TypeBox schemas are JSON Schema
  const form = row.options.isUpload ? ' | FormData' : '';
  return [`${key || 'body'}${row.body.isOptional ? '?' : ''}: ${type}${lines}${form}`];
}

function optionsArgument(row: Row, indent: string, declared: Declarations, fields: string): string {
  const parameters = queryOf(row);
  const clash = parameters.find(({ name }) => OPTIONS.includes(name));
  if (clash) throw new Error(`${row.path}: the parameter ${clash.name} has the name of an option.`);
  const options = { GET: 'CallOptions', POST: 'PostOptions' }[row.method as string] ?? 'ChangeOptions';
  if (parameters.length === 0) return `options?: ${options}`;
  const lines = parameters.map((parameter) => parameterLine(parameter, `${indent}  `, declared, fields)).join('');
  const isOptional = parameters.every(({ isRequired }) => !isRequired);
  return `options${isOptional ? '?' : ''}: ${options} & {\n${lines}${indent}}`;
}

function tagged(row: Row, type: string): string {
  if (routeOf(row).paging) return type;
  return routeOf(row).body === undefined ? `Tagged<${type}>` : `Saved<${type}>`;
}

function returned(row: Row, { type, item }: Result): string {
  const { paging, isFile } = routeOf(row);
  if (isFile) return `AsyncIterable<${type}>`;
  return paging ? `PagedResult<${type}, ${item}>` : `Promise<${type}>`;
}

/** `name` is the row’s, with its noun: `articles.list`. */
function aboutOf({ api, method, path }: Row, name: string): string {
  const about = operationOf(api, name)?.about;
  return [`\`${method} ${path.replace(/:(\w+)/g, '{$1}')}\``, about].filter(Boolean).join(': ');
}

interface Parameter {
  name: string;
  isRequired: boolean;
  schema: Schema;
}

function inPath({ path }: Row): Parameter[] {
  const isText = (name: string) => (TEXT_PARAMETERS as readonly string[]).includes(name);
  return parametersIn(path).map((name) => ({
    name,
    isRequired: true,
    schema: { type: isText(name) ? 'string' : 'integer' },
  }));
}

/** The format of a file is the client’s choice; of a list it takes JSON. */
function queryOf({ query, options }: Row): Parameter[] {
  return Object.entries(query)
    .filter(([name]) => !((options.files || options.alsoCsv) && name === 'format'))
    .map(([name, schema]) => ({ name, isRequired: !('~optional' in schema), schema: schema as Schema })); // TypeBox schemas are JSON Schema
}

function bodyFields({ body }: Row): Parameter[] {
  const { properties = {}, required = [] } = (body?.schema ?? {}) as Schema; // TypeBox schemas are JSON Schema
  return Object.entries(properties).map(([name, schema]) => ({ name, isRequired: required.includes(name), schema }));
}

function parameterLine(parameter: Parameter, indent: string, declared: Declarations, fields: string): string {
  const { name, isRequired, schema } = parameter;
  const type = LISTS.includes(name) ? `readonly ${name === 'fields' ? fields : 'string'}[]` : typeOf(schema, declared);
  const about = name === 'fields' ? 'Items contain only these fields.' : schema.description;
  const optional = isRequired ? '' : ' | undefined';
  const line = `${indent}${name}${isRequired ? '' : '?'}: ${type}${optional};\n`;
  return about ? `${comment(about, indent)}\n${line}` : line;
}

function itemSchema(schema: Schema | undefined): Schema {
  return schema?.items ?? schema ?? {};
}

function answerObject(
  { properties = {}, required = [] }: Schema,
  items: string,
  item: string,
  declared: Declarations,
): string {
  const typeIn = (name: string, schema: Schema) =>
    name === items ? `${item}${schema.items ? '[]' : ''}` : typeOf(schema, declared);
  return `{ ${Object.entries(properties)
    .map(([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${typeIn(name, schema)}`)
    .join('; ')} }`;
}
