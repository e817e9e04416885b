import { useEffect, useState } from 'react';

const REST_MS = 1_000;

/** Whether nothing was typed for a moment. A dialog that takes the focus in the middle of a word would take its last letters. */
export function useRest(): boolean {
  const [hasRested, setRested] = useState(false);
  useEffect(() => {
    if (hasRested) return;
    const rest = () => window.setTimeout(() => setRested(true), REST_MS);
    let timer = rest();
    const onKey = () => {
      window.clearTimeout(timer);
      timer = rest();
    };
    window.addEventListener('keydown', onKey, true);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('keydown', onKey, true);
    };
  }, [hasRested]);
  return hasRested;
}
