/** Below the tools while a picture is selected: what it shows, its caption, and removing it. */
import type { Command, EditorState } from 'prosemirror-state';
import { TextField } from './fields.tsx';
import { leavePicture, pictureAt, removePicture, setAlt, writeCaption } from './pictures.ts';
import { useEditorWords } from './words.ts';

interface PictureBarProps {
  state: EditorState;
  /** Changes the text and leaves the focus where it is. */
  change(command: Command): void;
  /** Its alt text was written. */
  onDescribed(src: string, alt: string): void;
  /** Changes the text and goes there. */
  run(command: Command): void;
}

export function PictureBar({ state, change, run, onDescribed }: PictureBarProps) {
  const { picture: words } = useEditorWords();
  const picture = pictureAt(state);
  if (!picture) return null;
  return (
    <section aria-label={words.label} className="picture-bar" key={picture.position}>
      <TextField
        hint={words.altHint}
        label={words.alt}
        onBlur={() => onDescribed(picture.src, picture.alt)}
        onChange={(alt) => change(setAlt(alt))}
        placeholder={words.altMissing}
        value={picture.alt}
      />
      <div className="button-row">
        {picture.figure && (
          <button className="button" onClick={() => run(writeCaption)} type="button">
            {picture.figure.node.childCount > 1 ? words.caption : words.addCaption}
          </button>
        )}
        <button className="button" onClick={() => run(removePicture)} type="button">
          {words.remove}
        </button>
        <button className="button" onClick={() => run(leavePicture)} type="button">
          {words.done}
        </button>
      </div>
    </section>
  );
}
