/** The cover: a picture, what it shows, and the point that every crop keeps. */
import { useState } from 'react';
import { usePictures } from '../parts/pictures.ts';
import { useLoaded } from '../parts/remote-pictures.ts';
import { usePartWords } from '../parts/words.ts';
import { useDescribing } from './describing.ts';
import { TextField } from './fields.tsx';
import { FocalPoint } from './focal-point.tsx';
import { MediaPicker } from './media-picker.tsx';
import type { OpenArticle } from './use-article.ts';
import { useProblems } from './use-problems.ts';
import { useEditorWords } from './words.ts';

export function Cover({ open }: { open: OpenArticle }) {
  const { cover, details } = useEditorWords();
  const { remote } = usePartWords();
  const isLoaded = useLoaded();
  const { article, set } = open;
  const pictures = usePictures();
  const [isPicking, setPicking] = useState(false);
  const describing = useDescribing();
  const hasCover = Boolean(article.cover_url);
  const problems = useProblems(open.state);
  return (
    <div className="form">
      {article.cover_url && !isLoaded(article.cover_url) ? (
        <p className="note">{remote.hidden}</p>
      ) : article.cover_url ? (
        <FocalPoint
          onMove={(cover_pos_x, cover_pos_y) => set({ cover_pos_x, cover_pos_y })}
          url={pictures.full(article.cover_url)}
          words={cover}
          x={article.cover_pos_x}
          y={article.cover_pos_y}
        />
      ) : (
        <p className="note">{cover.none}</p>
      )}
      <div className="button-row">
        <button className="button" onClick={() => setPicking(true)} type="button">
          {cover.choose}
        </button>
        {article.cover_url && (
          <button className="button" onClick={() => set({ cover_url: null })} type="button">
            {cover.remove}
          </button>
        )}
      </div>
      {(hasCover || article.alt_text) && (
        <TextField
          hint={cover.altHint}
          label={cover.alt}
          onBlur={() => describing.describe(article.cover_url ?? '', article.alt_text ?? '')}
          onChange={(alt_text) => set({ alt_text })}
          problem={problems.alt_text}
          rows={2}
          value={article.alt_text ?? ''}
        />
      )}
      {(hasCover || article.photo_credit) && (
        <TextField
          label={details.photoCredit}
          onChange={(photo_credit) => set({ photo_credit })}
          problem={problems.photo_credit}
          value={article.photo_credit ?? ''}
        />
      )}
      <TextField
        label={cover.address}
        onChange={(url) => set({ cover_url: url.trim() === '' ? null : url.trim() })}
        problem={problems.cover_url}
        type="url"
        value={article.cover_url ?? ''}
      />
      {isPicking && (
        <MediaPicker
          needsAlt={hasCover || !article.alt_text}
          onClose={() => setPicking(false)}
          onPick={(item) => {
            setPicking(false);
            describing.remember(item);
            set({
              cover_url: item.path,
              cover_pos_x: item.focal_x,
              cover_pos_y: item.focal_y,
              // The words of another picture do not describe this one.
              ...(hasCover || !article.alt_text ? { alt_text: item.alt_text } : {}),
              ...(hasCover || !article.photo_credit ? { photo_credit: item.credit } : {}),
            });
          }}
        />
      )}
    </div>
  );
}
