/**
 * The journal: unsaved changes in IndexedDB. It survives the page, the session and outages of the
 * service. Each tab has an entry of its own for an article; entries of tabs that are closed are taken over.
 */
import type { Entry, EntryStore } from './journal-store.ts';
import { overtaken, type SaveState, type Stored, startSaving } from './save-state.ts';

/** The journal entry for a state; undefined when everything is saved. */
export function entryOf(
  state: SaveState,
  { article, tab, by }: Pick<Entry, 'article' | 'tab' | 'by'>,
  at: number,
): Entry | undefined {
  const lost = state.inFlight ?? state.lost;
  const { mine, parked, base } = state;
  const changed = Object.keys({ ...lost?.fields, ...parked, ...mine });
  if (changed.length === 0) return undefined;
  const before = Object.fromEntries(changed.map((field) => [field, base.fields[field]]));
  return { article, tab, ...(by && { by }), at, version: base.version, base: before, mine, lost, parked };
}

/** Resumes from an entry and the stored version. */
export function stateOf(entry: Entry, stored: Stored): SaveState {
  const base = { version: entry.version, fields: { ...stored.fields, ...entry.base } };
  const state = startSaving(base, entry.mine, entry.lost, entry.parked);
  return stored.version === entry.version ? state : overtaken(state, stored).state;
}

/** Writes states one at a time; of those that wait, only the latest. */
export function createJournal(store: EntryStore, name: Pick<Entry, 'article' | 'tab' | 'by'>, now: () => number) {
  let waiting: SaveState | undefined;
  let running: Promise<void> | undefined;
  async function run(): Promise<void> {
    while (waiting) {
      const entry = entryOf(waiting, name, now());
      waiting = undefined;
      await (entry ? store.put(entry) : store.remove(name.article, name.tab));
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
      const entry = entryOf(state, name, now());
      if (entry) store.putAtEnd(entry);
    },
  };
}
