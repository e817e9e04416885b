/** Many rows in one statement. */
import { type Selectable, sql } from 'kysely';
import type { Rows } from './rows.generated.ts';
import type { Tx } from './transaction.ts';

type Table = keyof Rows & string;
type Row<T extends Table> = Partial<Selectable<Rows[T]>>;

/**
 * Inserts rows of one shape: the columns are those of the first. They travel as one JSON text, which PostgreSQL turns into
 * rows of the table, so that arrays and JSON need no care. A row whose key is there already takes the place of the old one,
 * or leaves it as it is.
 */
export async function insertRows<T extends Table>(
  tx: Tx,
  table: T,
  rows: Row<T>[],
  conflict?: { key: (keyof Row<T> & string)[]; taken: 'replace' | 'keep' },
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const names = Object.keys(first);
  const columns = sql.join(names.map((name) => sql.ref(name)));
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})
    ${conflict ? resolution(conflict, names) : sql``}`.execute(tx);
}

function resolution({ key, taken }: { key: string[]; taken: 'replace' | 'keep' }, names: string[]) {
  if (taken === 'keep') return sql`on conflict do nothing`;
  const others = names.filter((name) => !key.includes(name));
  return sql`on conflict (${sql.join(key.map((name) => sql.ref(name)))}) do update set ${sql.join(
    others.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`),
  )}`;
}
