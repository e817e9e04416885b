import type { Static } from 'typebox';
import type { manageApi } from '../contract/routes.ts';
import type { NewPreview, SourcePreview } from '../contract/source-preview.ts';
import { conflict, invalidBody, unavailable } from '../core/errors.ts';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { Handlers } from '../features/handler.ts';
import { isRestoredCopy } from '../features/intake-hold/queries.ts';
import { wholeTargets } from '../features/sources/draft.ts';
import { isMailbox, refuseEmail, storedEmail } from '../features/sources/mailbox.ts';
import { isFeed, isTracker, type MailboxSettings, sourceById } from '../features/sources/queries.ts';
import { refuseUntrackable } from '../features/sources/trackers.ts';
import { mailboxPreview, type Placed } from './mailbox-preview.ts';
import type { NetworkTools } from './network-tools.ts';
import { type Tracked, trackerPreview } from './tracker-preview.ts';

type Given = Static<typeof NewPreview>;
type Preview = Static<typeof SourcePreview>;
type Handler = Handlers<typeof manageApi.sources>['preview'];

const MOST_AT_ONCE = 4;
/** Of the time of a request, for answering. */
const RESERVED_MS = 1_500;
const LEAST_MS = 100;
const LONGEST_MS = 15_000;
const HELD = 'This is a restored copy, which asks nobody until it is released.';
const ONE = 'must be sent, or else document, source_id, email, or account_id with targets';

/** `ofFeed` reads feeds. */
export function previewsOf(tools: NetworkTools, ofFeed: Handler): Handler {
  let atOnce = 0;
  return async (db, asked) => {
    if (atOnce >= MOST_AT_ONCE) throw unavailable('Too many sources are being read; try again in a moment.', 5);
    atOnce += 1;
    try {
      const { site, body, now, endsAt } = asked;
      // Outside any transaction: the row takes no idempotency key.
      const found = await sourcePreview(db as Db, tools, site.id, body, { now, endsAt });
      return 'feed' in found ? await ofFeed(db, { ...asked, body: found.feed }) : { preview: found };
    } finally {
      atOnce -= 1;
    }
  };
}

/** What is to be previewed; or the feed that is to be read. */
export async function sourcePreview(
  db: Db,
  tools: NetworkTools,
  siteId: number,
  body: Given,
  { now, endsAt }: { now: Date; endsAt: number },
): Promise<Preview | { feed: Given }> {
  const given = [body.url ?? body.document, body.source_id, body.email, body.account_id ?? body.targets];
  if (given.filter((one) => one !== undefined).length !== 1) throw invalidBody([{ path: '/url', message: ONE }]);
  const found = await foundOf(db, siteId, body, tools.guard.allowPrivate);
  if ('feed' in found) return found;
  if (await isRestoredCopy(db)) throw conflict(HELD);
  const left = Math.floor(endsAt - performance.now() - RESERVED_MS); // AbortSignal.timeout takes whole milliseconds
  const ms = Math.max(LEAST_MS, Math.min(LONGEST_MS, left));
  return 'place' in found
    ? mailboxPreview(db, tools, found, ms)
    : trackerPreview(db, tools, siteId, found, { now, ms });
}

/** What is to be read, of the body or of a source that the site has. */
async function foundOf(
  db: Db | Tx,
  siteId: number,
  body: Given,
  allowPrivate: boolean,
): Promise<{ feed: Given } | Tracked | Placed> {
  if (body.email) return placed(body.email, allowPrivate);
  if (body.source_id === undefined && body.account_id === undefined && !body.targets) return { feed: body };
  if (body.source_id === undefined) return tracked(db, siteId, body);
  const source = await sourceById(db, siteId, body.source_id);
  if (isFeed(source)) return { feed: { url: source.settings.url } };
  if (isTracker(source)) {
    const { targets = [], language = null, include_replies = false } = source.settings;
    return tracked(db, siteId, { account_id: source.account_id, targets, language, include_replies });
  }
  if (!isMailbox(source)) throw conflict('Only feeds, mailboxes and media trackers can be previewed.');
  return { place: source.settings.email, password: source.mail_password ?? '' };
}

function placed(email: NonNullable<Given['email']>, allowPrivate: boolean): Placed {
  if (email.way === 'smtp')
    throw invalidBody([{ path: '/email/way', message: 'must be imap: nothing is fetched by smtp' }]);
  refuseEmail(email, { stored: null, hasPassword: false, allowPrivate });
  return { place: storedEmail(email) as MailboxSettings, password: email.password ?? '' }; // complete for imap
}

async function tracked(
  db: Db | Tx,
  siteId: number,
  { account_id, targets = [], language = null, include_replies = false }: Given,
): Promise<Tracked> {
  await transaction(db, (tx) =>
    refuseUntrackable(tx, siteId, 'media_tracker', { account_id, targets, language, include_replies }),
  );
  if (targets.length === 0) throw invalidBody([{ path: '/targets', message: 'are needed for a media tracker' }]);
  return {
    account_id: account_id ?? 0,
    wanted: { targets: wholeTargets(targets), language, includeReplies: include_replies },
  };
}
