/** The body of someone else appears while this person types. */
import { EditorState, TextSelection } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { openBody, writeBody } from './guard.ts';
import { bodyReplaced } from './replace.ts';
import { parseSmall } from './testing/small-dom.ts';

const BODY = '<p>First by Pete.</p>\n<p>aa bb</p>\n<p>Last.</p>';

/** Types into the second paragraph, shows the merged body, and types on. */
function typedOn(typed: string, at: number, merged: (body: string) => string) {
  const { doc, sources } = openBody(BODY, parseSmall);
  let state = EditorState.create({ doc });
  const start = (doc.firstChild?.nodeSize ?? 0) + 1;
  state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, start + at)));
  state = state.apply(state.tr.insertText(typed));
  const next = openBody(merged(writeBody(state.doc, sources)), parseSmall);
  state = state.apply(bodyReplaced(state, next, sources));
  state = state.apply(state.tr.insertText('X'));
  return writeBody(state.doc, sources);
}
const others = (body: string) => body.replace('Pete.', 'Pete. PETE');

describe('the caret stays where someone types while another paragraph changes', () => {
  it.each([
    ['in the middle', 'cc', 2, '<p>aaccX bb</p>'],
    ['before a space', 'cc ', 2, '<p>aacc X bb</p>'],
    ['behind a space', ' cc', 3, '<p>aa  ccXbb</p>'],
    ['at the end', ' cc', 5, '<p>aa bb ccX</p>'],
    ['at the end, behind a space', ' cc ', 5, '<p>aa bb cc X</p>'],
    ['at the beginning, behind a space', ' ', 0, '<p> Xaa bb</p>'],
  ])('%s', (_, typed, at, paragraph) => {
    expect(typedOn(typed, at, others)).toBe(`<p>First by Pete. PETE</p>\n${paragraph}\n<p>Last.</p>`);
  });
});

it('the caret stays in its paragraph while others are added before and deleted behind it', () => {
  const merged = (body: string) => `<p>New.</p>\n${body.replace('\n<p>Last.</p>', '')}`;
  expect(typedOn(' cc ', 5, merged)).toBe('<p>New.</p>\n<p>First by Pete.</p>\n<p>aa bb cc X</p>');
});

it('the caret stays in its paragraph if that one changes, as far as it reaches', () => {
  expect(typedOn('cc', 2, (body) => body.replace('aacc bb', 'aacc and bb'))).toContain('<p>aaccX and bb</p>');
  expect(typedOn('cc', 5, (body) => body.replace('aa bbcc', 'aa'))).toContain('<p>aaX</p>');
});
