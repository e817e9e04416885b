import { onEachJob } from '../../jobs/kinds.ts';
import { eventPublication, serveDueEvent } from './commands.ts';

/** Publishes due events and raises the site's version. */
export const serveDueEvents = onEachJob(eventPublication, (tx, { site_id, id }) => serveDueEvent(tx, site_id, id));
