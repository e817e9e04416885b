import { useId, useRef, useState } from 'react';
import { usePeopleWords } from './words.ts';

/** A link that is shown once, to be copied. */
export function SecretLink({ link }: { link: string }) {
  const words = usePeopleWords();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    field.current?.select();
    // Pages without https have no clipboard; the link is selected then.
    await navigator.clipboard?.writeText(link).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <div className="secret-link">
      <label htmlFor={id}>{words.link}</label>
      <input
        className="field"
        id={id}
        onFocus={({ currentTarget }) => currentTarget.select()}
        readOnly
        ref={field}
        value={link}
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
