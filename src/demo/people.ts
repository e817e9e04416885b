/**
 * Four people of the demo, one for each role. Their passwords are random and stored in the data folder, like the admin token, so
 * that they are the same after a restart. They exist in development only.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { commandLine, ROLES, type Role } from '../core/rights.ts';
import type { Db } from '../db/connect.ts';
import { defaultDataDir } from '../db/embedded/data-folder.ts';
import { fileFailure } from '../db/embedded/failures.ts';
import { randomPassword } from '../features/accounts/codes.ts';
import type { Passwords } from '../features/accounts/passwords.ts';
import { personByEmail } from '../features/accounts/queries.ts';
import { createPerson } from '../features/people/commands.ts';
import { setPassword } from '../features/people/resets.ts';
import { DEMO_SITE, site } from './content.ts';

export interface DemoPerson {
  role: Role;
  email: string;
  password: string;
}

const OWNER_ONLY = 0o600;
/** The names of authors of the demo, so that new articles get a byline. */
const NAMES: Record<Role, string> = {
  owner: 'Aino Lindqvist',
  editor: 'Tomás Ibarra',
  author: 'Sanni Mäkelä',
  analyst: 'Anders Lind',
};
const emailOf = (role: Role) => `${role}@harbourpost.example`;

/** The demo people of a database that has the demo site; adds those who are missing. Outside development none can sign in. */
export async function demoPeople(db: Db, passwords: Passwords, config: Config): Promise<DemoPerson[]> {
  if (config.serviceEnv !== 'development') await disableDemoPeople(db);
  if (!config.demo || !config.passwordSignIn || config.serviceEnv !== 'development' || !(await hasDemoSite(db)))
    return [];
  const stored = storedPasswords(config);
  const people = ROLES.map((role) => ({ role, email: emailOf(role), password: stored[role] }));
  for (const { role, email, password } of people) {
    const known = await personByEmail(db, email);
    const roles = [{ site_id: DEMO_SITE, role }];
    if (!known)
      await addOnce(
        createPerson(db, passwords, { email, name: NAMES[role], password, roles, isDemo: true, caller: commandLine }),
      );
    else if (known.is_demo && !(await passwords.verify(known.password_hash, password)))
      await setPassword(db, passwords, known, { password, caller: commandLine });
  }
  return people;
}

/** Of two processes that start at once, one adds the person. */
async function addOnce(adding: Promise<number>): Promise<void> {
  await adding.catch((error) => {
    if (error.status !== 409) throw error;
  });
}

async function disableDemoPeople(db: Db): Promise<void> {
  await sql`
    with disabled as (update person set password_hash = null where is_demo and password_hash is not null returning id)
    delete from session where person_id in (select id from disabled)`.execute(db);
}

export async function hasDemoSite(db: Db): Promise<boolean> {
  const { rows } = await sql`select from site where id = ${DEMO_SITE} and url = ${site.url}`.execute(db);
  return rows.length > 0;
}

function storedPasswords({ dataDir }: Config): Record<Role, string> {
  const folder = dataDir ?? defaultDataDir(process.cwd());
  const file = join(folder, 'demo-passwords.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<Role, string>; // written below
  } catch {
    return newPasswords(folder, file);
  }
}

function newPasswords(folder: string, file: string): Record<Role, string> {
  const made = Object.fromEntries(ROLES.map((role) => [role, randomPassword()])) as Record<Role, string>; // of all roles
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: OWNER_ONLY });
  } catch (error) {
    throw fileFailure(error, folder);
  }
  return made;
}
