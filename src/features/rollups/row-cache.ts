/**
 * Packed rows that were read lately, so that a report does not carry megabytes over the connection each time. A row is known
 * by its key and by its version, which is the transaction that wrote it (`xmin`): a snapshot names the versions it sees, so
 * what is taken from here is what the snapshot holds.
 */

export interface RowCache<Row> {
  get(key: string): Row | undefined;
  set(key: string, row: Row, bytes: number): void;
}

interface Kept<Row> {
  row: Row;
  bytes: number;
  until: number;
}

/** Transaction numbers begin anew when a database is put back from a copy: nothing is believed for longer than this. */
const BELIEVED_MS = 10 * 60_000;

export function newRowCache<Row>(mostBytes: number, now: () => number = () => performance.now()): RowCache<Row> {
  const kept = new Map<string, Kept<Row>>();
  let bytes = 0;

  function forget(key: string): void {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  return {
    get(key) {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      if (found.until < now()) {
        bytes -= found.bytes;
        return undefined;
      }
      // What was asked for last stands last.
      kept.set(key, found);
      return found.row;
    },
    set(key, row, size) {
      forget(key);
      kept.set(key, { row, bytes: size, until: now() + BELIEVED_MS });
      bytes += size;
      for (const oldest of kept.keys()) {
        if (bytes <= mostBytes) break;
        forget(oldest);
      }
    },
  };
}
