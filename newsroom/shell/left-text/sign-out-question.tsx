import { Dialog } from '../../editor/fields.tsx';
import { useLeftTextWords } from './words.ts';

interface SignOutQuestionProps {
  /** How many articles have text that only this device has. */
  count: number;
  onSignOut(): void;
  onStay(): void;
}

export default function SignOutQuestion({ count, onSignOut, onStay }: SignOutQuestionProps) {
  const { signOut } = useLeftTextWords();
  return (
    <Dialog closeLabel={signOut.stay} onClose={onStay} title={signOut.title}>
      <p>{signOut.hint(count)}</p>
      <div className="dialog-actions">
        <button className="button" onClick={onSignOut} type="button">
          {signOut.agree}
        </button>
        <button className="button primary" onClick={onStay} type="button">
          {signOut.stay}
        </button>
      </div>
    </Dialog>
  );
}
