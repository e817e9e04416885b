/** Ways to write below a block that ends the document, such as a picture: in a new paragraph, saved once it has text. */
import type { Node, NodeType, ResolvedPos } from 'prosemirror-model';
import { type Command, type EditorState, NodeSelection, TextSelection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { schema } from './schema.ts';

const paragraph = schema.nodes.paragraph as NodeType; // the schema has it

function paragraphAt(state: EditorState, position: number): Transaction {
  const tr = state.tr.insert(position, paragraph.create());
  return tr.setSelection(TextSelection.create(tr.doc, position + 1)).scrollIntoView();
}

/** Enter in a caption, or on a selected picture. */
export const leaveFigure: Command = (state, dispatch) => {
  const { selection } = state;
  const { $from, $to } = selection;
  if (selection instanceof NodeSelection && selection.node.type.name === 'figure') {
    dispatch?.(paragraphAt(state, selection.to));
    return true;
  }
  for (let depth = $from.sharedDepth($to.pos); depth > 0; depth--) {
    if ($from.node(depth).type.name !== 'figure') continue;
    dispatch?.(paragraphAt(state, $from.after(depth)));
    return true;
  }
  return false;
};

/** The arrow down at the end of the document. */
export const leaveDown: Command = (state, dispatch, view) => {
  const { selection, doc } = state;
  if (!needsParagraph(doc) || !isLast(selection.$to)) return false;
  const isBlock = selection instanceof NodeSelection && selection.node.isBlock;
  if (!isBlock && !selection.empty) return false;
  if (selection instanceof TextSelection && !view?.endOfTextblock('down', state)) return false;
  dispatch?.(paragraphAt(state, doc.content.size));
  return true;
};

/** A click into the empty space below the last block. */
export function clickBelow(view: EditorView, event: MouseEvent): boolean {
  const { doc } = view.state;
  if (event.button !== 0 || event.target !== view.dom || !needsParagraph(doc)) return false;
  const last = view.nodeDOM(doc.content.size - (doc.lastChild?.nodeSize ?? 0));
  if (!(last instanceof HTMLElement) || event.clientY <= last.getBoundingClientRect().bottom) return false;
  event.preventDefault();
  view.dispatch(paragraphAt(view.state, doc.content.size));
  view.focus();
  return true;
}

/** Whether the cursor cannot be placed after the last block. */
function needsParagraph({ lastChild }: Node): boolean {
  return lastChild !== null && (!lastChild.isTextblock || lastChild.type.spec.code === true);
}

/** Whether nothing is below the position. The cells of a row are beside each other. */
function isLast($at: ResolvedPos): boolean {
  for (let depth = 0; depth <= $at.depth; depth++) {
    const parent = $at.node(depth);
    if (parent.inlineContent) return true;
    if (parent.type.name !== 'table_row' && $at.indexAfter(depth) < parent.childCount) return false;
  }
  return true;
}
