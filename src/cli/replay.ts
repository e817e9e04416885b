import { badUsage } from '../core/errors.ts';
import { commandLine } from '../core/rights.ts';
import { parseInstant } from '../core/time.ts';
import { noSuchSite } from '../db/site-lock.ts';
import { siteById } from '../features/sites/queries.ts';
import { beginReplay } from '../features/webhooks/redelivery.ts';
import { type Command, parsed, print, withDatabase } from './command.ts';
import { webhookNamed } from './receiver.ts';

export const replay: Command = {
  summary: 'send a webhook the notifications of a time again',
  help: `Usage: masthead replay --webhook ID --since TIME [--until TIME] [--only failed]

Has the service send a webhook again what happened in a time, each article's notifications
in order, and its newest one along with them. It goes on after a restart of the service.
Events are kept 30 days.

  --webhook ID     the webhook; --site ID says of which site where several have this id
  --since TIME     from when, such as 2026-11-16 or 2026-11-16T08:00:00Z
  --until TIME     before when (default: now)
  --only failed    only what was given up or skipped`,
  async run(args) {
    const { values } = parsed(args, {
      webhook: { type: 'string' },
      site: { type: 'string' },
      since: { type: 'string' },
      until: { type: 'string' },
      only: { type: 'string' },
    });
    if (values.since === undefined) throw badUsage('--since TIME is missing: from when to send again.');
    const { only } = values;
    if (only !== undefined && only !== 'failed') throw badUsage('--only knows one word: failed.');
    const input = {
      since: timeArgument('--since', values.since),
      ...(values.until === undefined ? {} : { until: timeArgument('--until', values.until) }),
      ...(only === undefined ? {} : { only: 'failed' as const }),
    };
    await withDatabase(async ({ db }) => {
      const { site_id, id, active } = await webhookNamed(db, values.webhook, values.site);
      const site = await siteById(db, site_id);
      if (!site) throw noSuchSite();
      const { since, until, events } = await beginReplay(db, { caller: commandLine, site, now: new Date() }, id, input);
      print(`${events} notification(s) from ${since} to ${until} are sent again to webhook ${id}.`);
      if (!active) print('The webhook is paused: they wait until it is resumed.');
    });
  },
};

function timeArgument(option: string, text: string): string {
  const at = parseInstant(text);
  if (!at) throw badUsage(`${option} must be a time such as 2026-11-16 or 2026-11-16T08:00:00Z.`);
  return at.toISOString();
}
