/** Puts another file in the place of an item's, after a question: everything that shows the item shows the new file at once. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MediaItem } from '../../../src/sdk/client.ts';
import { Dialog } from '../../editor/fields.tsx';
import { useSite } from '../../shell/context.ts';
import { useToasts } from '../../shell/toasts.tsx';
import { FileButton } from './file-button.tsx';
import { problemAfter, problemBefore, sendFile, uploadAddress } from './send.ts';
import type { Uses } from './uses.tsx';
import { useMediaWords } from './words.ts';

export interface ChangeProps {
  item: MediaItem;
  onProblem(problem: string | undefined): void;
}

export function ReplaceButton({ item, uses, etag, onProblem }: ChangeProps & { uses: Uses; etag: string | null }) {
  const words = useMediaWords();
  const { id: siteId } = useSite();
  const toasts = useToasts();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<File | null>(null);
  const [part, setPart] = useState<number | null>(null);
  const choose = ([file]: File[]) => {
    if (!file) return;
    const before = problemBefore(file, words);
    onProblem(before ?? undefined);
    if (!before) setChosen(file);
  };
  const replace = async (file: File) => {
    setChosen(null);
    setPart(0);
    try {
      await sendFile({
        ...{ method: 'PUT', address: `${uploadAddress(siteId)}/${item.id}/file`, file },
        ...{ ifMatch: etag ?? undefined, signal: new AbortController().signal, onProgress: setPart },
      });
      toasts.show(words.detail.replaced);
    } catch (error) {
      onProblem(problemAfter(error, file, words));
    } finally {
      setPart(null);
      await queries.invalidateQueries({ queryKey: ['media', siteId] });
    }
  };
  return (
    <>
      <FileButton accept={acceptedFor(item)} isDisabled={part !== null} onFiles={choose}>
        {part === null ? words.detail.replace : words.detail.replacing(Math.floor(part * 100))}
      </FileButton>
      {chosen && (
        <Dialog closeLabel={words.replacement.cancel} onClose={() => setChosen(null)} title={words.replacement.title}>
          <p>{words.replacement.text(chosen.name, uses.total)}</p>
          {item.type === 'image' && item.alt_text && <p>{words.replacement.alt(item.alt_text)}</p>}
          <div className="dialog-actions">
            <button className="button" onClick={() => setChosen(null)} type="button">
              {words.replacement.cancel}
            </button>
            <button className="button primary" onClick={() => void replace(chosen)} type="button">
              {words.replacement.replace}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

const acceptedFor = ({ type }: MediaItem) => (type === 'document' ? 'application/pdf' : `${type}/*`);
