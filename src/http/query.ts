/** Parses a query string as forms write it: `+` is a space, a repeated name is a list, a malformed escape is marked. */
import { MALFORMED } from './validate.ts';

type Value = string | symbol;

export function parseQuery(text: string): Record<string, Value | Value[]> {
  const values: Record<string, Value | Value[]> = Object.create(null);
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const [name = '', ...rest] = pair.split('=');
    const key = decoded(name);
    if (typeof key === 'symbol') continue;
    const value = decoded(rest.join('='));
    const known = values[key];
    values[key] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value];
  }
  return values;
}

function decoded(text: string): Value {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return MALFORMED;
  }
}
