/** Shortcuts of single letters: `j`, `?`, `Shift+x`, `g a`, `escape`. They act only outside of fields and dialogs, and a person can switch them off. */
import { useEffect, useRef } from 'react';

export type KeyBindings = Record<string, (event: KeyboardEvent) => void>;

const SEQUENCE_MS = 1_000;
const FIELDS = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]';

export function useKeys(bindings: KeyBindings, isOn: boolean): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  useEffect(() => {
    if (!isOn) return;
    let prefix = '';
    let prefixedAt = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      // A checkbox is an input that takes no letters.
      const isField = event.target instanceof Element && event.target.closest(FIELDS) && !isCheckbox(event.target);
      if (isField || document.querySelector('[aria-modal="true"]')) return;
      const isSequence = prefix !== '' && event.timeStamp - prefixedAt < SEQUENCE_MS;
      const key = nameOf(event);
      const name = isSequence ? `${prefix} ${key}` : key;
      const isPrefix = Object.keys(latest.current).some((binding) => binding.startsWith(`${name} `));
      [prefix, prefixedAt] = isPrefix ? [key, event.timeStamp] : ['', 0];
      const run = latest.current[name];
      if (!run) return;
      event.preventDefault();
      run(event);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOn]);
}

/** `?` is a key of its own on some keyboards and a shifted one on others; of letters the shift is named. */
function nameOf({ key, shiftKey }: KeyboardEvent): string {
  const name = key.toLowerCase();
  return shiftKey && /^[a-z]$/.test(name) ? `Shift+${name}` : name;
}

function isCheckbox(element: Element): boolean {
  return element instanceof HTMLInputElement && element.type === 'checkbox';
}
