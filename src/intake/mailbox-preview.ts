/** What a mailbox would bring. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { SourcePreview } from '../contract/source-preview.ts';
import { invalidBody, unavailable } from '../core/errors.ts';
import { storable } from '../core/intake/charset.ts';
import { singleSpaced } from '../core/intake/plain-text.ts';
import { utc } from '../core/time.ts';
import type { Db } from '../db/connect.ts';
import { type Headline, withMailbox } from '../features/mail/mailbox.ts';
import { MailboxProblem } from '../features/mail/mailbox-problem.ts';
import { LARGEST_MESSAGE } from '../features/mail/messages.ts';
import type { MailboxSettings } from '../features/sources/queries.ts';
import { claimHost, releaseHost } from './host.ts';
import type { NetworkTools } from './network-tools.ts';

type Preview = Static<typeof SourcePreview>;

export interface Placed {
  place: MailboxSettings;
  /** Sealed, if it is stored. */
  password: string | Buffer;
}

const SHOWN_ITEMS = 20;
const CLAIMED_WITHIN_MS = 2_500;
const CLAIM_AGAIN_MS = 250;

/** What the list of a mail program shows: no message is fetched, and nothing changes there. */
export async function mailboxPreview(
  db: Db,
  tools: NetworkTools,
  { place, password }: Placed,
  timeoutMs: number,
): Promise<Preview> {
  const host = `imap://${place.server}:${place.port}`;
  // A server rests for a moment after each session.
  for (const until = performance.now() + CLAIMED_WITHIN_MS; (await claimHost(db, host, timeoutMs / 1_000)) > 0; ) {
    if (performance.now() > until) throw unavailable('The mailbox is being read; try again in a moment.', 5);
    await sleep(CLAIM_AGAIN_MS);
  }
  const opening = {
    ...{ place: { ...place, after: 'keep' as const }, timeoutMs },
    password: typeof password === 'string' ? password : tools.secrets.open(password),
  };
  try {
    return await withMailbox(tools.guard, opening, async (mailbox) => ({
      ...{ format: 'messages' as const, title: place.mailbox, url: null, unread: 0, total_count: mailbox.count },
      items: (await mailbox.headlines(SHOWN_ITEMS)).map(messageOf),
    }));
  } catch (error) {
    if (!(error instanceof MailboxProblem)) throw error;
    throw invalidBody([{ path: '/email', message: `cannot be read: ${error.message}` }]);
  } finally {
    await releaseHost(db, host, 0);
  }
}

const LONGEST = 500;
const MIB = 1024 * 1024;
const TOO_LARGE = `It has more than ${LARGEST_MESSAGE / MIB} MiB.`;

function messageOf({ uid, subject, messageId, at, size }: Headline): Preview['items'][number] {
  const plain = (text: string) => storable(singleSpaced(text)).slice(0, LONGEST);
  return {
    ...{ external_id: plain(messageId) || String(uid), title: plain(subject), url: null, cover_url: null, tags: [] },
    published_at: at && utc(at),
    reason: size > LARGEST_MESSAGE ? TOO_LARGE : null,
  };
}
