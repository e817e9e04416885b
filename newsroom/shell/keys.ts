/** Shortcuts of single letters: `j`, `?`, `Shift+x`, `g a`, `escape`. They act only outside of fields and dialogs, and a person can switch them off. */
import { useEffect, useRef } from 'react';

export type KeyBindings = Record<string, (event: KeyboardEvent) => void>;

const SEQUENCE_MS = 1_000;
/** Begins sequences for all listeners: after `g`, `a` is no shortcut of the screen. */
const PREFIX = 'g';
/** Keys that act again while they are held down; one decision must not become ten. */
const REPEATED = /^[jk]$/;
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
      if (event.repeat && !REPEATED.test(event.key)) return;
      // A checkbox is an input that takes no letters.
      const isField = event.target instanceof Element && event.target.closest(FIELDS) && !isCheckbox(event.target);
      if (isField || document.querySelector('[aria-modal="true"]')) return;
      const isSequence = prefix !== '' && event.timeStamp - prefixedAt < SEQUENCE_MS;
      const key = nameOf(event);
      const name = isSequence ? `${prefix} ${key}` : key;
      const isPrefix = !isSequence && (name === PREFIX || hasSequence(latest.current, name));
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

const hasSequence = (bindings: KeyBindings, prefix: string) =>
  Object.keys(bindings).some((binding) => binding.startsWith(`${prefix} `));

/** `?` is a key of its own on some keyboards and a shifted one on others; of letters the shift is named. */
function nameOf({ key, shiftKey }: KeyboardEvent): string {
  const name = key.toLowerCase();
  return shiftKey && /^[a-z]$/.test(name) ? `Shift+${name}` : name;
}

function isCheckbox(element: Element): boolean {
  return element instanceof HTMLInputElement && element.type === 'checkbox';
}
