import { Dialog } from '../../editor/fields.tsx';
import { useMediaWords } from './words.ts';

interface ConfirmRemovalProps {
  count: number;
  onConfirm(): void;
  onCancel(): void;
}

export function ConfirmRemoval({ count, onConfirm, onCancel }: ConfirmRemovalProps) {
  const { confirm } = useMediaWords();
  return (
    <Dialog closeLabel={confirm.cancel} onClose={onCancel} title={confirm.title(count)}>
      <p>{confirm.text}</p>
      <div className="dialog-actions">
        <button className="button" onClick={onCancel} type="button">
          {confirm.cancel}
        </button>
        <button className="button delete primary" onClick={onConfirm} type="button">
          {confirm.remove}
        </button>
      </div>
    </Dialog>
  );
}
