/** Someone else changed the same text: both versions side by side, and a choice for each place. */
import { useState } from 'react';
import { textOfBlock } from './body-text.ts';
import { fieldName } from './field-name.ts';
import { Dialog } from './fields.tsx';
import { type Choice, isConflict, resolved } from './merge.ts';
import { merging, type Stored } from './save-state.ts';
import type { OpenArticle } from './use-article.ts';
import { useEditorWords } from './words.ts';

export function Conflict({ open, theirs, onClose }: { open: OpenArticle; theirs: Stored; onClose(): void }) {
  const words = useEditorWords();
  const { conflict } = words;
  const merged = merging(open.state, theirs);
  const blocks = (merged.body ?? []).filter(isConflict);
  const [fieldChoices, setFieldChoices] = useState<Record<string, Choice>>({});
  const [blockChoices, setBlockChoices] = useState<Choice[]>([]);
  const apply = () => {
    const fields = Object.fromEntries(merged.conflicts.map(({ field }) => [field, fieldChoices[field] ?? 'mine']));
    const result = resolved(
      merged,
      fields,
      blocks.map((_, index) => blockChoices[index] ?? 'both'),
    );
    open.saver.choose(result.fields, result.parked);
    const { base, mine } = open.saver.state();
    open.onBody.current(String({ ...base.fields, ...mine }.body ?? ''));
    onClose();
  };
  return (
    <Dialog className="dialog-wide" closeLabel={words.kept.cancel} onClose={onClose} title={conflict.title}>
      <div className="form">
        <p>{conflict.intro}</p>
        {merged.conflicts.map(({ field, mine, theirs: other }) => (
          <Place
            choice={fieldChoices[field] ?? 'mine'}
            choices={['mine', 'theirs']}
            key={field}
            label={conflict.field(fieldName(field, words))}
            mine={shown(mine)}
            onChoice={(choice) => setFieldChoices({ ...fieldChoices, [field]: choice })}
            theirs={shown(other)}
          />
        ))}
        {blocks.map(({ mine, theirs: other }, index) => (
          <Place
            choice={blockChoices[index] ?? 'both'}
            choices={['mine', 'theirs', 'both']}
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is their name
            key={index}
            label={conflict.block(index + 1)}
            mine={mine.map(textOfBlock).join('\n')}
            onChoice={(choice) =>
              setBlockChoices(blocks.map((_, at) => (at === index ? choice : (blockChoices[at] ?? 'both'))))
            }
            theirs={other.map(textOfBlock).join('\n')}
          />
        ))}
        <div className="dialog-actions">
          <button className="button primary" onClick={apply} type="button">
            {conflict.apply}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

interface PlaceProps {
  label: string;
  mine: string;
  theirs: string;
  choices: Choice[];
  choice: Choice;
  onChoice(choice: Choice): void;
}

function Place({ label, mine, theirs, choices, choice, onChoice }: PlaceProps) {
  const { conflict } = useEditorWords();
  return (
    <fieldset className="conflict-place">
      <legend>{label}</legend>
      <div className="conflict-sides">
        {[
          [conflict.mine, mine],
          [conflict.theirs, theirs],
        ].map(([name, text]) => (
          <div key={name}>
            <h3>{name}</h3>
            <p className="conflict-text">{text || conflict.empty}</p>
          </div>
        ))}
      </div>
      <div className="conflict-choices">
        {choices.map((one) => (
          <label className="radio" key={one}>
            <input checked={choice === one} name={label} onChange={() => onChoice(one)} type="radio" /> {conflict[one]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : JSON.stringify(value ?? '');
}
