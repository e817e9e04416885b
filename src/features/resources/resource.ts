/**
 * The nouns around articles (sections, authors, categories, pages, issues, events, containers) are read
 * and written by the same code. A noun defines only its own part: its table, names, order, how a row looks on the wire,
 * which columns a body sets, and which rows refer to it.
 */
import type { RawBuilder, Selectable } from 'kysely';
import type { UsedBy } from '../../core/errors.ts';
import type { Rows } from '../../db/rows.generated.ts';
import type { Site } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Audience } from '../publication/events.ts';

export type ResourceTable =
  | 'article_category'
  | 'author'
  | 'event'
  | 'featured_item_container'
  | 'issue'
  | 'page'
  | 'section';

/** The shared columns, for code that does not know the noun. */
export type ResourceRow<Table extends ResourceTable> = Selectable<Rows[Table]> & {
  site_id: number;
  id: number;
  version: number;
};

export interface Resource<Table extends ResourceTable, One extends string, Many extends string, Wire> {
  table: Table;
  /** The wrapper keys of the contract. */
  one: One;
  many: Many;
  /** For sentences: "There is no such article category." */
  called: string;
  order: RawBuilder<unknown>;
  /** The column with HTML of any length, and its field. */
  html?: 'about' | 'body' | 'description';
  present(row: ResourceRow<Table>, site: Site): Wire;
  columns(tx: Tx, draft: Draft<Table, Wire>): Promise<Columns>;
  /** Side effects of a write, in its transaction. `before` is null for a creation, `after` for a deletion. */
  afterWrite?(tx: Tx, written: WrittenResource<Table>): Promise<void>;
  usedBy: Use[];
  /** Articles contain some of its fields: responses report the progress of their rendering. */
  isRepeated?: boolean;
}

export interface WrittenResource<Table extends ResourceTable> {
  site: Site;
  before: ResourceRow<Table> | null;
  after: ResourceRow<Table> | null;
  audience: Audience;
}

/** The columns that a body sets. `current` is null for a creation. */
export interface Draft<Table extends ResourceTable, Wire> {
  site: Site;
  input: Partial<Wire>;
  current: ResourceRow<Table> | null;
  now: Date;
}

export type Columns = Record<string, unknown>;

/** A column (or array column) of another table that refers to this one: while a row does, deletion is refused. */
export interface Use {
  table: ResourceTable | 'article' | 'published_article' | 'published_article_author' | 'webhook' | 'source';
  column: string;
  kind: UsedBy['used_by']['kind'];
}

// biome-ignore lint/suspicious/noExplicitAny: any noun, where only shared columns are used
export type AnyResource = Resource<any, string, string, any>;
