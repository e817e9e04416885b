/** Spans of statements, within those of requests and jobs. */
import type { CompiledQuery } from 'kysely';
import { type Attributes, activeSpan, traced } from '../tracing/span.ts';

const LONGEST_TEXT = 2_000;

export function inSpan<T>(query: CompiledQuery, run: () => Promise<T>): Promise<T> {
  const span = activeSpan();
  return span ? traced(span.child(...described(query)), run) : run();
}

/** The text without its values. */
function described({ sql }: CompiledQuery): [string, Attributes] {
  const text = sql.replace(/\s+/g, ' ').trim();
  const [word = ''] = text.split(' ', 1);
  const operation = word.toUpperCase();
  return [
    `query ${operation}`,
    { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text.slice(0, LONGEST_TEXT) },
  ];
}
