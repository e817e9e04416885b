/** Keys of the editor that work wherever the focus is. */
import { useEffect, useRef } from 'react';

interface Keys {
  onSave(): void;
  onPublish(): void;
}

/** In the order in which F6 visits them. */
const REGIONS = ['#title', '.body-text', '#properties', '.editor-head .button'];

export function useEditorKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const hasDialog = document.querySelector('dialog[open]') !== null;
      if (isCommand && event.key.toLowerCase() === 's') latest.current.onSave();
      else if (isCommand && event.key === 'Enter' && !hasDialog) latest.current.onPublish();
      else if (event.key === 'F6' && !hasDialog) focusNext(event.shiftKey ? -1 : 1);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
}

function focusNext(by: 1 | -1): void {
  const elements = REGIONS.map((selector) => document.querySelector<HTMLElement>(selector));
  const current = elements.findIndex((element) => element?.contains(document.activeElement));
  elements[(current + by + elements.length) % elements.length]?.focus();
}
