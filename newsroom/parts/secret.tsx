import { useId, useRef, useState } from 'react';
import { usePartWords } from './words.ts';

/** A link, a key or a secret that is shown once, to be copied. */
export function Secret({ label, value }: { label: string; value: string }) {
  const { secret: words } = usePartWords();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    field.current?.select();
    // Pages without https have no clipboard; the text is selected then.
    await navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <div className="secret-link">
      <label htmlFor={id}>{label}</label>
      <input
        className="field"
        id={id}
        onFocus={({ currentTarget }) => currentTarget.select()}
        readOnly
        ref={field}
        value={value}
      />
      <button className="button" onClick={copy} type="button">
        {words.copy}
      </button>
      <span className="note" role="status">
        {isCopied && words.copied}
      </span>
    </div>
  );
}
