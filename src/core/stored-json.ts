const encoder = new TextEncoder();

/**
 * JSON in the key order of PostgreSQL's jsonb: by length, then by bytes. So a document rendered before it was stored is the same
 * text as one rendered from the table.
 */
export function asStored<T>(value: T): T {
  if (Array.isArray(value)) return value.map(asStored) as T; // the same members
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => ({ name, member, length: encoder.encode(name).length }));
  members.sort((a, b) => a.length - b.length || (a.name < b.name ? -1 : 1));
  return Object.fromEntries(members.map(({ name, member }) => [name, asStored(member)])) as T; // the same members
}

/** Whether two values would be stored as the same jsonb. */
export function isStoredAlike(a: unknown, b: unknown): boolean {
  return JSON.stringify(asStored(a)) === JSON.stringify(asStored(b));
}
