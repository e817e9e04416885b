/** What happens on a paste and a drop: HTML is cleaned, pictures are uploaded, embed code becomes a player, an address a link. */
import { closeHistory, undo } from 'prosemirror-history';
import type { MarkType, NodeType, Slice } from 'prosemirror-model';
import { type Command, NodeSelection, Plugin, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { isEmbedCode } from './embeds.ts';
import { parseInPage } from './parse.ts';
import { cleanPaste, type Pasted } from './paste.ts';
import { schema } from './schema.ts';

const ADDRESS = /^https?:\/\/[^\s<>"]+$/i;
const link = schema.marks.a as MarkType; // the schema has them
const kept = schema.nodes.kept as NodeType;
const paragraph = schema.nodes.paragraph as NodeType;

export interface PastingOptions {
  /** Pasted from another program; `plain` pastes it again without formatting, if there is text. */
  onPasted(pasted: Pasted, plain: (() => void) | undefined): void;
  onFiles(files: File[]): void;
}

export function pasting({ onPasted, onFiles }: PastingOptions) {
  const isOwn = (html: string) => html.includes('data-pm-slice');
  let pasted: Pasted | undefined;
  const take = () => {
    const taken = pasted;
    pasted = undefined;
    return taken;
  };
  const say = (view: EditorView, found: Pasted, text: string) =>
    onPasted(found, text === '' ? undefined : () => pastePlain(view, text, found.html !== ''));
  return {
    // Before `handlePaste`, which says what has become of it.
    transformPastedHTML(html: string) {
      if (isOwn(html)) return html;
      pasted = cleanPaste(parseInPage(html));
      return pasted.html;
    },
    handlePaste(view: EditorView, { clipboardData }: ClipboardEvent, slice: Slice) {
      const files = pictures(clipboardData);
      const [html = '', text = ''] = ['text/html', 'text/plain'].map((type) => clipboardData?.getData(type) ?? '');
      const found = take();
      // A single picture of Word comes as HTML with the path of a file, and as the picture itself.
      if (files.length > 0 && (!html || found?.html === '')) {
        onFiles(files);
        return true;
      }
      const isCode = view.state.selection.$from.parent.type.spec.code === true;
      const player = !isOwn(html) && !isCode && isEmbedCode(text) ? cleanPaste(parseInPage(text)) : undefined;
      // Without either it is code that shows nothing: text.
      if (player && (player.html !== '' || player.refusedPlayers.length > 0)) {
        view.dispatch(closeHistory(view.state.tr));
        if (player.html !== '') view.pasteHTML(text);
        take();
        say(view, player, text);
        return true;
      }
      if (!html && ADDRESS.test(text.trim())) return pasteAddress(text.trim())(view.state, view.dispatch);
      if (found && html) {
        // Undo takes back the paste alone, not what was typed just before.
        view.dispatch(closeHistory(view.state.tr));
        say(view, found, text);
      }
      return found?.html === '' || pasteBelow(slice)(view.state, view.dispatch);
    },
    handleDrop(_: EditorView, { dataTransfer }: DragEvent) {
      take();
      const files = pictures(dataTransfer);
      if (files.length > 0) onFiles(files);
      return files.length > 0;
    },
  };
}

/** A link; the selected text gets it, unless that is an address itself. */
export function pasteAddress(href: string): Command {
  return (state, dispatch) => {
    const { from, to, empty, $from, $to } = state.selection;
    if (!$from.parent.inlineContent || !$from.parent.type.allowsMarkType(link)) return false;
    const mark = link.create({ html: { href } });
    const selected = state.doc.textBetween(from, to);
    const isLinked = !empty && $from.sameParent($to) && selected.trim() !== '' && !ADDRESS.test(selected.trim());
    const marks = mark.addToSet($from.marks());
    const tr = isLinked
      ? state.tr.removeMark(from, to, link).addMark(from, to, mark)
      : state.tr.replaceSelectionWith(schema.text(href, marks), false).removeStoredMark(link);
    if (isLinked) tr.setSelection(TextSelection.create(tr.doc, to)).removeStoredMark(link);
    dispatch?.(closeHistory(tr).scrollIntoView());
    return true;
  };
}

/** A player has no place in a list or a table: what comes with one goes below. */
export function pasteBelow({ content }: Slice): Command {
  return (state, dispatch) => {
    const { $from } = state.selection;
    if ($from.depth < 2 || !content.content.some(({ type }) => type === kept)) return false;
    const end = $from.after(1);
    const tr = state.tr.insert(end, content);
    tr.setSelection(TextSelection.near(tr.doc.resolve(end + content.size), -1));
    dispatch?.(tr.setMeta('paste', true).scrollIntoView());
    return true;
  };
}

/** After a paste that ends with a player, writing goes on below it, and does not replace it. */
export function belowPlayers(): Plugin {
  return new Plugin({
    appendTransaction(transactions, before, { tr, doc, selection }) {
      if (!transactions.some((transaction) => transaction.getMeta('paste'))) return null;
      if (!(selection instanceof NodeSelection) || selection.node.type !== kept) return null;
      // The cursor may have gone on to a block that was there.
      const isOld = before.doc.children.includes(selection.node);
      const position = isOld ? selection.from : selection.to;
      const behind = doc.nodeAt(position);
      if (isOld || behind?.type !== paragraph) tr.insert(position, paragraph.create());
      return tr.setSelection(TextSelection.create(tr.doc, position + 1));
    },
  });
}

function pictures(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}

function pastePlain(view: EditorView, text: string, hasChanged: boolean): void {
  if (hasChanged) undo(view.state, view.dispatch);
  const { from, to } = view.state.selection;
  // Not by pasting, which would make a player of embed code again.
  if (isEmbedCode(text) || ADDRESS.test(text.trim())) view.dispatch(view.state.tr.insertText(text.trim(), from, to));
  else view.pasteText(text);
  view.focus();
}
