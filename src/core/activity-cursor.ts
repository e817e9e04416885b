/** Where the activity of a site continues: with the entries that a snapshot does not show. Opaque to clients. Pure. */
import { badParameter } from './errors.ts';
import { isSnapshot } from './list-position.ts';

export interface ActivityCursor {
  /** All entries that this snapshot of the database shows have been read. */
  from: string;
  /** The end of an answer that had no room for all entries. */
  page: { upTo: string; xid: string; id: number } | null;
}

const XID = /^[0-9]{1,18}$/;

export function activityCursor({ from, page }: ActivityCursor): string {
  const parts = page ? [from, page.upTo, page.xid, page.id] : [from];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

export function parseActivityCursor(text: string): ActivityCursor {
  const [from, upTo, xid, id, ...more] = parts(text);
  if (!isSnapshotText(from) || more.length > 0) throw notOurs();
  if (upTo === undefined) return { from, page: null };
  if (!isSnapshotText(upTo) || typeof xid !== 'string' || !XID.test(xid)) throw notOurs();
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) throw notOurs();
  return { from, page: { upTo, xid, id } };
}

/** Whether the database is behind the snapshot: it was restored from a dump, on another server. */
export function isAhead(snapshot: string, present: string): boolean {
  return xmax(snapshot) > xmax(present);
}

const xmax = (snapshot: string) => BigInt(snapshot.split(':')[1] ?? 0);

function isSnapshotText(value: unknown): value is string {
  return typeof value === 'string' && isSnapshot(value);
}

function parts(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

const notOurs = () => badParameter('cursor', 'cursor must come from an answer of this list.');
