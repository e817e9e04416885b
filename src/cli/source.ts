import { NewSource } from '../contract/source.ts';
import { badUsage, conflict } from '../core/errors.ts';
import { utc } from '../core/time.ts';
import type { Db } from '../db/connect.ts';
import { changeSource, createSource, deleteSource, pollSource } from '../features/sources/commands.ts';
import { source as shown } from '../features/sources/present.ts';
import { previewsWith } from '../features/sources/preview.ts';
import {
  isFeed,
  noSuchSource,
  restOf,
  type SourceRow,
  sourcePage,
  sourcesWithId,
} from '../features/sources/queries.ts';
import { networkTools } from '../intake/network-tools.ts';
import { sourcePreview } from '../intake/previewing.ts';
import { resolver } from '../outbound/resolve.ts';
import { type Command, config, idArgument, parsed, print, refuseMisfit, table, withDatabase } from './command.ts';
import { contentsOf, webhookTools } from './receiver.ts';
import { asOperator, listedSites, MOST_LISTED } from './sites.ts';

export const source: Command = {
  summary: 'add, list, poll, preview, pause, resume and remove sources of articles',
  help: `Usage: masthead source add --site ID --section ID --url URL [--name NAME]
                           [--approval hold|auto] [--backlog N] [--tag TAG…]
       masthead source add --kind guest_api --site ID --section ID --name NAME
                           [--approval hold|auto] [--tag TAG…]
       masthead source add --kind email --way imap --site ID --section ID --name NAME
                           --server HOST --user USER --password-file FILE
                           [--port N] [--security tls|starttls] [--mailbox NAME]
                           [--after keep|move] [--move-to NAME] [--allow SENDER…]
                           [--unlisted hold|refuse] [--trusted-server NAME]
       masthead source add --kind email --way smtp --site ID --section ID --name NAME
                           [--allow SENDER…] [--unlisted hold|refuse]
       masthead source list [--site ID]
       masthead source preview URL|ID [--site ID]
       masthead source poll|pause|resume|remove ID [--site ID]

\`add\` prints the id. A running service polls the feed at once, and then as often as new items
appear. \`preview\` reads a feed from here, or a source by its id, and stores no item; networks count it. \`remove\` keeps the articles.

  --kind KIND          feed (default); guest_api: a partner sends articles with a key
                       (masthead key create --scope guest:write --source ID); email:
                       messages to an address (--way smtp) or from a mailbox (--way imap)
  --site ID            the site
  --section ID         the section of its articles
  --url URL            the feed: RSS, Atom, RDF or JSON Feed
  --name NAME          a name for editors (default: the host)
  --approval hold|auto hold: articles are pending (default); auto: they are published
  --backlog N          how many items the first poll takes, 0 to 200 (default: 20)
  --tag TAG            a tag of its articles; repeat for several
  --password-file FILE the password of the mailbox; - reads it from standard input
  --after keep|move    keep: nothing changes in the mailbox (default); move: messages that
                       were taken are moved to the mailbox --move-to (default: Masthead)
  --allow SENDER       an address or a domain whose messages may be published; repeat
  --trusted-server N   the name of your mail server in Authentication-Results`,
  async run(args) {
    const [action, ...rest] = args;
    if (action === 'add') return add(rest);
    if (action === 'list') return list(rest);
    if (action === 'preview') return preview(rest);
    if (action === 'poll' || action === 'pause' || action === 'resume' || action === 'remove')
      return change(action, rest);
    throw badUsage('Expected add, list, preview, poll, pause, resume or remove.');
  },
};

/** The addresses that sources may have; those of webhooks. */
export const guardHere = () => {
  const { webhookAllowPrivate } = config();
  return { resolve: resolver(webhookAllowPrivate), allowPrivate: webhookAllowPrivate };
};

async function add(args: string[]): Promise<void> {
  const { values } = parsed(args, {
    kind: { type: 'string' },
    site: { type: 'string' },
    section: { type: 'string' },
    url: { type: 'string' },
    name: { type: 'string' },
    approval: { type: 'string' },
    backlog: { type: 'string' },
    tag: { type: 'string', multiple: true },
    ...emailOptions,
  });
  const siteId = idArgument(values.site, '--site');
  const { kind, url, name, approval, backlog, tag } = values;
  const input = {
    section_id: idArgument(values.section, '--section'),
    ...(kind === undefined || kind === 'feed' ? { url: url ?? '' } : {}),
    ...(kind === undefined ? {} : { kind: kind as 'feed' }), // checked below
    ...(kind === 'email' ? { email: (await emailOf(values)) as Email } : {}), // checked below
    ...(name === undefined ? {} : { name }),
    ...(approval === undefined ? {} : { approval: approval as 'hold' | 'auto' }), // checked below
    ...(backlog === undefined ? {} : { backlog: Number(backlog) }),
    ...(tag === undefined ? {} : { tags: tag }),
  };
  refuseMisfit(NewSource, input);
  await withDatabase(async ({ db }) => {
    const row = await createSource(db, await webhookTools(db), await asOperator(db, siteId), input);
    process.stderr.write(`Source ${row.id} of site ${siteId}: ${row.name}.\n`);
    print(String(row.id));
  });
}

const emailOptions = {
  way: { type: 'string' },
  server: { type: 'string' },
  port: { type: 'string' },
  security: { type: 'string' },
  user: { type: 'string' },
  'password-file': { type: 'string' },
  mailbox: { type: 'string' },
  after: { type: 'string' },
  'move-to': { type: 'string' },
  allow: { type: 'string', multiple: true },
  unlisted: { type: 'string' },
  'trusted-server': { type: 'string' },
} as const;
type Email = Extract<Parameters<typeof createSource>[3]['email'], object>;
type EmailValues = { [Name in keyof typeof emailOptions]?: string | string[] | undefined };

async function emailOf({ way = 'smtp', allow = [], unlisted = 'hold', ...values }: EmailValues): Promise<object> {
  const { 'password-file': file, 'move-to': move_to, 'trusted-server': trusted_server, port, ...named } = values;
  const password = file === undefined ? undefined : (await contentsOf(String(file))).toString('utf8');
  const given = {
    ...{ ...named, move_to, trusted_server, port: port === undefined ? undefined : Number(port) },
    password: password?.replace(/\r?\n$/, ''),
  };
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  return { way, allow, unlisted, ...Object.fromEntries(present) };
}

async function list(args: string[]): Promise<void> {
  const { values, positionals } = parsed(args, { site: { type: 'string' } });
  if (positionals.length > 0) throw badUsage('source list takes no arguments but --site ID.');
  await withDatabase(async ({ db }) => {
    const rows = [];
    for (const { id } of await listedSites(db, values.site))
      rows.push(...(await sourcePage(db, id, MOST_LISTED, 0)).map((row) => shown(row, null)));
    const lines = rows.map(({ id, site_id, kind, name, url, state, last_success_at, last_error }) => [
      ...[String(id), String(site_id), name, url ?? kind, state, last_success_at ?? 'never', last_error?.code ?? ''],
    ]);
    print(table([['ID', 'SITE', 'NAME', 'URL', 'STATE', 'LAST SUCCESS', 'ERROR'], ...lines]));
  });
}

async function preview(args: string[]): Promise<void> {
  const { values, positionals } = parsed(args, { site: { type: 'string' } });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw badUsage('source preview takes one address or one id.');
  if (!/^\d+$/.test(name)) return printPreview(await ofFeed({ url: name }));
  await withDatabase(async ({ db }) => {
    const { id, site_id } = await sourceNamed(db, idArgument(name, 'The id'), values.site);
    const { networkUrls, linkedinVersion, networkClients } = config();
    const tools = networkTools(await webhookTools(db), networkUrls, { linkedinVersion, networkClients });
    const times = { now: new Date(), endsAt: Number.POSITIVE_INFINITY };
    const found = await sourcePreview(db, tools, site_id, { source_id: id }, times);
    printPreview('feed' in found ? await ofFeed(found.feed) : found);
  });
}

const ofFeed = (feed: { url?: string }) => previewsWith(guardHere())(feed, new Date(), Number.POSITIVE_INFINITY);

function printPreview({ title, format, total_count, items }: Awaited<ReturnType<typeof ofFeed>>): void {
  print(`${title} (${format}, ${total_count} items)`);
  const lines = items.map(({ title, url, published_at, reason }) => [
    ...[published_at ?? '-', title, url ?? '-', reason ?? 'is taken'],
  ]);
  print(table([['DATE', 'TITLE', 'PAGE', ''], ...lines]));
}

const DONE = { poll: 'due now', pause: 'paused', resume: 'resumed', remove: 'removed' };

async function change(action: keyof typeof DONE, args: string[]): Promise<void> {
  const { values, positionals } = parsed(args, { site: { type: 'string' } });
  const [id, ...more] = positionals;
  if (more.length > 0) throw badUsage(`source ${action} takes one id.`);
  const named = idArgument(id, 'The id');
  await withDatabase(async ({ db }) => {
    const row = await sourceNamed(db, named, values.site);
    const request = await asOperator(db, row.site_id);
    if (action === 'remove') await deleteSource(db, request, row.id);
    else if (action === 'poll') await pollSource(db, request, row.id);
    else await changeSource(db, await webhookTools(db), request, row.id, { active: action === 'resume' });
    print(`Source ${row.id} is ${DONE[action]}.`);
    const rest = action === 'poll' && isFeed(row) ? await restOf(db, row.settings.url) : null;
    if (rest) print(`Its server has asked for rest: it is polled after ${utc(rest)}.`);
  });
}

async function sourceNamed(db: Db, id: number, site: string | undefined): Promise<SourceRow> {
  const siteId = site === undefined ? null : idArgument(site, '--site');
  const rows = (await sourcesWithId(db, id)).filter(({ site_id }) => siteId === null || site_id === siteId);
  if (rows.length > 1) throw conflict(`Several sites have a source ${id}; name one with --site.`);
  if (!rows[0]) throw noSuchSource();
  return rows[0];
}
