import { Slice } from 'prosemirror-model';
import { type Command, EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { openBody, writeBody } from './guard.ts';
import { belowPlayers, pasteAddress, pasteBelow } from './pasting.ts';
import { schema } from './schema.ts';
import { parseSmall } from './testing/small-dom.ts';

const HREF = 'https://a.example/x?b=1';
const PLAYER = '<iframe src="https://www.youtube.com/embed/x"></iframe>';

function at(body: string, from: number, to = from) {
  const { doc, sources } = openBody(body, parseSmall);
  const plugins = [belowPlayers()];
  let state = EditorState.create({ doc, plugins, selection: TextSelection.create(doc, from, to) });
  const apply = (tr: EditorState['tr']) => {
    state = state.apply(tr);
  };
  return {
    run: (command: Command) => command(state, apply),
    apply,
    state: () => state,
    body: () => writeBody(state.doc, sources),
  };
}

describe('a pasted address', () => {
  it.each([
    ['becomes a link', '<p>See</p>', 4, 4, `<p>See<a href="${HREF}">${HREF}</a></p>`],
    ['is the address of the selected text', '<p>See it</p>', 5, 7, `<p>See <a href="${HREF}">it</a></p>`],
    ['replaces another address', '<p>https://b.example</p>', 1, 18, `<p><a href="${HREF}">${HREF}</a></p>`],
    ['replaces what goes over two paragraphs', '<p>One</p><p>Two</p>', 2, 7, `<p>O<a href="${HREF}">${HREF}</a>wo</p>`],
  ])('%s', (_, body, from, to, expected) => {
    const text = at(body, from, to);
    expect(text.run(pasteAddress(HREF))).toBe(true);
    expect(text.body()).toBe(expected);
    text.apply(text.state().tr.insertText('!'));
    expect(text.body()).toContain('</a>!');
  });

  it('stays text in code', () => {
    expect(at('<pre>x</pre>', 1).run(pasteAddress(HREF))).toBe(false);
  });
});

describe('a pasted player', () => {
  const kept = () => schema.node('kept', { source: PLAYER });
  const slice = () => Slice.maxOpen(schema.node('doc', null, [kept()]).content);

  it.each([
    ['a list', '<ul><li>A</li></ul>', 3],
    ['a cell', '<table><tbody><tr><td>A</td></tr></tbody></table>', 5],
    ['a quotation', '<blockquote><p>A</p></blockquote>', 2],
  ])('goes below %s, and writing goes on below it', (_, body, position) => {
    const text = at(`${body}<p>B</p>`, position);
    expect(text.run(pasteBelow(slice()))).toBe(true);
    expect(text.body()).toBe(`${body}${PLAYER}<p>B</p>`);
  });

  it('is left to ProseMirror in a paragraph', () => {
    expect(at('<p>A</p>', 1).run(pasteBelow(slice()))).toBe(false);
  });

  it.each([
    ['at the end', '', `<p>A</p>${PLAYER}<p>!</p>`],
    ['before a paragraph', '<p>B</p>', `<p>A</p>${PLAYER}<p>!B</p>`],
    ['before a kept block', '<dl><dt>B</dt></dl>', `<p>A</p>${PLAYER}<p>!</p><dl><dt>B</dt></dl>`],
  ])('is not replaced by what is typed next: %s', (_, rest, expected) => {
    const text = at(`<p>A</p>${rest}`, 2);
    const { tr } = text.state();
    text.apply(
      tr
        .insert(3, kept())
        .setSelection(NodeSelection.create(tr.doc, rest.startsWith('<dl') ? 4 : 3))
        .setMeta('paste', true),
    );
    text.apply(text.state().tr.insertText('!'));
    expect(text.body().replaceAll('\n', '')).toBe(expected);
  });
});
