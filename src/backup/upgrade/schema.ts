/** What a database has that Masthead did not make: an upgrade would lose it, so it refuses. */
import type pg from 'pg';
import { dataTrouble } from '../../core/errors.ts';
import { schemaText } from '../../db/schema-text.ts';

const SHOWN = 5;

const OWN = `
  select 'the database ' || datname as what from pg_database where datname not in ('postgres', 'template0', 'template1', 'masthead')
  union all select 'the role ' || rolname from pg_roles where rolname !~ '^pg_' and rolname <> 'masthead'
  union all select 'a setting of a database or role' from pg_db_role_setting
  union all select 'the schema ' || nspname from pg_namespace where nspname !~ '^pg_' and nspname not in ('public', 'information_schema')
  union all select 'the view or partitioned table ' || relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('v', 'm', 'p', 'f') and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  union all select 'the type ' || typname from pg_type
    where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r') and not exists (select from pg_depend where objid = pg_type.oid and deptype = 'e')
  union all select 'large objects' where exists (select from pg_largeobject_metadata)
  union all select 'the publication ' || pubname from pg_publication`;

export async function refuseOwn(from: pg.Pool): Promise<void> {
  const { rows } = await from.query<{ what: string }>(OWN);
  if (rows.length > 0) throw notMoved(rows.map(({ what }) => what));
}

/** Tables, constraints, indexes, triggers, functions, sequences and extensions. */
export async function refuseOther(from: pg.Pool, to: pg.Pool): Promise<void> {
  const [old, made] = [await schemaText(from), await schemaText(to)];
  const lines = (text: string) => text.split('\n').map((line) => line.trim());
  const [here, there] = [new Set(lines(old)), new Set(lines(made))];
  const changed = [
    ...lines(old).filter((line) => !there.has(line)),
    ...lines(made)
      .filter((line) => !here.has(line))
      .map((line) => `no “${line}”`),
  ];
  if (old !== made) throw notMoved(changed.length > 0 ? changed : ['another order of columns']);
}

const notMoved = (what: string[]) =>
  dataTrouble(
    `The database has what Masthead did not make, and the upgrade would lose it: ${what.slice(0, SHOWN).join(', ')}${what.length > SHOWN ? ', …' : ''}. Remove it first, or move the database with pg_dump. Nothing was changed.`,
  );
