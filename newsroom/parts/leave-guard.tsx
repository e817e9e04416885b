/** Asks before unsaved changes are lost: by a link, a key, Back, or by closing the page. */
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from '../editor/fields.tsx';
import { usePartWords } from './words.ts';

/** Continues to the chosen address. */
type Continue = () => void;

export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const words = usePartWords();
  const [pending, setPending] = useState<{ run: Continue }>();
  const isLeaving = useGuard(isDirty, (run) => setPending({ run }));
  if (!pending) return null;
  const leave = () => {
    isLeaving.current = true;
    setPending(undefined);
    pending.run();
  };
  return (
    <Dialog closeLabel={words.cancel} onClose={() => setPending(undefined)} title={words.leave.title}>
      <p>{words.leave.hint}</p>
      <div className="dialog-actions">
        <button className="button" onClick={leave} type="button">
          {words.leave.leave}
        </button>
        <button className="button primary" onClick={() => setPending(undefined)} type="button">
          {words.leave.stay}
        </button>
      </div>
    </Dialog>
  );
}

function useGuard(isDirty: boolean, ask: (run: Continue) => void) {
  const [, navigate] = useLocation();
  const isLeaving = useRef(false);
  const latest = useRef({ ask, navigate });
  latest.current = { ask, navigate };
  useEffect(() => {
    if (!isDirty) return;
    isLeaving.current = false;
    const end = new AbortController();
    const { signal } = end;
    const { pathname } = location;
    window.addEventListener('beforeunload', (event) => !isLeaving.current && event.preventDefault(), { signal });
    // Browsers without it ask when the page is closed, and for links.
    window.navigation?.addEventListener(
      'navigate',
      (event) => {
        const { url, key, sameDocument } = event.destination;
        const isElsewhere = sameDocument && new URL(url).pathname !== pathname;
        if (isLeaving.current || !event.cancelable || !isElsewhere) return;
        event.preventDefault();
        const { navigationType } = event;
        latest.current.ask(() => {
          if (navigationType === 'traverse') window.navigation.traverseTo(key);
          else latest.current.navigate(`~${url.slice(location.origin.length)}`);
        });
      },
      { signal },
    );
    if (!window.navigation) guardLinks(signal, pathname, (run) => latest.current.ask(run), isLeaving);
    return () => end.abort();
  }, [isDirty]);
  return isLeaving;
}

function guardLinks(
  signal: AbortSignal,
  pathname: string,
  ask: (run: Continue) => void,
  isLeaving: { current: boolean },
) {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || isLeaving.current || link.pathname === pathname || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    ask(() => link.click());
  };
  document.addEventListener('click', onClick, { signal, capture: true });
}
