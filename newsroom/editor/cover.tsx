/** The cover: a picture, what it shows, and the point that every crop keeps. */
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { TextField } from './fields.tsx';
import { MediaPicker } from './media-picker.tsx';
import { problemsOf } from './save-state.ts';
import type { OpenArticle } from './use-article.ts';
import { useEditorWords } from './words.ts';

const CROPS = ['16 / 9', '4 / 3', '1 / 1', '3 / 4'];

export function Cover({ open }: { open: OpenArticle }) {
  const { cover, details } = useEditorWords();
  const { article, set } = open;
  const [isPicking, setPicking] = useState(false);
  const problems = problemsOf(open.state);
  return (
    <div className="form">
      {article.cover_url ? <FocalPoint open={open} url={article.cover_url} /> : <p className="note">{cover.none}</p>}
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
      <TextField
        hint={cover.altHint}
        label={cover.alt}
        onChange={(alt_text) => set({ alt_text })}
        problem={problems.alt_text}
        rows={2}
        value={article.alt_text ?? ''}
      />
      <TextField
        label={details.photoCredit}
        onChange={(photo_credit) => set({ photo_credit })}
        problem={problems.photo_credit}
        value={article.photo_credit ?? ''}
      />
      <TextField
        label={cover.address}
        onChange={(url) => set({ cover_url: url.trim() === '' ? null : url.trim() })}
        problem={problems.cover_url}
        type="url"
        value={article.cover_url ?? ''}
      />
      {isPicking && (
        <MediaPicker
          onClose={() => setPicking(false)}
          onPick={(item) => {
            setPicking(false);
            set({
              cover_url: item.url,
              cover_pos_x: item.focal_x,
              cover_pos_y: item.focal_y,
              ...(item.alt_text && !article.alt_text ? { alt_text: item.alt_text } : {}),
              ...(item.credit && !article.photo_credit ? { photo_credit: item.credit } : {}),
            });
          }}
        />
      )}
    </div>
  );
}

function FocalPoint({ open: { article, set }, url }: { open: OpenArticle; url: string }) {
  const { cover } = useEditorWords();
  const [x, y] = [article.cover_pos_x, article.cover_pos_y];
  const move = (left: number, top: number) => {
    const within = (value: number) => Math.min(100, Math.max(0, Math.round(value)));
    set({ cover_pos_x: within(left), cover_pos_y: within(top) });
  };
  const onPointer = (event: PointerEvent<HTMLElement>) => {
    if (event.type === 'pointermove' && event.buttons !== 1) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    move(((event.clientX - left) / width) * 100, ((event.clientY - top) / height) * 100);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 10 : 1;
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
    if (!by) return;
    event.preventDefault();
    move(x + (by[0] ?? 0), y + (by[1] ?? 0));
  };
  return (
    <div className="focal">
      <button
        aria-label={`${cover.focus}: ${cover.focusAt(x, y)}`}
        className="focal-picture"
        onKeyDown={onKey}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
        type="button"
      >
        <img alt="" draggable={false} src={url} />
        <span className="focal-mark" style={{ left: `${x}%`, top: `${y}%` }} />
      </button>
      <p className="field-hint">{cover.focusHint}</p>
      <p className="note" role="status">
        {cover.focusAt(x, y)}
      </p>
      <ul aria-label={cover.crops} className="crops">
        {CROPS.map((ratio) => (
          <li key={ratio}>
            <img alt={ratio} src={url} style={{ aspectRatio: ratio, objectPosition: `${x}% ${y}%` }} />
          </li>
        ))}
      </ul>
    </div>
  );
}
