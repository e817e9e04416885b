/**
 * Statements that are prepared once a connection and then run by name, so that PostgreSQL neither parses nor plans them
 * again: for the hot reads, whose text is one of a few and whose plan is the same whatever the values.
 */
import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Rows } from './rows.generated.ts';

const MARK = '/* prepared */';
/** A connection keeps what it prepared: texts beyond these few are run as they are. */
const MOST_PREPARED = 100;

const names = new Map<string, string>();

export function prepared<Row>(statement: RawBuilder<Row>): RawBuilder<Row> {
  return sql<Row>`${sql.raw(MARK)} ${statement}`;
}

/** In the text of a statement: a value, or the place of one that is given when it is run. */
export type Value<T> = T | RawBuilder<T>;
/** In the text of a statement: what is given by this name when it is run. */
export type Placeholder<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;
export type Statement<Values, Row> = (db: Kysely<Rows>, values: Values) => Promise<Row[]>;

class ValuePlaceholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A prepared statement whose text is put together once, which takes longer than to send it and to read the answer. */
export function preparedOnce<Values extends object, Row>(
  build: (given: Placeholder<Values>) => RawBuilder<Row>,
): Statement<Values, Row> {
  let built: CompiledQuery | undefined;
  return async (db, values) => {
    built ??= prepared(build((name) => sql`${new ValuePlaceholder(name)}`)).compile(db);
    const given = new Map<string, unknown>(Object.entries(values));
    const parameters = built.parameters.map((one) => (one instanceof ValuePlaceholder ? given.get(one.name) : one));
    return (await db.executeQuery<Row>(CompiledQuery.raw(built.sql, parameters) as CompiledQuery<Row>)).rows; // by its text
  };
}

/** The name of a statement that is marked; others have none. */
export function nameOf(text: string): string | undefined {
  if (!text.startsWith(MARK)) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_PREPARED) return known;
  const name = `masthead_${names.size}`;
  names.set(text, name);
  return name;
}
