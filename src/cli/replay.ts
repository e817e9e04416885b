import { badUsage } from '../core/errors.ts';
import { commandLine } from '../core/rights.ts';
import { parseInstant } from '../core/time.ts';
import { noSuchSite } from '../db/site-lock.ts';
import { siteById } from '../features/sites/queries.ts';
import { beginReplay } from '../features/webhooks/redelivery.ts';
import { type Command, parsed, print, withDatabase } from './command.ts';
import { webhookNamed } from './receiver.ts';

export const replay: Command = {
  summary: 'send a webhook the notifications of a period again',
  help: `Usage: masthead replay --webhook ID --since TIME [--until TIME] [--only failed]

Makes the service send all notifications of a period to a webhook again. Those of each
article are sent in order and end with its newest one. A restart of the service does not
interrupt it. Events are kept for 30 days.

  --webhook ID     the webhook; add --site ID if several sites have one with this id
  --since TIME     start of the period, such as 2026-11-16 or 2026-11-16T08:00:00Z
  --until TIME     end of the period (default: now)
  --only failed    only notifications that failed or were skipped`,
  async run(args) {
    const { values } = parsed(args, {
      webhook: { type: 'string' },
      site: { type: 'string' },
      since: { type: 'string' },
      until: { type: 'string' },
      only: { type: 'string' },
    });
    if (values.since === undefined) throw badUsage('--since TIME is missing: the start of the period.');
    const { only } = values;
    if (only !== undefined && only !== 'failed') throw badUsage('--only must be failed.');
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
      print(`${events} notification(s) from ${since} to ${until} will be sent again to webhook ${id}.`);
      if (!active) print('The webhook is paused: they are sent when it is resumed.');
    });
  },
};

function timeArgument(option: string, text: string): string {
  const at = parseInstant(text);
  if (!at) throw badUsage(`${option} must be a time such as 2026-11-16 or 2026-11-16T08:00:00Z.`);
  return at.toISOString();
}
