import { onEachJob } from '../../jobs/kinds.ts';
import { eventPublication, serveDueEvent } from './commands.ts';

/** Serves what is due, and raises the site's version with it. */
export const serveDueEvents = onEachJob(eventPublication, (tx, { site_id, id }) => serveDueEvent(tx, site_id, id));
