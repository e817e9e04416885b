/** The words of the bar of tables in English. */
export const tableEn = {
  label: 'Table',
  rowAbove: 'Row above',
  rowBelow: 'Row below',
  columnBefore: 'Column before',
  columnAfter: 'Column after',
  header: 'Header row',
  deleteRow: 'Delete row',
  deleteColumn: 'Delete column',
  deleteTable: 'Delete table',
};

export type TableWords = typeof tableEn;
