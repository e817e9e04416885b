/** Provides the live events of the open site, and invalidates queries when one arrives. */
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { LiveConnection, LiveEvent } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { usePerson, useSite } from '../shell/context.ts';
import { mayOn } from '../shell/rights.ts';
import { createStore } from '../store.ts';
import { type Live, openLive } from './live.ts';

const LiveContext = createContext<Live | null>(null);

/** Queries that a changed article invalidates. Not the rows of the list, which shows how many articles have changed. */
const REFRESHED = ['changed', 'counts', 'calendar', 'pins', 'inbox'];
/** Events within this time cause one round of requests. */
const GATHER_MS = 300;

export function LiveProvider({ children }: { children: ReactNode }) {
  const api = useApi();
  const person = usePerson();
  const site = useSite();
  const [live, setLive] = useState<Live | null>(null);
  const mayRead = mayOn(person, 'articles', 'read', site.id);
  useEffect(() => {
    // An analyst has no events to wait for.
    if (!mayRead) return setLive({ connection: createStore<LiveConnection>('stream'), on: never, stop: never });
    const opened = openLive(api, person.id, site.id);
    setLive(opened);
    return () => {
      setLive(null);
      opened.stop();
    };
  }, [api, person.id, site.id, mayRead]);
  return (
    <LiveContext.Provider value={live}>
      <Refreshing />
      {children}
    </LiveContext.Provider>
  );
}

export function useLiveConnection(): LiveConnection {
  const connection = useContext(LiveContext)?.connection;
  return useSyncExternalStore(connection?.subscribe ?? never, connection?.get ?? none);
}

const never = () => () => {};
const none = (): LiveConnection => 'none';

export function useLiveEvents(listener: (event: LiveEvent) => void): void {
  const live = useContext(LiveContext);
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => live?.on((event) => latest.current(event)), [live]);
}

/** Reads changed data again; a hidden page waits until it is visible. */
function Refreshing() {
  const queries = useQueryClient();
  const site = useSite();
  const timer = useRef<number | undefined>(undefined);
  const isDue = useRef(false);
  const refresh = () => {
    timer.current = undefined;
    if (document.visibilityState !== 'visible') return;
    isDue.current = false;
    void queries.invalidateQueries({
      predicate: ({ queryKey: [noun, id, what] }) =>
        noun === 'articles' && id === site.id && REFRESHED.includes(String(what)),
    });
  };
  const later = useRef(refresh);
  later.current = refresh;
  useLiveEvents(({ name }) => {
    if (name === 'presence' || name === 'ready') return;
    isDue.current = true;
    timer.current ??= window.setTimeout(() => later.current(), GATHER_MS);
  });
  useEffect(() => {
    const look = () => isDue.current && later.current();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, []);
  return null;
}
