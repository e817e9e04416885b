/** One question before published articles are deleted, for all of them. */
import { Dialog } from '../../editor/fields.tsx';
import { useListWords } from './words.ts';

interface ConfirmDeletionProps {
  /** How many of them are published. */
  count: number;
  onConfirm(): void;
  onCancel(): void;
}

export default function ConfirmDeletion({ count, onConfirm, onCancel }: ConfirmDeletionProps) {
  const { bulk, deletion } = useListWords();
  return (
    <Dialog closeLabel={deletion.keep(count)} onClose={onCancel} title={deletion.title(count)}>
      <p className="note">{deletion.hint(count)}</p>
      <div className="dialog-actions">
        <button className="button" onClick={onCancel} type="button">
          {deletion.keep(count)}
        </button>
        <button className="button delete primary" onClick={onConfirm} type="button">
          {bulk.delete}
        </button>
      </div>
    </Dialog>
  );
}
