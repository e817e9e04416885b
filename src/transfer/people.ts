/** People with their roles. Their sessions, invitations and password resets are not exported. */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { flag, id, instant, nullable } from '../contract/common.ts';
import { Me, Person } from '../contract/people.ts';
import type { SiteRole } from '../core/rights.ts';
import { parseInstant, utc } from '../core/time.ts';
import type { PersonRow } from '../db/rows.generated.ts';
import type { Tx } from '../db/transaction.ts';
import { storedEmail } from '../features/accounts/emails.ts';
import { addRoles, lockPeople, refuseRepeatedSites } from '../features/accounts/people.ts';
import { personByEmail } from '../features/accounts/queries.ts';
import { type Access, addCredentials } from './credentials.ts';
import { version } from './format.ts';
import { recordNames } from './names.ts';
import { type ImportContext, INSTALLATION, keyset, type LineOutcome, type Noun } from './noun.ts';
import { type FileSecrets, sealedField } from './secrets.ts';
import { moveSequence, ownOrNewId } from './sequences.ts';

const PersonLine = Type.Object(
  {
    id: id('The id, which is kept unless it was given here before.'),
    email: Person.properties.email,
    name: Person.properties.name,
    roles: Person.properties.roles,
    language: Type.Optional(Me.properties.language),
    theme: Type.Optional(Me.properties.theme),
    shortcuts: Type.Optional(Me.properties.shortcuts),
    is_demo: Type.Optional(flag('Whether the demo created this person.')),
    version: Type.Optional(version),
    created_at: Type.Optional(instant('When the person was added.')),
    updated_at: Type.Optional(instant('When the person was last changed.')),
    last_seen_at: Type.Optional(nullable(instant('When the person was last active.'))),
    sealed: Type.Optional(sealedField),
  },
  { additionalProperties: false },
);
type PersonLine = Static<typeof PersonLine>;

const AT_ONCE = 200;
const labelOf = (personId: number) => `person ${personId}`;

export const people: Noun<PersonLine> = {
  key: 'person',
  schema: PersonLine,
  isOfInstallation: true,
  async *pages(tx, _site, { secrets }) {
    for await (const rows of keyset<Row>((after) => peopleAfter(tx, after?.id ?? 0)))
      yield rows.map((row) => line(row, secrets));
  },
  siteOf: () => INSTALLATION,
  names: ({ email }) => [storedEmail(email)],
  async importBatch(tx, context, lines) {
    await lockPeople(tx);
    // First, so that new ids do not collide with imported ones.
    await moveSequence(tx, context, 'person_id', lines);
    const [outcomes, names]: [LineOutcome[], Record<string, string>] = [[], {}];
    for (const value of lines) {
      const { id: here, outcome } = await importPerson(tx, context, value);
      names[`person:${value.id}`] = `person:${here}`;
      outcomes.push(outcome);
    }
    await recordNames(tx, context, names);
    return outcomes;
  },
};

/** A person who exists, by e-mail address, does not change, but gets missing parts: a password, further roles. */
async function importPerson(
  tx: Tx,
  context: ImportContext,
  line: PersonLine,
): Promise<{ id: number; outcome: LineOutcome }> {
  refuseRepeatedSites(line.roles);
  const email = storedEmail(line.email);
  const opened: Partial<Access> =
    line.sealed && context.secrets ? context.secrets.open(labelOf(line.id), line.sealed) : {};
  const password = opened.password_hash ?? null;
  const current = await personByEmail(tx, email);
  if (!current) {
    const made = await insertPerson(tx, { ...line, email }, password, ownOrNewId(context, 'person', line.id));
    await addRoles(tx, made, line.roles);
    await addCredentials(tx, made, opened);
    return { id: made, outcome: 'new' };
  }
  const roles = missingRoles(line.roles, current.roles);
  await addRoles(tx, current.id, roles);
  const isWithoutPassword = current.password_hash === null && password !== null;
  if (isWithoutPassword) await sql`update person set password_hash = ${password} where id = ${current.id}`.execute(tx);
  const isFurther =
    opened.passkeys?.length || opened.identities?.length ? await addCredentials(tx, current.id, opened) : false;
  return { id: current.id, outcome: roles.length > 0 || isWithoutPassword || isFurther ? 'changed' : 'same' };
}

/** A file does not change a role that a person has here. */
function missingRoles(given: readonly SiteRole[], held: readonly SiteRole[]): SiteRole[] {
  if (held.some(({ site_id }) => site_id === null)) return [];
  const sites = new Set(held.map(({ site_id }) => site_id));
  return given.filter(({ site_id }) => !sites.has(site_id));
}

/** With the id of the file if it was never given here, else with a new one. */
async function insertPerson(
  tx: Tx,
  line: PersonLine,
  password: string | null,
  id: RawBuilder<number>,
): Promise<number> {
  const at = (text: string | null | undefined) => (text ? parseInstant(text) : null);
  const { rows } = await sql<{ id: number }>`
    insert into person (id, email, name, password_hash, language, theme, shortcuts, is_demo, version, created_at, updated_at,
      last_seen_at)
    values (${id},
      ${line.email}, ${line.name.trim()}, ${password}, ${line.language ?? 'en'}, ${line.theme ?? 'system'},
      ${line.shortcuts ?? true}, ${line.is_demo ?? false}, ${line.version ?? 1}, coalesce(${at(line.created_at)}, now()),
      coalesce(${at(line.updated_at)}, now()), ${at(line.last_seen_at)})
    returning id`.execute(tx);
  return rows[0]?.id ?? 0;
}

type Row = Selectable<PersonRow> & { roles: SiteRole[] } & Pick<Access, 'passkeys' | 'identities'>;

function line(row: Row, secrets: FileSecrets | null): PersonLine {
  const { id, email, name, roles, language, theme, shortcuts, is_demo, version } = row;
  const { password_hash, user_handle, passkeys, identities } = row;
  return {
    ...{ id, email, name, roles, language, shortcuts, is_demo, version },
    theme: theme as NonNullable<PersonLine['theme']>, // the schema let nothing else in
    created_at: utc(row.created_at),
    updated_at: utc(row.updated_at),
    last_seen_at: row.last_seen_at && utc(row.last_seen_at),
    ...(secrets ? { sealed: secrets.seal(labelOf(id), { password_hash, user_handle, passkeys, identities }) } : {}),
  };
}

async function peopleAfter(tx: Tx, after: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select person.*, (
      select coalesce(json_agg(json_build_object('site_id', site_id, 'role', role) order by site_id nulls first), '[]')
      from person_role where person_id = person.id) as roles,
      ${rowsOf('passkey')} as passkeys, ${rowsOf('identity')} as identities
    from person where id > ${after} order by id limit ${AT_ONCE}`.execute(tx);
  return rows;
}

/** Without their ids, which differ between installations. */
function rowsOf(table: 'passkey' | 'identity') {
  return sql`(
    select coalesce(jsonb_agg(to_jsonb(own) - 'id' - 'person_id' order by own.id), '[]')
    from ${sql.table(table)} as own where own.person_id = person.id)`;
}
