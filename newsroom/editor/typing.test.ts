import { undoInputRule } from 'prosemirror-inputrules';
import { EditorState, Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { describe, expect, it } from 'vitest';
import { openBody, writeBody } from './guard.ts';
import { parseSmall } from './testing/small-dom.ts';
import { typingRules } from './typing.ts';

/** Types letter by letter, as a view would. */
function typed(text: string) {
  const { doc, sources } = openBody('', parseSmall);
  const rules = typingRules();
  let state = EditorState.create({ doc, plugins: [rules], selection: Selection.atEnd(doc) });
  const dispatch = (tr: EditorState['tr']) => {
    state = state.apply(tr);
  };
  for (const letter of text) {
    const { from, to } = state.selection;
    const view = { state, dispatch, composing: false } as unknown as EditorView; // what the rules use of it
    const insert = () => state.tr.insertText(letter, from, to);
    if (!rules.props.handleTextInput?.call(rules, view, from, to, letter, insert)) dispatch(insert());
  }
  const written = () => writeBody(state.doc, sources);
  return { written, undo: () => undoInputRule(state, dispatch) };
}

describe('typing', () => {
  it.each([
    ['**bold** and', '<p><strong>bold</strong> and</p>'],
    ['so __very bold__!', '<p>so <strong>very bold</strong>!</p>'],
    ['an *old* boat', '<p>an <em>old</em> boat</p>'],
    ['an _old_ boat', '<p>an <em>old</em> boat</p>'],
    ['run `npm`.', '<p>run <code>npm</code>.</p>'],
    ['~~not~~ so', '<p><s>not</s> so</p>'],
    ['# News', '<h1>News</h1>'],
    ['### News', '<h3>News</h3>'],
    ['> Words', '<blockquote><p>Words</p></blockquote>'],
    ['- One', '<ul><li>One</li></ul>'],
    ['* One', '<ul><li>One</li></ul>'],
    ['1. One', '<ol><li>One</li></ol>'],
    ['3. Three', '<ol start="3"><li>Three</li></ol>'],
  ])('%s becomes formatting', (text, html) => {
    expect(typed(text).written()).toBe(html);
  });

  it.each(['2 * 3 * 4', 'file_name_here', 'a ** b ** c', '** *', 'C#', '5 - 3', '**', '****', 'snake__case__name'])(
    '%s stays as it is typed',
    (text) => {
      expect(typed(text).written()).toBe(`<p>${text}</p>`);
    },
  );

  it('is undone by Backspace right after', () => {
    const text = typed('**bold**');
    expect(text.undo()).toBe(true);
    expect(text.written()).toBe('<p>**bold**</p>');
  });
});
