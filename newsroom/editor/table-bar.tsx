/** Below the tools while the cursor is in a table: its rows, columns and header. */
import type { Command, EditorState } from 'prosemirror-state';
import { useScrollEnds } from '../parts/scroll-ends.ts';
import { useTableWords } from './table-words/words.ts';
import type { TableWords } from './table-words/words-en.ts';
import * as tables from './tables.ts';

interface TableBarProps {
  state: EditorState;
  /** Changes the text and leaves the focus where it is. */
  change(command: Command): void;
  /** Changes the text and goes there. */
  run(command: Command): void;
}

const ADDING: readonly (readonly [name: keyof TableWords, command: Command])[] = [
  ['rowAbove', tables.rowAbove],
  ['rowBelow', tables.rowBelow],
  ['columnBefore', tables.columnBefore],
  ['columnAfter', tables.columnAfter],
];
/** The table may go with them, and the bar with it. */
const DELETING: typeof ADDING = [
  ['deleteRow', tables.deleteRow],
  ['deleteColumn', tables.deleteColumn],
  ['deleteTable', tables.deleteTable],
];

export function TableBar(props: TableBarProps) {
  return tables.tableAt(props.state) ? <Bar {...props} /> : null;
}

function Bar({ state, change, run }: TableBarProps) {
  const words = useTableWords();
  const row = useScrollEnds<HTMLElement>();
  const button = (name: keyof TableWords, command: Command, onClick: typeof change, isOn?: boolean) => (
    <button
      aria-pressed={isOn}
      className="tool"
      disabled={!command(state)}
      key={name}
      onClick={() => onClick(command)}
      // The cursor stays in its cell.
      onMouseDown={(event) => event.preventDefault()}
      type="button"
    >
      {words[name]}
    </button>
  );
  return (
    <section aria-label={words.label} className="table-bar" ref={row}>
      {ADDING.map(([name, command]) => button(name, command, change))}
      {button('header', tables.toggleHeader, change, tables.hasHeader(state))}
      {DELETING.map(([name, command]) => button(name, command, run))}
    </section>
  );
}
