/**
 * What happens on a site while it is open here. Browsers allow six connections per server over HTTP/1.1, so that all tabs share
 * one: the tab that has the lock reads the stream and passes events on to the others.
 */
import type { LiveConnection, LiveEvent } from '../../src/sdk/client.ts';
import type { Api } from '../api/api.ts';
import { createStore, type Store } from '../store.ts';

export interface Live {
  connection: Store<LiveConnection>;
  /** Returns a function that stops listening. */
  on(listener: (event: LiveEvent) => void): () => void;
  stop(): void;
}

type Message = { event: LiveEvent } | { connection: LiveConnection } | 'hello';

const RESET: LiveEvent = { name: 'reset', data: {} };

export function openLive(api: Api, personId: number, siteId: number): Live {
  const name = `masthead.live.${personId}.${siteId}`;
  const connection = createStore<LiveConnection>('none');
  const listeners = new Set<(event: LiveEvent) => void>();
  const stopped = new AbortController();
  const channel = new BroadcastChannel(name);
  let isLeader = false;
  const emit = (event: LiveEvent) => {
    for (const listener of listeners) listener(event);
  };
  const tell = (message: Message) => {
    if (!stopped.signal.aborted) channel.postMessage(message);
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data === 'hello') return isLeader ? tell({ connection: connection.get() }) : undefined;
    if ('event' in data) emit(data.event);
    else connection.set(data.connection);
  };
  tell('hello');
  const lead = async () => {
    isLeader = true;
    await readForAll(api, siteId, stopped.signal, {
      onEvent: (event) => {
        emit(event);
        tell({ event });
      },
      onConnection: (how) => {
        connection.set(how);
        tell({ connection: how });
      },
    });
  };
  // Insecure pages have no locks: each tab reads the stream itself.
  const leading = navigator.locks ? navigator.locks.request(name, { signal: stopped.signal }, lead) : lead();
  leading.catch(() => undefined); // the page was left before it had the lock
  return {
    connection,
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      stopped.abort();
      channel.close();
    },
  };
}

interface Receivers {
  onEvent(event: LiveEvent): void;
  onConnection(connection: LiveConnection): void;
}

/** Reads until the page is left. After each start, events may have been missed. */
async function readForAll(api: Api, siteId: number, signal: AbortSignal, receivers: Receivers): Promise<void> {
  while (!signal.aborted) {
    const round = new AbortController();
    const end = () => round.abort();
    signal.addEventListener('abort', end);
    // The client backs off; a page that is visible again reads at once.
    let wasAway = false;
    const follow = () => {
      if (api.connection.get() !== 'online') wasAway = true;
      else if (wasAway) round.abort();
    };
    const unfollow = api.connection.subscribe(follow);
    try {
      receivers.onEvent(RESET);
      const options = { signal: round.signal, onConnection: receivers.onConnection };
      for await (const event of api.manage.live.read(siteId, options)) receivers.onEvent(event);
    } catch {
      receivers.onConnection('none');
      if (!round.signal.aborted) await signedInAgain(api, signal);
    } finally {
      unfollow();
      signal.removeEventListener('abort', end);
    }
  }
}

/** The right has ended. If the session has ended too, this request opens the sign-in; otherwise reading does not restart. */
function signedInAgain({ manage, session }: Api, signal: AbortSignal): Promise<void> {
  manage.me.read({ signal }).catch(() => undefined);
  return new Promise((resolve) => {
    let wasEnded = session.get() === 'ended';
    const done = () => {
      unfollow();
      resolve();
    };
    const unfollow = session.subscribe(() => {
      if (session.get() === 'ended') wasEnded = true;
      else if (wasEnded) done();
    });
    signal.addEventListener('abort', done);
  });
}
