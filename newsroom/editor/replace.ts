/** Shows another body, for example after a merge, while someone types in this one. */
import { diffArrays } from 'diff';
import type { Node } from 'prosemirror-model';
import { type EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import { positionOf } from './commands.ts';
import { addSources, type Opened, type Sources, savedCount, sourceOf } from './guard.ts';

type Part = { added: boolean; removed: boolean; count: number };

/** Replaces the blocks that differ, the last first, so that the others keep their places. */
export function bodyReplaced(state: EditorState, opened: Opened, sources: Sources): Transaction {
  const { tr, doc } = state;
  // The empty paragraph at the end, where the cursor may be, is in no saved body.
  const saved = savedCount(doc, sources);
  // By what is written: the browser reads two spaces as one, so a block in which someone types may not come back equal.
  const parts: Part[] = diffArrays(doc.children.slice(0, saved), [...opened.doc.children], {
    comparator: (one, other) => one.eq(other) || sourceOf(one, sources) === sourceOf(other, opened.sources),
  });
  addSources(sources, opened.sources);
  let [at, to] = [saved, opened.doc.childCount];
  for (const { added, removed, count } of parts.toReversed()) {
    if (added) {
      const position = positionOf(doc, at);
      tr.insert(position, opened.doc.children.slice(to - count, to));
    }
    if (removed) tr.delete(positionOf(doc, at - count), positionOf(doc, at));
    if (!added) at -= count;
    if (!removed) to -= count;
  }
  keepCaret(tr, state, parts);
  return tr.setMeta('addToHistory', false);
}

/** In a block that was replaced, the caret stays where it was, as far as the new one reaches. */
function keepCaret(tr: Transaction, { doc, selection }: EditorState, parts: readonly Part[]): void {
  const index = selection.$from.index(0);
  const place = replacedBy(parts, index);
  const block: Node | null = place === undefined ? null : tr.doc.maybeChild(place);
  if (place === undefined || !block) return;
  const offset = Math.min(selection.from - positionOf(doc, index), block.nodeSize - 1);
  tr.setSelection(TextSelection.near(tr.doc.resolve(positionOf(tr.doc, place) + offset), -1));
}

/** The new index of the block that stands for a replaced one; undefined if it was not replaced. */
function replacedBy(parts: readonly Part[], index: number): number | undefined {
  let [old, fresh] = [0, 0];
  for (const [at, { added, removed, count }] of parts.entries()) {
    const next = parts[at + 1];
    if (removed && index < old + count) {
      // The diff names what is removed before what is added in its place.
      return next?.added ? fresh + Math.min(index - old, next.count - 1) : undefined;
    }
    if (!added && index < old + count) return undefined;
    if (!added) old += count;
    if (!removed) fresh += count;
  }
  return undefined;
}
