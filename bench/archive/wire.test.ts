import { expect, it } from 'vitest';
import { readStatements, type Statement } from './wire.ts';

const int16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const int32 = (value: number) => Buffer.from([0, 0, value >> 8, value & 255]);
const message = (type: string, ...parts: (string | Buffer)[]) => {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)));
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
};
const value = (text: string | null) =>
  text === null ? Buffer.from([255, 255, 255, 255]) : Buffer.concat([int32(text.length), Buffer.from(text)]);

const SENT = Buffer.concat([
  message('', Buffer.from([0, 3, 0, 0]), 'user', 'masthead', ''),
  message('Q', 'begin'),
  message('P', '', 'select $1', int16(0)),
  message('B', '', '', int16(0), int16(2), value('a'), value(null), int16(0)),
  message('E', '', int32(0)),
  message('P', 'named', 'select 2', int16(0)),
  message('B', '', 'named', int16(1), int16(0), int16(1), value(''), int16(0)),
  message('B', '', 'named', int16(0), int16(0), int16(0)),
]);

it.each([1, 7, 10_000])('parses statements with their values in chunks of %i bytes', (size) => {
  const told: Statement[] = [];
  const read = readStatements((statement) => told.push(statement));
  for (let at = 0; at < SENT.length; at += size) read(SENT.subarray(at, at + size));
  expect(told).toEqual([
    { text: 'begin', values: [] },
    { text: 'select $1', values: ['a', null] },
    { text: 'select 2', values: [''], name: 'named' },
    { text: 'select 2', values: [], name: 'named' },
  ]);
});
