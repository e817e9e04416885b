import { scopes } from '../contract/row.ts';
import { badUsage } from '../core/errors.ts';
import { commandLine } from '../core/rights.ts';
import { parseInstant } from '../core/time.ts';
import { createKey, deleteKey, renewKey } from '../features/keys/commands.ts';
import { apiKey } from '../features/keys/present.ts';
import { keyPage } from '../features/keys/queries.ts';
import { type Command, idArgument, parsed, print, table, withDatabase } from './command.ts';

export const key: Command = {
  summary: 'create, list and revoke API keys',
  help: `Usage: masthead key create --name NAME --scope SCOPE… [--site ID…] [--source ID]
                          [--expires DATE]
       masthead key list
       masthead key renew ID
       masthead key revoke ID

A key is shown once, when it is created; only its hash is stored. \`renew\` creates a new one
with the same rights, also for a key that was imported without its hash.

  --name NAME      what the key is for
  --scope SCOPE    a right; repeatable:
                   ${scopes.join(', ')}
  --site ID        limit the key to a site; repeatable (default: all sites)
  --source ID      the source that a key with guest:write offers articles for
  --expires DATE   expiry date, such as 2027-01-01 or 2027-01-01T12:00:00Z`,
  async run(args) {
    const [action, ...rest] = args;
    if (action === 'create') return create(rest);
    if (action === 'list') return list(rest);
    if (action === 'renew') return renew(rest);
    if (action === 'revoke') return revoke(rest);
    throw badUsage('Expected create, list, renew or revoke.');
  },
};

async function create(args: string[]): Promise<void> {
  const { values } = parsed(args, {
    name: { type: 'string' },
    scope: { type: 'string', multiple: true },
    site: { type: 'string', multiple: true },
    source: { type: 'string' },
    expires: { type: 'string' },
  });
  const input = {
    name: named(values.name),
    scopes: knownScopes(values.scope ?? []),
    site_ids: (values.site ?? []).map((id) => idArgument(id, '--site')),
    ...(values.source === undefined ? {} : { source_id: idArgument(values.source, '--source') }),
    expires_at: expiry(values.expires),
  };
  await withDatabase(async ({ db }) => {
    const made = await createKey(db, input, commandLine, new Date());
    process.stderr.write(`Key ${made.id} “${made.name}”. This is the only time it is shown:\n`);
    print(made.key);
  });
}

async function list(args: string[]): Promise<void> {
  if (parsed(args, {}).positionals.length > 0) throw badUsage('key list takes no arguments.');
  await withDatabase(async ({ db }) => {
    const keys = (await keyPage(db, 'all', null, 0)).map((row) => ({ ...apiKey(row), is_usable: row.is_usable }));
    const rows = keys.map((row) => [
      String(row.id),
      row.name,
      row.scopes.join(','),
      row.site_ids.join(',') || 'all',
      row.expires_at ?? 'never',
      row.is_usable ? (row.last_used_at ?? 'never') : 'imported without its hash: renew it',
    ]);
    print(table([['ID', 'NAME', 'SCOPES', 'SITES', 'EXPIRES', 'LAST USED'], ...rows]));
  });
}

async function renew(args: string[]): Promise<void> {
  const id = idArgument(parsed(args, {}).positionals[0], 'The id');
  await withDatabase(async ({ db }) => {
    const made = await renewKey(db, id, commandLine);
    process.stderr.write(`Key ${made.id} “${made.name}”. This is the only time it is shown:\n`);
    print(made.key);
  });
}

async function revoke(args: string[]): Promise<void> {
  const { positionals } = parsed(args, {});
  const id = idArgument(positionals[0], 'The id');
  await withDatabase(({ db }) => deleteKey(db, id, commandLine));
  print(`Key ${id} is revoked.`);
}

function named(name: string | undefined): string {
  if (!name?.trim()) throw badUsage('--name NAME is missing: what the key is for.');
  return name.trim();
}

function knownScopes(given: string[]): (typeof scopes)[number][] {
  const known = scopes.filter((scope) => given.includes(scope));
  const unknown = given.filter((scope) => !known.includes(scope as (typeof scopes)[number])); // looked up by its text
  if (unknown.length > 0) throw badUsage(`--scope ${unknown.join(', ')} is unknown; there are ${scopes.join(', ')}.`);
  if (known.length === 0) throw badUsage(`--scope is missing; there are ${scopes.join(', ')}.`);
  return known;
}

function expiry(text: string | undefined): string | null {
  if (text !== undefined && !parseInstant(text)) throw badUsage('--expires must be a date such as 2027-01-01.');
  return text ?? null;
}
