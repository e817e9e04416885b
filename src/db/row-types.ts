/** Writes the row types of the migrated schema as TypeScript; a test fails when rows.generated.ts differs from it. */
import type pg from 'pg';

const TYPES: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  jsonb: 'Json',
  text: 'string',
  timestamptz: 'Instant',
  tsvector: 'string',
  uuid: 'string',
  xid8: 'string',
};

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  hasDefault: boolean;
}

const HEADER = `// Made by \`npm run row-types\` from the migrated schema; do not edit.
import type { ColumnType, Generated } from 'kysely';

/** Read as the parsed value, written as JSON text. */
type Json = ColumnType<unknown, string | null, string | null>;
type Instant = ColumnType<Date, Date | string, Date | string>;
type NullableInstant = ColumnType<Date | null, Date | string | null, Date | string | null>;
type GeneratedInstant = ColumnType<Date, Date | string | undefined, Date | string>;
type GeneratedJson = ColumnType<unknown, string | undefined, string>;
`;

export async function rowTypes(db: pg.Pool): Promise<string> {
  const { rows } = await db.query<Column>(
    `select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
            a.atthasdef or a.attidentity <> '' as "hasDefault"
     from pg_attribute a
     join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
     join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
     join pg_type t on t.oid = a.atttypid
     where a.attnum > 0 and not a.attisdropped
     order by c.relname, a.attnum`,
  );
  const tables = grouped(rows);
  const interfaces = [...tables].map(([table, columns]) => {
    return `export interface ${pascal(table)}Row {\n${columns.map((column) => `  ${column.column}: ${typeOf(column)};\n`).join('')}}\n`;
  });
  const index = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)}Row;\n`).join('');
  return `${HEADER}\n${interfaces.join('\n')}\nexport interface Rows {\n${index}}\n`;
}

function grouped(rows: Column[]): Map<string, Column[]> {
  const tables = new Map<string, Column[]>();
  for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), row]);
  return tables;
}

function typeOf({ table, column, type, nullable, hasDefault }: Column): string {
  const isArray = type.startsWith('_');
  const element = TYPES[isArray ? type.slice(1) : type];
  if (!element)
    throw new Error(`No TypeScript type is known for ${type} (${table}.${column}); add it to row-types.ts.`);
  if (!isArray && (element === 'Instant' || element === 'Json') && (nullable || hasDefault)) {
    if (element === 'Json') return nullable ? 'Json' : 'GeneratedJson';
    return nullable ? 'NullableInstant' : 'GeneratedInstant';
  }
  const value = `${element}${isArray ? '[]' : ''}${nullable ? ' | null' : ''}`;
  return hasDefault ? `Generated<${value}>` : value;
}

function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
