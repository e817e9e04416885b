/** The handlers and schedules of intake. */
import { sql } from 'kysely';
import { transaction } from '../db/transaction.ts';
import { createMailReader, type DnsRecords } from '../features/mail/reader.ts';
import type { MediaTools } from '../features/media/tools.ts';
import { laneOf, type SourceKey, sourcePoll } from '../features/sources/commands.ts';
import { createFeedParser } from '../features/sources/parser.ts';
import { POLLED } from '../features/sources/queries.ts';
import { enqueueIfIdle } from '../jobs/enqueue.ts';
import { type JobHandler, jobKind, onJob } from '../jobs/kinds.ts';
import { every } from '../jobs/schedules.ts';
import type { AddressGuard } from '../outbound/connect.ts';
import { eraseItems } from './erasing.ts';
import { deleteUnsent, unsentSweep } from './form-uploads.ts';
import { takeItems } from './item.ts';
import { takeMail } from './mail.ts';
import type { NetworkTools } from './network-tools.ts';
import { pollSources } from './poll.ts';
import { frequentLooks, refreshPosts, sweepPosts } from './refresh.ts';
import { frequentRenewals, renewTokens, sweepTokens } from './renewing.ts';
import { canSubscribe, subscribeToHubs } from './subscribe.ts';

const sourceSweep = jobKind<object>('intake.sweep');

/** Adds the poll of every active source that has none, for instance after a poll that failed too often. */
const sweepSources = onJob(sourceSweep, async ({ db }) => {
  const { rows } = await sql<SourceKey>`
    select site_id, id from source where active and ${POLLED} and not exists (
      select from job_lane where kind = ${sourcePoll.name} and key = source.site_id || ':' || source.id)`.execute(db);
  for (const { site_id, id } of rows)
    await transaction(db, (tx) =>
      enqueueIfIdle(tx, sourcePoll, { key: laneOf({ site_id, id }), payload: { site_id, id } }),
    );
});

export const intakeSchedules = [
  every(3_600, 'sweep sources', sourceSweep, {}),
  unsentSweep,
  frequentLooks,
  frequentRenewals,
];

export function intakeHandlers(
  guard: AddressGuard,
  {
    rawDays,
    mailDays,
    publicUrl,
    network,
    dnsRecords = null,
  }: {
    rawDays: number;
    mailDays: number;
    publicUrl: () => string;
    network: NetworkTools;
    dnsRecords?: DnsRecords | null;
  },
  media: MediaTools,
): JobHandler[] {
  const mailbox = { guard, media, mailDays, secrets: network.secrets };
  const parser = createFeedParser();
  const isLive = Object.keys(network.demoUrls).length > 0;
  const hubs = { guard, publicUrl };
  return [
    pollSources({ guard, parser, network, mailbox, rawDays, canSubscribe: () => canSubscribe(hubs), isLive }),
    takeItems,
    sweepSources,
    refreshPosts(network),
    sweepPosts,
    renewTokens(network),
    sweepTokens,
    subscribeToHubs(hubs),
    eraseItems(media),
    deleteUnsent(media),
    takeMail({ media, reader: createMailReader(dnsRecords), rawDays }),
  ];
}
