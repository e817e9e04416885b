/**
 * The nouns that stand around the articles (sections, authors, categories, pages, issues, events, containers) are read
 * and written in one way. A noun says only what is its own: its table, its words, its order, how a row looks on the wire,
 * which columns a body makes, and what it is used by.
 */
import type { RawBuilder, Selectable } from 'kysely';
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

/** The columns that all share are named, so that they can be read where the noun is not known. */
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
  /** In a sentence: "There is no such article category." */
  called: string;
  order: RawBuilder<unknown>;
  present(row: ResourceRow<Table>, site: Site): Wire;
  columns(tx: Tx, draft: Draft<Table, Wire>): Promise<Columns>;
  /** What else a write brings about, in its transaction. There is nothing before a creation and nothing after a deletion. */
  afterWrite?(tx: Tx, written: WrittenResource<Table>): Promise<void>;
  usedBy: Use[];
  /** Articles repeat some of it: an answer says how far their rendering is. */
  isRepeated?: boolean;
}

export interface WrittenResource<Table extends ResourceTable> {
  site: Site;
  before: ResourceRow<Table> | null;
  after: ResourceRow<Table> | null;
  audience: Audience;
}

/** What a body asks for. `current` is null for a new one. */
export interface Draft<Table extends ResourceTable, Wire> {
  site: Site;
  input: Partial<Wire>;
  current: ResourceRow<Table> | null;
  now: Date;
}

export type Columns = Record<string, unknown>;

/** A column of another table that points here, or an array of them: while a row does, this one cannot be deleted. */
export interface Use {
  table: ResourceTable | 'article' | 'published_article' | 'published_article_author' | 'webhook';
  column: string;
  called: string;
}

// biome-ignore lint/suspicious/noExplicitAny: any noun, where only what all share is touched
export type AnyResource = Resource<any, string, string, any>;
