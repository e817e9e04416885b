/** The files on their way: how far each is, and what went wrong. */
import type { MediaItem } from '../../../src/sdk/client.ts';
import { Icon } from '../../icons.tsx';
import { useStore } from '../../store.ts';
import type { Upload, Uploads } from './uploads.ts';
import { useMediaWords } from './words.ts';

interface UploadListProps {
  uploads: Uploads;
  /** Opens an item to be described. */
  onOpen?: ((id: number) => void) | undefined;
  /** Chooses an item. */
  onUse?: ((item: MediaItem) => void) | undefined;
}

const FINISHED = ['done', 'failed', 'cancelled'];

export function UploadList({ uploads, onOpen, onUse }: UploadListProps) {
  const { uploads: words } = useMediaWords();
  const list = useStore(uploads.list);
  if (list.length === 0) return null;
  const finished = list.filter(({ state }) => FINISHED.includes(state)).map(({ key }) => key);
  return (
    <section aria-label={words.title} className="uploads">
      <header className="uploads-head">
        <h2>{words.title}</h2>
        {finished.length > 0 && (
          <button className="link" onClick={() => uploads.dismiss(finished)} type="button">
            {words.clear}
          </button>
        )}
      </header>
      <ul>
        {list.map((upload) => (
          <UploadLine key={upload.key} onOpen={onOpen} onUse={onUse} upload={upload} uploads={uploads} />
        ))}
      </ul>
    </section>
  );
}

function UploadLine({ upload, uploads, onOpen, onUse }: UploadListProps & { upload: Upload }) {
  const { uploads: words } = useMediaWords();
  const { key, name, state, problem, item } = upload;
  const isUnderway = state === 'waiting' || state === 'sending';
  return (
    <li className="upload-line" data-state={state}>
      <span className="upload-name">{name}</span>
      {state === 'sending' && <progress aria-label={name} max={1} value={upload.part} />}
      <span className="upload-state" role="status">
        {problem ?? <State upload={upload} />}
      </span>
      {state === 'done' && item && onOpen && (
        <button className="link" onClick={() => onOpen(item.id)} type="button">
          {words.describe}
        </button>
      )}
      {state === 'done' && item && onUse && (
        <button aria-label={words.takeNamed(name)} className="link" onClick={() => onUse(item)} type="button">
          {words.use}
        </button>
      )}
      {(state === 'failed' || state === 'cancelled') && (
        <button className="link" onClick={() => uploads.retry(key)} type="button">
          {words.retry}
        </button>
      )}
      <button
        aria-label={isUnderway ? words.cancel(name) : words.dismiss(name)}
        className="icon-button upload-end"
        onClick={() => (isUnderway ? uploads.cancel(key) : uploads.dismiss([key]))}
        type="button"
      >
        <Icon name="close" />
      </button>
    </li>
  );
}

/** All bytes are sent before the service has looked at them. */
function State({ upload: { state, part, source } }: { upload: Upload }) {
  const { uploads: words } = useMediaWords();
  if (state !== 'sending') return state === 'failed' ? null : words[state];
  if (typeof source === 'string') return words.fetching;
  return part >= 1 ? words.working : words.sending(Math.floor(part * 100));
}
