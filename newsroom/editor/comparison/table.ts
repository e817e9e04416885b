/** Two tables as one: rows that are new or gone, columns that are new or gone, and what changed in the cells that remain. */
import { attributesOf, type HtmlNode } from '../dom.ts';
import { startTag } from '../write.ts';
import { align, type Likeness, type Pair } from './align.ts';
import type { Mark } from './text.ts';
import { likenessOf, type WordCounts, wordCounts } from './words.ts';

interface Row {
  node: HtmlNode;
  /** `thead`, `tbody` or `tfoot`. */
  section: string;
  cells: readonly HtmlNode[];
  key: string;
  words: WordCounts;
}

interface Column {
  key: string;
  words: WordCounts;
  index: number;
}

/** How the content of a cell is compared; given, since cells hold blocks, and blocks tables. */
interface Inside {
  compareNodes(before: readonly HtmlNode[], after: readonly HtmlNode[]): string;
  markedNodes(nodes: readonly HtmlNode[], mark: Mark): string;
}

const PLACES: Likeness<Row> & Likeness<Column> = {
  key: ({ key }: Row | Column) => key,
  likeness: (before: Row | Column, after: Row | Column) => likenessOf(before.words, after.words),
  keepsPlaces: true,
};
const ROWS = new Set(['thead', 'tbody', 'tfoot']);

export function compareTables(before: HtmlNode, after: HtmlNode, inside: Inside): string {
  const [old, now] = [rowsOf(before), rowsOf(after)];
  const columns = columnPairs(old, now);
  const rows = align(old, now, PLACES).map(([one, other]) => ({
    section: other?.section,
    old: one?.section,
    html: rowHtml(one, other, columns, inside),
  }));
  let [html, open] = ['', ''];
  for (const [index, row] of rows.entries()) {
    const next = rows.slice(index).find(({ section }) => section)?.section;
    // A row that is gone stands in its part of the table, if that comes next, and else where it was.
    const section = row.section ?? (row.old === next ? next : open || next) ?? 'tbody';
    if (section !== open) html += `${open && `</${open}>`}<${section}>`;
    open = section;
    html += row.html;
  }
  return `${tagOf(after)}${headHtml(before, after, inside)}${html}${open && `</${open}>`}</table>`;
}

const elementsOf = (node: HtmlNode) => Array.from(node.childNodes).filter(({ nodeType }) => nodeType === 1);
const nameOf = (node: HtmlNode) => node.nodeName.toLowerCase();
const tagOf = (node: HtmlNode) => startTag(nameOf(node), attributesOf(node));
const childrenOf = (node: HtmlNode | undefined) => Array.from(node?.childNodes ?? []);

/** The caption; widths of columns are not shown. */
function headHtml(before: HtmlNode, after: HtmlNode, { compareNodes }: Inside): string {
  const caption = (table: HtmlNode) => elementsOf(table).find((node) => nameOf(node) === 'caption');
  const [old, now] = [caption(before), caption(after)];
  return old || now ? `<caption>${compareNodes(childrenOf(old), childrenOf(now))}</caption>` : '';
}

function rowsOf(table: HtmlNode): Row[] {
  const sections = elementsOf(table).filter((node) => ROWS.has(nameOf(node)));
  return sections.flatMap((section) =>
    elementsOf(section).map((node) => {
      const cells = elementsOf(node);
      const words = wordCounts([node]);
      return { node, section: nameOf(section), cells, key: cells.map(textOf).join('\n'), words };
    }),
  );
}

/** Cells that span several columns have no column: then cells are compared in their order. */
function columnPairs(before: readonly Row[], after: readonly Row[]): Pair<number>[] {
  const [old, now] = [columnsOf(before), columnsOf(after)];
  if (old.length === now.length || [...before, ...after].some(hasSpans)) return inOrder(old.length, now.length);
  return align(old, now, PLACES).map(([one, other]) => [one?.index, other?.index] as const);
}

function inOrder(before: number, after: number): Pair<number>[] {
  const at = (index: number, length: number) => (index < length ? index : undefined);
  return Array.from({ length: Math.max(before, after) }, (_, index) => [at(index, before), at(index, after)] as const);
}

function columnsOf(rows: readonly Row[]): Column[] {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, index) => {
    const cells = rows.flatMap((row) => row.cells[index] ?? []);
    return { index, key: cells.map(textOf).join('\n'), words: wordCounts(cells) };
  });
}

function hasSpans({ cells }: Row): boolean {
  return cells.some(
    (cell) => Number(attributesOf(cell).colspan ?? 1) > 1 || Number(attributesOf(cell).rowspan ?? 1) > 1,
  );
}

function textOf(node: HtmlNode): string {
  return node.nodeValue ?? childrenOf(node).map(textOf).join('');
}

function rowHtml(before: Row | undefined, after: Row | undefined, columns: Pair<number>[], inside: Inside): string {
  const row = after ?? before;
  if (!row) return '';
  const cells = columns.map(([one, other]) => {
    const [old, now] = [cellAt(before, one), cellAt(after, other)];
    const cell = now ?? old;
    if (!cell) return '';
    const html =
      old && now
        ? inside.compareNodes(childrenOf(old), childrenOf(now))
        : inside.markedNodes(childrenOf(cell), now ? 'ins' : 'del');
    return `${tagOf(cell)}${html}</${nameOf(cell)}>`;
  });
  return `${tagOf(row.node)}${cells.join('')}</tr>`;
}

function cellAt(row: Row | undefined, index: number | undefined): HtmlNode | undefined {
  return index === undefined ? undefined : row?.cells[index];
}
