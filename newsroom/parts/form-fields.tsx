/** Fields of forms that are more than text. */
import { type ReactNode, useId, useState } from 'react';
import { Labelled, TextField } from '../editor/fields.tsx';
import { MediaPicker } from '../editor/media-picker.tsx';
import { Options, type Suggestions } from './options.tsx';
import { usePictures } from './pictures.ts';
import { usePartWords } from './words.ts';

interface FieldProps {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
}

export function CheckField({
  label,
  hint,
  value,
  onChange,
  isDisabled = false,
}: FieldProps & { value: boolean; onChange(value: boolean): void; isDisabled?: boolean }) {
  const id = useId();
  return (
    <div className="check-field">
      <label>
        <input
          aria-describedby={hint && id}
          checked={value}
          disabled={isDisabled}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          type="checkbox"
        />
        {label}
      </label>
      {hint && (
        <p className="field-hint" id={id}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface NumberProps extends FieldProps {
  value: number | null;
  /** Null while the field is empty. */
  onChange(value: number | null): void;
  min?: number;
}

export function NumberField({ value, onChange, min, ...labelled }: NumberProps) {
  const id = useId();
  return (
    <Labelled id={id} {...labelled}>
      <input
        aria-describedby={describing(id, labelled)}
        aria-invalid={labelled.problem ? true : undefined}
        id={id}
        min={min}
        onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.valueAsNumber)}
        type="number"
        value={value ?? ''}
      />
    </Labelled>
  );
}

interface ColorProps extends FieldProps {
  value: string | null;
  onChange(value: string | null): void;
}

/** A field of text with the colour beside it: names of colours are six digits to the service. */
export function ColorField({ value, onChange, ...labelled }: ColorProps) {
  const words = usePartWords().fields;
  return (
    <div className="color-field">
      <TextField
        {...labelled}
        onChange={(text) => onChange(text.trim() === '' ? null : text.trim())}
        placeholder="#1d4f83"
        value={value ?? ''}
      />
      <input
        aria-label={words.pickColor(labelled.label)}
        className="color-swatch"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        type="color"
        value={/^#[0-9a-f]{6}$/i.test(value ?? '') ? (value ?? '') : '#ffffff'}
      />
    </div>
  );
}

interface PictureProps extends FieldProps {
  value: string | null;
  onChange(value: string | null): void;
}

/** A picture of the library, or the address of another one. */
export function PictureField({ value, onChange, ...labelled }: PictureProps) {
  const words = usePartWords().fields;
  const pictures = usePictures();
  const [isPicking, setPicking] = useState(false);
  return (
    <div className="picture-field">
      {value && <img alt="" className="picture-shown" src={pictures.thumb(value, 360, 240)} />}
      <TextField
        {...labelled}
        onChange={(url) => onChange(url.trim() === '' ? null : url.trim())}
        placeholder="https://"
        type="url"
        value={value ?? ''}
      />
      <div className="button-row">
        <button className="button" onClick={() => setPicking(true)} type="button">
          {words.choose}
        </button>
        {value && (
          <button className="button" onClick={() => onChange(null)} type="button">
            {words.removePicture}
          </button>
        )}
      </div>
      {isPicking && (
        <MediaPicker
          onClose={() => setPicking(false)}
          onPick={({ url }) => {
            setPicking(false);
            onChange(url);
          }}
        />
      )}
    </div>
  );
}

interface WordsProps extends FieldProps {
  /** Suggestions; other words are taken too. */
  options?: Suggestions | undefined;
  value: readonly string[];
  onChange(value: string[]): void;
}

/** Words that are separated by commas while they are typed. */
export function WordsField({ value, onChange, options, ...labelled }: WordsProps) {
  const words = usePartWords().fields;
  const id = useId();
  const [typed, setTyped] = useState('');
  const add = () => {
    const added = typed
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '' && !value.includes(word));
    setTyped('');
    if (added.length > 0) onChange([...value, ...new Set(added)]);
  };
  return (
    <Labelled id={id} {...labelled}>
      <input
        aria-describedby={describing(id, labelled)}
        aria-invalid={labelled.problem ? true : undefined}
        autoComplete="off"
        id={id}
        list={options && `${id}-list`}
        onBlur={add}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ',') return;
          event.preventDefault();
          add();
        }}
        placeholder={words.addWord}
        value={typed}
      />
      {options && <Options id={`${id}-list`} options={options} />}
      {value.length > 0 && (
        <ul className="editor-chips">
          {value.map((word) => (
            <li key={word}>
              <span>{word}</span>
              <button
                aria-label={words.remove(word)}
                onClick={() => onChange(value.filter((one) => one !== word))}
                type="button"
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </Labelled>
  );
}

function describing(id: string, { hint, problem }: FieldProps): string | undefined {
  return [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined;
}

/** Fields that belong together, under a name. */
export function FieldGroup({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="noun-group">
      <legend>{title}</legend>
      {hint && <p className="field-hint">{hint}</p>}
      {children}
    </fieldset>
  );
}
