/** A table as rows and columns: cells may reach over several. */
import { Fragment, type Node, type NodeType } from 'prosemirror-model';
import { type HtmlAttributes, schema } from './schema.ts';

export interface Cell {
  node: Node;
  row: number;
  column: number;
  height: number;
  width: number;
}

/** `<thead>`, `<tbody>` or `<tfoot>`. */
interface Section {
  node: Node;
}

interface Row {
  node: Node;
  section: Section;
}

export interface Grid {
  table: Node;
  sections: Section[];
  rows: Row[];
  cells: Cell[];
}

const type = (name: string) => schema.nodes[name] as NodeType; // the schema has it
const line = type('line');

export function gridOf(table: Node): Grid {
  const grid: Grid = { table, sections: [], rows: [], cells: [] };
  for (const node of table.children) {
    if (node.type.name === 'caption') continue;
    const section = { node };
    grid.sections.push(section);
    const end = grid.rows.length + node.childCount;
    for (const row of node.children) {
      readRow(grid, row, end);
      grid.rows.push({ node: row, section });
    }
  }
  return grid;
}

/** The table again; undefined if no cell is left. */
export function tableOf(grid: Grid): Node | undefined {
  const { table, sections, rows, cells } = grid;
  const emptied = rows.findLastIndex((_, row) => !cells.some((cell) => cell.row === row));
  if (emptied >= 0) return tableOf(withoutRow(grid, emptied));
  if (rows.length === 0) return undefined;
  const written = rows.map(({ node }, index) => {
    const own = cells.filter(({ row }) => row === index).sort((one, other) => one.column - other.column);
    return node.copy(Fragment.from(own.map(sizedCell)));
  });
  const parts = sections.map((section) =>
    section.node.copy(Fragment.from(written.filter((_, index) => rows[index]?.section === section))),
  );
  const captions = table.children.filter((node) => node.type.name === 'caption');
  return table.copy(Fragment.from([...captions, ...parts.filter(({ childCount }) => childCount > 0)]));
}

/** A new row at an index, in the section of the row that it is modelled on. */
export function withRow(grid: Grid, at: number, model: number): Grid {
  const { table, sections, rows, cells } = grid;
  const isHead = isHeaderRow(grid, model);
  const section = rows[model]?.section;
  if (!section) return grid;
  // Below the head begins the body.
  const isBody = isHead && at > model && section.node.type.name === 'table_head' && rows[at]?.section !== section;
  const into = isBody ? bodyBehind(sections, section) : { sections, section };
  const crossed = (cell: Cell) => cell.row < at && cell.row + cell.height > at;
  const moved = cells.map((cell) => {
    if (crossed(cell)) return { ...cell, height: cell.height + 1 };
    return cell.row >= at ? { ...cell, row: cell.row + 1 } : cell;
  });
  const crossing = cells.filter(crossed);
  const added = columnsOf(cells, model)
    .filter((column) => !crossing.some((cell) => isWithin(cell.column, cell.width, column)))
    .map((column) => newCell(cellAt(cells, model, column), at, column, isHead && at > model && !isHeadOf(into)));
  const row = { node: type('table_row').create(), section: into.section };
  return { table, sections: into.sections, rows: rows.toSpliced(at, 0, row), cells: [...moved, ...added] };
}

/** A new column at an index, its cells of the kind of those in another column. */
export function withColumn({ rows, cells, ...rest }: Grid, at: number, model: number): Grid {
  const crossed = (cell: Cell) => cell.column < at && cell.column + cell.width > at;
  const moved = cells.map((cell) => {
    if (crossed(cell)) return { ...cell, width: cell.width + 1 };
    return cell.column >= at ? { ...cell, column: cell.column + 1 } : cell;
  });
  const crossing = cells.filter(crossed);
  const added = [...rows.keys()]
    // A row that ends before it stays shorter.
    .filter((row) => columnsOf(cells, row).length >= at)
    .filter((row) => !crossing.some((cell) => isWithin(cell.row, cell.height, row)))
    .map((row) => newCell(cellAt(cells, row, model), row, at, false));
  return { ...rest, rows, cells: [...moved, ...added] };
}

export function withoutRow({ rows, cells, ...rest }: Grid, index: number): Grid {
  const left = cells.flatMap((cell) => {
    if (isWithin(cell.row, cell.height, index)) return cell.height > 1 ? [{ ...cell, height: cell.height - 1 }] : [];
    return [cell.row > index ? { ...cell, row: cell.row - 1 } : cell];
  });
  return { ...rest, rows: rows.toSpliced(index, 1), cells: left };
}

export function withoutColumn({ cells, ...rest }: Grid, index: number): Grid {
  const left = cells.flatMap((cell) => {
    if (isWithin(cell.column, cell.width, index)) return cell.width > 1 ? [{ ...cell, width: cell.width - 1 }] : [];
    return [cell.column > index ? { ...cell, column: cell.column - 1 } : cell];
  });
  return { ...rest, cells: left };
}

export function isHeaderRow({ cells }: Grid, index: number): boolean {
  const own = cells.filter(({ row }) => row === index);
  return own.length > 0 && own.every(({ node }) => node.type.name === 'table_header');
}

/** The first row as a header row, in the head if no cell of it reaches further down. */
export function withHeader(grid: Grid): Grid {
  const cells = grid.cells.map((cell) => (cell.row === 0 ? ofKind(cell, 'table_header') : cell));
  const [first] = grid.rows;
  const isOver = cells.some(({ row, height }) => row === 0 && height > 1);
  if (!first || isOver || first.section.node.type.name !== 'table_body') return { ...grid, cells };
  const head = { node: type('table_head').create() };
  const rows = grid.rows.with(0, { ...first, section: head });
  return { ...grid, cells, rows, sections: [head, ...grid.sections] };
}

/** The rows of the head as rows of the body. */
export function withoutHeader(grid: Grid): Grid {
  const [head] = grid.sections;
  const first = grid.rows[0]?.section;
  if (!head || first !== head || head.node.type.name !== 'table_head') {
    const cells = grid.cells.map((cell) => (cell.row === 0 ? ofKind(cell, 'table_cell') : cell));
    return { ...grid, cells };
  }
  const { sections, section } = bodyBehind(grid.sections, head);
  const count = grid.rows.filter((row) => row.section === head).length;
  const rows = grid.rows.map((row) => (row.section === head ? { ...row, section } : row));
  const cells = grid.cells.map((cell) => (cell.row < count ? ofKind(cell, 'table_cell') : cell));
  return { ...grid, cells, rows, sections };
}

export function cellAt(cells: Cell[], row: number, column: number): Cell | undefined {
  return cells.find((cell) => isWithin(cell.row, cell.height, row) && isWithin(cell.column, cell.width, column));
}

function readRow({ rows, cells }: Grid, node: Node, end: number): void {
  const row = rows.length;
  let column = 0;
  for (const cell of node.children) {
    while (cellAt(cells, row, column)) column++;
    const { width, height } = sizeOf(cell);
    cells.push({ node: cell, row, column, width, height: Math.min(height === 0 ? end : height, end - row) });
    column += width;
  }
}

/** `rowspan="0"` reaches to the end of the section. */
function sizeOf({ attrs }: Node): { width: number; height: number } {
  const { colspan = '1', rowspan = '1' } = attrs.html as HtmlAttributes;
  const number = (value: string) => (/^\s*\d+/.test(value) ? Number.parseInt(value, 10) : 1);
  return { width: Math.max(1, Math.min(number(colspan), 1_000)), height: number(rowspan) };
}

/** With its size as attributes, which are written only where they change. */
function sizedCell({ node, width, height }: Cell): Node {
  const was = sizeOf(node);
  const { colspan, rowspan, ...html } = node.attrs.html as Record<string, string>;
  const size = {
    ...(was.width === width ? colspan !== undefined && { colspan } : width > 1 && { colspan: String(width) }),
    ...(was.height === height ? rowspan !== undefined && { rowspan } : height > 1 && { rowspan: String(height) }),
  };
  return node.type.create({ ...node.attrs, html: { ...html, ...size } }, node.content);
}

function ofKind(cell: Cell, name: 'table_cell' | 'table_header'): Cell {
  const { scope: _, ...html } = cell.node.attrs.html as Record<string, string>;
  if (cell.node.type.name === name) return cell;
  return { ...cell, node: type(name).create({ ...cell.node.attrs, html }, cell.node.content) };
}

/** Empty, aligned as its neighbour, and a header if that is one. */
function newCell(model: Cell | undefined, row: number, column: number, isPlain: boolean): Cell {
  const { style, scope } = (model?.node.attrs.html ?? {}) as Record<string, string>;
  const isHeader = model?.node.type.name === 'table_header' && !isPlain;
  const html = { ...(style !== undefined && { style }), ...(isHeader && scope !== undefined && { scope }) };
  const node = type(isHeader ? 'table_header' : 'table_cell').create({ html }, line.create());
  return { node, row, column, width: 1, height: 1 };
}

/** The first body below the head, which is made if there is none. */
function bodyBehind(sections: Section[], head: Section): { sections: Section[]; section: Section } {
  const index = sections.indexOf(head);
  const next = sections[index + 1];
  if (next?.node.type.name === 'table_body') return { sections, section: next };
  const body = { node: type('table_body').create() };
  return { sections: sections.toSpliced(index + 1, 0, body), section: body };
}

function isHeadOf({ section }: { section: Section }): boolean {
  return section.node.type.name === 'table_head';
}

/** The columns up to the end of a row. */
function columnsOf(cells: Cell[], row: number): number[] {
  const ends = cells.filter((cell) => isWithin(cell.row, cell.height, row)).map((cell) => cell.column + cell.width);
  return Array.from({ length: Math.max(0, ...ends) }, (_, column) => column);
}

function isWithin(start: number, size: number, at: number): boolean {
  return start <= at && at < start + size;
}
