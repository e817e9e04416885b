/**
 * Statements that are prepared once per connection and then run by name, so that PostgreSQL neither parses nor plans them
 * again: for hot reads that have one of a few texts and the same plan for all values (docs/decisions/007).
 */
import { type CompiledQuery, type Kysely, type QueryResult, type RawBuilder, sql } from 'kysely';
import type { Rows } from './rows.generated.ts';

/** A query that the driver gives a name; see pg-adapter.ts. */
interface PreparedQuery<Row = unknown> extends CompiledQuery<Row> {
  readonly isPrepared: true;
}

export interface PreparedStatement<Row> {
  execute(db: Kysely<Rows>): Promise<QueryResult<Row>>;
}

export function isPrepared(query: CompiledQuery): query is PreparedQuery {
  return 'isPrepared' in query;
}

export function prepared<Row>(statement: RawBuilder<Row>): PreparedStatement<Row> {
  return { execute: (db) => db.executeQuery<Row>(asPrepared(statement.compile(db))) };
}

/** In the text of a statement: a value, or a placeholder for a value given at each run. */
export type Value<T> = T | RawBuilder<T>;
/** In the text of a statement: the value that each run gives under this name. */
export type Placeholder<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;
export type Statement<Values, Row> = (db: Kysely<Rows>, values: Values) => Promise<Row[]>;

class ValuePlaceholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A prepared statement whose text is composed once: composing it takes longer than sending it and reading the result. */
export function preparedOnce<Values extends object, Row>(
  build: (given: Placeholder<Values>) => RawBuilder<Row>,
): Statement<Values, Row> {
  let built: PreparedQuery<Row> | undefined;
  return async (db, values) => {
    built ??= asPrepared(build((name) => sql`${new ValuePlaceholder(name)}`).compile(db));
    const given = new Map<string, unknown>(Object.entries(values));
    const parameters = built.parameters.map((one) => (one instanceof ValuePlaceholder ? given.get(one.name) : one));
    return (await db.executeQuery<Row>({ ...built, parameters })).rows;
  };
}

function asPrepared<Row>(query: CompiledQuery<Row>): PreparedQuery<Row> {
  return { ...query, isPrepared: true };
}
