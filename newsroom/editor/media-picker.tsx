/** Pictures of the library, and new ones. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MediaItem } from '../../src/sdk/client.ts';
import { type Api, useApi } from '../api/api.ts';
import { thumbOf } from '../screens/articles/thumb.ts';
import { useSite } from '../shell/context.ts';
import { Dialog, TextField } from './fields.tsx';
import { useEditorWords } from './words.ts';

const SHOWN = 60;

export async function uploadPicture(manage: Api['manage'], siteId: number, file: File): Promise<MediaItem> {
  const form = new FormData();
  form.append('file', file, file.name);
  return (await manage.media.create(siteId, form)).media_item;
}

export function MediaPicker({ onPick, onClose }: { onPick(item: MediaItem): void; onClose(): void }) {
  const words = useEditorWords();
  const { manage } = useApi();
  const site = useSite();
  const [q, setQ] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: ['media', site.id, 'pick', q],
    queryFn: async ({ signal }) =>
      (await manage.media.list(site.id, { count: SHOWN, type: 'image', ...(q ? { q } : {}), signal })).media_items,
  });
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    try {
      onPick(await uploadPicture(manage, site.id, file));
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog className="dialog-wide" closeLabel={words.kept.cancel} onClose={onClose} title={words.cover.library}>
      <div className="media-head">
        <TextField label={words.cover.search} onChange={setQ} value={q} />
        <label className="button primary upload">
          {isBusy ? words.cover.uploading : words.cover.upload}
          <input
            accept="image/*"
            disabled={isBusy}
            onChange={({ currentTarget }) => void upload(currentTarget.files?.[0])}
            type="file"
          />
        </label>
      </div>
      {failure && (
        <p className="field-problem" role="alert">
          {failure}
        </p>
      )}
      <ul className="media-grid">
        {data?.map((item) => (
          <li key={item.id}>
            <button className="media-item" onClick={() => onPick(item)} type="button">
              <img alt={item.alt_text ?? ''} loading="lazy" src={thumbOf(item.path, 240, 160)} />
              <span>{item.title}</span>
            </button>
          </li>
        ))}
      </ul>
      {data?.length === 0 && <p className="note">{words.cover.empty}</p>}
    </Dialog>
  );
}
