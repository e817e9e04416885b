import { useState } from 'react';
import { copyText } from './copy-text.ts';
import { useEditorWords } from './words.ts';

/** Copies the text of an element. */
export function CopyButton({ find }: { find(): HTMLElement | null }) {
  const { copying } = useEditorWords();
  const [isCopied, setCopied] = useState(false);
  const copy = () => {
    const element = find();
    setCopied(element !== null && copyText(element));
  };
  return (
    <button className="button" onClick={copy} type="button">
      <span aria-live="polite">{isCopied ? copying.done : copying.copy}</span>
    </button>
  );
}
