/**
 * The journal: unsaved changes in IndexedDB. It survives the page, the session and outages of the
 * service. Each tab has an entry of its own for an article; entries of tabs that are closed are taken over.
 */
import type { Fields } from './merge.ts';
import { overtaken, type Request, type SaveState, type Stored, startSaving } from './save-state.ts';

export interface Entry {
  /** Site and article, or site and a name made here for one that was never saved. */
  article: string;
  tab: string;
  at: number;
  version: number;
  /** The stored values of the fields that were changed. */
  base: Fields;
  mine: Fields;
  lost: Request | undefined;
  parked: Fields | undefined;
}

export interface EntryStore {
  put(entry: Entry): Promise<void>;
  /** While the page ends: what is asynchronous would not come to its end. */
  putAtEnd(entry: Entry): void;
  remove(article: string, tab: string): Promise<void>;
  /** All entries of an article. */
  list(article: string): Promise<Entry[]>;
}

/** The journal entry for a state; undefined when everything is saved. */
export function entryOf(state: SaveState, article: string, tab: string, at: number): Entry | undefined {
  const lost = state.inFlight ?? state.lost;
  const { mine, parked, base } = state;
  const changed = Object.keys({ ...lost?.fields, ...parked, ...mine });
  if (changed.length === 0) return undefined;
  const before = Object.fromEntries(changed.map((field) => [field, base.fields[field]]));
  return { article, tab, at, version: base.version, base: before, mine, lost, parked };
}

/** Resumes from an entry and the stored version. */
export function stateOf(entry: Entry, stored: Stored): SaveState {
  const base = { version: entry.version, fields: { ...stored.fields, ...entry.base } };
  const state = startSaving(base, entry.mine, entry.lost, entry.parked);
  return stored.version === entry.version ? state : overtaken(state, stored).state;
}

/** Writes states one at a time; of those that wait, only the latest. */
export function createJournal(store: EntryStore, article: string, tab: string, now: () => number) {
  let waiting: SaveState | undefined;
  let running: Promise<void> | undefined;
  async function run(): Promise<void> {
    while (waiting) {
      const entry = entryOf(waiting, article, tab, now());
      waiting = undefined;
      await (entry ? store.put(entry) : store.remove(article, tab));
    }
    running = undefined;
  }
  return {
    keep(state: SaveState): Promise<void> {
      waiting = state;
      running ??= run();
      return running;
    },
    keepAtEnd(state: SaveState): void {
      const entry = entryOf(state, article, tab, now());
      if (entry) store.putAtEnd(entry);
    },
  };
}

const DATABASE = 'masthead-newsroom';
const TABLE = 'journal';

/** The journal of the browser. */
export async function browserStore(factory: IDBFactory): Promise<EntryStore> {
  const opening = factory.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE, { keyPath: ['article', 'tab'] });
  const database = await result(opening);
  // A newer page may change the tables.
  database.onversionchange = () => database.close();
  const table = (mode: IDBTransactionMode) => database.transaction(TABLE, mode).objectStore(TABLE);
  return {
    put: async (entry) => void (await result(table('readwrite').put(entry))),
    putAtEnd: (entry) => {
      try {
        localStorage.setItem(lastKey(entry.article, entry.tab), JSON.stringify(entry));
      } catch {
        // It is full or blocked: the entry in the database is at most a second old.
      }
    },
    remove: async (article, tab) => {
      localStorage.removeItem(lastKey(article, tab));
      await result(table('readwrite').delete([article, tab]));
    },
    list: async (article) => {
      const stored: Entry[] = await result(table('readonly').getAll(IDBKeyRange.bound([article], [article, []])));
      const last = lastEntries(article);
      const isOlder = (entry: Entry) => last.some(({ tab, at }) => tab === entry.tab && at >= entry.at);
      return [...stored.filter((entry) => !isOlder(entry)), ...last];
    },
  };
}

const LAST = 'masthead-journal ';
const lastKey = (article: string, tab: string) => `${LAST}${article} ${tab}`;

function lastEntries(article: string): Entry[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(lastKey(article, '')))
    .map((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as Entry); // written by putAtEnd
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
