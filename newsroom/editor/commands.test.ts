import { GapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { AllSelection, EditorState, NodeSelection, type Selection, TextSelection } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { leaveDown, leaveFigure } from './below.ts';
import * as commands from './commands.ts';
import { openBody, writeBody } from './guard.ts';
import { removePicture, setAlt, writeCaption } from './pictures.ts';
import { parseSmall } from './testing/small-dom.ts';

const FIGURE = '<figure><img src="/a.jpg"><figcaption>Sea</figcaption></figure>';
const ENDS = [
  FIGURE,
  '<figure><img src="/a.jpg"></figure>',
  '<hr>',
  '<details>Kept</details>',
  '<pre>code</pre>',
  '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
  `<ul><li>x</li><li>${FIGURE}</li></ul>`,
];
const state = (doc: Node, selection?: Selection) =>
  EditorState.create({ doc, plugins: [history()], ...(selection ? { selection } : {}) });
const open = (body: string) => openBody(body, parseSmall);

/** Every selection that a person can make: cursors, blocks, gaps between them, and everything. */
function selections(doc: Node): Selection[] {
  const found: Selection[] = [new AllSelection(doc)];
  for (let at = 0; at <= doc.content.size; at++) {
    const $at = doc.resolve(at);
    if ($at.parent.inlineContent) found.push(TextSelection.create(doc, at));
    else if ($at.parent.contentMatchAt($at.index()).defaultType?.isTextblock) found.push(new GapCursor($at));
    if ($at.nodeAfter && NodeSelection.isSelectable($at.nodeAfter)) found.push(NodeSelection.create(doc, at));
  }
  return found;
}

const everyCommand = () => [
  ...['strong', 'em', 'u', 's', 'sub', 'sup', 'code'].map(commands.toggle),
  ...['p', 'h2', 'pre'].map(commands.setBlock),
  ...Object.values(commands.keys),
  commands.toggleList('bullet_list'),
  commands.toggleList('ordered_list'),
  commands.toggleQuote,
  commands.insertRule,
  commands.insert(commands.figureOf({ src: '/b.jpg' })),
  setAlt('Sea'),
  writeCaption,
  removePicture,
];

describe('a block at the end', () => {
  it.each(ENDS)('takes every command with every selection: %s', (end) => {
    const { doc } = open(`<p>One</p>${end}`);
    for (const selection of selections(doc)) {
      const before = state(doc, selection);
      commands.blockName(before);
      commands.linkAt(before);
      commands.hasMark(before, 'strong');
      for (const command of everyCommand()) {
        command(before);
        command(before, (tr) => before.apply(tr).doc.check());
      }
    }
  });

  it('is left with Enter from its caption and from the picture, into a paragraph below', () => {
    const { doc, sources } = open(`<p>One</p>${FIGURE}`);
    const inFigure = selections(doc).filter(({ $from, $to, from }) => $from.depth > 0 && $to.depth > 0 && from > 5);
    for (const selection of [NodeSelection.create(doc, 5), ...inFigure]) {
      leaveFigure(state(doc, selection), (tr) => {
        expect(tr.selection.$from.parent.type.name).toBe('paragraph');
        expect(writeBody(tr.doc, sources)).toBe(`<p>One</p>${FIGURE}`);
        expect(writeBody(tr.insertText('Two').doc, sources)).toBe(`<p>One</p>${FIGURE}<p>Two</p>`);
      });
      expect(leaveFigure(state(doc, selection))).toBe(true);
    }
  });

  it.each(['<hr>', '<details>Kept</details>', FIGURE])('is left with the arrow down when selected: %s', (end) => {
    const { doc } = open(`<p>One</p>${end}`);
    expect(leaveDown(state(doc, NodeSelection.create(doc, 5)))).toBe(true);
    expect(leaveDown(state(doc, TextSelection.create(doc, 2)))).toBe(false);
  });
});

describe('empty paragraphs at the end', () => {
  it('are written when they came with the body, and not when they are new', () => {
    for (const body of ['<p>One</p>', '<p>One</p>\n<p></p>', '<p></p><hr>', '<p></p>\n<p></p>']) {
      const { doc, sources } = open(body);
      const tr = state(doc).tr;
      expect(writeBody(doc, sources)).toBe(body);
      tr.insert(doc.content.size, doc.type.schema.node('paragraph'));
      expect(writeBody(tr.doc, sources)).toBe(body);
    }
  });
});
