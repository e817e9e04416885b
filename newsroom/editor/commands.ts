/** What keys and buttons do to the text. */
import {
  chainCommands,
  createParagraphNear,
  exitCode,
  lift,
  liftEmptyBlock,
  newlineInCode,
  setBlockType,
  splitBlockAs,
  toggleMark,
  wrapIn,
} from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { undoInputRule } from 'prosemirror-inputrules';
import type { MarkType, Node, NodeType } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import { type Command, type EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import { leaveDown, leaveFigure } from './below.ts';
import { type HtmlAttributes, schema } from './schema.ts';
import { goToCell, isCellNext } from './tables.ts';

const { nodes, marks } = schema;
const node = (name: string) => nodes[name] as NodeType; // the schema has it
const mark = (name: string) => marks[name] as MarkType; // the schema has it

/** Bold may be `<b>` or `<strong>`: toggling removes either and adds `<strong>`. */
const TWINS: Readonly<Record<string, string>> = { strong: 'b', em: 'i' };

export function hasMark(state: EditorState, name: string): boolean {
  const types = [mark(name), ...(TWINS[name] ? [mark(TWINS[name])] : [])];
  const { from, $from, to, empty } = state.selection;
  if (empty) return types.some((type) => type.isInSet(state.storedMarks ?? $from.marks()));
  return types.some((type) => state.doc.rangeHasMark(from, to, type));
}

export function toggle(name: string): Command {
  return (state, dispatch) => {
    const twin = TWINS[name];
    const { $from, from, to, empty } = state.selection;
    const isTwin =
      twin !== undefined && (empty ? mark(twin).isInSet($from.marks()) : state.doc.rangeHasMark(from, to, mark(twin)));
    return toggleMark(mark(isTwin ? twin : name))(state, dispatch);
  };
}

/** The link at the cursor. */
export function linkAt(state: EditorState): { href: string; from: number; to: number } | undefined {
  const { $from, empty, from, to } = state.selection;
  const found =
    mark('a').isInSet($from.marks()) ??
    (empty ? undefined : $from.nodeAfter?.marks.find(({ type }) => type.name === 'a'));
  if (!found) return undefined;
  if (!empty) return { href: found.attrs.html.href ?? '', from, to };
  let [start, end] = [from, from];
  $from.parent.forEach((child, offset) => {
    const at = $from.start() + offset;
    if (found.isInSet(child.marks) && at <= from && at + child.nodeSize >= from)
      [start, end] = [at, at + child.nodeSize];
  });
  return { href: found.attrs.html.href ?? '', from: start, to: end };
}

export function setLink(href: string): Command {
  return (state, dispatch) => {
    const { from, to } = linkAt(state) ?? state.selection;
    const tr = state.tr.removeMark(from, to, mark('a'));
    if (href === '') {
      dispatch?.(tr);
      return true;
    }
    const link = mark('a').create({ html: { href } });
    if (from === to) tr.insert(from, schema.text(href, [link]));
    else tr.addMark(from, to, link);
    dispatch?.(tr.removeStoredMark(mark('a')));
    return true;
  };
}

export function blockName(state: EditorState): string {
  const { $from } = state.selection;
  const { type, attrs } = $from.parent;
  return type.name === 'heading' ? `h${attrs.level}` : type.name === 'code_block' ? 'pre' : 'p';
}

export function setBlock(name: string): Command {
  if (name === 'p') return setBlockType(node('paragraph'));
  if (name === 'pre') return setBlockType(node('code_block'));
  return setBlockType(node('heading'), { level: Number(name.slice(1)) });
}

export function isIn(state: EditorState, name: string): boolean {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type.name === name) return true;
  return false;
}

export const toggleQuote: Command = (state, dispatch) =>
  isIn(state, 'blockquote') ? lift(state, dispatch) : wrapIn(node('blockquote'))(state, dispatch);

export function toggleList(name: 'bullet_list' | 'ordered_list'): Command {
  return (state, dispatch) => {
    const other = name === 'bullet_list' ? 'ordered_list' : 'bullet_list';
    if (isIn(state, name)) return liftListItem(node('list_item'))(state, dispatch);
    if (isIn(state, other)) return changeList(name, other)(state, dispatch);
    return wrapInList(node(name))(state, dispatch && ((tr) => dispatch(unwrapItems(tr))));
  };
}

export function insert(content: Node): Command {
  return (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(content).scrollIntoView());
    return true;
  };
}

export function figureOf(attributes: HtmlAttributes): Node {
  return node('figure').create(null, [node('figure_image').create({ html: attributes }), node('figcaption').create()]);
}

export const insertRule: Command = insert(node('horizontal_rule').create());

/** Moves the top-level block of the cursor. */
export function moveBlock(by: -1 | 1): Command {
  return (state, dispatch) => {
    const { $from } = state.selection;
    const index = $from.index(0);
    const other = index + by;
    // The gap cursor may be after the last block, where there is no block to move.
    if (index >= state.doc.childCount || other < 0 || other >= state.doc.childCount) return false;
    const [upper, lower] = [Math.min(index, other), Math.max(index, other)];
    const start = positionOf(state.doc, upper);
    const [one, two] = [state.doc.child(upper), state.doc.child(lower)];
    const tr = state.tr.replaceWith(start, start + one.nodeSize + two.nodeSize, [two, one]);
    const moved = by < 0 ? start : start + two.nodeSize;
    const offset = state.selection.from - positionOf(state.doc, index);
    const isWhole = state.selection instanceof NodeSelection && $from.depth === 0;
    tr.setSelection(isWhole ? NodeSelection.create(tr.doc, moved) : TextSelection.near(tr.doc.resolve(moved + offset)));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

export function positionOf(doc: Node, index: number): number {
  let position = 0;
  for (let at = 0; at < index; at++) position += doc.child(at).nodeSize;
  return position;
}

/** A new paragraph does not take over the id of the one before. */
const split = splitBlockAs((from, atEnd) => {
  if (atEnd || from.type.name !== 'paragraph') return null;
  const { id: _, ...html } = from.attrs.html as Record<string, string>;
  return { type: from.type, attrs: { html } };
});

/** Enter in an empty item ends the list. */
const leaveList: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const isEmpty =
    empty && $from.parent.content.size === 0 && $from.depth > 1 && $from.node(-1).type.name === 'list_item';
  return isEmpty && liftListItem(node('list_item'))(state, dispatch);
};

/** To the next cell, or the item of a list to another level: the innermost of the two. */
function tab(by: -1 | 1, indent: Command): Command {
  const toCell: Command = (state, dispatch, view) => isCellNext(state) && goToCell(by)(state, dispatch, view);
  return chainCommands(toCell, indent, goToCell(by));
}

const breakLine: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(node('hard_break').create()).scrollIntoView());
  return true;
});

export const keys: Record<string, Command> = {
  'Mod-b': toggle('strong'),
  'Mod-i': toggle('em'),
  'Mod-u': toggle('u'),
  'Mod-z': undo,
  'Shift-Mod-z': redo,
  'Mod-y': redo,
  // Right after a typing rule: the signs as they were typed.
  Backspace: undoInputRule,
  'Alt-ArrowUp': moveBlock(-1),
  'Alt-ArrowDown': moveBlock(1),
  ArrowDown: leaveDown,
  'Shift-Enter': breakLine,
  Enter: chainCommands(
    splitListItem(node('list_item')),
    leaveList,
    leaveFigure,
    newlineInCode,
    createParagraphNear,
    liftEmptyBlock,
    split,
  ),
  Tab: tab(1, sinkListItem(node('list_item'))),
  'Shift-Tab': tab(-1, liftListItem(node('list_item'))),
  'Mod-Alt-0': setBlock('p'),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`Mod-Alt-${level}`, setBlock(`h${level}`)])),
};

function changeList(name: string, other: string): Command {
  return (state, dispatch) => {
    const { $from } = state.selection;
    for (let depth = $from.depth; depth > 0; depth--) {
      if ($from.node(depth).type.name !== other) continue;
      dispatch?.(state.tr.setNodeMarkup($from.before(depth), node(name)));
      return true;
    }
    return false;
  };
}

/** Items of a new list hold their text without a paragraph. */
export function unwrapItems<T extends EditorState['tr']>(tr: T): T {
  const { $from, $to } = tr.selection;
  // A selection of whole blocks, or of everything, begins and ends in none.
  const [start, end] = [$from.depth > 0 ? $from.before(1) : $from.pos, $to.depth > 0 ? $to.end(1) : $to.pos];
  tr.doc.nodesBetween(start, end, (found, position, parent) => {
    const isPlain = found.type.name === 'paragraph' && Object.keys(found.attrs.html).length === 0;
    if (parent?.type.name === 'list_item' && isPlain) tr.setNodeMarkup(position, node('line'));
  });
  return tr;
}
