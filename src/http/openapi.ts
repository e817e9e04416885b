/** OpenAPI 3.1, made from the rows: what the server validates with is what the reference shows. */
import { type TSchema, Type } from 'typebox';
import { Failure } from '../contract/common.ts';
import { Notification } from '../contract/notification.ts';
import { analyticsApi, contentApi, manageApi } from '../contract/routes.ts';
import { BODY_LIMIT, type Row, type RowOptions, TEXT_PARAMETERS, type Wrapped } from '../contract/row.ts';
import { rowsOf } from './bind.ts';
import { sizeText } from './body.ts';
import { brandedRow } from './branded-fields.ts';
import { LINES_TYPE } from './lines.ts';

type Json = Record<string, unknown>;

export interface OpenApiOptions {
  version: string;
  publicUrl: string;
  wireWord: string;
  apiKeySchemes: string[];
}

interface Group {
  tag: string;
  about: string;
  rows: ReturnType<typeof rowsOf>;
  security: Json[];
}

const ERRORS: Record<number, string> = {
  400: 'A parameter or the address is malformed.',
  401: 'The key is missing or not valid.',
  403: 'The key does not hold the right, or the site does not allow it.',
  404: 'There is no such thing, or it is not served.',
  409: 'It conflicts with what is there.',
  408: 'The body took too long to arrive.',
  413: 'The body is larger than this address takes.',
  415: 'The body is not application/json.',
  422: 'The body is invalid; `problems` lists every problem.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  503: 'The database is unavailable; `Retry-After` says when to retry.',
};
/** How a reader of the answers may use a string. */
const STRINGS =
  'Strings are plain text (`contentMediaType: text/plain`) unless they say otherwise: escape them when you put them into a page. ' +
  '`contentMediaType: text/html` is HTML that was sanitised when it was saved and can be put into a page as it is. ' +
  '`format: uri` is empty or an absolute http or https address. `format: contact` may also be an e-mail address, `mailto:` or a bare name.';
const CONTENT_ERRORS = [400, 401, 403, 404, 429, 503];
const MANAGE_ERRORS = [400, 401, 403, 404, 409, 429, 503];
const BODY_ERRORS = [408, 413, 415, 422];

export function openApi(options: OpenApiOptions): Json {
  const groups = groupsOf();
  const schemas: Record<string, Json> = {};
  const paths: Record<string, Json> = {};
  for (const group of groups) {
    for (const { name, row: neutral } of group.rows) {
      const { row } = brandedRow(neutral, options.wireWord);
      const path = row.path.replace(/:([a-z_]+)/g, '{$1}');
      paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation(name, row, group, schemas) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Masthead',
      version: options.version,
      description: `Content API, analytics API and management API of this Masthead installation.\n\n${STRINGS}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.publicUrl }],
    tags: groups.map(({ tag, about }) => ({ name: tag, description: about })),
    paths,
    webhooks: { article: { post: notification(schemas) } },
    components: { schemas: { ...schemas, Error: Failure }, securitySchemes: securitySchemes(options.apiKeySchemes) },
  };
}

function groupsOf(): Group[] {
  return [
    {
      tag: 'Content API',
      about: 'What a site publishes, and votes on it. Public, unless the site asks for a key.',
      rows: rowsOf(contentApi),
      security: [{}, { api_key: [] }, { key_header: [] }],
    },
    {
      tag: 'Analytics API',
      about: 'Social campaigns: reports, entries and the users who posted them. GET only; needs a key.',
      rows: rowsOf(analyticsApi),
      security: [{ api_key: [] }, { key_header: [] }],
    },
    {
      tag: 'Management API',
      about: 'Every write, and reading what is not public. Needs a token.',
      rows: rowsOf(manageApi),
      security: [{ bearer: [] }],
    },
  ];
}

function securitySchemes(keySchemes: string[]): Json {
  return {
    bearer: { type: 'http', scheme: 'bearer', description: 'A key with a manage scope.' },
    api_key: {
      type: 'apiKey',
      in: 'query',
      name: 'api_key',
      description: 'A key with the scope content:read, or analytics:read for analytics.',
    },
    key_header: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: keySchemes.map((scheme) => `\`Authorization: ${scheme} <key>\``).join(' or '),
      // What the reference page writes before the key; OpenAPI has no word for it.
      'x-prefix': keySchemes[0],
    },
  };
}

function operation(name: string, row: Row, { tag, security }: Group, schemas: Record<string, Json>): Json {
  return {
    operationId: name,
    summary: summaryOf(name),
    ...(row.options.about ? { description: row.options.about } : {}),
    tags: [tag],
    security,
    parameters: [...pathParameters(row), ...queryParameters(row), ...headerParameters(row)],
    ...(row.body ? { requestBody: requestBody(row.body, row.options, schemas) } : {}),
    responses: responses(row, schemas),
  };
}

/** `listAuthors` → "List authors"; `articleCategories.change` → "Change article category". */
function summaryOf(name: string): string {
  const [nouns = '', verb] = name.split('.');
  const noun = verb && verb !== 'list' ? nouns.replace(/ies$/, 'y').replace(/s$/, '') : nouns;
  const words = `${verb ? `${verb} ` : ''}${noun}`.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function pathParameters(row: Row): Json[] {
  return [...row.path.matchAll(/:([a-z_]+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: name === 'site_id' ? 'The site.' : 'The id of what is asked for.',
    schema: (TEXT_PARAMETERS as readonly string[]).includes(name ?? '')
      ? { type: 'string', examples: ['1'] }
      : { type: 'integer', minimum: 1, examples: [1] },
  }));
}

function queryParameters(row: Row): Json[] {
  return Object.entries<TSchema>(row.query).map(([name, schema]) => {
    const { description, ...rest } = schema as Json; // a schema is a plain object of JSON Schema keywords
    return { name, in: 'query', required: !Type.IsOptional(schema), description, schema: rest };
  });
}

function headerParameters(row: Row): Json[] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  });
  if (row.options.isPersonal)
    return [header('X-Visitor', 'Who votes, in 1 to 200 characters; a cookie tells without it.')];
  if (row.method === 'POST') return [header('Idempotency-Key', 'A repeat within 24 hours returns the first answer.')];
  if (row.method === 'GET') return [];
  return [header('If-Match', 'The ETag you read; when it is stale the answer is 409 and nothing changes.')];
}

function notification(schemas: Record<string, Json>): Json {
  return {
    operationId: 'notifyReceiver',
    summary: 'Notify a receiver of an article',
    description: 'Sent to each webhook, signed; docs/webhooks.md has the headers and the rules.',
    requestBody: { required: true, content: { 'application/json': { schema: lifted(Notification, schemas) } } },
    responses: { '2XX': { description: 'Received.' } },
  };
}

function requestBody({ key, schema }: Wrapped, options: RowOptions, schemas: Record<string, Json>): Json {
  const { line, bodyLimit = BODY_LIMIT } = options;
  const inner = lifted(schema, schemas);
  const body = key === null ? inner : { type: 'object', properties: { [key]: inner }, required: [key] };
  const lines = line ? { [LINES_TYPE]: { schema: lifted(line, schemas) } } : {};
  const description = `At most ${sizeText(bodyLimit)} of JSON.`;
  return { required: true, description, content: { 'application/json': { schema: body }, ...lines } };
}

function responses(row: Row, schemas: Record<string, Json>): Json {
  const statuses = [...(row.api === 'manage' ? MANAGE_ERRORS : CONTENT_ERRORS), ...(row.body ? BODY_ERRORS : [])];
  const failure = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const errors = statuses.map((status) => [status, { description: ERRORS[status], content: failure }]);
  const notModified = { 304: { description: 'Unchanged since the ETag in `If-None-Match`.' } };
  return {
    [row.status]: success(row, schemas),
    ...(row.method === 'GET' ? notModified : {}),
    ...Object.fromEntries(errors),
  };
}

function success(row: Row, schemas: Record<string, Json>): Json {
  if (row.status === 302)
    return { description: 'Found elsewhere.', headers: { Location: { schema: { type: 'string' } } } };
  if (!row.answer) return { description: 'Done; no body.' };
  const schema = lifted(row.body ? withRemoved(row.answer) : row.answer, schemas);
  const types = row.options.files ?? ['application/json'];
  return { description: 'Done.', content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}

/** Beside what was saved: what was taken out of its HTML. */
function withRemoved(answer: TSchema): Json {
  const { properties, ...rest } = answer as Json & { properties?: Json }; // every answer is an object
  return { ...rest, properties: { ...properties, removed: (Failure.properties as unknown as Json).problems } };
}

/** A schema with a title moves to components and is referred to; our own keywords stay at home. */
function lifted(schema: unknown, schemas: Record<string, Json>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => lifted(item, schemas));
  if (typeof schema !== 'object' || schema === null) return schema;
  const keywords = Object.entries(schema).filter(([name]) => !name.startsWith('x-'));
  const copy: Json = Object.fromEntries(keywords.map(([name, value]) => [name, lifted(value, schemas)]));
  const isNullable = Array.isArray(copy.type) && copy.type.includes('object');
  if (typeof copy.title !== 'string' || (copy.type !== 'object' && !isNullable)) return copy;
  schemas[copy.title] = { ...copy, type: 'object' };
  const reference = { $ref: `#/components/schemas/${copy.title}` };
  return isNullable ? { anyOf: [reference, { type: 'null' }] } : reference;
}
