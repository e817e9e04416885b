/** HTML in a body is made safe on the way in, once for all nouns, and the caller is told what was taken out. */
import type { TSchema } from 'typebox';
import type { Problem } from '../core/errors.ts';
import { sanitizeHtml } from '../core/html.ts';

export interface Cleaned {
  body: unknown;
  removed: Problem[];
}

/** Fields are HTML when their schema says so: `contentMediaType: text/html`. */
export function htmlCleaner(schema: TSchema | undefined): (body: unknown) => Cleaned {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, TSchema> };
  const names = Object.keys(properties).filter((name) => 'contentMediaType' in (properties[name] ?? {}));
  if (names.length === 0) return (body) => ({ body, removed: [] });
  return (body) => {
    const clean: Record<string, unknown> = { ...(body as Record<string, unknown>) }; // checked by the same schema
    const removed: Problem[] = [];
    for (const name of names) {
      const text = clean[name];
      if (typeof text !== 'string') continue;
      const result = sanitizeHtml(text);
      clean[name] = result.html;
      removed.push(...result.removed.map((message) => ({ path: `/${name}`, message })));
    }
    return { body: clean, removed };
  };
}

/** `"removed": […]` beside what was saved; answers to clean bodies are as the interface has them. */
export function withRemoved(answer: string, removed: Problem[]): string {
  return removed.length === 0 ? answer : `${answer.slice(0, -1)},"removed":${JSON.stringify(removed)}}`;
}
