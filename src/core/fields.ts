/** `?fields=id,name`: keeps only the named fields. Empty means all; unknown names are ignored. */
export function withFields<Item extends object>(item: Item, fields: string | undefined): Partial<Item> {
  const wanted = wantedFields(fields);
  if (!wanted) return item;
  const kept = Object.entries(item).filter(([name]) => wanted.has(name));
  return Object.fromEntries(kept) as Partial<Item>; // entries of an Item are a part of an Item
}

export function includesField(fields: string | undefined, name: string): boolean {
  return wantedFields(fields)?.has(name) ?? true;
}

/** Null for all. */
export function wantedFields(fields: string | undefined): Set<string> | null {
  const names = (fields ?? '').split(',').flatMap((name) => name.trim() || []);
  return names.length === 0 ? null : new Set(names);
}
