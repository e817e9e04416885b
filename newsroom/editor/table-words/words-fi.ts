import type { TableWords } from './words-en.ts';

/** The words of the bar of tables in Finnish. */
export const tableFi: TableWords = {
  label: 'Taulukko',
  rowAbove: 'Rivi yläpuolelle',
  rowBelow: 'Rivi alapuolelle',
  columnBefore: 'Sarake eteen',
  columnAfter: 'Sarake jälkeen',
  header: 'Otsikkorivi',
  deleteRow: 'Poista rivi',
  deleteColumn: 'Poista sarake',
  deleteTable: 'Poista taulukko',
};
