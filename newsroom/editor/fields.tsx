/** Fields of the panel: a label, a hint, and the problem that the service reports. */
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Options, type Suggestions } from '../parts/options.tsx';

interface LabelledProps {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
}

interface TextProps extends LabelledProps {
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  rows?: number;
  type?: 'text' | 'url';
  placeholder?: string;
  /** Suggestions; other values are taken too. */
  options?: Suggestions | undefined;
}

/** A response does not change a field while the person types in it. */
export function TextField({
  value,
  onChange,
  onBlur,
  rows,
  type = 'text',
  placeholder,
  options,
  ...labelled
}: TextProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const shared = {
    ...describedBy(id, labelled),
    id,
    placeholder,
    value: typed ?? value,
    onChange: (event: { currentTarget: { value: string } }) => {
      setTyped(event.currentTarget.value);
      onChange(event.currentTarget.value);
    },
    onBlur: () => {
      setTyped(undefined);
      onBlur?.();
    },
  };
  return (
    <Labelled id={id} {...labelled}>
      {rows ? (
        <textarea {...shared} rows={rows} />
      ) : (
        <input {...shared} autoComplete="off" inputMode={type} list={options && `${id}-list`} />
      )}
      {options && <Options id={`${id}-list`} options={options} />}
    </Labelled>
  );
}

interface ChoiceProps extends LabelledProps {
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange(value: string): void;
}

export function ChoiceField({ value, options, onChange, ...labelled }: ChoiceProps) {
  const id = useId();
  return (
    <Labelled id={id} {...labelled}>
      <select
        {...describedBy(id, labelled)}
        id={id}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        value={value}
      >
        {options.map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

export function Labelled({ id, label, hint, problem, children }: LabelledProps & { id: string; children: ReactNode }) {
  return (
    <div className="editor-field">
      <label htmlFor={id}>{label}</label>
      {children}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p className="field-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

function describedBy(id: string, { hint, problem }: LabelledProps) {
  const ids = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return { 'aria-describedby': ids || undefined, 'aria-invalid': problem ? true : undefined };
}

/** What has the focus first: a field, or a button that deletes nothing, so that a key pressed too early does no harm. */
const FIRST = [
  'input:not([type=file]), select, textarea',
  '.primary:not(.delete)',
  '.dialog-actions .button:not(.delete)',
];

/** While the code of a dialog is loading: no shortcut acts meanwhile. */
export function OpeningDialog() {
  return <span aria-modal="true" hidden role="dialog" />;
}

interface DialogProps {
  title: string;
  closeLabel: string;
  onClose(): void;
  className?: string;
  children: ReactNode;
}

/** The browser's own dialog: it keeps the focus, and Esc closes it. */
export function Dialog({ title, closeLabel, onClose, className = '', children }: DialogProps) {
  const id = useId();
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog?.showModal();
    FIRST.map((selector) => dialog?.querySelector<HTMLElement>(selector))
      .find(Boolean)
      ?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [dialog]);
  return (
    <dialog
      aria-labelledby={id}
      aria-modal="true"
      className={`dialog ${className}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      ref={setDialog}
    >
      <header className="dialog-head">
        <h2 id={id}>{title}</h2>
        <button aria-label={closeLabel} className="icon-button" onClick={onClose} type="button">
          ×
        </button>
      </header>
      {children}
    </dialog>
  );
}
