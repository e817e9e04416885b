/** A picture on another server, which the service fetches. */
import { type FormEvent, useState } from 'react';
import { Dialog, TextField } from '../../editor/fields.tsx';
import { useMediaWords } from './words.ts';

interface AddressDialogProps {
  onAddress(address: string): void;
  onClose(): void;
}

export function AddressDialog({ onAddress, onClose }: AddressDialogProps) {
  const { address: words, detail } = useMediaWords();
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim()) onAddress(typed.trim());
  };
  return (
    <Dialog closeLabel={detail.close} onClose={onClose} title={words.title}>
      <form className="form" onSubmit={submit}>
        <TextField
          hint={words.hint}
          label={words.label}
          onChange={setTyped}
          placeholder="https://"
          type="url"
          value={typed}
        />
        <div className="dialog-actions">
          <button className="button primary" disabled={typed.trim() === ''} type="submit">
            {words.submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
