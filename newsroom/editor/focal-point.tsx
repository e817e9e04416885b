/** The point that every crop keeps: set by click, drag or arrow keys, with four crops that follow at once. */
import type { KeyboardEvent, PointerEvent } from 'react';

const CROPS = ['16 / 9', '4 / 3', '1 / 1', '3 / 4'];

export interface FocalWords {
  focus: string;
  focusAt(x: number, y: number): string;
  focusHint: string;
  crops: string;
}

interface FocalPointProps {
  url: string;
  /** Percent from the left and the top. */
  x: number;
  y: number;
  onMove(x: number, y: number): void;
  words: FocalWords;
}

export function FocalPoint({ url, x, y, onMove, words }: FocalPointProps) {
  const move = (left: number, top: number) => {
    const within = (value: number) => Math.min(100, Math.max(0, Math.round(value)));
    onMove(within(left), within(top));
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
        aria-label={`${words.focus}: ${words.focusAt(x, y)}`}
        className="focal-picture"
        onKeyDown={onKey}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
        type="button"
      >
        <img alt="" draggable={false} src={url} />
        <span className="focal-mark" style={{ left: `${x}%`, top: `${y}%` }} />
      </button>
      <p className="field-hint">{words.focusHint}</p>
      <p className="note" role="status">
        {words.focusAt(x, y)}
      </p>
      <ul aria-label={words.crops} className="crops">
        {CROPS.map((ratio) => (
          <li key={ratio}>
            <img alt="" src={url} style={{ aspectRatio: ratio, objectPosition: `${x}% ${y}%` }} />
            <span className="note">{ratio.replace(' / ', ':')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
