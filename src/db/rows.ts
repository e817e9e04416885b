/** Many rows in one statement. */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Rows } from './rows.generated.ts';
import type { Tx } from './transaction.ts';

type Table = keyof Rows & string;
type Row<T extends Table> = Partial<Selectable<Rows[T]>>;
interface Conflict<T extends Table> {
  key: (keyof Row<T> & string)[];
  /** The condition of a partial unique index. */
  among?: RawBuilder<unknown>;
  taken: 'replace' | 'keep';
}

/** Inserts rows; see `insertion`. */
export async function insertRows<T extends Table>(
  tx: Tx,
  table: T,
  rows: Row<T>[],
  conflict?: Conflict<T>,
): Promise<void> {
  if (rows.length > 0) await insertion(table, rows, conflict).execute(tx);
}

/**
 * The statement that inserts rows of one shape: the columns are those of the first row. The rows are one JSON text, which
 * PostgreSQL converts, so that arrays and JSON need no special handling, and bytes are hexadecimal. On conflict the row is
 * replaced or kept.
 */
export function insertion<T extends Table>(table: T, rows: Row<T>[], conflict?: Conflict<T>): RawBuilder<unknown> {
  const names = Object.keys(rows[0] ?? {});
  const columns = sql.join(names.map((name) => sql.ref(name)));
  return sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.map(withHex))})
    ${conflict ? resolution(conflict, names) : sql``}`;
}

function withHex(row: object): object {
  const isWithBytes = Object.values(row).some(Buffer.isBuffer);
  if (!isWithBytes) return row;
  const cells = Object.entries(row).map(([name, cell]) => [
    name,
    Buffer.isBuffer(cell) ? `\\x${cell.toString('hex')}` : cell,
  ]);
  return Object.fromEntries(cells);
}

/** Deletes at most `limit` rows and returns their number. Rows that another transaction has locked are skipped. */
export async function deleteRows(
  tx: Tx,
  table: keyof Rows & string,
  where: RawBuilder<unknown>,
  limit: number,
): Promise<number> {
  const rows = sql.table(table);
  const { numAffectedRows = 0n } = await sql`
    delete from ${rows} where ctid = any(array(
      select ctid from ${rows} where ${where} limit ${sql.lit(limit)} for update skip locked))`.execute(tx);
  return Number(numAffectedRows);
}

function resolution({ key, among, taken }: Omit<Conflict<Table>, 'key'> & { key: string[] }, names: string[]) {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  const onConflict = sql`on conflict (${columns}) ${among ? sql`where ${among}` : sql``}`;
  if (taken === 'keep') return sql`${onConflict} do nothing`;
  const others = names.filter((name) => !key.includes(name));
  const replaced = others.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
  return sql`${onConflict} do update set ${sql.join(replaced)}`;
}
