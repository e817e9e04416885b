/** Holds an article for this moderator while it is on the screen: claimed when it is opened, renewed, released on leaving. */
import { useEffect, useRef, useState } from 'react';
import { MastheadError } from '../../../src/sdk/client.ts';
import { type Api, useApi } from '../../api/api.ts';
import { useSite } from '../../shell/context.ts';

/** A claim lasts a minute. */
const RENEW_MS = 20_000;

export type ClaimState =
  | { is: 'waiting' | 'held' | 'gone' }
  /** Null without a name. */
  | { is: 'taken'; by: string | null }
  | { is: 'failed'; error: Error };

interface Refused {
  onTaken(by: string | null): void;
  /** A decision ends the claim itself. If the claim ended first, a colleague would get the article in between. */
  isDecided(): boolean;
  /** It was decided before it was shown. */
  onGone(): void;
}

/** `seen` is what the queue says about it: another value, such as that a colleague has decided, asks again at once. */
export function useClaim(uid: string, seen: string, refused: Refused): ClaimState {
  const { manage } = useApi();
  const site = useSite();
  const [state, setState] = useState<ClaimState>({ is: 'waiting' });
  const latest = useRef(refused);
  latest.current = refused;
  const again = useRef<() => void>(undefined);
  useEffect(() => {
    let isOver = false;
    let wasHeld = false;
    let asking: Promise<void> = Promise.resolve();
    const claim = async () => {
      if (isOver || document.visibilityState === 'hidden') return;
      const next = await claimed(manage, site.id, uid);
      if (isOver) return;
      // Without a connection a claim that was held is shown until it is refused.
      setState((before) => (next.is === 'failed' && before.is === 'held' ? before : next));
      if (next.is === 'taken') latest.current.onTaken(next.by);
      if (next.is === 'gone' && !wasHeld) latest.current.onGone();
      wasHeld ||= next.is === 'held';
    };
    const ask = () => {
      asking = asking.then(claim, claim);
    };
    const release = () => {
      if (latest.current.isDecided()) return;
      void asking.then(() => manage.pendingArticles.releaseClaim(site.id, uid).catch(() => undefined));
    };
    ask();
    again.current = () => !wasHeld && ask();
    const timer = window.setInterval(ask, RENEW_MS);
    document.addEventListener('visibilitychange', ask);
    window.addEventListener('pagehide', release);
    return () => {
      isOver = true;
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
      window.removeEventListener('pagehide', release);
      release();
    };
  }, [manage, site.id, uid]);
  const before = useRef(seen);
  useEffect(() => {
    if (before.current !== seen) again.current?.();
    before.current = seen;
  }, [seen]);
  return state;
}

async function claimed(manage: Api['manage'], siteId: number, uid: string): Promise<ClaimState> {
  try {
    await manage.pendingArticles.claim(siteId, uid);
    return { is: 'held' };
  } catch (error) {
    if (!(error instanceof MastheadError)) return { is: 'failed', error: error as Error }; // the client throws errors only
    if (error.status === 404) return { is: 'gone' };
    const name = error.body.claimed_by_name;
    return error.status === 409 ? { is: 'taken', by: typeof name === 'string' ? name : null } : { is: 'failed', error };
  }
}
