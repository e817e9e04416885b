/** The journal of this tab, and the entries that closed tabs have left. */
import { browserStore, type Entry, type EntryStore } from './journal-store.ts';
import type { Fields } from './merge.ts';

/** Each page holds a lock of this name for as long as it is open. */
const LOCK = 'masthead-tab-';

export interface OpenJournal {
  store: EntryStore;
  tab: string;
  entry: Entry | undefined;
  /** The article is closed: the next visit may take over its entry. */
  release(): Promise<void>;
}

export async function openJournal(article: string): Promise<OpenJournal> {
  const tab = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  const release = holdLock(LOCK + tab);
  try {
    const store = await browserStore(indexedDB);
    const entry = await lastLeft(store, article);
    if (entry) {
      await store.put({ ...entry, tab });
      await store.remove(article, entry.tab);
    }
    return { store, tab, entry, release };
  } catch {
    // Storage is blocked: only the service saves changes.
    const store = { put: async () => {}, putAtEnd: () => {}, remove: async () => {}, list: async () => [] };
    return { store, tab, entry: undefined, release };
  }
}

/** What closed tabs have left of an article that is not opened: its last entry stays in the journal. */
export async function leftFields(article: string): Promise<Fields> {
  try {
    const entry = await lastLeft(await browserStore(indexedDB), article);
    return { ...entry?.lost?.fields, ...entry?.mine };
  } catch {
    // Storage is blocked.
    return {};
  }
}

/** Articles with text of this person that only this device has, by their names in the journal; without `all`, only those that no tab has open. */
export async function articlesWithText(me: string, all = false): Promise<string[]> {
  try {
    const entries = await (await browserStore(indexedDB)).list();
    const open = all ? new Set<string>() : await openTabs();
    const mine = entries.filter(({ by = me, tab }) => by === me && !open.has(LOCK + tab));
    return [...new Set(mine.map(({ article }) => article))];
  } catch {
    // Storage is blocked: nothing is on this device.
    return [];
  }
}

/** Forgets what closed tabs have left of an article. */
export async function discardLeft(article: string): Promise<void> {
  const store = await browserStore(indexedDB);
  for (const { tab } of await store.list(article)) await store.remove(article, tab);
}

async function lastLeft(store: EntryStore, article: string): Promise<Entry | undefined> {
  const open = await openTabs();
  const left = (await store.list(article)).filter((entry) => !open.has(LOCK + entry.tab));
  return left.sort((one, other) => other.at - one.at)[0];
}

/** Locks that tabs hold. Insecure pages have no Web Locks: then every entry counts as left behind. */
async function openTabs(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  return new Set(held.map(({ name }) => name ?? ''));
}

function holdLock(name: string): () => Promise<void> {
  if (!('locks' in navigator)) return async () => {};
  let end = () => {};
  const closed = new Promise<void>((resolve) => {
    end = resolve;
  });
  const held = navigator.locks.request(name, () => closed).catch(() => {});
  return async () => {
    end();
    await held;
  };
}
