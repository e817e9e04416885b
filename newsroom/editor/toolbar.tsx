/** Buttons for the text. On a phone they are at the foot of the screen, where the thumbs are. */
import { redo, undo } from 'prosemirror-history';
import type { Command, EditorState } from 'prosemirror-state';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useScrollEnds } from '../parts/scroll-ends.ts';
import * as commands from './commands.ts';
import { insertTable } from './tables.ts';
import { useEditorWords } from './words.ts';
import type { EditorWords } from './words-en.ts';

interface ToolbarProps {
  state: EditorState;
  run(command: Command): void;
  onLink(): void;
  onPicture(): void;
}

type Name = Exclude<keyof EditorWords['tools'], 'label' | 'block'>;

interface Tool {
  name: Name;
  sign: ReactNode;
  command?: Command;
  isOn?: (state: EditorState) => boolean;
}

const path = (d: string) => (
  <svg
    aria-hidden="true"
    fill="none"
    height="18"
    stroke="currentColor"
    strokeLinecap="round"
    strokeWidth="1.4"
    viewBox="0 0 16 16"
    width="18"
  >
    <path d={d} />
  </svg>
);

const mark = (name: Name, sign: ReactNode): Tool => ({
  name,
  sign,
  command: commands.toggle(name),
  isOn: (state) => commands.hasMark(state, name),
});

const TOOLS: readonly (readonly Tool[])[] = [
  [
    mark('strong', <b>B</b>),
    mark('em', <i>I</i>),
    {
      name: 'link',
      sign: path(
        'M6.5 9.5l3-3M7 4.500l1.500-1.500a2.800 2.800 0 0 1 4 4L11 8.500M9 11.500 7.500 13a2.800 2.800 0 0 1-4-4L5 7.500',
      ),
      isOn: (state) => commands.linkAt(state) !== undefined,
    },
  ],
  [
    {
      name: 'bullets',
      sign: path('M6 4h7M6 8h7M6 12h7M3 4h.01M3 8h.01M3 12h.01'),
      command: commands.toggleList('bullet_list'),
      isOn: (state) => commands.isIn(state, 'bullet_list'),
    },
    {
      name: 'numbers',
      sign: path('M7 4h6M7 8h6M7 12h6M2.500 3 3.500 2.500V6M2.500 10.500c0-1 2-1 2 0S2.500 12 2.500 13h2'),
      command: commands.toggleList('ordered_list'),
      isOn: (state) => commands.isIn(state, 'ordered_list'),
    },
    {
      name: 'quote',
      sign: <span className="tool-quote">“</span>,
      command: commands.toggleQuote,
      isOn: (state) => commands.isIn(state, 'blockquote'),
    },
    { name: 'picture', sign: path('M2.500 3.500h11v9h-11zM2.500 11l3-3 2.500 2.500 2-2 3.500 3M10.500 6h.01') },
    {
      name: 'table',
      sign: path('M2.500 3.500h11v9h-11zM2.500 6.500h11M2.500 9.500h11M6.200 3.500v9M9.800 3.500v9'),
      command: insertTable,
    },
    { name: 'rule', sign: path('M2.500 8h11'), command: commands.insertRule },
  ],
  [
    mark('u', <u>U</u>),
    mark('s', <s>S</s>),
    mark('sub', path('M2.5 3.500l6 7M8.500 3.500l-6 7M10.500 10.500c0-1.500 3-1.500 3 0s-3 1.500-3 3h3')),
    mark('sup', path('M2.5 5.500l6 7M8.500 5.500l-6 7M10.500 3.500c0-1.500 3-1.500 3 0s-3 1.500-3 3h3')),
    mark('code', <code>{'<>'}</code>),
  ],
  [
    { name: 'undo', sign: path('M3 6.500h6.500a3.500 3.500 0 0 1 0 7H6M3 6.500l3-3M3 6.500l3 3'), command: undo },
    { name: 'redo', sign: path('M13 6.500H6.500a3.500 3.500 0 0 0 0 7H10M13 6.500l-3-3M13 6.500l-3 3'), command: redo },
    { name: 'up', sign: path('M8 13V3M4 7l4-4 4 4'), command: commands.moveBlock(-1) },
    { name: 'down', sign: path('M8 3v10M4 9l4 4 4-4'), command: commands.moveBlock(1) },
  ],
];

const BLOCKS = ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre'] as const;

export function Toolbar({ state, run, onLink, onPicture }: ToolbarProps) {
  const words = useEditorWords();
  const [current, setCurrent] = useState(0);
  const row = useScrollEnds<HTMLDivElement>();
  let index = 0;
  const onClick = ({ name, command }: Tool) => {
    if (name === 'link') onLink();
    else if (name === 'picture') onPicture();
    else if (command) run(command);
  };
  return (
    <div
      aria-label={words.tools.label}
      className="toolbar"
      ref={row}
      onKeyDown={(event) => moveFocus(event, setCurrent)}
      role="toolbar"
    >
      <select
        aria-label={words.tools.block}
        className="tool-block"
        onChange={({ currentTarget }) => run(commands.setBlock(currentTarget.value))}
        tabIndex={current === 0 ? 0 : -1}
        value={commands.blockName(state)}
      >
        {BLOCKS.map((name) => (
          <option key={name} value={name}>
            {words.tools[name]}
          </option>
        ))}
      </select>
      {TOOLS.map((group) => (
        <div className="tool-group" key={group[0]?.name}>
          {group.map((tool) => {
            index++;
            const { label, keys } = namedTool(words.tools[tool.name]);
            return (
              <button
                aria-keyshortcuts={keys && keysOf(keys)}
                aria-label={label}
                aria-pressed={tool.isOn ? tool.isOn(state) : undefined}
                className="tool"
                disabled={tool.command ? !tool.command(state) : false}
                key={tool.name}
                onClick={() => onClick(tool)}
                onMouseDown={(event) => event.preventDefault()}
                tabIndex={current === index ? 0 : -1}
                title={words.tools[tool.name]}
                type="button"
              >
                <span aria-hidden="true">{tool.sign}</span>
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** `Bold (Ctrl B)`: phones and screen readers get the name alone, and the keys apart from it. */
function namedTool(text: string): { label: string; keys: string | undefined } {
  const [, label = text, keys] = /^(.*?) \((.*)\)$/.exec(text) ?? [];
  return { label, keys };
}

function keysOf(keys: string): string {
  return keys.replace('Ctrl', 'Control').replace('↑', 'ArrowUp').replace('↓', 'ArrowDown').replace(' ', '+');
}

/** One stop for Tab, arrows within. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>, setCurrent: (index: number) => void): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('select, button')];
  let next = tools.indexOf(event.target as HTMLElement); // an element of the toolbar
  do next = (next + by + tools.length) % tools.length;
  while ((tools[next] as HTMLButtonElement).disabled);
  tools[next]?.focus();
  setCurrent(next);
  event.preventDefault();
}
