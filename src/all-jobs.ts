/** Every kind of job that a working process does, and when those without an occasion of their own begin. */
import { cleanUps } from './clean-ups.ts';
import type { Config } from './config.ts';
import { removeDemoWhenAsked } from './demo/removal.ts';
import { publishScheduled } from './features/articles/jobs.ts';
import { removeCampaign } from './features/campaigns/jobs.ts';
import { serveDueEvents } from './features/events/jobs.ts';
import { collectGarbage, dailyCollection } from './features/media/jobs.ts';
import { fetchRemoteImages } from './features/media/remote.ts';
import type { MediaTools } from './features/media/tools.ts';
import {
  frequentIndexing,
  hourlyPacking,
  indexPublished,
  packDocuments,
  refreshFeatures,
  renderArticles,
  sanitizeStored,
} from './features/publication/jobs.ts';
import { minutelySweep, rebuildRollups, sweepRollups } from './features/rollups/jobs.ts';
import { clearSources } from './features/sources/jobs.ts';
import { clearWebhooks, replayEvents, sendTests } from './features/webhooks/jobs.ts';
import type { openWebhookTools } from './features/webhooks/tools.ts';
import { intakeHandlers, intakeSchedules } from './intake/jobs.ts';
import type { networkTools } from './intake/network-tools.ts';

type WebhookTools = Awaited<ReturnType<typeof openWebhookTools>>;

interface Settings
  extends Pick<Config, 'auditDays' | 'mailDays' | 'rawDays' | 'serviceEnv' | 'thumbsMax' | 'wireWord'> {
  publicUrl: () => string;
  network: ReturnType<typeof networkTools>;
}

interface Tools {
  /** Of requests to other servers; in a demo, the simulated town is allowed. */
  guard: WebhookTools;
  webhooks: WebhookTools;
  media: MediaTools;
}

export function allJobs(settings: Settings, { guard, webhooks, media }: Tools) {
  const { wireWord, serviceEnv: env, thumbsMax, auditDays } = settings;
  const periodic = cleanUps({ auditDays, storage: media.storage });
  const handlers = [
    publishScheduled,
    serveDueEvents,
    refreshFeatures,
    renderArticles,
    sanitizeStored,
    indexPublished,
    packDocuments,
    removeCampaign,
    removeDemoWhenAsked,
    rebuildRollups,
    sweepRollups,
    replayEvents,
    clearWebhooks,
    clearSources,
    ...intakeHandlers(guard, settings, media),
    sendTests({ ...webhooks, wireWord, env }),
    collectGarbage(media, thumbsMax),
    fetchRemoteImages(media, webhooks),
    ...periodic.map(({ handler }) => handler),
  ];
  const schedules = [
    frequentIndexing,
    hourlyPacking,
    minutelySweep,
    dailyCollection,
    ...intakeSchedules,
    ...periodic.map(({ schedule }) => schedule),
  ];
  return { handlers, schedules };
}
