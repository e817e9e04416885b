/** The typed client of this installation; its answers update the state of session and connection. */
import { createContext, useContext } from 'react';
import { type Client, createStaffClient } from '../../src/sdk/client.ts';
import type { Page } from '../page.ts';
import { createStore, type Store } from '../store.ts';

export type Connection = 'online' | 'offline' | 'unreachable';
export type SessionState = 'unknown' | 'signed in' | 'ended';

export type Analytics = Omit<Client, 'manage' | 'site'>;

export interface Api {
  manage: Client['manage'];
  /** The analytics API, with the session. */
  analytics: Analytics;
  /** The same with the token of a link, without a session. */
  analyticsWith(token: string): Analytics;
  connection: Store<Connection>;
  session: Store<SessionState>;
  /** See parts/pictures.ts. */
  mediaUrl: string;
  /** Articles that were closed a moment ago and are still being saved. */
  leaving: Map<string, Promise<void>>;
}

const UNAVAILABLE = [502, 503, 504];
/** Here 401 means a wrong password or passkey, not that the session has ended. */
const PROOFS =
  /\/v1\/manage\/(sessions|sessions\/passkey|sessions\/current\/confirmation|me\/password|invitations\/[^/]+\/acceptance)$/;
/** How often an unreachable service is polled. */
const ASK_AGAIN = 4_000;

export function createApi({ wireWord, mediaUrl }: Page): Api {
  const connection = createStore<Connection>(navigator.onLine ? 'online' : 'offline');
  const session = createStore<SessionState>('unknown');
  const watched: typeof fetch = async (input, init) => {
    try {
      // The page reports a closed article, and releases one, while it closes.
      const isLast = document.visibilityState === 'hidden' && /\/(presence|claim)$/.test(String(input));
      const response = await fetch(input, isLast ? { ...init, keepalive: true } : init);
      connection.set(UNAVAILABLE.includes(response.status) ? 'unreachable' : 'online');
      const isProof = PROOFS.test(response.url) && (init?.method ?? 'GET') !== 'GET';
      // Presence is sent while someone types: a sign-in dialog would take the typed letters. The next save shows it.
      const isQuiet = isProof || String(input).endsWith('/presence');
      if (response.status === 401 && !isQuiet && session.get() === 'signed in') session.set('ended');
      return response;
    } catch (error) {
      // A proxy may cut streams of a service that answers everything else.
      const isAway = !init?.signal?.aborted && !(isLive(input) && (await isReady()));
      if (isAway) connection.set(navigator.onLine ? 'unreachable' : 'offline');
      throw error;
    }
  };
  follow(connection);
  const client = (apiKey?: string) => createStaffClient({ url: location.origin, wireWord, fetch: watched, apiKey });
  const { manage, ...analytics } = client();
  return { manage, analytics, analyticsWith: client, connection, session, mediaUrl, leaving: new Map() };
}

/** Follows the browser's online state, and polls while the service does not answer. */
function follow(connection: Store<Connection>): void {
  window.addEventListener('offline', () => connection.set('offline'));
  window.addEventListener('online', () => connection.set('unreachable'));
  let timer: number | undefined;
  connection.subscribe(() => {
    window.clearTimeout(timer);
    if (connection.get() === 'unreachable') timer = window.setTimeout(ask, ASK_AGAIN);
  });
  const ask = async () => {
    if (await isReady()) connection.set('online');
    else timer = window.setTimeout(ask, ASK_AGAIN);
  };
}

function isReady(): Promise<boolean> {
  return fetch('/readyz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

function isLive(input: RequestInfo | URL): boolean {
  return /\/live(\?|$)/.test(String(input));
}

const ApiContext = createContext<Api | null>(null);
export const ApiProvider = ApiContext.Provider;

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error('ApiProvider is missing.');
  return api;
}
