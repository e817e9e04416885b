/** Live events of a site as an endless loop, which reconnects by itself and misses no event. */
import { MastheadError } from './error.ts';
import { addressOf } from './route.ts';
import { pause } from './waiting.ts';
import type { Presence } from './wire.generated.ts';

/** An article that was saved, published, unpublished, deleted or restored. */
export interface LiveArticle {
  uid: string;
  /** Null until it is published. */
  id: number | null;
  state: 'draft' | 'pending' | 'scheduled' | 'published' | 'unpublished';
  version: number;
  /** The version that was published last. */
  published_version: number | null;
  updated_by: string;
  updated_at: string;
  /** Whether the article is in the trash. */
  deleted: boolean;
}

export type LiveEvent =
  | { name: 'article'; data: LiveArticle }
  /** Everyone who has the article open now. */
  | { name: 'presence'; data: { uid: string; presences: Presence[] } }
  /** Counts of articles may have changed. */
  | { name: 'counts'; data: Record<string, never> }
  /** Everything since the last connection was sent. */
  | { name: 'ready'; data: Record<string, never> }
  /** Too much happened since the last connection: read everything again. */
  | { name: 'reset'; data: Record<string, never> };

/** How events arrive: at once, by polling if a proxy buffers streams, or not at all. */
export type LiveConnection = 'stream' | 'poll' | 'none';

export interface LiveOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds of silence after which the connection counts as dead; default 45,000. */
  silence?: number | undefined;
  /** Milliseconds between two polls, if streams do not arrive; default 15,000. */
  pollEvery?: number | undefined;
  /** Called when a connection begins to send events, and when one fails. */
  onConnection?: ((connection: LiveConnection) => void) | undefined;
}

export interface LiveOperations {
  /**
   * `GET /v1/manage/sites/{site_id}/live`: Events as they happen, until the loop ends. Throws when the session or the right has
   * ended.
   */
  read(siteId: number, options?: LiveOptions): AsyncIterable<LiveEvent>;
}

export type Connect = (address: string, headers: Record<string, string>, signal: AbortSignal) => AsyncIterable<string>;

const SILENCE = 45_000;
/** The service sends its first event at once. */
const FIRST_EVENT = 10_000;
const POLL_EVERY = 15_000;
/** After this many streams without an event the client polls, and after this many polls it tries a stream again. */
const SILENT_STREAMS = 2;
const POLLS = 20;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
const DOUBLE = 2;

export async function* liveEvents(
  connect: Connect,
  siteId: number,
  { signal, silence = SILENCE, pollEvery = POLL_EVERY, onConnection }: LiveOptions,
): AsyncGenerator<LiveEvent> {
  const address = addressOf('/v1/manage/sites/:site_id/live', { site_id: siteId });
  let lastId: string | null = null;
  let wait = FIRST_PAUSE;
  let [silentStreams, polls] = [0, 0];
  for (;;) {
    signal?.throwIfAborted();
    const isPoll = silentStreams >= SILENT_STREAMS && polls < POLLS;
    let isHeard = false;
    try {
      const headers: Record<string, string> = lastId === null ? {} : { 'last-event-id': lastId };
      const asked = isPoll ? `${address}?once=true` : address;
      for await (const event of eventsOf(connect, asked, headers, silence, signal)) {
        if (!isHeard) onConnection?.(isPoll ? 'poll' : 'stream');
        isHeard = true;
        lastId = event.id ?? lastId;
        if (event.name === 'end') throw new MastheadError(String(event.data.error), { status: 403 });
        yield event as unknown as LiveEvent; // as the service writes them
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof MastheadError && !error.isTemporary) throw error;
    }
    if (!isHeard) onConnection?.('none');
    if (!isPoll) silentStreams = isHeard ? 0 : silentStreams + 1;
    polls = isPoll ? polls + 1 : 0;
    if (isHeard) wait = FIRST_PAUSE;
    await pause(isPoll && isHeard ? pollEvery : wait, signal);
    wait = Math.min(wait * DOUBLE, LONGEST_PAUSE);
  }
}

interface RawEvent {
  name: string;
  id: string | null;
  data: Record<string, unknown>;
}

/** The events of one connection, which times out when not even a heartbeat arrives. */
async function* eventsOf(
  connect: Connect,
  address: string,
  headers: Record<string, string>,
  silence: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<RawEvent> {
  const own = new AbortController();
  const stop = () => own.abort();
  signal?.addEventListener('abort', stop);
  let timer = setTimeout(stop, Math.min(silence, FIRST_EVENT));
  let event: RawEvent = { name: 'message', id: null, data: {} };
  try {
    for await (const raw of connect(address, headers, own.signal)) {
      clearTimeout(timer);
      timer = setTimeout(stop, silence);
      const line = raw.replace(/\r$/, '');
      const value = line.slice(line.indexOf(':') + 1).replace(/^ /, '');
      if (line.startsWith('event:')) event.name = value;
      if (line.startsWith('id:')) event.id = value;
      if (line.startsWith('data:')) event.data = JSON.parse(value);
      if (line !== '') continue;
      if (event.name !== 'message') yield event;
      event = { name: 'message', id: null, data: {} };
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    own.abort();
  }
}
