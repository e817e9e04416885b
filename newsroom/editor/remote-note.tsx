import type { Remote } from '../parts/remote-pictures.ts';
import { usePartWords } from '../parts/words.ts';

/** Of an article from outside: its pictures are loaded on request only, since loading them tells the sender that it is read. */
export function RemoteNote({ remote, onLoad }: { remote: Remote; onLoad(): void }) {
  const { remote: words } = usePartWords();
  if (!remote.isWaiting) return null;
  return (
    <p className="note remote-note">
      {words.hidden}{' '}
      <button className="link" onClick={onLoad} type="button">
        {words.load}
      </button>
    </p>
  );
}
