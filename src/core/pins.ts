/** Places pinned articles on a first page. The slots come from SQL. */

export interface Pinned<Item> {
  slot: number;
  item: Item;
}

/** Pins at their slots, other articles between them; a slot past the end means the end. */
export function placed<Item>(items: Item[], pinned: Pinned<Item>[]): Item[] {
  const page = [...items];
  for (const { slot, item } of [...pinned].sort((a, b) => a.slot - b.slot))
    page.splice(Math.min(slot, page.length), 0, item);
  return page;
}
