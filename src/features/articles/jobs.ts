import { onEachJob } from '../../jobs/kinds.ts';
import { articlePublication, publishDue } from './commands.ts';

/** Publishes what is due, in the ordinary transaction, with the time that was asked for. */
export const publishScheduled = onEachJob(articlePublication, (tx, { site_id, uid }) => publishDue(tx, site_id, uid));
