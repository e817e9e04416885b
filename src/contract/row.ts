/** The parts of a row of the route table. */
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { none } from './common.ts';

export const scopes = [
  'content:read',
  'analytics:read',
  'manage:read',
  'manage:write',
  'guest:write',
  'admin',
] as const;
export type Scope = (typeof scopes)[number];

/** The right that a row requires; roles and scopes have rights (core/rights.ts). */
export type Right =
  | 'open'
  | 'self'
  | 'published'
  | 'analytics'
  | 'articles'
  | 'content'
  | 'media'
  | 'campaigns'
  | 'webhooks'
  | 'sources'
  | 'networks'
  | 'guest'
  | 'site'
  | 'sites'
  | 'keys'
  | 'people'
  | 'audit';

export interface Wrapped<Schema extends TSchema = TSchema> {
  /** Null for a body that has no wrapper: `{"article_ids": […]}`. */
  key: string | null;
  schema: Schema;
  /** A missing body means the same as an empty one. */
  isOptional?: boolean;
}

export type ApiName = 'content' | 'analytics' | 'manage';

/** A row as it is written; its table adds the API. */
export interface RowSpec<
  Path extends string = string,
  Query extends TProperties = TProperties,
  Body extends Wrapped | undefined = Wrapped | undefined,
  Answer extends TSchema | undefined = TSchema | undefined,
> {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: Path;
  query: Query;
  body: Body;
  answer: Answer;
  status: number;
  options: RowOptions;
}

export interface Row<
  Path extends string = string,
  Query extends TProperties = TProperties,
  Body extends Wrapped | undefined = Wrapped | undefined,
  Answer extends TSchema | undefined = TSchema | undefined,
> extends RowSpec<Path, Query, Body, Answer> {
  api: ApiName;
  right: Right;
}

interface WithRight {
  right: Right;
}
interface RowSpecs {
  [name: string]: (RowSpec & WithRight) | RowSpecs;
}
type InApi<Specs> = {
  [Name in keyof Specs]: Specs[Name] extends RowSpec<infer P, infer Q, infer B, infer A>
    ? Row<P, Q, B, A>
    : InApi<Specs[Name]>;
};

/** Rows that need this right: to read it with GET, to write it with any other method. A row without a right does not compile. */
export function needs<const Specs extends Record<string, RowSpec>>(right: Right, specs: Specs) {
  const rows = Object.entries(specs).map(([name, spec]) => [name, { ...spec, right }]);
  return Object.fromEntries(rows) as { [Name in keyof Specs]: Specs[Name] & WithRight }; // the same names, each row with its right
}

/** The table of an API: its rows, each with the name of the API. */
export function inApi<const Specs extends RowSpecs>(api: ApiName, specs: Specs): InApi<Specs> {
  const rows = Object.entries(specs).map(([name, spec]) => [name, isSpec(spec) ? { ...spec, api } : inApi(api, spec)]);
  return Object.fromEntries(rows) as InApi<Specs>; // the same names, each row with its API
}

function isSpec(spec: (RowSpec & WithRight) | RowSpecs): spec is RowSpec & WithRight {
  return typeof spec.path === 'string';
}

/** The default limit of a body, in bytes. */
export const BODY_LIMIT = 1024 * 1024;
/** For texts and batches. */
export const LARGE_BODY = 4 * 1024 * 1024;
/** For signing in. */
export const SIGN_IN_BODY = 16 * 1024;
/** For a new passkey, which may contain certificates. */
export const PASSKEY_BODY = 64 * 1024;
/** For other requests without a key. */
export const SMALL_BODY = 1024;

export interface RowOptions {
  /** Bytes of a JSON body; by default `BODY_LIMIT`. A longer body is rejected unread. */
  bodyLimit?: number;
  /** The answer shows a secret: it is never stored, so a repeat with the same Idempotency-Key is a conflict. */
  showsSecret?: boolean;
  /** The answer depends on the visitor: browsers may send cookies, so CORS names their origin; always rate limited. */
  isPersonal?: boolean;
  /** The schema of a line, if the body may also be streamed as `application/x-ndjson`. */
  line?: TSchema;
  /** The answer is a file of one of these types, streamed line by line; the row's `answer` is the schema of a line. */
  files?: string[];
  /** With `format=csv` or `Accept: text/csv` the answer is a file, streamed line by line. */
  alsoCsv?: boolean;
  /** With a session, the person must have signed in or confirmed it within the last minutes. */
  isConfirmed?: boolean;
  /** It concerns the whole installation: the caller must have the right on all sites. */
  isForAllSites?: boolean;
  /** The answer is an endless stream of events (`text/event-stream`). */
  isLive?: boolean;
  /** Besides the right, it needs a session: keys are refused. */
  isForPeople?: boolean;
  /** It asks other servers before it answers, and may take longer than others. */
  asksOthers?: boolean;
  /** Anyone with the address may read it, from any page; search engines must not index it. */
  isShared?: boolean;
  /** Someone with a link to a campaign may read it of that campaign. */
  isForLinks?: boolean;
  /** A body may be a form with a file instead (`multipart/form-data`). */
  isUpload?: boolean;
  /** The file must be a picture, of at most 20 MiB. */
  isPicture?: boolean;
  /** The answer changes without the site's version, so it is never cached. */
  isUnversioned?: boolean;
}

type ParameterNames<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Path parameters that are text; all others are whole numbers. */
export const TEXT_PARAMETERS = ['uid', 'token', 'analytics_user_id', 'user_type', 'user_id', 'external_id'] as const;
type TextParameter = (typeof TEXT_PARAMETERS)[number];

export interface Input<R extends Row> {
  params: { [Name in ParameterNames<R['path']>]: Name extends TextParameter ? string : number };
  query: Static<TObject<R['query']>>;
  body: R['body'] extends Wrapped<infer Schema> ? Static<Schema> : undefined;
}
export type Output<R extends Row> = R['answer'] extends TSchema ? Static<R['answer']> : undefined;

export const get = <const P extends string, Q extends TProperties, A extends TSchema>(
  path: P,
  query: Q,
  answer: A,
  options: RowOptions = {},
): RowSpec<P, Q, undefined, A> => ({ method: 'GET', path, query, body: undefined, answer, status: 200, options });

/** Redirects to the answer. */
export const redirect = <const P extends string, A extends TSchema>(
  path: P,
  answer: A,
  options: RowOptions = {},
): RowSpec<P, typeof none, undefined, A> => ({ ...get(path, none, answer, options), status: 302 });

export const post = <const P extends string, B extends TSchema, A extends TSchema>(
  path: P,
  body: Wrapped<B>,
  answer: A,
  options: RowOptions = {},
): RowSpec<P, typeof none, Wrapped<B>, A> => ({
  method: 'POST',
  path,
  query: none,
  body,
  answer,
  status: 201,
  options,
});

/** For work that continues after the answer. */
export const accept = <const P extends string, B extends TSchema, A extends TSchema>(
  path: P,
  body: Wrapped<B>,
  answer: A,
  options: RowOptions = {},
): RowSpec<P, typeof none, Wrapped<B>, A> => ({ ...post(path, body, answer, options), status: 202 });

export const patch = <const P extends string, B extends TSchema, A extends TSchema>(
  path: P,
  body: Wrapped<B>,
  answer: A,
  options: RowOptions = {},
): RowSpec<P, typeof none, Wrapped<B>, A> => ({
  method: 'PATCH',
  path,
  query: none,
  body,
  answer,
  status: 200,
  options,
});

export const put = <const P extends string, B extends TSchema, A extends TSchema>(
  path: P,
  body: Wrapped<B>,
  answer: A,
  options: RowOptions = {},
): RowSpec<P, typeof none, Wrapped<B>, A> => ({ method: 'PUT', path, query: none, body, answer, status: 200, options });

export const del = <const P extends string>(
  path: P,
  options: RowOptions = {},
): RowSpec<P, typeof none, undefined, undefined> => ({
  method: 'DELETE',
  path,
  query: none,
  body: undefined,
  answer: undefined,
  status: 204,
  options,
});

/** The same row with query parameters. */
export const asking = <P extends string, Q extends TProperties, B extends Wrapped | undefined, A extends TSchema>(
  row: RowSpec<P, typeof none, B, A>,
  query: Q,
): RowSpec<P, Q, B, A> => ({ ...row, query });

export const body = <P extends TProperties>(properties: P) => Type.Object(properties);
/** Items of a content answer: complete unless `fields` selects some. */
export const many = <S extends TSchema>(schema: S) => Type.Unsafe<Partial<Static<S>>[]>(Type.Array(schema));
export const one = <S extends TSchema>(schema: S) => Type.Unsafe<Partial<Static<S>>>(schema);

/** `{"author": {…}}`; a body without the wrapper is accepted too. */
export const wrapped = <S extends TSchema>(key: string, schema: S): Wrapped<S> => ({ key, schema });
/** An optional body. */
export const nothing = { ...wrapped('options', Type.Object({}, { additionalProperties: false })), isOptional: true };
export const bare = <S extends TSchema>(schema: S): Wrapped<S> => ({ key: null, schema });
