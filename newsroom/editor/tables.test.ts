import { type Command, EditorState, TextSelection } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import fc from '../../test/property.ts';
import * as commands from './commands.ts';
import { openBody, writeBody } from './guard.ts';
import * as tables from './tables.ts';
import { parseSmall } from './testing/small-dom.ts';

/** A body with the cursor at the end of the first such text. */
function at(body: string, text: string) {
  const { doc, sources } = openBody(body, parseSmall);
  let position = 0;
  doc.descendants((node, start) => {
    if (position === 0 && node.isText && node.text?.endsWith(text)) position = start + node.nodeSize;
  });
  let state = EditorState.create({ doc, selection: TextSelection.create(doc, position) });
  const run = (command: Command) => {
    const isDone = command(state, (tr) => {
      state = state.apply(tr);
      state.doc.check();
    });
    return isDone ? writeBody(state.doc, sources) : undefined;
  };
  const type = (letters: string) =>
    run((now, dispatch) => {
      dispatch?.(now.tr.insertText(letters));
      return true;
    });
  return { run, type, state: () => state };
}

const rows = (...lines: string[]) => lines.map((line) => `<tr>${line}</tr>`).join('');
const PLAIN = `<table class="t"><caption>Tides</caption><thead>${rows('<th>A</th><th>B</th>')}</thead><tbody>${rows('<td>c</td><td style="text-align: right">d</td>')}</tbody></table>`;
const SPANS = `<table><tbody>${rows('<td rowspan="2">a</td><td colspan="2">b</td>', '<td>c</td><td>d</td>', '<td>e</td><td>f</td><td>g</td>')}</tbody></table>`;
const inTable = (body: string, head: string, ...lines: string[]) =>
  body.replace(/<thead>.*/, `${head}<tbody>${rows(...lines)}</tbody></table>`);
const HEAD = `<thead>${rows('<th>A</th><th>B</th>')}</thead>`;
const LAST = '<td>c</td><td style="text-align: right">d</td>';
const NEW = '<td></td><td style="text-align: right"></td>';

describe('a table', () => {
  it('begins with three rows, the first a header, and the cursor in its first cell', () => {
    const text = at('<p>Before</p>', 'Before');
    text.run(tables.insertTable);
    const header = `<thead>${rows('<th>!</th><th></th><th></th>')}</thead>`;
    const line = '<td></td><td></td><td></td>';
    const body = `<p>Before</p><table>${header}<tbody>${rows(line, line)}</tbody></table>`;
    expect(text.type('!')?.replaceAll('\n', '')).toBe(body);
    expect(openBody(body, parseSmall).doc.lastChild?.type.name).toBe('table');
    expect(text.run(tables.insertTable)).toBeUndefined();
  });

  it.each<[string, string, string, Command, string]>([
    ['a row above', PLAIN, 'c', tables.rowAbove, inTable(PLAIN, HEAD, NEW, LAST)],
    ['a row below', PLAIN, 'c', tables.rowBelow, inTable(PLAIN, HEAD, LAST, NEW)],
    ['the first row below the header', PLAIN, 'A', tables.rowBelow, inTable(PLAIN, HEAD, '<td></td><td></td>', LAST)],
    [
      'a column before',
      PLAIN,
      'd',
      tables.columnBefore,
      PLAIN.replace('<th>B', '<th></th><th>B').replace(
        '<td style="text-align: right">',
        '<td style="text-align: right"></td>$&',
      ),
    ],
    [
      'a column after',
      PLAIN,
      'd',
      tables.columnAfter,
      PLAIN.replace('B</th>', 'B</th><th></th>').replace('d</td>', 'd</td><td style="text-align: right"></td>'),
    ],
    ['one row less', PLAIN, 'A', tables.deleteRow, PLAIN.replace(HEAD, '')],
    [
      'one column less',
      PLAIN,
      'd',
      tables.deleteColumn,
      PLAIN.replace('<th>B</th>', '').replace('<td style="text-align: right">d</td>', ''),
    ],
    ['no header', PLAIN, 'c', tables.toggleHeader, inTable(PLAIN, '', '<td>A</td><td>B</td>', LAST)],
    [
      'a header',
      PLAIN.replace(HEAD, ''),
      'c',
      tables.toggleHeader,
      PLAIN.replace(/<thead>.*/, `<thead>${rows(LAST.replaceAll('td', 'th'))}</thead></table>`),
    ],
    [
      'a row within a cell of two rows',
      SPANS,
      'a',
      tables.rowBelow,
      SPANS.replace('<tr><td>e', '<tr><td></td><td></td><td></td></tr><tr><td>e'),
    ],
    [
      'a row that such a cell crosses',
      SPANS,
      'b',
      tables.rowBelow,
      SPANS.replace('rowspan="2"', 'rowspan="3"').replace('<tr><td>c', '<tr><td></td><td></td></tr><tr><td>c'),
    ],
    [
      'no row in which such a cell begins',
      SPANS,
      'b',
      tables.deleteRow,
      `<table><tbody>${rows('<td>a</td><td>c</td><td>d</td>', '<td>e</td><td>f</td><td>g</td>')}</tbody></table>`,
    ],
    [
      'a column that a wide cell crosses',
      SPANS,
      'd',
      tables.columnBefore,
      SPANS.replace('colspan="2"', 'colspan="3"').replace('<td>d', '<td></td><td>d').replace('<td>g', '<td></td><td>g'),
    ],
    [
      'no column of a wide cell',
      SPANS,
      'd',
      tables.deleteColumn,
      SPANS.replace(' colspan="2"', '').replace('<td>d</td>', '').replace('<td>g</td>', ''),
    ],
    [
      'no row without a cell',
      `<table><tbody>${rows('<td rowspan="2">a</td><td>b</td>', '<td>c</td>')}</tbody></table>`,
      'b',
      tables.deleteColumn,
      `<table><tbody>${rows('<td>a</td>')}</tbody></table>`,
    ],
    [
      'a header in place where it reaches down',
      SPANS,
      'b',
      tables.toggleHeader,
      SPANS.replace(/<tr>.*?<\/tr>/, (line) => line.replaceAll('td', 'th')),
    ],
  ])('gets %s', (_, body, text, command, expected) => {
    expect(at(`<p>Before</p>${body}`, text).run(command)).toBe(`<p>Before</p>${expected}`);
  });

  it.each<[string, Command]>([
    ['its last row', tables.deleteRow],
    ['its last column', tables.deleteColumn],
    ['the command', tables.deleteTable],
  ])('goes with %s', (_, command) => {
    const one = '<table><tbody><tr><td>a</td></tr></tbody></table>';
    expect(at(`<p>B</p>${one}<p>C</p>`, 'a').run(command)).toBe('<p>B</p><p>C</p>');
  });

  it('is walked through by Tab, which adds a row behind the last cell', () => {
    const tab = commands.keys.Tab as Command;
    const back = commands.keys['Shift-Tab'] as Command;
    const text = at(PLAIN, 'B');
    text.run(tab);
    expect(text.type('1')).toBe(PLAIN.replace('c<', 'c1<'));
    text.run(tab);
    text.run(tab);
    expect(text.type('2')).toBe(inTable(PLAIN, HEAD, LAST.replace('c', 'c1'), NEW.replace('></', '>2</')));
    expect(at(PLAIN, 'A').run(back)).toBeUndefined();
    expect(at(PLAIN, 'c').run(back)).toBe(PLAIN);
  });

  it('leaves Tab to a list in a cell, and keeps it from a list around', () => {
    const tab = commands.keys.Tab as Command;
    const inner = '<table><tbody><tr><td><ul><li>a</li><li>b</li></ul></td></tr></tbody></table>';
    expect(at(inner, 'b').run(tab)).toBe(inner.replace('</li><li>b</li>', '<ul><li>b</li></ul></li>'));
    const outer = '<ul><li>x</li><li><table><tbody><tr><td>a</td><td>b</td></tr></tbody></table></li></ul>';
    expect(at(outer, 'a').run(tab)).toBe(outer);
  });

  const cell = fc.tuple(fc.constantFrom('td', 'th'), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }));
  const anyTable = fc
    .tuple(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }), fc.nat(4))
    .map(([lines, head]) => {
      let count = 0;
      const written = lines.map(
        (line) =>
          `<tr>${line.map(([tag, wide, high]) => `<${tag} colspan="${wide}" rowspan="${high}">x${count++}.</${tag}>`).join('')}</tr>`,
      );
      const [top, rest] = [written.slice(0, head), written.slice(head)].map((part) => part.join(''));
      return `<table>${top && `<thead>${top}</thead>`}${rest && `<tbody>${rest}</tbody>`}</table>`;
    });
  const { rowAbove, rowBelow, columnBefore, columnAfter, deleteRow, deleteColumn, toggleHeader } = tables;
  const adding = [rowAbove, rowBelow, columnBefore, columnAfter, toggleHeader];

  it('stays one that the editor can edit, with the text of its cells, of any shape', () => {
    const steps = fc.array(fc.constantFrom(...adding, deleteRow, deleteColumn), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(anyTable, fc.nat(), steps, (body, place, run) => {
        const names = body.match(/x\d+\./g) ?? [];
        const text = at(body, names[place % names.length] ?? '');
        for (const step of run) {
          const before = text.state().doc.textContent.match(/x\d+\./g) ?? [];
          const written = text.run(step) ?? '';
          if (!written.includes('<table')) return;
          const { doc } = openBody(written, parseSmall);
          expect(doc.firstChild?.type.name).toBe('table');
          expect(doc.textContent).toBe(text.state().doc.textContent);
          if (adding.includes(step)) expect(doc.textContent.match(/x\d+\./g)).toEqual(before);
        }
      }),
      { numRuns: 200 },
    );
  });
});
