/** A picture of the library, or a new one. A cover should say what it shows: without alt text the picker asks for it. */
import { useState } from 'react';
import type { MediaItem } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { Dialog, TextField } from '../../editor/fields.tsx';
import { useSite } from '../../shell/context.ts';
import { Notice } from '../../shell/states.tsx';
import { FileButton } from './file-button.tsx';
import { MediaSearchField } from './filters.tsx';
import { MediaGrid } from './grid.tsx';
import { useMediaItems } from './items.ts';
import { TileFace } from './tile.tsx';
import { UploadList } from './upload-list.tsx';
import { useUploads } from './uploads.ts';
import { useMediaWords } from './words.ts';

export interface PickerProps {
  onPick(item: MediaItem): void;
  onClose(): void;
  /** Whether a picture without alt text is asked for one. */
  needsAlt?: boolean;
}

export function Picker({ onPick, onClose, needsAlt = false }: PickerProps) {
  const words = useMediaWords();
  const [q, setQ] = useState('');
  const [silent, setSilent] = useState<MediaItem>();
  const pick = (item: MediaItem) => (needsAlt && !item.alt_text ? setSilent(item) : onPick(item));
  const found = useMediaItems({ q: q || undefined, type: 'image' });
  // One new picture is the one that was meant; of several, a person chooses.
  const uploads = useUploads((item) => uploads.list.get().length === 1 && pick(item));
  const title = silent ? words.picker.describe : words.picker.title;
  return (
    <Dialog className="dialog-wide" closeLabel={words.detail.close} onClose={onClose} title={title}>
      {silent ? (
        <Describe item={silent} onBack={() => setSilent(undefined)} onPick={onPick} />
      ) : (
        <div className="picker">
          <div className="media-head">
            <MediaSearchField onChange={setQ} q={q} />
            <FileButton accept="image/*" className="primary" isMultiple onFiles={uploads.add}>
              {words.upload}
            </FileButton>
          </div>
          <UploadList onUse={pick} uploads={uploads} />
          <MediaGrid
            {...found}
            empty={
              <Notice hint={q ? words.noMatchHint : words.picker.emptyHint} title={q ? words.noMatch : words.empty} />
            }
            label={words.picker.title}
            tile={(item) => (
              <button className="media-open" onClick={() => pick(item)} type="button">
                <TileFace item={item} />
              </button>
            )}
          />
        </div>
      )}
    </Dialog>
  );
}

interface DescribeProps {
  item: MediaItem;
  onPick(item: MediaItem): void;
  onBack(): void;
}

/** What is written here belongs to the item, so that nobody is asked twice. */
function Describe({ item, onPick, onBack }: DescribeProps) {
  const words = useMediaWords();
  const { manage } = useApi();
  const site = useSite();
  const [alt, setAlt] = useState('');
  const use = async () => {
    const alt_text = alt.trim();
    // An author may not change what others uploaded: then the text is the article's alone.
    const saved = await manage.media.change(site.id, item.id, { alt_text }).catch(() => null);
    onPick(saved?.media_item ?? { ...item, alt_text });
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void use();
      }}
    >
      <img alt="" className="media-preview" src={item.path} />
      <TextField hint={words.picker.describeHint} label={words.detail.alt} onChange={setAlt} rows={3} value={alt} />
      <div className="dialog-actions">
        <button className="button" onClick={onBack} type="button">
          {words.picker.back}
        </button>
        <button className="button" onClick={() => onPick(item)} type="button">
          {words.picker.useWithout}
        </button>
        <button className="button primary" disabled={alt.trim() === ''} type="submit">
          {words.picker.use}
        </button>
      </div>
    </form>
  );
}
