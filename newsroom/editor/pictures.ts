/** A picture in the text: what it shows, its caption, and removing it. */
import type { Node, NodeType } from 'prosemirror-model';
import { type Command, type EditorState, NodeSelection, Selection, TextSelection } from 'prosemirror-state';
import { leaveFigure } from './below.ts';
import type { HtmlAttributes } from './schema.ts';
import { schema } from './schema.ts';

const paragraph = schema.nodes.paragraph as NodeType; // the schema has both
const figcaption = schema.nodes.figcaption as NodeType;

export interface PictureAt {
  /** Of the picture itself. */
  position: number;
  alt: string;
  src: string;
  /** The figure around it, which may have a caption; none for a picture within a line. */
  figure: { position: number; node: Node } | undefined;
}

/** The picture that is selected, or whose caption has the cursor. */
export function pictureAt({ selection }: EditorState): PictureAt | undefined {
  if (selection instanceof NodeSelection) {
    const { node, from } = selection;
    if (node.type.name === 'image') return { position: from, ...shownBy(node), figure: undefined };
    if (node.type.name === 'figure') return inFigure(node, from);
  }
  const { $from, $to } = selection;
  for (let depth = $from.sharedDepth($to.pos); depth > 0; depth--) {
    const node = $from.node(depth);
    if (node.type.name === 'figure') return inFigure(node, $from.before(depth));
  }
  return undefined;
}

function inFigure(figure: Node, position: number): PictureAt | undefined {
  const picture = figure.firstChild;
  return picture ? { position: position + 1, ...shownBy(picture), figure: { position, node: figure } } : undefined;
}

function shownBy({ attrs }: Node): { alt: string; src: string } {
  const { alt = '', src = '' } = attrs.html as HtmlAttributes;
  return { alt, src };
}

export function setAlt(alt: string): Command {
  return (state, dispatch) => {
    const picture = pictureAt(state);
    const node = picture && state.doc.nodeAt(picture.position);
    if (!picture || !node) return false;
    dispatch?.(state.tr.setNodeAttribute(picture.position, 'html', { ...node.attrs.html, alt }));
    return true;
  };
}

/** Puts the cursor into the caption, which is made if there is none. */
export const writeCaption: Command = (state, dispatch) => {
  const figure = pictureAt(state)?.figure;
  if (!figure) return false;
  const { tr } = state;
  const behind = figure.position + 1 + (figure.node.firstChild?.nodeSize ?? 0);
  if (figure.node.childCount === 1) tr.insert(behind, figcaption.create());
  const end = behind + (tr.doc.nodeAt(behind)?.nodeSize ?? 2) - 1;
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, end)).scrollIntoView());
  return true;
};

/** Puts the cursor into the text behind it or before it; without any text a paragraph is made. */
export const leavePicture: Command = (state, dispatch) => {
  const picture = pictureAt(state);
  if (!picture) return false;
  const { position, figure } = picture;
  const [from, to] = figure ? [figure.position, figure.position + figure.node.nodeSize] : [position, position + 1];
  const { tr, doc } = state;
  const text = Selection.findFrom(doc.resolve(to), 1, true) ?? Selection.findFrom(doc.resolve(from), -1, true);
  if (!text) tr.insert(to, paragraph.create());
  dispatch?.(tr.setSelection(text ?? TextSelection.create(tr.doc, to + 1)).scrollIntoView());
  return true;
};

/** Puts the cursor into the paragraph below a figure, which is made if there is none. */
export const writeBelow: Command = (state, dispatch) => {
  const figure = pictureAt(state)?.figure;
  if (!figure) return false;
  const next = state.doc.nodeAt(figure.position + figure.node.nodeSize);
  return (next?.type === paragraph ? leavePicture : leaveFigure)(state, dispatch);
};

/** With its caption. */
export const removePicture: Command = (state, dispatch) => {
  const picture = pictureAt(state);
  if (!picture) return false;
  const { position, figure } = picture;
  const [from, to] = figure
    ? [figure.position, figure.position + figure.node.nodeSize]
    : [position, position + (state.doc.nodeAt(position)?.nodeSize ?? 0)];
  const tr = state.tr.deleteRange(from, to);
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(from, tr.doc.content.size)))).scrollIntoView());
  return true;
};
