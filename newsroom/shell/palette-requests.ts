/** Requests to open the palette, and the letters that are typed before its search has the focus. */
import { useCallback, useEffect, useState } from 'react';
import { createStore, type Store } from '../store.ts';

const SEARCH = '.mantine-Spotlight-search';
/** How long letters wait for a palette that does not load. */
const WAIT_MS = 10_000;

interface PaletteRequests {
  /** Raised by each request to open it. */
  requests: number;
  open: () => void;
  typed: Store<string>;
}

/** `Ctrl K` works everywhere, also in fields. */
export function usePaletteRequests(): PaletteRequests {
  const [requests, setRequests] = useState(0);
  const [typed] = useState(() => createStore(''));
  const open = useCallback(() => {
    setRequests((before) => before + 1);
    collect(typed);
  }, [typed]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      if (event.defaultPrevented) return; // the editor makes a link of a selection
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open]);
  return { requests, open, typed };
}

/** Until the search has the focus, or the person does something else. */
function collect(typed: Store<string>): void {
  typed.set('');
  const listening = new AbortController();
  const stop = () => listening.abort();
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey } = event;
    if (key === 'Escape' || document.activeElement?.matches(SEARCH)) return stop();
    if (ctrlKey || metaKey || key.length > 1) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    typed.set(typed.get() + key);
  };
  const { signal } = listening;
  window.addEventListener('keydown', onKey, { capture: true, signal });
  window.addEventListener('pointerdown', stop, { capture: true, signal });
  window.setTimeout(stop, WAIT_MS);
}
