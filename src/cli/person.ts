import { Person } from '../contract/people.ts';
import { badUsage, notFound } from '../core/errors.ts';
import { commandLine, ROLES, type Role } from '../core/rights.ts';
import { utc } from '../core/time.ts';
import type { Db } from '../db/connect.ts';
import { randomPassword } from '../features/accounts/codes.ts';
import { createPasswords } from '../features/accounts/passwords.ts';
import { type PersonRow, personByEmail } from '../features/accounts/queries.ts';
import { removePasskeys } from '../features/passkeys/commands.ts';
import { createPerson } from '../features/people/commands.ts';
import { personPage } from '../features/people/queries.ts';
import { createReset, setPassword } from '../features/people/resets.ts';
import { type Command, config, idArgument, parsed, print, refuseMisfit, table, withDatabase } from './command.ts';

export const person: Command = {
  summary: 'add and list people, reset passwords',
  help: `Usage: masthead person create --email EMAIL --name NAME --role ROLE [--site ID…]
       masthead person list
       masthead person reset-password EMAIL
       masthead person reset-link EMAIL
       masthead person remove-passkeys EMAIL

The password is random and shown once; the person can change it. A reset ends all
sessions of the person. A link opens a page where the person chooses a new password.
remove-passkeys is for authenticators that are lost, and ends all sessions as well.

  --email EMAIL   the e-mail address to sign in with
  --name NAME     name of the person
  --role ROLE     ${ROLES.join(', ')}
  --site ID       the site of the role; repeat for several; without it: all sites`,
  async run(args) {
    const [action, ...rest] = args;
    if (action === 'create') return create(rest);
    if (action === 'list') return list(rest);
    if (action === 'reset-password') return resetPassword(rest);
    if (action === 'reset-link') return resetLink(rest);
    if (action === 'remove-passkeys') return removeAllPasskeys(rest);
    throw badUsage('Expected create, list, reset-password, reset-link or remove-passkeys.');
  },
};

async function create(args: string[]): Promise<void> {
  const { values } = parsed(args, {
    email: { type: 'string', default: '' },
    name: { type: 'string', default: '' },
    role: { type: 'string', default: '' },
    site: { type: 'string', multiple: true },
  });
  const { email, name } = values;
  refuseMisfit(Person, { ...COMPLETE, email, name });
  const role = knownRole(values.role);
  const sites = (values.site ?? []).map((id) => idArgument(id, '--site'));
  const roles = sites.length === 0 ? [{ site_id: null, role }] : sites.map((site_id) => ({ site_id, role }));
  const password = config().passwordSignIn ? randomPassword() : null;
  await withDatabase(async ({ db }) => {
    const id = await createPerson(db, createPasswords(), { email, name, password, roles, caller: commandLine });
    if (password === null) return printLink(db, id, `Person ${id} “${name}” was added.`);
    process.stderr.write(
      `Person ${id} “${name}” signs in with ${email}. This is the only time the password is shown:\n`,
    );
    print(password);
  });
}

/** The schema of a person, with what the command does not give. */
const COMPLETE = {
  id: 1,
  roles: [],
  bylines: [],
  is_demo: false,
  created_at: '2000-01-01T00:00:00Z',
  last_seen_at: null,
};

async function list(args: string[]): Promise<void> {
  if (parsed(args, {}).positionals.length > 0) throw badUsage('person list takes no arguments.');
  await withDatabase(async ({ db }) => {
    const people = await personPage(db, 'all', null, 0);
    const rows = people.map((row) => [
      String(row.id),
      row.name,
      row.email,
      row.roles.map(({ site_id, role }) => `${role}:${site_id ?? 'all'}`).join(',') || 'none',
      row.last_seen_at ? utc(row.last_seen_at) : 'never',
    ]);
    print(table([['ID', 'NAME', 'EMAIL', 'ROLES', 'LAST SEEN'], ...rows]));
  });
}

async function resetPassword(args: string[]): Promise<void> {
  const email = emailArgument(args);
  if (!config().passwordSignIn) throw badUsage('Passwords are switched off (PASSWORD_SIGN_IN=0); use reset-link.');
  const password = randomPassword();
  await withDatabase(async ({ db }) => {
    const found = await knownPerson(db, email);
    await setPassword(db, createPasswords(), found, { password, caller: commandLine });
    process.stderr.write(`${found.name} is signed out everywhere. This is the only time the new password is shown:\n`);
    print(password);
  });
}

/** Lets in a person who has no other way to sign in, also where passwords are switched off. */
async function resetLink(args: string[]): Promise<void> {
  const email = emailArgument(args);
  await withDatabase(async ({ db }) => {
    const { id, name } = await knownPerson(db, email);
    await printLink(db, id, `${name} can sign in once.`);
  });
}

async function removeAllPasskeys(args: string[]): Promise<void> {
  const email = emailArgument(args);
  await withDatabase(async ({ db }) => {
    const found = await knownPerson(db, email);
    const count = await removePasskeys(db, found, commandLine);
    const removed = count === 1 ? '1 passkey was removed' : `${count} passkeys were removed`;
    print(`${removed}, and all sessions of ${found.name} have ended.`);
    process.stderr.write(`Without another way to sign in, make a link: masthead person reset-link ${found.email}\n`);
  });
}

async function printLink(db: Db, id: number, done: string): Promise<void> {
  const { token, expires_at } = await createReset(db, id, commandLine);
  const { publicUrl, port, passwordSignIn } = config();
  const asks = passwordSignIn ? 'asks for a new password, signs in' : 'signs in';
  process.stderr.write(
    `${done} Until ${utc(expires_at)}, this page ${asks}, once, and ends all other sessions. This is the only time the link is shown:\n`,
  );
  print(`${publicUrl ?? `http://localhost:${port}`}/newsroom/password-resets/${token}`);
}

function emailArgument(args: string[]): string {
  const [email = '', ...more] = parsed(args, {}).positionals;
  if (email === '' || more.length > 0) throw badUsage('Name one e-mail address.');
  return email;
}

async function knownPerson(db: Db, email: string): Promise<PersonRow> {
  const found = await personByEmail(db, email);
  if (!found) throw notFound(`There is no person with the address ${email}.`);
  return found;
}

function knownRole(text: string): Role {
  const role = ROLES.find((one) => one === text);
  if (!role) throw badUsage(`--role must be one of ${ROLES.join(', ')}.`);
  return role;
}
