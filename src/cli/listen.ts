import { setTimeout as sleep } from 'node:timers/promises';
import { badUsage } from '../core/errors.ts';
import type { Db } from '../db/connect.ts';
import { noSuchSite } from '../db/site-lock.ts';
import { siteById } from '../features/sites/queries.ts';
import { eventsAfter, type FeedEvent } from '../features/webhooks/queries.ts';
import { type Command, idArgument, parsed, print, stopSignal, withDatabase } from './command.ts';
import {
  answered,
  envNamed,
  type Poster,
  posterTo,
  SECRET_HELP,
  secretOptions,
  secretsGiven,
  targetAt,
} from './receiver.ts';

const POLL_MS = 300;
const EVENTS_AT_ONCE = 20;
/** Attempts at a receiver that answers with an error; one that does not answer is retried without limit. */
const MOST_TRIES = 3;
const LONGEST_PAUSE_MS = 5_000;
const PAUSE_MS = 1_000;
/** After all events of a version. */
const END_OF_VERSION = { article_id: Number.MAX_SAFE_INTEGER, step: 9 };

export const listen: Command = {
  summary: 'forward the notifications of a site to an address on your machine',
  help: `Usage: masthead listen --site ID --forward-to URL [--section ID] [--since VERSION]
                       [--secret-file FILE] [--env ENV]

Follows the events of a site and sends every notification to URL, in order, with the
service's own headers and signatures. You need no registered webhook, and registered ones
are not affected. If URL cannot be reached, it retries until it can; after a response
other than 2xx it tries three times. Stop it with Ctrl-C.

  --site ID            the site
  --section ID         only notifications for a webhook of this section
  --forward-to URL     your receiver, such as http://localhost:8080/hooks; signatures
                       use it exactly as given
  --since VERSION      start after this version of the site instead of now; events are
                       kept for 30 days
${SECRET_HELP}
                       (default: a new one, which is printed)
  --env ENV            the value of X-Service-Env (default: SERVICE_ENV)`,
  async run(args) {
    const { values } = parsed(args, {
      ...secretOptions,
      site: { type: 'string' },
      section: { type: 'string' },
      'forward-to': { type: 'string' },
      since: { type: 'string' },
      env: { type: 'string' },
    });
    const siteId = idArgument(values.site, '--site');
    const sectionId = values.section === undefined ? null : idArgument(values.section, '--section');
    const since = values.since === undefined ? null : versionArgument(values.since);
    const env = envNamed(values.env);
    const url = values['forward-to'];
    if (url === undefined) throw badUsage('--forward-to URL is missing: where to send notifications.');
    const target = targetAt('--forward-to', url, await secretsGiven(values));
    const stopping = new AbortController();
    void stopSignal().then(() => stopping.abort());
    const poster = posterTo(target, env);
    stopping.signal.addEventListener('abort', () => poster.stop());
    await withDatabase(async ({ db }) => {
      const site = await siteById(db, siteId);
      if (!site) throw noSuchSite();
      const version = since ?? site.content_version;
      print(`Listening to site ${siteId} “${site.name}” after version ${version}, forwarding to ${url.trim()}`);
      const reached = await follow(db, { siteId, sectionId }, version, poster, stopping.signal);
      print(`Stopped. To continue from here: --since ${reached}`);
    });
  },
};

/** Forwards until it is stopped, and returns the version up to which everything was forwarded. */
async function follow(
  db: Db,
  which: { siteId: number; sectionId: number | null },
  since: number,
  poster: Poster,
  signal: AbortSignal,
): Promise<number> {
  let place = { content_version: since, ...END_OF_VERSION };
  let isAway = false;
  const look = () =>
    eventsAfter(db, which, place, EVENTS_AT_ONCE).then(
      (events) => {
        isAway = false;
        return events;
      },
      (error: Error) => {
        if (!isAway) print(`The database does not answer (${error.message}); retrying.`);
        isAway = true;
        return [];
      },
    );
  for (;;) {
    const events = await look();
    for (const event of events) {
      if (!(await forward(event, poster, signal))) return event.content_version - 1;
      place = event;
    }
    if (events.length === EVENTS_AT_ONCE) continue;
    if (signal.aborted) return place.content_version;
    await pause(POLL_MS, signal);
  }
}

/** Sends one notification until it is delivered or fails for good; false when it was stopped before. */
async function forward(event: FeedEvent, poster: Poster, signal: AbortSignal): Promise<boolean> {
  const { content_version: version, article_id, action, body } = event;
  const described = `${action.padEnd(9)}  article ${article_id}, version ${version}`;
  let isSilent = false;
  for (let attempt = 1, answers = 0; !signal.aborted; attempt += 1) {
    const deliveryId = `listen-${version}-${article_id}-${action}`;
    const attempted = await poster.post({ action, body, deliveryId, attempt, version });
    if (signal.aborted && attempted.outcome !== 'delivered') return false;
    answers += attempted.status === null ? 0 : 1;
    const isOver = attempted.outcome === 'delivered' || answers === MOST_TRIES;
    const next = attempted.status === null ? '; retrying until it answers' : ', trying again';
    if (attempted.status !== null || !isSilent) print(`${described}  ${answered(attempted)}${isOver ? '' : next}`);
    if (isOver) return true;
    isSilent = attempted.status === null;
    await pause(Math.min(PAUSE_MS * attempt, LONGEST_PAUSE_MS), signal);
  }
  return false;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, null, { signal }).catch(() => {});
}

function versionArgument(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw badUsage('--since must be a version of the site, a whole number from 0.');
  return Number(text);
}
