import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { freshDatabase } from '../../test/app.ts';
import { columnLiterals, rowsOfColumns } from './columns.ts';
import { kysely, openPool } from './connect.ts';

const pool = openPool(await freshDatabase(), 'command', () => {});
afterAll(() => pool.end());

const TYPES = {
  id: 'int',
  text: 'text',
  at: 'timestamptz',
  is_it: 'bool',
  words: 'text[]',
  numbers: 'bigint[]',
  said: 'jsonb',
  never: 'int',
};

async function sentAndRead(rows: object[]) {
  const read = rowsOfColumns(columnLiterals(rows, TYPES), TYPES);
  return (await sql`${read}`.execute(kysely(pool))).rows;
}

it('returns the rows that were sent, with any characters', async () => {
  const texts = [
    '',
    ' ',
    'NULL',
    'null',
    '"',
    '\\',
    '\\"',
    '{a,b}',
    "it's",
    'a\nb\tc\rd',
    'Åland 🚢',
    '\\N',
    '$1',
    '],[',
  ];
  const rows = texts.map((text, at) => ({
    id: at - 1,
    text,
    at: new Date(Date.UTC(1969, 11, 31, 23, 59, 59, at)),
    is_it: at % 2 === 0,
    words: texts.slice(0, at),
    numbers: Array.from({ length: at % 3 }, (_, number) => 2 ** 40 + number),
    said: [{ [text]: [text, null, at] }, text, at, false][at % 4],
  }));
  expect(await sentAndRead(rows)).toEqual(rows.map((row, at) => ({ ...row, never: null, number: at + 1 })));
});

it('returns null for values that are null, left out, or in no row', async () => {
  const nothing = { text: null, at: null, is_it: null, words: null, numbers: null, said: null, never: null };
  expect(await sentAndRead([{ id: 1 }, { id: 2, ...nothing }, { id: 3, text: 'x' }])).toEqual([
    { ...nothing, id: 1, number: 1 },
    { ...nothing, id: 2, number: 2 },
    { ...nothing, id: 3, text: 'x', number: 3 },
  ]);
  expect(await sentAndRead([])).toEqual([]);
});
