import { NewSite } from '../contract/manage.ts';
import { badUsage } from '../core/errors.ts';
import { commandLine } from '../core/rights.ts';
import { createSite } from '../features/sites/commands.ts';
import { sitePage } from '../features/sites/queries.ts';
import { type Command, parsed, print, refuseMisfit, table, withDatabase } from './command.ts';

const MOST_SITES = 10_000;

export const site: Command = {
  summary: 'create and list sites',
  help: `Usage: masthead site create --name NAME --url URL [--locale LOCALE] [--time-zone ZONE] [--closed]
       masthead site list

  --name NAME        name of the site
  --url URL          its public address; the addresses of its articles begin with it
  --locale LOCALE    its language, such as fi (default en)
  --time-zone ZONE   such as Europe/Helsinki (default UTC)
  --closed           reading its content needs a key`,
  async run(args) {
    const [action, ...rest] = args;
    if (action === 'create') return create(rest);
    if (action === 'list') return list(rest);
    throw badUsage('Expected create or list.');
  },
};

async function create(args: string[]): Promise<void> {
  const { values } = parsed(args, {
    name: { type: 'string' },
    url: { type: 'string' },
    locale: { type: 'string', default: 'en' },
    'time-zone': { type: 'string', default: 'UTC' },
    closed: { type: 'boolean', default: false },
  });
  const { name = '', url = '', locale, closed: api_key_required } = values;
  const input = { name, url, locale, time_zone: values['time-zone'], api_key_required };
  refuseMisfit(NewSite, input);
  await withDatabase(async ({ db }) => {
    const made = await createSite(db, input, commandLine);
    print(`Site ${made.id} “${made.name}” is ready.`);
  });
}

async function list(args: string[]): Promise<void> {
  if (parsed(args, {}).positionals.length > 0) throw badUsage('site list takes no arguments.');
  await withDatabase(async ({ db }) => {
    const sites = await sitePage(db, 'all', MOST_SITES, 0);
    const rows = sites.map((row) => [
      String(row.id),
      row.name,
      row.url,
      row.locale,
      row.time_zone,
      row.api_key_required ? 'key' : 'public',
    ]);
    print(table([['ID', 'NAME', 'URL', 'LOCALE', 'TIME ZONE', 'READING'], ...rows]));
  });
}
