/** A row of the contract with the values that are derived from it once, at start. */
import { type TSchema, Type } from 'typebox';
import type { Row } from '../contract/row.ts';
import type { Db } from '../db/connect.ts';
import type { Replicas } from '../db/replicas.ts';
import type { Documents, Handler } from '../features/handler.ts';
import type { Live } from '../features/live/hub.ts';
import type { RollupCache } from '../features/rollups/rollup-cache.ts';
import type { Authorize } from './authorize.ts';
import { type BrandedRow, brandedRow } from './branded-fields.ts';
import type { ResponseCache } from './cache/response-cache.ts';
import { htmlCleaner } from './clean.ts';
import { type LinesReader, linesReader } from './lines.ts';
import { serializedAs } from './serialize.ts';
import { type MediaStorer, mediaStorer } from './stored-media.ts';
import type { UploadSpace } from './upload.ts';
import { type Validator, validatorOf } from './validate.ts';

export interface BindOptions {
  db: Db;
  /** For reads of content and analytics; null: there are none. */
  replicas?: Replicas | null;
  publicUrl: () => string;
  authorize: Authorize;
  wireWord: string;
  now: () => Date;
  /** Milliseconds that a request may take. */
  deadline: number;
  /** Timeout for a body, or for the next line of a streamed one, in milliseconds. */
  bodyTimeout: number;
  /** Null if forms are not accepted. */
  uploads?: UploadSpace;
  /** Only for the content API. */
  responseCache?: ResponseCache | null;
  documents?: Documents | null;
  rollupCache: RollupCache;
  /** Null if there are no streams of events. */
  live?: Live | null;
}

export interface Route extends BrandedRow {
  handler: Handler<Row>;
  options: BindOptions;
  validator: Validator;
  clean: ReturnType<typeof htmlCleaner>;
  storeMedia: MediaStorer;
  /**
   * For management: drops columns that must not leave. Null for the other APIs, whose answers are made by presenters and trimmed by
   * `fields`.
   */
  serializedBy: TSchema | null;
  /** Null if the row accepts no streamed body. */
  readLines: LinesReader | null;
  /** Null if responses of the row are not cached. */
  responseCache: ResponseCache | null;
}

export function routeOf(neutral: Row, handler: Handler<Row>, options: BindOptions): Route {
  const spoken = brandedRow(neutral, options.wireWord);
  const { row, inward } = spoken;
  return {
    ...spoken,
    handler,
    options,
    validator: validatorOf(row),
    clean: htmlCleaner(row.body?.schema),
    storeMedia: mediaStorer(row.body?.schema),
    serializedBy: row.api === 'manage' ? serializedAs(row.answer ?? Type.Object({}), row) : null,
    readLines: row.options.line ? linesReader(row.options.line, inward) : null,
    responseCache: options.responseCache?.keeps(neutral) ? options.responseCache : null,
  };
}
