/** The definition of a noun for export and import; nouns.ts lists them all. */
import type { TSchema } from 'typebox';
import type { Actor } from '../core/rights.ts';
import type { Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import type { Audience } from '../features/publication/events.ts';
import type { Secrets } from '../features/webhooks/secrets.ts';
import type { Storage } from '../storage/storage.ts';
import type { FileSecrets } from './secrets.ts';

/** The result of a line: created, updated, unchanged, or refused with a reason. */
export type LineOutcome = 'new' | 'changed' | 'same' | { reason: string };

export interface ImportContext {
  importId: number;
  /** The actor, whose changes are counted in one entry of the audit log per run. */
  caller: Actor;
  siteId: number;
  now: Date;
  /** Whether receivers are notified, or the change feed alone. */
  audience: Audience;
  /** A dry run: effects that cannot be rolled back are skipped. */
  isTrial: boolean;
  /** Null: sealed fields are ignored. */
  secrets: FileSecrets | null;
  /** The key that encrypts webhooks' secrets here. */
  webhookSecrets(): Promise<Secrets>;
  /** Where the bytes of media are. Null: an import without media. */
  storage: Storage | null;
}

export interface ExportTools {
  /** Null: an export without secrets. */
  secrets: FileSecrets | null;
  /** Opens the secrets of webhooks; needed with `secrets`. */
  webhookSecrets: Secrets | null;
}

/** The site of nouns that belong to no site. */
export const INSTALLATION = 0;

export interface Noun<Value extends object> {
  /** The wrapper key. */
  key: string;
  schema: TSchema;
  /** Belongs to no site: it is in an export of all sites only. */
  isOfInstallation?: boolean;
  /** Names content of sites: it comes after all of them. */
  isAfterSites?: boolean;
  /** Has bytes in the archive beside the file: without an archive it is skipped. */
  isOfMedia?: boolean;
  /** All items of a site as lines, in pages. Without a site: all items of the installation. */
  pages(tx: Tx, site: Site, tools: ExportTools): AsyncIterable<object[]>;
  siteOf(value: Value): number;
  /** The identity of the row: lines with the same identity are never in one batch. */
  names(value: Value): string[];
  /** Writes a batch of one site atomically, with a result for each line. Throws if one of them fails. */
  importBatch(tx: Tx, context: ImportContext, values: Value[]): Promise<LineOutcome[]>;
}

// biome-ignore lint/suspicious/noExplicitAny: any noun, whose values its own schema has checked
export type AnyNoun = Noun<any>;

/** Pages of rows, each starting after the last row of the previous one. */
export async function* keyset<Row>(read: (after: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let after: Row | undefined; ; ) {
    const rows = await read(after);
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1);
  }
}
