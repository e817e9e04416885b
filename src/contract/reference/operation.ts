/** The description and example of an operation in the reference. */
import type { Row } from '../row.ts';

export interface Operation {
  /** Verb and noun: “List deliveries”, “Set an issue’s articles”. The operation id is made from it. */
  summary: string;
  /** The effect of the operation and its conditions. Names such as docs/articles.md become links. */
  about: string;
  example: Example;
}

/** A request that works against the demo. test/examples.test.ts sends it; `npm run examples` stores the answer. */
export interface Example {
  /** Path parameters; by default 1. */
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean>;
  /** Without its wrapper key. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Operations whose examples must be sent first, for instance to create the item that this one deletes. */
  after?: string[];
}

/** One entry per row, under the row’s name. A row without an entry does not compile; CONTRIBUTING.md says how to add one. */
export type OperationsOf<Api> = {
  [Name in keyof Api]: Api[Name] extends Row ? Operation : OperationsOf<Api[Name]>;
};
