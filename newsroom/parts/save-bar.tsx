/** The bar that saves a form or an order: it shows unsaved changes, errors, and the choices after a conflict. */
import type { ReactNode } from 'react';
import { usePartWords } from './words.ts';

interface SaveBarProps {
  state: {
    isDirty: boolean;
    isSaving: boolean;
    /** Someone else has saved in the meantime. */
    isStale: boolean;
    failure: string | null;
    /** Discards the changes. */
    reset(): void;
  };
  isNew?: boolean;
  /** Absent in a form, which saves when it is submitted. */
  onSave?: () => void;
  onSaveOver: () => void;
  /** At the start of the row. */
  children?: ReactNode;
}

export function SaveBar({ state, isNew = false, onSave, onSaveOver, children }: SaveBarProps) {
  const { form: words } = usePartWords();
  const { isDirty, isSaving, isStale, failure, reset } = state;
  return (
    <div className="save-bar">
      {isStale && (
        <div className="save-bar-conflict" role="alert">
          <p>{words.stale}</p>
          <button className="button" onClick={onSaveOver} type="button">
            {words.saveOver}
          </button>
          <button className="button" onClick={() => location.reload()} type="button">
            {words.readAgain}
          </button>
        </div>
      )}
      <div className="save-bar-row">
        {children}
        <p className="save-status" data-status={failure ? 'refused' : 'saved'} role="status">
          {failure ?? (isSaving ? words.saving : isDirty ? words.unsaved : '')}
        </p>
        {isDirty && !isNew && (
          <button className="button" disabled={isSaving} onClick={reset} type="button">
            {words.reset}
          </button>
        )}
        <button
          className="button primary"
          disabled={isSaving || !(isDirty || isNew)}
          onClick={onSave}
          type={onSave ? 'button' : 'submit'}
        >
          {isNew ? words.create : words.save}
        </button>
      </div>
    </div>
  );
}
