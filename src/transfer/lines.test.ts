import { describe, expect, it } from 'vitest';
import { batchesOf, MOST_LINES } from './batches.ts';
import { linesOf } from './lines.ts';
import { readLine } from './reader.ts';
import { article } from './testing/transfer.ts';

async function* pieces(...parts: (string | Buffer)[]) {
  for (const part of parts) yield Buffer.from(part);
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('lines', () => {
  it.each<[string, string[], string[]]>([
    ['cut anywhere', ['a', 'b\nc', '\n', 'd'], ['ab', 'c', 'd']],
    ['empty', ['\n\na\n'], ['', '', 'a']],
    ['with separators that end no line here', ['a\u2028b\rc\n'], ['a\u2028b\rc']],
    ['none', [], []],
  ])('%s', async (_, parts, expected) => {
    const lines = await all(linesOf(pieces(...parts)));
    expect(lines.map(({ bytes }) => bytes.toString())).toEqual(expected);
    expect(lines.map(({ number }) => number)).toEqual(expected.map((_, index) => index + 1));
  });

  it('that are too long are skipped without buffering, and those after them are read', async () => {
    const [long, next] = await all(linesOf(pieces('x'.repeat(30), 'y'.repeat(30), '\nshort\n'), 40));
    expect([long?.isTooLong, long?.bytes.length, next?.bytes.toString()]).toEqual([true, 30, 'short']);
    expect(readLine({ number: 1, bytes: Buffer.alloc(0), isTooLong: true })).toMatchObject({ kind: 'bad' });
  });

  it('that are not UTF-8 are reported', () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
    expect(readLine({ number: 7, bytes, isTooLong: false })).toEqual({
      kind: 'bad',
      number: 7,
      reason: 'is not UTF-8',
    });
  });
});

describe('batches', () => {
  const reading = () => ({ done: 0, hasHeader: false, hasEnd: false, check: () => {}, refusal: () => null });
  let made = 0;
  async function* endless(fields: object = {}) {
    for (made = 0; ; ) yield Buffer.from(`${JSON.stringify(article(++made, fields))}\n`);
  }

  it('are read one at a time, however long the file is', async () => {
    const batches = batchesOf(linesOf(endless()), reading());
    for (let number = 1; number <= 3; number++) {
      const { value } = await batches.next();
      expect([value?.lines.length, value?.upTo]).toEqual([MOST_LINES, number * MOST_LINES]);
      expect(made).toBeLessThanOrEqual(number * MOST_LINES + 1);
    }
    await batches.return(undefined);
  });

  it('of large articles are smaller', async () => {
    const batches = batchesOf(linesOf(endless({ body: 'x'.repeat(1_000_000) })), reading());
    expect((await batches.next()).value?.lines.length).toBeLessThan(12);
    await batches.return(undefined);
  });

  it('have one noun of one site, and no object twice', async () => {
    const author = { author: { site_id: 1, id: 1, firstname: 'A', lastname: 'B' } };
    const file = [article(1), article(2), article(1), article(3, {}, 2), author, author].map((line) =>
      JSON.stringify(line),
    );
    const batches = await all(batchesOf(linesOf(pieces(file.join('\n'))), reading()));
    expect(batches.map(({ lines }) => lines.map(({ number }) => number))).toEqual([[1, 2], [3], [4], [5], [6]]);
  });
});
