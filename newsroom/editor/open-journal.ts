/** The journal of this tab, and what tabs that are closed have left in it. */
import { browserStore, type Entry, type EntryStore } from './journal.ts';

/** Each page holds a lock of this name for as long as it is open. */
const LOCK = 'masthead-tab-';

export async function openJournal(
  article: string,
): Promise<{ store: EntryStore; tab: string; entry: Entry | undefined }> {
  const tab = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  try {
    const store = await browserStore(indexedDB);
    const open = await openTabs(tab);
    const left = (await store.list(article)).filter((entry) => !open.has(LOCK + entry.tab));
    const entry = left.sort((one, other) => other.at - one.at)[0];
    if (entry) {
      await store.put({ ...entry, tab });
      await store.remove(article, entry.tab);
    }
    return { store, tab, entry };
  } catch {
    // Storage is blocked: what is written is saved by the service alone.
    return { store: { put: async () => {}, remove: async () => {}, list: async () => [] }, tab, entry: undefined };
  }
}

/** Locks that are held. Pages that are not secure have none: then every entry counts as left behind. */
async function openTabs(tab: string): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set();
  void navigator.locks.request(LOCK + tab, () => new Promise(() => {}));
  const { held = [] } = await navigator.locks.query();
  return new Set(held.map(({ name }) => name ?? ''));
}
