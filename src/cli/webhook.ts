import { NewWebhook } from '../contract/webhook.ts';
import { badUsage } from '../core/errors.ts';
import { changeWebhook, createWebhook, deleteWebhook } from '../features/webhooks/commands.ts';
import { webhook as shown } from '../features/webhooks/present.ts';
import { webhookPage } from '../features/webhooks/queries.ts';
import { type Command, idArgument, parsed, print, refuseMisfit, table, withDatabase } from './command.ts';
import { ACTIONS, SECRET_HELP, secretOptions, secretsGiven, webhookNamed, webhookTools } from './receiver.ts';
import { asOperator, listedSites, MOST_LISTED } from './sites.ts';

export const webhook: Command = {
  summary: 'register, list, pause, resume and remove webhooks',
  help: `Usage: masthead webhook add --site ID --url URL [--section ID] [--action ACTION…]
       masthead webhook list [--site ID]
       masthead webhook pause|resume|remove ID [--site ID]

\`add\` prints the secret once. While a webhook is paused, its notifications are stored;
\`resume\` sends them and resets past failures. \`remove\` deletes pending ones too.

  --site ID            the site
  --url URL            the receiver; signatures use it exactly as given
  --section ID         only articles of this section
  --action ACTION      only ${ACTIONS.join(', ')}; repeat for several
${SECRET_HELP}
                       (default: a new one)`,
  async run(args) {
    const [action, ...rest] = args;
    if (action === 'add') return add(rest);
    if (action === 'list') return list(rest);
    if (action === 'pause' || action === 'resume' || action === 'remove') return change(action, rest);
    throw badUsage('Expected add, list, pause, resume or remove.');
  },
};

async function add(args: string[]): Promise<void> {
  const { values } = parsed(args, {
    ...secretOptions,
    site: { type: 'string' },
    url: { type: 'string', default: '' },
    section: { type: 'string' },
    action: { type: 'string', multiple: true },
  });
  const siteId = idArgument(values.site, '--site');
  const secrets = await secretsGiven(values);
  if (secrets.length > 1) throw badUsage('A webhook has one secret.');
  const input = {
    url: values.url,
    ...(values.section === undefined ? {} : { section_id: idArgument(values.section, '--section') }),
    ...(values.action === undefined ? {} : { actions: values.action as (typeof ACTIONS)[number][] }), // checked below
    ...(secrets[0] === undefined ? {} : { secret: secrets[0] }),
  };
  refuseMisfit(NewWebhook, input);
  await withDatabase(async ({ db }) => {
    const tools = await webhookTools(db);
    const request = await asOperator(db, siteId);
    const { row, secret } = await createWebhook(db, tools, request, input);
    const { id, warnings } = shown(row);
    for (const warning of warnings) process.stderr.write(`warn: ${warning}\n`);
    process.stderr.write(`Webhook ${id} of site ${siteId}. This is the only time its secret is shown:\n`);
    print(secret);
  });
}

async function list(args: string[]): Promise<void> {
  const { values, positionals } = parsed(args, { site: { type: 'string' } });
  if (positionals.length > 0) throw badUsage('webhook list takes no arguments but --site ID.');
  await withDatabase(async ({ db }) => {
    const rows = [];
    for (const { id } of await listedSites(db, values.site))
      rows.push(...(await webhookPage(db, id, MOST_LISTED, 0)).map(shown));
    const lines = rows.map(({ id, site_id, section_id, url, actions, active, pause_reason, health }) => [
      String(id),
      section_id === null ? String(site_id) : `${site_id}, section ${section_id}`,
      url,
      actions.join(','),
      active ? (health.breaker === 'open' ? 'failing' : 'active') : `paused (${pause_reason})`,
      String(health.pending),
      health.last_success_at ?? 'never',
    ]);
    print(table([['ID', 'SITE', 'URL', 'ACTIONS', 'STATE', 'WAITING', 'LAST SUCCESS'], ...lines]));
  });
}

async function change(action: 'pause' | 'resume' | 'remove', args: string[]): Promise<void> {
  const { values, positionals } = parsed(args, { site: { type: 'string' } });
  const [id, ...more] = positionals;
  if (more.length > 0) throw badUsage(`webhook ${action} takes one id.`);
  idArgument(id, 'The id');
  await withDatabase(async ({ db }) => {
    const row = await webhookNamed(db, id, values.site);
    const request = await asOperator(db, row.site_id);
    if (action === 'remove') await deleteWebhook(db, request, row.id);
    else {
      const tools = await webhookTools(db);
      await changeWebhook(db, tools, request, row.id, { active: action === 'resume' });
    }
    print(`Webhook ${row.id} is ${action === 'remove' ? 'removed' : `${action}d`}.`);
  });
}
