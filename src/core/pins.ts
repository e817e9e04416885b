/** Where pinned articles stand on a first page. The slots come from SQL; here the page is put together. */

export interface Pinned<Item> {
  slot: number;
  item: Item;
}

/** Pins at their slots, the rest in between; a slot past the end of a short list is the end. */
export function placed<Item>(items: Item[], pinned: Pinned<Item>[]): Item[] {
  const page = [...items];
  for (const { slot, item } of [...pinned].sort((a, b) => a.slot - b.slot))
    page.splice(Math.min(slot, page.length), 0, item);
  return page;
}
