/** Where the journal is stored. Every page loads this code, to find text that was left behind. */
import type { Fields } from './merge.ts';
import type { Request } from './save-state.ts';

export interface Entry {
  /** Site and article, or site and a name made here for one that was never saved. */
  article: string;
  tab: string;
  /** Who wrote it: `person:1`; earlier programs did not say. */
  by?: string;
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
  /** All entries of an article, or of every article. */
  list(article?: string): Promise<Entry[]>;
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
      const range = article === undefined ? undefined : IDBKeyRange.bound([article], [article, []]);
      const stored: Entry[] = await result(table('readonly').getAll(range));
      const last = lastEntries(article === undefined ? LAST : lastKey(article, ''));
      const isOlder = (entry: Entry) =>
        last.some((one) => one.article === entry.article && one.tab === entry.tab && one.at >= entry.at);
      return [...stored.filter((entry) => !isOlder(entry)), ...last];
    },
  };
}

const LAST = 'masthead-journal ';
const lastKey = (article: string, tab: string) => `${LAST}${article} ${tab}`;

function lastEntries(prefix: string): Entry[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as Entry); // written by putAtEnd
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
