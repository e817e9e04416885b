/** Tables: making one, its rows and columns, and going from cell to cell. */
import type { Node, NodeType } from 'prosemirror-model';
import { type Command, type EditorState, Selection, type Transaction } from 'prosemirror-state';
import { schema } from './schema.ts';
import {
  type Cell,
  cellAt,
  type Grid,
  gridOf,
  isHeaderRow,
  tableOf,
  withColumn,
  withHeader,
  withoutColumn,
  withoutHeader,
  withoutRow,
  withRow,
} from './table-grid.ts';

const SIZE = 3;
const node = (name: string) => schema.nodes[name] as NodeType; // the schema has it

interface TableAt {
  node: Node;
  position: number;
  grid: Grid;
  /** The cell with the cursor; none in the caption. */
  cell: Cell | undefined;
}

/** The place of a cell after a change. */
type Place = Pick<Cell, 'row' | 'column'>;
type Change = (grid: Grid, cell: Cell) => { grid: Grid; place: Place };

/** The innermost table with the cursor. */
export function tableAt({ selection: { $from } }: EditorState): TableAt | undefined {
  for (let depth = $from.depth; depth > 0; depth--) {
    const table = $from.node(depth);
    if (table.type.name !== 'table') continue;
    const grid = gridOf(table);
    const cell = $from.depth > depth + 2 ? $from.node(depth + 3) : undefined;
    const row = grid.rows.findIndex((one) => one.node === $from.node(depth + 2));
    const found = grid.cells.filter((one) => one.row === row)[$from.depth > depth + 1 ? $from.index(depth + 2) : 0];
    return { node: table, position: $from.before(depth), grid, cell: cell ? found : undefined };
  }
  return undefined;
}

/** Three by three, with a header row. */
export const insertTable: Command = (state, dispatch) => {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth--)
    if (['table', 'figure'].includes($from.node(depth).type.name)) return false;
  const cells = (name: string) => Array.from({ length: SIZE }, () => node(name).create(null, node('line').create()));
  const row = (name: string) => node('table_row').create(null, cells(name));
  const body = Array.from({ length: SIZE - 1 }, () => row('table_cell'));
  const table = node('table').create(null, [
    node('table_head').create(null, [row('table_header')]),
    node('table_body').create(null, body),
  ]);
  const tr = state.tr.replaceSelectionWith(table);
  tr.doc.descendants((one, position) => {
    if (one === table) tr.setSelection(Selection.near(tr.doc.resolve(position + 1)));
    return one !== table;
  });
  dispatch?.(tr.scrollIntoView());
  return true;
};

export const rowAbove = changed((grid, { row, column }) => ({ grid: withRow(grid, row, row), place: { row, column } }));

export const rowBelow = changed((grid, { row, height, column }) => {
  const last = row + height - 1;
  return { grid: withRow(grid, last + 1, last), place: { row: last + 1, column } };
});

export const columnBefore = changed((grid, { row, column }) => ({
  grid: withColumn(grid, column, column),
  place: { row, column },
}));

export const columnAfter = changed((grid, { row, column, width }) => ({
  grid: withColumn(grid, column + width, column + width - 1),
  place: { row, column: column + width },
}));

export const deleteRow = changed((grid, { row, column }) => ({ grid: withoutRow(grid, row), place: { row, column } }));

export const deleteColumn = changed((grid, { row, column }) => ({
  grid: withoutColumn(grid, column),
  place: { row, column },
}));

export const toggleHeader = changed((grid, { row, column }) => ({
  grid: isHeaderRow(grid, 0) ? withoutHeader(grid) : withHeader(grid),
  place: { row, column },
}));

export function hasHeader(state: EditorState): boolean {
  const table = tableAt(state);
  return table !== undefined && isHeaderRow(table.grid, 0);
}

export const deleteTable: Command = (state, dispatch) => {
  const table = tableAt(state);
  if (!table) return false;
  const { position } = table;
  const tr = state.tr.deleteRange(position, position + table.node.nodeSize);
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(Math.min(position, tr.doc.content.size)))).scrollIntoView());
  return true;
};

/** Tab and Shift Tab. Behind the last cell begins a new row; before the first one the key leaves the text. */
export function goToCell(by: -1 | 1): Command {
  return (state, dispatch, view) => {
    const table = tableAt(state);
    if (!table) return false;
    const { cells } = table.grid;
    const next = cells[table.cell ? cells.indexOf(table.cell) + by : by > 0 ? 0 : -1];
    if (next) dispatch?.(inCell(state.tr, table.position, next).scrollIntoView());
    else if (by > 0) return addLastRow(state, dispatch, view);
    return next !== undefined;
  };
}

/** Whether a table, not a list within it, is next around the cursor. */
export function isCellNext({ selection: { $from } }: EditorState): boolean {
  for (let depth = $from.depth; depth > 0; depth--) {
    const { name } = $from.node(depth).type;
    if (name === 'list_item') return false;
    if (name === 'table') return true;
  }
  return false;
}

const addLastRow = changed((grid) => {
  const row = grid.rows.length;
  return { grid: withRow(grid, row, row - 1), place: { row, column: 0 } };
});

function changed(change: Change): Command {
  return (state, dispatch, view) => {
    const table = tableAt(state);
    if (!table?.cell) return false;
    if (!dispatch) return true;
    const { grid, place } = change(table.grid, table.cell);
    const written = tableOf(grid);
    if (!written) return deleteTable(state, dispatch, view);
    const { tr } = state;
    tr.replaceWith(table.position, table.position + table.node.nodeSize, written);
    const { rows, cells } = gridOf(written);
    const row = Math.min(place.row, rows.length - 1);
    const cell = cellAt(cells, row, place.column) ?? cells.findLast((one) => one.row <= row);
    dispatch((cell ? inCell(tr, table.position, cell) : tr).scrollIntoView());
    return true;
  };
}

/** The cursor at the end of a cell. */
function inCell(tr: Transaction, table: number, cell: Cell): Transaction {
  let end = table;
  tr.doc.nodeAt(table)?.descendants((one, position) => {
    if (one === cell.node) end = table + 1 + position + one.nodeSize - 1;
  });
  return tr.setSelection(Selection.near(tr.doc.resolve(end), -1));
}
