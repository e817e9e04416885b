/** Sanitises the HTML of bodies, in one place for all nouns, and reports what was removed. */
import type { TSchema } from 'typebox';
import { isHtml } from '../contract/common.ts';
import { type FieldPath, fieldPaths, fieldsAt } from '../contract/fields.ts';
import { invalidBody, type Problem } from '../core/errors.ts';
import { sanitizing } from '../core/html.ts';
import { finished } from '../core/steps.ts';

/** A `<` in text becomes `&lt;`: without this limit a body of 4 MiB could grow to 16. */
export const LONGEST_HTML = 4 * 1024 * 1024;

/** Sanitises the HTML of a value in place, in short steps. */
export type HtmlCleaner = (value: unknown) => Generator<void, Problem[], undefined>;

/** Fields are HTML when their schema says so: `contentMediaType: text/html`. */
export function htmlCleaner(schema: TSchema | undefined): HtmlCleaner {
  const paths = schema ? fieldPaths(schema, isHtml) : [];
  return (value) => cleaning(value, paths);
}

function* cleaning(value: unknown, paths: FieldPath[]): Generator<void, Problem[], undefined> {
  const removed: Problem[] = [];
  for (const { holder, name, pointer } of paths.flatMap((path) => fieldsAt(value, path))) {
    const text = holder[name];
    if (typeof text !== 'string') continue;
    const result = yield* sanitizing(text);
    if (result.html.length > LONGEST_HTML) throw tooLong(pointer);
    holder[name] = result.html;
    removed.push(...result.removed.map((message) => ({ path: pointer, message })));
  }
  return removed;
}

const tooLong = (path: string) =>
  invalidBody([{ path, message: `must not be longer than ${LONGEST_HTML} characters once it is escaped` }]);

/** Without pauses, for programs that serve no requests. */
export function cleaned(clean: HtmlCleaner, value: unknown): Problem[] {
  return finished(clean(value));
}

/** Adds `"removed": […]` to the answer; answers to clean bodies do not have it. */
export function withRemoved(answer: string, removed: Problem[]): string {
  return removed.length === 0 ? answer : `${answer.slice(0, -1)},"removed":${JSON.stringify(removed)}}`;
}
