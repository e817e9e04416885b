/** OpenAPI 3.1 from the rows of the contract: the reference shows the schemas that the server validates with. */
import { type TSchema, Type } from 'typebox';
import { Failure } from '../contract/common.ts';
import { Notification } from '../contract/notification.ts';
import { STORED_URL, type StoredAnswer } from '../contract/reference/answer.ts';
import { answers } from '../contract/reference/answers.generated.ts';
import type { Operation } from '../contract/reference/operation.ts';
import { operationId, operationOf } from '../contract/reference/operations.ts';
import { exampleRequest, pathValue } from '../contract/reference/request.ts';
import { analyticsApi, contentApi, manageApi } from '../contract/routes.ts';
import { BODY_LIMIT, type Row, type RowOptions, TEXT_PARAMETERS, type Wrapped } from '../contract/row.ts';
import { leastScope, rolesWith } from '../core/rights.ts';
import { rowsOf } from './bind.ts';
import { sizeText } from './body.ts';
import { brandedRow } from './branded-fields.ts';
import { LINES_TYPE } from './lines.ts';
import { parameterDescription } from './parameter-words.ts';
import { samplesOf } from './samples.ts';
import { sessionCookieName } from './session-cookie.ts';

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
  400: 'A parameter or the path is malformed.',
  401: 'The key is missing or invalid.',
  403: 'The key lacks the right, or the site does not allow it.',
  404: 'It does not exist, or it is not public.',
  409: 'The request conflicts with the current state, or `If-Match` is stale.',
  408: 'The body took too long to arrive.',
  413: 'The body is larger than this operation accepts.',
  415: 'The body is not application/json.',
  422: 'The body is invalid; `problems` lists every problem.',
  429: 'Too many requests; `Retry-After` says when to retry.',
  503: 'The database is unavailable; `Retry-After` says when to retry.',
};
/** The meaning of a string for readers of answers. */
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
      const documented = documentedRow(name, neutral, options);
      const path = neutral.path.replace(/:([a-z_]+)/g, '{$1}');
      paths[path] = { ...paths[path], [neutral.method.toLowerCase()]: operationObject(documented, group, schemas) };
    }
  }
  const document = {
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
    components: {
      schemas: { ...schemas, Error: Failure },
      securitySchemes: securitySchemes(options.apiKeySchemes, sessionCookieName(options.publicUrl)),
    },
  };
  return withLinks(document, options.publicUrl) as Json; // still an object
}

/** `docs/articles.md` in a description becomes a link to the page that the service serves. */
function withLinks(value: unknown, publicUrl: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withLinks(item, publicUrl));
  if (typeof value !== 'object' || value === null) return value;
  const link = (text: string) =>
    text.replace(/\bdocs\/(?:guides\/)?([\w/-]+)\.md/g, (name, page) => `[${name}](${publicUrl}/docs/guides/${page})`);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      return [name, name === 'description' && typeof inner === 'string' ? link(inner) : withLinks(inner, publicUrl)];
    }),
  );
}

function groupsOf(): Group[] {
  return [
    {
      tag: 'Content API',
      about: 'Published content of a site, and votes. Public unless the site requires a key.',
      rows: rowsOf(contentApi),
      security: [{}, { api_key: [] }, { key_header: [] }],
    },
    {
      tag: 'Analytics API',
      about:
        'Social campaigns: reports, entries and the users who posted them. Needs a key with the scope `analytics:read`, or a session. docs/analytics.md defines every figure.',
      rows: rowsOf(analyticsApi),
      security: [{ api_key: [] }, { key_header: [] }, { session: [] }],
    },
    {
      tag: 'Management API',
      about:
        'Every write, and reads of unpublished content. Needs a key with a manage scope, or a session. docs/management.md has the rules that all operations share.',
      rows: rowsOf(manageApi).filter(({ row }) => row.right !== 'guest'),
      security: [{ bearer: [] }, { session: [] }],
    },
    {
      tag: 'Guest API',
      about:
        'Articles that partners send to a source, and what became of them. Needs a key of that source with the scope `guest:write`; 60 requests a minute. docs/guests.md has the rules.',
      rows: rowsOf(manageApi).filter(({ row }) => row.right === 'guest'),
      security: [{ bearer: [] }],
    },
  ];
}

function securitySchemes(keySchemes: string[], sessionName: string): Json {
  return {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'A key with a manage scope; for the guest API, with `guest:write`.',
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionName,
      description: 'The cookie of a signed-in person. Requests that write also need the Origin of this service.',
    },
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
      // The scheme before the key; OpenAPI has no field for it.
      'x-prefix': keySchemes[0],
    },
  };
}

interface DocumentedRow {
  name: string;
  row: Row;
  operation: Operation;
  /** The demo's answer to the example. */
  answer: StoredAnswer | undefined;
  publicUrl: string;
}

/** With the operator’s word in the names of fields and the operator’s address in links. */
function documentedRow(name: string, neutral: Row, { wireWord, publicUrl }: OpenApiOptions): DocumentedRow {
  const { row, outward } = brandedRow(neutral, wireWord);
  const operation = operationOf(neutral.api, name);
  if (!operation) throw new Error(`${name} has no entry in src/contract/reference.`);
  const answer = answers[`${neutral.api}.${name}`];
  const here = JSON.stringify(outward(answer ?? null)).replaceAll(STORED_URL, publicUrl);
  const example = outward(operation.example) as Operation['example']; // the same with other names of fields
  return { name, row, operation: { ...operation, example }, answer: JSON.parse(here) ?? undefined, publicUrl };
}

function operationObject(documented: DocumentedRow, { tag, security }: Group, schemas: Record<string, Json>): Json {
  const { name, row, operation, publicUrl } = documented;
  const request = exampleRequest(row, operation);
  return {
    operationId: operationId(row.api, operation),
    summary: operation.summary,
    description: [operation.about, rightWords(row)].filter(Boolean).join(' '),
    tags: [tag],
    security: securityOf(row, security),
    parameters: [
      ...pathParameters(row, operation),
      ...queryParameters(row, operation),
      ...headerParameters(row, operation),
    ],
    ...(row.body ? { requestBody: requestBody(row.body, row.options, request.body, schemas) } : {}),
    responses: responses(documented, schemas),
    'x-codeSamples': samplesOf(name, row, operation, request, publicUrl),
  };
}

function securityOf({ right, options }: Row, ofGroup: Json[]): Json[] {
  if (right === 'open') return [{}];
  return right === 'self' || options.isForPeople ? [{ session: [] }] : ofGroup;
}

/** Who may call a row of management, from the table of rights. */
function rightWords({ api, right, method, options }: Row): string | null {
  if (api !== 'manage' || right === 'open') return null;
  if (right === 'self') return 'For signed-in people.';
  if (right === 'guest') return 'For keys of a source, with the scope `guest:write`.';
  const access = method === 'GET' ? 'read' : 'write';
  if (options.isForPeople) return `For signed-in ${rolesWith(right, access)}.`;
  return `For ${rolesWith(right, access)}, and keys with the scope \`${leastScope(right, access)}\`.`;
}

function pathParameters(row: Row, operation: Operation): Json[] {
  return [...row.path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: parameterDescription(row.path, name),
    schema: (TEXT_PARAMETERS as readonly string[]).includes(name)
      ? { type: 'string' }
      : { type: 'integer', minimum: 1 },
    example: pathValue(operation, name),
  }));
}

function queryParameters(row: Row, { example }: Operation): Json[] {
  return Object.entries<TSchema>(row.query).map(([name, schema]) => {
    const { description: about, ...rest } = schema as Json; // a schema is a plain object of JSON Schema keywords
    const description =
      rest.type === 'boolean' ? `${about} \`1\` and \`0\` mean the same as \`true\` and \`false\`.` : about;
    const given = example.query?.[name];
    const value = given === undefined ? {} : { example: given };
    return { name, in: 'query', required: !Type.IsOptional(schema), description, schema: rest, ...value };
  });
}

function headerParameters(row: Row, { example }: Operation): Json[] {
  const header = (name: string, description: string) => {
    const value = example.headers?.[name];
    return { name, in: 'header', description, schema: { type: 'string' }, ...(value ? { example: value } : {}) };
  };
  if (row.options.isPersonal)
    return [
      header('X-Visitor', 'An id of the visitor, of 1 to 200 characters. Without it a cookie identifies the visitor.'),
    ];
  if (row.method === 'POST')
    return [header('Idempotency-Key', 'A repeat within 24 hours returns the first answer; not for streamed bodies.')];
  if (row.method === 'GET') return [];
  return [header('If-Match', 'The ETag you read; when it is stale the answer is 409 and nothing changes.')];
}

function notification(schemas: Record<string, Json>): Json {
  return {
    operationId: 'webhook.notifyReceiver',
    summary: 'Notify a receiver',
    description:
      'Sent to each webhook when an article is published, updated or unpublished, and signed. docs/guides/receive-notifications.md shows how to receive it; docs/webhooks.md has the headers and the guarantees.',
    requestBody: {
      required: true,
      content: { 'application/json': { schema: lifted(Notification, schemas), example: answers.notification?.body } },
    },
    responses: { '2XX': { description: 'Received.' } },
  };
}

/** The fields of the body, and the file. */
function formOf(body: unknown): Json {
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description: 'The file.' };
  return { allOf: [body, { type: 'object', properties: { file }, required: ['file'] }] };
}

function requestBody(
  { key, schema, isOptional }: Wrapped,
  options: RowOptions,
  example: unknown,
  schemas: Record<string, Json>,
): Json {
  const { line, bodyLimit = BODY_LIMIT } = options;
  const inner = lifted(schema, schemas);
  const body = key === null ? inner : { type: 'object', properties: { [key]: inner }, required: [key] };
  const lines = line ? { [LINES_TYPE]: { schema: lifted(line, schemas) } } : {};
  const description = `At most ${sizeText(bodyLimit)} of JSON.`;
  const json = { schema: body, ...(example === undefined ? {} : { example }) };
  const form = options.isUpload ? { 'multipart/form-data': { schema: formOf(inner) } } : {};
  return { required: !isOptional, description, content: { 'application/json': json, ...form, ...lines } };
}

function responses(documented: DocumentedRow, schemas: Record<string, Json>): Json {
  const { row } = documented;
  const statuses = [...(row.api === 'manage' ? MANAGE_ERRORS : CONTENT_ERRORS), ...(row.body ? BODY_ERRORS : [])];
  const failure = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const errors = statuses.map((status) => [status, { description: ERRORS[status], content: failure }]);
  const notModified = { 304: { description: 'Unchanged since the ETag in `If-None-Match`.' } };
  return {
    [row.status]: success(documented, schemas),
    ...(row.method === 'GET' ? notModified : {}),
    ...Object.fromEntries(errors),
  };
}

function success({ row, answer }: DocumentedRow, schemas: Record<string, Json>): Json {
  if (row.status === 302) {
    const Location = { schema: { type: 'string', format: 'uri' }, description: 'The user.', example: answer?.location };
    return { description: 'Found elsewhere.', headers: { Location } };
  }
  if (!row.answer) return { description: 'Done, without a body.' };
  const schema = lifted(row.body ? withRemoved(row.answer) : row.answer, schemas);
  const [type = 'application/json', ...others] =
    row.options.files ?? (row.options.alsoCsv ? ['application/json', 'text/csv'] : []);
  const example = {
    summary: 'The demo’s answer',
    ...(answer?.note ? { description: answer.note } : {}),
    value: answer?.body,
  };
  const first = { schema, ...(answer?.body === undefined ? {} : { examples: { demo: example } }) };
  return {
    description: 'Done.',
    content: { [type]: first, ...Object.fromEntries(others.map((other) => [other, { schema }])) },
  };
}

/** Parts that were removed from the HTML, beside the saved object. */
function withRemoved(answer: TSchema): Json {
  const { properties, ...rest } = answer as Json & { properties?: Json }; // every answer is an object
  return { ...rest, properties: { ...properties, removed: (Failure.properties as unknown as Json).problems } };
}

/** A schema with a title moves to components; our own keywords are left out. */
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
